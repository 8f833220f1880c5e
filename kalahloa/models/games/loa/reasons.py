"""Why a move was a mistake, in terms of Lines of Action: captures, groups and blocked pieces."""

from collections.abc import Mapping

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.games.loa.evaluation import distance_surplus
from kalahloa.models.games.loa.notation import PASS, SIDES
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.squares import square_name
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

_MISSES_CONNECTION = QT_TRANSLATE_NOOP(
    "Models", "With {best}, {mover} would have connected all pieces."
)
_LETS_CONNECT = QT_TRANSLATE_NOOP("Models", "{other} could then connect all pieces with {reply}.")
_MISSES_LINK = QT_TRANSLATE_NOOP(
    "Models", "{best} would have captured {square}, the piece with which {other} could then win."
)
_MISSES_CUT = QT_TRANSLATE_NOOP(
    "Models",
    "{best} would have captured {square} and left {other} with {now} groups instead of {before}.",
)
_MISSES_CAPTURE = QT_TRANSLATE_NOOP("Models", "{best} would have captured the piece on {square}.")
_MISSES_JOIN = QT_TRANSLATE_NOOP(
    "Models", "With {best}, {mover} would have had %n group(s) instead of {count}."
)
_LETS_CUT = QT_TRANSLATE_NOOP(
    "Models",
    "{other} could then capture {square}, which leaves {mover} with {now} groups instead of "
    "{before}.",
)
_LETS_CAPTURE = QT_TRANSLATE_NOOP("Models", "{other} could then capture {square} with {reply}.")
_LETS_JOIN = QT_TRANSLATE_NOOP("Models", "{other} could then get down to %n group(s) with {reply}.")
_BLOCKS = QT_TRANSLATE_NOOP("Models", "{best} would have left {other} %n move(s) fewer.")
_KEEPS_CLOSER = QT_TRANSLATE_NOOP(
    "Models", "With {best}, {mover} would have kept the pieces closer together."
)
REASON_KINDS: Mapping[str, MistakeKind] = {
    _MISSES_CONNECTION.template: MistakeKind.MISSED_WIN,
    _LETS_CONNECT.template: MistakeKind.ALLOWED_WIN,
    _MISSES_LINK.template: MistakeKind.MISSED_CAPTURE,
    _MISSES_CUT.template: MistakeKind.MISSED_CAPTURE,
    _MISSES_CAPTURE.template: MistakeKind.MISSED_CAPTURE,
    _MISSES_JOIN.template: MistakeKind.MISSED_JOIN,
    _LETS_CUT.template: MistakeKind.ALLOWED_CAPTURE,
    _LETS_CAPTURE.template: MistakeKind.ALLOWED_CAPTURE,
    _LETS_JOIN.template: MistakeKind.ALLOWED_JOIN,
}
"""What kind of mistake a sentence of `reasons` tells, by its template; others tell of none."""
MAX_REASONS = 3
MIN_BLOCKED = 4
"""The least number of moves that a move must take from the opponent for that to be told."""


def reasons(position: Loa, played: list[int], best: list[int]) -> list[Sentence]:
    """Return sentences that say why the first of *played* is worse than the first of *best*.

    Both are lines from *position*, *played* with the best play after the move; see `Game.reasons`.
    What a move does to the room and the distances of the pieces is told only where there is nothing
    else.
    """
    comparison = _Comparison(position, played, best)
    found = [*comparison.missed(), *comparison.allowed()]
    return found[:MAX_REASONS] or comparison.small()[:1]


