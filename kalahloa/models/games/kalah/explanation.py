"""Why a move of Kalah is worse than another: extra turns, captures, stones at risk, the count."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.games.kalah.board import NO_PIE
from kalahloa.models.games.kalah.notation import SIDES, SWAP, counted
from kalahloa.models.games.kalah.overlays import captures_in_turn
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.turns import Turn, turns
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

_MISSES_CAPTURE = QT_TRANSLATE_NOOP(
    "Models", "{mover} could have sown {turn} and captured {stones} in pit {target}."
)
_CAPTURES_LESS = QT_TRANSLATE_NOOP(
    "Models", "{mover} could have sown {turn} and captured {stones} instead of {fewer}."
)
_MISSES_TURN = QT_TRANSLATE_NOOP("Models", "{mover} could have moved again after pit {pit}.")
_MISSES_TURNS = QT_TRANSLATE_NOOP("Models", "{mover} could have sown {turn}.")
_EXPOSES = QT_TRANSLATE_NOOP(
    "Models", "The move exposes pit {target}: {other} could sow {turn} and capture {stones} there."
)
_LEAVES = QT_TRANSLATE_NOOP(
    "Models",
    "The move leaves pit {target} at risk: {other} could sow {turn} and capture {stones} there.",
)
_LETS_CAPTURE = QT_TRANSLATE_NOOP("Models", "{other} could then sow {turn} and capture {stones}.")
_LETS_MOVE = QT_TRANSLATE_NOOP("Models", "{other} could then move %n time(s) in a row: {pits}.")
_MISSES_LATER = QT_TRANSLATE_NOOP(
    "Models", "After {best}, {mover} could have sown {turn} and captured {stones} a turn later."
)
_LETS_LATER = QT_TRANSLATE_NOOP(
    "Models", "A turn later, {other} could sow {turn} and capture {stones}."
)
_MISSES_COUNT = QT_TRANSLATE_NOOP(
    "Models",
    "After {turn}, {mover} would have had {stones} in the kalah, more than half of all: whatever "
    "follows, that wins.",
)
_LETS_COUNT = QT_TRANSLATE_NOOP(
    "Models",
    "{other} could then sow {turn} and have {stones} in the kalah, more than half of all: "
    "whatever follows, that wins.",
)
_LOSES_REST = QT_TRANSLATE_NOOP(
    "Models", "At the end, {other} would get {stones} that are left in the pits."
)
_MISSES_REST = QT_TRANSLATE_NOOP(
    "Models",
    "After {turn}, the game would have ended with {stones} left in the pits for {mover}.",
)
_FEEDS = QT_TRANSLATE_NOOP(
    "Models", "Pit {pit} sows {stones} on the other side of the board, pit {best} only {fewer}."
)
_FEEDS_ALONE = QT_TRANSLATE_NOOP(
    "Models", "Pit {pit} sows {stones} on the other side of the board, pit {best} none."
)
_IS_BEHIND = QT_TRANSLATE_NOOP(
    "Models", "With pit {pit}, {mover} would have been %n stone(s) better off after the reply."
)
_IS_BEHIND_LATER = QT_TRANSLATE_NOOP(
    "Models",
    "With pit {pit}, {mover} would have been {stones} better off %n turn(s) later.",
)
_MAX_SOWINGS = 100
"""How many sowings are looked at to find what was at risk before."""
_MIN_LATER, _MIN_FED = 2, 2
"""The least differences in stones that are told of a later capture, and of stones given away."""
_LATER, _FED, _BEHIND = 0.5, 0.3, 0.4
"""What a stone counts where one sees less of it than of a stone that is captured at once."""


def explain(position: Kalah, played: Sequence[int], best: Sequence[int]) -> list[MoveFact]:
    """Return what tells the line *played* from the better line *best*; see `Game.explain`.

    The amounts are in stones.
    """
    if SWAP in (played[0], best[0]):
        return []
    comparison = _Comparison(position, played, best)
    found = [*comparison.missed(), *comparison.allowed(), *comparison.counts()]
    found += comparison.later()
    seen = max((fact.amount for fact in found), default=0.0)
    return [*found, *comparison.small(seen)]


@dataclass(frozen=True, slots=True)
class _Round:
    """By how many stones the mover is ahead in both lines after so many turns of both sides."""

    turns: int
    played: int
    best: int


class _Comparison:
    """What the turns of one line bring, beside those of another one.

    Turns 0, 2, ... are those of the side that moves.
    """

    def __init__(self, position: Kalah, played: Sequence[int], best: Sequence[int]) -> None:
        self.before = position
        self.side = position.side
        self.names = {"mover": SIDES[self.side], "other": SIDES[1 - self.side]}
        self.played, self.best = played, best
        self.turns, self.better = turns(position, played), turns(position, best)

    # -- the turn itself -----------------------------------------------------------------------

    def missed(self) -> Iterator[MoveFact]:
        """Yield what the better turn brings at once."""
        own, better = self.turns[0], self.better[0]
        if not own.is_whole:
            return
        names, moves = {"mover": self.names["mover"]}, tuple(self.best[: better.end])
        more = better.captured - own.captured
        if more > 0:
            told = {**names, "turn": _turn(better.moves), "stones": counted(better.captured)}
            text = (
                _CAPTURES_LESS.format(**told, fewer=own.captured)
                if own.captured
                else _MISSES_CAPTURE.format(**told, target=self._pit(better.captured_from))
            )
            yield MoveFact("missed-capture", text, moves, more, MistakeKind.MISSED_CAPTURE)
        extra = better.extra_turns - own.extra_turns
        if extra > 0 and (more <= 0 or len(better.moves) == 1):
            text = (
                _MISSES_TURNS.format(**names, turn=_turn(better.moves))
                if own.extra_turns
                else _MISSES_TURN.format(**names, pit=better.moves[0])
            )
            yield MoveFact("missed-extra-turn", text, moves, extra, MistakeKind.MISSED_EXTRA_TURN)

    # -- the answer ----------------------------------------------------------------------------

    def allowed(self) -> Iterator[MoveFact]:
        """Yield what the answer brings, and that to the better turn does not."""
        answer, instead = self._turn(self.turns, 1), self._turn(self.better, 1)
        if answer is None or (instead is None and not self._ends(self.better, 1)):
            return
        moves = tuple(self.played[: answer.end])
        more = answer.captured - (0 if instead is None else instead.captured)
        if more > 0:
            yield self._capture(answer, moves, more)
            return
        extra = answer.extra_turns - (0 if instead is None else instead.extra_turns)
        if extra > 0:
            text = _LETS_MOVE.counted(
                len(answer.moves), other=self.names["other"], pits=_pits(answer.moves)
            )
            kind = MistakeKind.ALLOWED_EXTRA_TURN
            yield MoveFact("allowed-extra-turn", text, moves, extra, kind)

    def _capture(self, answer: Turn, moves: tuple[int, ...], more: int) -> MoveFact:
        """Return that *answer* captures, and whether what it captures was safe before."""
        told = {
            "other": self.names["other"],
            "turn": _turn(answer.moves),
            "stones": counted(answer.captured),
        }
        at_risk, cell = self._at_risk(), answer.captured_from
        if at_risk is None:
            text = _LETS_CAPTURE.format(**told)
            return MoveFact("allowed-capture", text, moves, more, MistakeKind.ALLOWED_CAPTURE)
        target = self._pit(cell)
        if cell in at_risk:
            text = _LEAVES.format(**told, target=target)
            return MoveFact("left-at-risk", text, moves, more, MistakeKind.ALLOWED_CAPTURE)
        text = _EXPOSES.format(**told, target=target)
        return MoveFact("exposed", text, moves, more, MistakeKind.EXPOSED)

    def _at_risk(self) -> dict[int, int] | None:
        """Return what the other side could capture before the move; None if that is not known."""
        if self.before.pie() != NO_PIE:
            return None
        there = Kalah(self.before.stones(), 1 - self.side, self.before.rules)
        if there.is_over():
            return {}
        taken, is_complete = captures_in_turn(there, _MAX_SOWINGS)
        return taken if is_complete else None

    # -- the count -----------------------------------------------------------------------------

    def counts(self) -> Iterator[MoveFact]:
        """Yield who gets more than half of the stones, or what is left in the pits at the end."""
        total = sum(self.before.stones())
        for index in (0, 1) if self.before.pie() == NO_PIE else ():
            own, better = self._turn(self.turns, index), self._turn(self.better, index)
            if own is None or better is None:
                continue
            gains = index == 0
            side = self.side if gains else 1 - self.side
            more, less = (better, own) if gains else (own, better)
            line = self.best if gains else self.played
            stones = more.after.in_kalah(side)
            has_won = 2 * stones > total and not self._has_half(side)
            if has_won and 2 * less.after.in_kalah(side) <= total and not more.after.is_over():
                text = (_MISSES_COUNT if gains else _LETS_COUNT).format(
                    **self._named(gains), turn=_turn(more.moves), stones=counted(stones)
                )
                key, kind = "count", MistakeKind.LOST_COUNT
                yield MoveFact(key, text, tuple(line[: more.end]), total / 2, kind)
        yield from self._rest()

    def _has_half(self, side: int) -> bool:
        return 2 * self.before.in_kalah(side) > sum(self.before.stones())

    def _rest(self) -> Iterator[MoveFact]:
        """Yield who gets what is left in the pits when a line ends the game."""
        played, best = self._swept(self.turns), self._swept(self.better)
        lost = played[1 - self.side] - played[self.side]
        spared = best[1 - self.side] - best[self.side]
        amount = (lost - spared) / 2
        if amount < 1:
            return
        kind = MistakeKind.LOST_COUNT
        if played[1 - self.side] > best[1 - self.side]:
            text = _LOSES_REST.format(
                other=self.names["other"], stones=counted(played[1 - self.side])
            )
            yield MoveFact(
                "lost-rest", text, tuple(self.played[: self.turns[-1].end]), amount, kind
            )
        elif len(self.better) == 1 and best[self.side]:
            last = self.better[0]
            text = _MISSES_REST.format(
                mover=self.names["mover"], turn=_turn(last.moves), stones=counted(best[self.side])
            )
            moves = tuple(self.best[: last.end])
            yield MoveFact("missed-rest", text, moves, amount, kind)

    def _swept(self, line: Sequence[Turn]) -> tuple[int, int]:
        """Return how many stones left in the pits each side gets if *line* ends the game."""
        last = line[-1]
        if not last.after.is_over() or not last.sowings[-1].remaining:
            return 0, 0
        sown, kalah = last.sowings[-1], self._kalah(last.side)
        gained = sown.path.count(kalah)
        gained += sown.captured + 1 if sown.captured_from >= 0 else 0
        before = (
            self._in_kalahs(line)
            if len(line) > 1 or len(last.moves) > 1
            else (self.before.in_kalah(0), self.before.in_kalah(1))
        )
        got = [last.after.in_kalah(side) - before[side] for side in (0, 1)]
        got[last.side] -= gained
        return got[0], got[1]

    def _in_kalahs(self, line: Sequence[Turn]) -> tuple[int, int]:
        """Return the stones in the kalahs before the last sowing of *line*."""
        walker = self.before.copy(stack=False)
        for move in [move for turn in line for move in turn.moves][:-1]:
            walker.make(move)
        return walker.in_kalah(0), walker.in_kalah(1)

    # -- what shows later ------------------------------------------------------------------------

    def later(self) -> Iterator[MoveFact]:
        """Yield what the next turns capture."""
        for index in (2, 3):
            own, better = self._turn(self.turns, index), self._turn(self.better, index)
            if own is None or better is None:
                return
            gains = index == 2
            more, less, line = (better, own, self.best) if gains else (own, better, self.played)
            amount = more.captured - less.captured
            if amount < _MIN_LATER:
                continue
            told = {"turn": _turn(more.moves), "stones": counted(more.captured)}
            moves = tuple(line[: more.end])
            if gains:
                first = _turn(self.better[0].moves)
                text = _MISSES_LATER.format(mover=self.names["mover"], best=first, **told)
                kind = MistakeKind.MISSED_CAPTURE
            else:
                text = _LETS_LATER.format(other=self.names["other"], **told)
                kind = MistakeKind.ALLOWED_CAPTURE
            key = "missed-capture-later" if gains else "allowed-capture-later"
            yield MoveFact(key, text, moves, _LATER * amount, kind)

    def small(self, seen: float) -> Iterator[MoveFact]:
        """Yield what is told only where nothing that has been *seen* says as much."""
        balance = self._balance()
        if balance is not None and balance.best - balance.played > 2 * seen:
            ahead = balance.best - balance.played
            told = {"mover": self.names["mover"], "pit": self.best[0]}
            if balance.turns == 1:
                text = _IS_BEHIND.counted(ahead, **told)
            else:
                text = _IS_BEHIND_LATER.counted(balance.turns, **told, stones=counted(ahead))
            moves = tuple(self.best[: self.better[: 2 * balance.turns][-1].end])
            yield MoveFact("behind", text, moves, min(_BEHIND * ahead, seen / 2 or ahead))
        own, better = (self._given(line) for line in (self.turns, self.better))
        if own - better >= _MIN_FED and own - better > seen:
            text = (_FEEDS if better else _FEEDS_ALONE).format(
                pit=self.played[0], stones=counted(own), best=self.best[0], fewer=better
            )
            yield MoveFact("feeds", text, (self.played[0],), _FED * (own - better))

    def _given(self, line: Sequence[Turn]) -> int:
        """Return how many stones the first sowing of *line* puts into the other side's pits."""
        pits = self.before.rules.pits
        first = (1 - self.side) * (pits + 1)
        return sum(first <= cell < first + pits for cell in line[0].sowings[0].path)

    def _balance(self) -> _Round | None:
        """Return after how many turns of both sides one sees most of the difference, and what.

        That is the first time that half of the greatest difference is to be seen; None if the mover
        is never ahead in the better line.
        """
        rounds = []
        for index in range(1, max(len(self.turns), len(self.better)) + 1, 2):
            leads = [self._lead(line, index) for line in (self.turns, self.better)]
            if None in leads:
                break
            played, best = leads
            assert played is not None
            assert best is not None
            rounds.append(_Round((index + 1) // 2, played, best))
        most = max((one.best - one.played for one in rounds), default=0)
        if most <= 0:
            return None
        return next(one for one in rounds if 2 * (one.best - one.played) >= most)

    def _lead(self, line: Sequence[Turn], index: int) -> int | None:
        """Return by how many stones the mover is ahead after turn *index* of *line*.

        After the end of the game it stays the same; None if *line* is too short.
        """
        turn = self._turn(line, index)
        if turn is None and self._ends(line, index):
            turn = line[-1]
        if turn is None:
            return None
        return turn.lead if turn.side == self.side else -turn.lead

    # -- helpers ---------------------------------------------------------------------------------

    @staticmethod
    def _turn(line: Sequence[Turn], index: int) -> Turn | None:
        """Return the whole turn *index* of *line*, or None."""
        return line[index] if index < len(line) and line[index].is_whole else None

    @staticmethod
    def _ends(line: Sequence[Turn], index: int) -> bool:
        """Return whether the game is over before turn *index* of *line*."""
        return len(line) <= index and line[-1].after.is_over()

    def _named(self, is_mover: bool) -> dict[str, str]:
        name = "mover" if is_mover else "other"
        return {name: self.names[name]}

    def _kalah(self, side: int) -> int:
        return side * (self.before.rules.pits + 1) + self.before.rules.pits

    def _pit(self, cell: int) -> int:
        """Return the number of the pit *cell* in its side's sowing order, from 1."""
        return cell % (self.before.rules.pits + 1) + 1


def _turn(moves: Sequence[int]) -> Sentence:
    """Return the pits of one turn in words: ``pit 4``, ``pits 3, 6 and 2 in one turn``."""
    if len(moves) == 1:
        return _pits(moves)
    return QT_TRANSLATE_NOOP("Models", "{pits} in one turn").format(pits=_pits(moves))


def _pits(moves: Sequence[int]) -> Sentence:
    """Return the pits of *moves* in words: ``pit 4``, ``pits 3, 6 and 2``."""
    if len(moves) == 1:
        return QT_TRANSLATE_NOOP("Models", "pit {pit}").format(pit=moves[0])
    return QT_TRANSLATE_NOOP("Models", "pits {pits} and {last}").format(
        pits=", ".join(map(str, moves[:-1])), last=moves[-1]
    )
