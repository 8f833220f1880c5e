"""Why a move was a mistake, in terms of Kalah: extra turns, captures and stones."""

from collections.abc import Mapping
from dataclasses import dataclass

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.games.kalah.notation import SIDES, SWAP, counted
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

_GIVES_TURN = QT_TRANSLATE_NOOP("Models", "{mover} could have moved again after pit {pit}.")
_MISSES_CAPTURE = QT_TRANSLATE_NOOP("Models", "{mover} could have captured {stones}.")
_LETS_CAPTURE = QT_TRANSLATE_NOOP("Models", "{other} could then capture {stones}.")
_LETS_MOVE = QT_TRANSLATE_NOOP("Models", "{other} could then move %n time(s) in a row.")
_LOSES_STONES = QT_TRANSLATE_NOOP(
    "Models", "With pit {pit}, {mover} would have been %n stone(s) better off after the reply."
)
REASON_KINDS: Mapping[str, MistakeKind] = {
    _GIVES_TURN.template: MistakeKind.MISSED_EXTRA_TURN,
    _MISSES_CAPTURE.template: MistakeKind.MISSED_CAPTURE,
    _LETS_CAPTURE.template: MistakeKind.ALLOWED_CAPTURE,
    _LETS_MOVE.template: MistakeKind.ALLOWED_EXTRA_TURN,
}
"""What kind of mistake a sentence of `reasons` tells, by its template; others tell of none."""


@dataclass(frozen=True, slots=True)
class SownTurn:
    """What a turn, of one or several sowings of one side, brought that side."""

    sowings: int
    extra_turns: int
    captured: int


def reasons(position: Kalah, played: list[int], best: list[int]) -> list[str]:
    """Return sentences that say why the first of *played* is worse than the first of *best*.

    Both are lines from *position*, *played* with the best play after the move; see `Game.reasons`.
    What a turn and the answer to it bring in all is told only where there is nothing else.
    """
    mover, other = SIDES[position.side], SIDES[1 - position.side]
    own, answer = first_turns(position, played)
    better, better_answer = first_turns(position, best)
    found: list[str] = []
    if _has_extra_turn(position, best[0]) and not _has_extra_turn(position, played[0]):
        found.append(_GIVES_TURN.format(mover=mover, pit=best[0]))
    if better.captured > own.captured:
        found.append(_MISSES_CAPTURE.format(mover=mover, stones=counted(better.captured)))
    if answer.captured > better_answer.captured:
        found.append(_LETS_CAPTURE.format(other=other, stones=counted(answer.captured)))
    if answer.extra_turns > better_answer.extra_turns:
        found.append(_LETS_MOVE.counted(answer.sowings, other=other))
    if not found and best[0] != SWAP:
        before, after = _balance(position, played), _balance(position, best)
        if before is not None and after is not None and after > before:
            found.append(_LOSES_STONES.counted(after - before, mover=mover, pit=best[0]))
    return found


def _balance(position: Kalah, line: list[int]) -> int | None:
    """Return by how many stones the mover's kalah is ahead after its turn and the answer to it.

    None where *line* ends before them.
    """
    walker = position.copy()
    has_answered = False
    for move in line:
        if walker.side == position.side and has_answered:
            break
        has_answered = has_answered or walker.side != position.side
        if move == SWAP:
            return None
        walker.make(move)
    is_whole = walker.is_over() or (has_answered and walker.side == position.side)
    own, other = walker.in_kalah(position.side), walker.in_kalah(1 - position.side)
    return own - other if is_whole else None


def _has_extra_turn(position: Kalah, move: int) -> bool:
    return move != SWAP and position.sowing(move).extra_turn


def first_turns(position: Kalah, line: list[int]) -> tuple[SownTurn, SownTurn]:
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
    return SownTurn(*counts[0]), SownTurn(*counts[1])