class _Comparison:
    """What a move of one line brings, beside the move of the other line."""

    def __init__(self, position: Loa, played: list[int], best: list[int]) -> None:
        self.before = position
        self.side = position.side
        self.names = {"mover": SIDES[self.side], "other": SIDES[1 - self.side]}
        self.played, self.best = played, best
        self.text = position.format_move(best[0])
        self.after = _after(position, played[:1])
        self.better = _after(position, best[:1])

    def missed(self) -> list[Sentence]:
        """Return what the better move would have brought at once."""
        if _has_won(self.better, self.side):
            return [_MISSES_CONNECTION.format(best=self.text, mover=self.names["mover"])]
        found = []
        if _taken(self.before, self.best[0]) and not _taken(self.before, self.played[0]):
            found.append(self._capture())
        own, better = (len(one.groups(self.side)) for one in (self.after, self.better))
        if better < own:
            sentence = _MISSES_JOIN.counted(
                better, best=self.text, mover=self.names["mover"], count=own
            )
            found.append(sentence)
        return found

    def _capture(self) -> Sentence:
        """Return what the capture that was missed would have been good for."""
        square = self.best[0] >> 6
        told = {"best": self.text, "square": square_name(square)}
        if _decides(self.before, self.played, square):
            return _MISSES_LINK.format(**told, other=self.names["other"])
        other = 1 - self.side
        before, now = len(self.before.groups(other)), len(self.better.groups(other))
        if now > before:
            return _MISSES_CUT.format(**told, other=self.names["other"], now=now, before=before)
        return _MISSES_CAPTURE.format(**told)

    def allowed(self) -> list[Sentence]:
        """Return what the answer to the move brings, and that to the better move does not."""
        if len(self.played) < 2 or self.after.is_over():
            return []
        other, answer = 1 - self.side, self.played[1]
        reply = self.after.format_move(answer)
        there = _after(self.before, self.played[:2])
        if _has_won(there, other):
            return [_LETS_CONNECT.format(other=self.names["other"], reply=reply)]
        if self.better.is_over() or len(self.best) < 2:
            return []
        instead = _after(self.before, self.best[:2])
        found = []
        if _taken(self.after, answer) and not _taken(self.better, self.best[1]):
            square = square_name(answer >> 6)
            before, now = (len(one.groups(self.side)) for one in (self.after, there))
            if now > before:
                told = {"square": square, "now": now, "before": before}
                found.append(_LETS_CUT.format(**self.names, **told))
            else:
                told = {"square": square, "reply": reply}
                found.append(_LETS_CAPTURE.format(other=self.names["other"], **told))
        count, now, least = (len(one.groups(other)) for one in (self.after, there, instead))
        if now < count and now < least:
            found.append(_LETS_JOIN.counted(now, other=self.names["other"], reply=reply))
        return found

    def small(self) -> list[Sentence]:
        """Return what the better move would have done to the room and distances of the pieces."""
        if self.after.is_over() or self.better.is_over():
            return []
        found = []
        other = 1 - self.side
        fewer = len(self.after.piece_moves(other)) - len(self.better.piece_moves(other))
        if fewer >= MIN_BLOCKED:
            found.append(_BLOCKS.counted(fewer, best=self.text, other=self.names["other"]))
        own, better = (distance_surplus(one.pieces(self.side)) for one in (self.after, self.better))
        if better < own:
            found.append(_KEEPS_CLOSER.format(best=self.text, mover=self.names["mover"]))
        return found


def _after(position: Loa, moves: list[int]) -> Loa:
    after = position.copy()
    for move in moves:
        after.make(move)
    return after


def _taken(position: Loa, move: int) -> bool:
    """Return whether *move* captures a piece in *position*."""
    return move != PASS and bool(position.pieces(1 - position.side) >> (move >> 6) & 1)


def _has_won(position: Loa, side: int) -> bool:
    """Return whether the game is over, and *side* has won by connecting its pieces."""
    outcome = position.outcome()
    return outcome is not None and outcome.winner == side and len(position.groups(side)) == 1


def _decides(position: Loa, line: list[int], square: int) -> bool:
    """Return whether the opponent's piece on *square* makes the move of *line* that wins for it."""
    side, walker = 1 - position.side, position.copy()
    for move in line:
        is_its = walker.side == side and move != PASS and move & 63 == square
        if walker.side != side and move >> 6 == square:
            return False
        walker.make(move)
        if is_its:
            square = move >> 6
            if _has_won(walker, side):
                return True
    return False
