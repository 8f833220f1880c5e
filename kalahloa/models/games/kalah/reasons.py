"""Why a move was a mistake, in terms of Kalah: extra turns, captures and stones."""

from dataclasses import dataclass

from kalahloa.models.games.kalah.notation import SIDES, SWAP, counted
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.sentence import QT_TRANSLATE_NOOP


@dataclass(frozen=True, slots=True)
class _Turn:
    """What a turn, of one or several sowings of one side, brought that side."""

    sowings: int
    extra_turns: int
    captured: int


def reasons(position: Kalah, played: list[int], best: list[int]) -> list[str]:
    """Return sentences that say why the first of *played* is worse than the first of *best*.

    Both are lines from *position*, *played* with the best play after the move; see `Game.reasons`.
    """
    mover, other = SIDES[position.side], SIDES[1 - position.side]
    own, answer = _first_turns(position, played)
    better, better_answer = _first_turns(position, best)
    found: list[str] = []
    if _has_extra_turn(position, best[0]) and not _has_extra_turn(position, played[0]):
        found.append(
            QT_TRANSLATE_NOOP("Models", "Gives away the extra turn of pit {pit}.").format(
                pit=best[0]
            )
        )
    if better.captured > own.captured:
        found.append(
            QT_TRANSLATE_NOOP("Models", "{side} could have captured {stones}.").format(
                side=mover, stones=counted(better.captured)
            )
        )
    if answer.captured > better_answer.captured:
        found.append(
            QT_TRANSLATE_NOOP("Models", "Lets {side} capture {stones}.").format(
                side=other, stones=counted(answer.captured)
            )
        )
    if answer.extra_turns > better_answer.extra_turns:
        found.append(
            QT_TRANSLATE_NOOP("Models", "Lets {side} move %n time(s) in a row.").counted(
                answer.sowings, side=other
            )
        )
    return found


def _has_extra_turn(position: Kalah, move: int) -> bool:
    return move != SWAP and position.sowing(move).extra_turn


def _first_turns(position: Kalah, line: list[int]) -> tuple[_Turn, _Turn]:
    """Return the turn of the side to move in *position*, and the answer, as far as *line* goes."""
    walker = position.copy()
    counts = [[0, 0, 0], [0, 0, 0]]
    turn = 0
    for move in line:
        if walker.side != position.side:
            turn = 1
        elif turn:
            break
        if move == SWAP:
            break
        sown = walker.sowing(move)
        counts[turn][0] += 1
        counts[turn][1] += sown.extra_turn
        # The stone that captures goes to the kalah as well.
        counts[turn][2] += sown.captured + 1 if sown.captured else 0
        walker.make(move)
    return _Turn(*counts[0]), _Turn(*counts[1])
