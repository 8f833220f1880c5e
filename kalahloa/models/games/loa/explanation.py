"""Why a move of Lines of Action is worse than another: captures, groups, races, shut-in pieces."""

from collections.abc import Callable, Iterator, Sequence

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.games.loa.connection import MAX_CONNECTION, connection
from kalahloa.models.games.loa.evaluation import distance_surplus
from kalahloa.models.games.loa.notation import PASS, SIDES
from kalahloa.models.games.loa.overlays import facts as facts_of
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.squares import square_name
from kalahloa.models.games.loa.walls import wall
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
_NEEDS_MORE = QT_TRANSLATE_NOOP(
    "Models",
    "{mover} would now need at least %n move(s) to connect, even if {other} stood still; after "
    "{best}, {fewer} would do.",
)
_NEEDS_MORE_LATER = QT_TRANSLATE_NOOP(
    "Models",
    "After {reply}, {mover} would need at least %n move(s) to connect, even if {other} stood "
    "still; after {best}, {fewer} would do.",
)
_NEEDS_FEWER = QT_TRANSLATE_NOOP(
    "Models",
    "{other} would now need only %n move(s) to connect if {mover} stood still; after {best}, it "
    "would take at least {more}.",
)
_NEEDS_FEWER_LATER = QT_TRANSLATE_NOOP(
    "Models",
    "After {reply}, {other} would need only %n move(s) to connect if {mover} stood still; after "
    "{best}, it would take at least {more}.",
)
_MISSES_SHUTTING = QT_TRANSLATE_NOOP(
    "Models", "{best} would have left {other} without a move for the piece(s) on {squares}."
)
_LETS_SHUT = QT_TRANSLATE_NOOP(
    "Models", "{reply} could then leave {mover} without a move for the piece(s) on {squares}."
)
_WALLED_IN = QT_TRANSLATE_NOOP(
    "Models",
    "After {reply}, {other} would have a wall on {wall} that keeps the pieces on {squares} away "
    "from the others.",
)
_LAST_OUTSIDE = QT_TRANSLATE_NOOP(
    "Models", "After {reply}, {other} would have only the piece on {square} left to bring in."
)
_BLOCKS = QT_TRANSLATE_NOOP("Models", "{best} would have left {other} with %n fewer move(s).")
_KEEPS_CLOSER = QT_TRANSLATE_NOOP(
    "Models", "With {best}, {mover} would have kept the pieces closer together."
)
_COMES_CLOSER = QT_TRANSLATE_NOOP(
    "Models", "With {best}, {mover} would have the pieces closer together %n move(s) later."
)
_LETS_CLOSER = QT_TRANSLATE_NOOP(
    "Models", "With {best}, {other} would have the pieces farther apart %n move(s) later."
)
MIN_BLOCKED = 4
"""The least number of moves that a move must take from the opponent for that to be told."""
_DECIDES, _LINK, _CUT, _CAPTURE, _JOIN, _NEED = 100.0, 20.0, 3.0, 2.0, 2.0, 4.0
_SHUT, _WALL, _LAST, _SMALL = 1.0, 1.5, 2.0, 0.5
"""What a fact says, by what it is about: in all, or for each group, move or piece."""
_Compare = Callable[[int, Loa, Loa], MoveFact | None]
_STAGES = (1, 2, 4)
"""After how many plies of both lines the moves that are still needed are compared."""


def explain(position: Loa, played: Sequence[int], best: Sequence[int]) -> list[MoveFact]:
    """Return what tells the line *played* from the better line *best*; see `Game.explain`.

    What a move does to the room and the distances of the pieces is told only where there is nothing
    else.
    """
    comparison = _Comparison(position, played, best)
    found = [*comparison.missed(), *comparison.allowed()]
    if not any(fact.amount >= _DECIDES for fact in found):
        found += [*comparison.needs(), *comparison.shut_in(), *comparison.outside()]
    return found or list(comparison.small())


class _Comparison:
    """What the moves of one line bring, beside those of another one."""

    def __init__(self, position: Loa, played: Sequence[int], best: Sequence[int]) -> None:
        self.before = position
        self.side = position.side
        self.other = 1 - position.side
        self.names = {"mover": SIDES[self.side], "other": SIDES[self.other]}
        self.played, self.best = tuple(played), tuple(best)
        self.text = position.format_move(best[0])
        self.after = _after(position, played[:1])
        self.better = _after(position, best[:1])

    # -- at once ---------------------------------------------------------------------------------

    def missed(self) -> Iterator[MoveFact]:
        """Yield what the better move would have brought at once."""
        moves = self.best[:1]
        if _has_won(self.better, self.side):
            text = _MISSES_CONNECTION.format(best=self.text, mover=self.names["mover"])
            yield MoveFact("missed-connection", text, moves, _DECIDES, MistakeKind.MISSED_WIN)
            return
        if _taken(self.before, self.best[0]) and not _taken(self.before, self.played[0]):
            yield self._missed_capture()
        own, better = (len(one.groups(self.side)) for one in (self.after, self.better))
        if better < own:
            text = _MISSES_JOIN.counted(
                better, best=self.text, mover=self.names["mover"], count=own
            )
            amount = _JOIN * (own - better)
            yield MoveFact("missed-join", text, moves, amount, MistakeKind.MISSED_JOIN)

    def _missed_capture(self) -> MoveFact:
        """Return what the capture that was missed would have been good for."""
        square, kind = self.best[0] >> 6, MistakeKind.MISSED_CAPTURE
        told = {"best": self.text, "square": square_name(square)}
        winning = _deciding_move(self.before, self.played, square)
        if winning:
            text = _MISSES_LINK.format(**told, other=self.names["other"])
            return MoveFact("missed-link", text, self.played[:winning], _LINK, kind)
        before, now = len(self.before.groups(self.other)), len(self.better.groups(self.other))
        moves = self.best[:1]
        if now > before:
            text = _MISSES_CUT.format(**told, other=self.names["other"], now=now, before=before)
            return MoveFact("missed-cut", text, moves, _CUT * (now - before), kind)
        return MoveFact("missed-capture", _MISSES_CAPTURE.format(**told), moves, _CAPTURE, kind)

    def allowed(self) -> Iterator[MoveFact]:
        """Yield what the answer to the move brings, and that to the better move does not."""
        if len(self.played) < 2 or self.after.is_over():
            return
        moves, answer = self.played[:2], self.played[1]
        reply = self.after.format_move(answer)
        told = {"other": self.names["other"], "reply": reply}
        there = _after(self.before, moves)
        if _has_won(there, self.other):
            text = _LETS_CONNECT.format(**told)
            yield MoveFact("allowed-connection", text, moves, _DECIDES, MistakeKind.ALLOWED_WIN)
            return
        if self.better.is_over() or len(self.best) < 2:
            return
        if _taken(self.after, answer) and not _taken(self.better, self.best[1]):
            square = square_name(answer >> 6)
            before, now = (len(one.groups(self.side)) for one in (self.after, there))
            if now > before:
                text = _LETS_CUT.format(**self.names, square=square, now=now, before=before)
                yield MoveFact("cut-off", text, moves, _CUT * (now - before), MistakeKind.CUT_OFF)
            else:
                text = _LETS_CAPTURE.format(**told, square=square)
                kind = MistakeKind.ALLOWED_CAPTURE
                yield MoveFact("allowed-capture", text, moves, _CAPTURE, kind)
        instead = _after(self.before, self.best[:2])
        count, now, least = (len(one.groups(self.other)) for one in (self.after, there, instead))
        if now < count and now < least:
            text = _LETS_JOIN.counted(now, **told)
            amount = _JOIN * (least - now)
            yield MoveFact("allowed-join", text, moves, amount, MistakeKind.ALLOWED_JOIN)

    # -- the race ----------------------------------------------------------------------------------

    def needs(self) -> Iterator[MoveFact]:
        """Yield how many moves each side still needs to connect, where that has been decided."""
        yield from self._first(self._mover_needs)
        yield from self._first(self._other_needs)

    def _first(self, compare: _Compare) -> Iterator[MoveFact]:
        """Yield what *compare* finds at the first stage at which it finds anything."""
        for plies in _STAGES:
            stages = self._stages(plies)
            if stages is None:
                return
            fact = compare(plies, *stages)
            if fact is not None:
                yield fact
                return

    def _stages(self, plies: int) -> tuple[Loa, Loa] | None:
        """Return both lines' positions after so many *plies*; None where a line does not go on."""
        if min(len(self.played), len(self.best)) < plies:
            return None
        there = _after(self.before, self.played[:plies]), _after(self.before, self.best[:plies])
        return None if any(one.is_over() for one in there) else there

    def _mover_needs(self, plies: int, after: Loa, better: Loa) -> MoveFact | None:
        own, least = connection(after, self.side), connection(better, self.side)
        if least.upper is None or not least.upper < own.lower <= MAX_CONNECTION:
            return None
        told = {**self.names, "best": self._line(self.best, plies), "fewer": least.upper}
        text = (
            _NEEDS_MORE.counted(own.lower, **told)
            if plies == 1
            else _NEEDS_MORE_LATER.counted(own.lower, **told, reply=self._line(self.played, plies))
        )
        amount = _NEED * (own.lower - least.upper) / plies
        return MoveFact("needs-more", text, self.best[:plies], amount, MistakeKind.MISSED_JOIN)

    def _other_needs(self, plies: int, after: Loa, better: Loa) -> MoveFact | None:
        now, least = connection(after, self.other), connection(better, self.other)
        if now.upper is None or not now.upper < least.lower <= MAX_CONNECTION:
            return None
        told = {**self.names, "best": self._line(self.best, plies), "more": least.lower}
        text = (
            _NEEDS_FEWER.counted(now.upper, **told)
            if plies == 1
            else _NEEDS_FEWER_LATER.counted(now.upper, **told, reply=self._line(self.played, plies))
        )
        amount = _NEED * (least.lower - now.upper) / plies
        return MoveFact("needs-fewer", text, self.played[:plies], amount, MistakeKind.ALLOWED_JOIN)

    def _line(self, line: tuple[int, ...], plies: int) -> str:
        """Return the first *plies* moves of *line* in notation."""
        walker, texts = self.before.copy(stack=False), []
        for move in line[:plies]:
            texts.append(walker.format_move(move))
            walker.make(move)
        return " ".join(texts)

    # -- pieces that cannot get out ----------------------------------------------------------------

    def shut_in(self) -> Iterator[MoveFact]:
        """Yield which pieces are left without a move, or are kept in by a wall."""
        if not self.after.is_over() and not self.better.is_over():
            already = _stuck(self.before, self.other) | _stuck(self.after, self.other)
            shut = _stuck(self.better, self.other) - already
            if shut:
                text = _MISSES_SHUTTING.counted(
                    len(shut), best=self.text, other=self.names["other"], squares=_names(shut)
                )
                kind = MistakeKind.SHUT_IN
                yield MoveFact("missed-shutting", text, self.best[:1], _SHUT * len(shut), kind)
        stages = self._stages(2)
        if stages is None:
            return
        after, better = stages
        reply = self.after.format_move(self.played[1])
        already = _stuck(self.before, self.side) | _stuck(better, self.side)
        shut = _stuck(after, self.side) - already
        told = {"mover": self.names["mover"], "reply": reply}
        if shut:
            text = _LETS_SHUT.counted(len(shut), **told, squares=_names(shut))
            yield MoveFact("shut-in", text, self.played[:2], _SHUT * len(shut), MistakeKind.SHUT_IN)
        built, instead = wall(after, self.side), wall(better, self.side)
        if built is not None and (instead is None or len(instead.kept) < len(built.kept)):
            text = _WALLED_IN.format(
                other=self.names["other"],
                reply=reply,
                wall=_names(built.wall),
                squares=_names(built.kept),
            )
            amount = _WALL * (len(built.kept) - (0 if instead is None else len(instead.kept)))
            yield MoveFact("walled-in", text, self.played[:2], amount, MistakeKind.SHUT_IN)

    def outside(self) -> Iterator[MoveFact]:
        """Yield that the opponent has but one piece outside after the answer."""
        stages = self._stages(2)
        if stages is None:
            return
        last, instead = (_last_outside(one, self.other) for one in stages)
        if last is not None and instead is None:
            text = _LAST_OUTSIDE.format(
                reply=self.after.format_move(self.played[1]),
                other=self.names["other"],
                square=square_name(last),
            )
            kind = MistakeKind.ALLOWED_JOIN
            yield MoveFact("last-outside", text, self.played[:2], _LAST, kind)

    # -- room and distances ------------------------------------------------------------------------

    def small(self) -> Iterator[MoveFact]:
        """Yield the first difference in the room and the distances of the pieces."""
        if self.after.is_over() or self.better.is_over():
            return
        fewer = len(self.after.piece_moves(self.other)) - len(self.better.piece_moves(self.other))
        moves = self.best[:1]
        if fewer >= MIN_BLOCKED:
            text = _BLOCKS.counted(fewer, best=self.text, other=self.names["other"])
            yield MoveFact("room", text, moves, _SMALL)
            return
        if self._surplus(self.better, self.side) < self._surplus(self.after, self.side):
            text = _KEEPS_CLOSER.format(best=self.text, mover=self.names["mover"])
            yield MoveFact("closer", text, moves, _SMALL)
            return
        for plies in range(2, 1 + min(len(self.played), len(self.best)), 2):
            stages = self._stages(plies)
            if stages is None:
                return
            after, better = stages
            told = {"best": self.text}
            if self._surplus(better, self.side) < self._surplus(after, self.side):
                text = _COMES_CLOSER.counted(plies // 2, **told, mover=self.names["mover"])
                yield MoveFact("closer", text, self.best[:plies], _SMALL)
                return
            if self._surplus(better, self.other) > self._surplus(after, self.other):
                text = _LETS_CLOSER.counted(plies // 2, **told, other=self.names["other"])
                yield MoveFact("opponent-closer", text, self.best[:plies], _SMALL)
                return

    @staticmethod
    def _surplus(position: Loa, side: int) -> int:
        return distance_surplus(position.pieces(side))


def _after(position: Loa, moves: Sequence[int]) -> Loa:
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


def _deciding_move(position: Loa, line: Sequence[int], square: int) -> int:
    """Return the number of the move of *line* by which the opponent's piece on *square* wins.

    It is 0 if no move does.
    """
    side, walker = 1 - position.side, position.copy()
    for number, move in enumerate(line, 1):
        is_its = walker.side == side and move != PASS and move & 63 == square
        if walker.side != side and move >> 6 == square:
            return 0
        walker.make(move)
        if is_its:
            square = move >> 6
            if _has_won(walker, side):
                return number
    return 0


def _stuck(position: Loa, side: int) -> frozenset[int]:
    """Return the squares of the pieces of *side* that cannot move, whoever is to move."""
    own = position.pieces(side)
    return frozenset(square for square in facts_of(position).stuck if own >> square & 1)


def _last_outside(position: Loa, side: int) -> int | None:
    """Return the square of the only piece of *side* outside its only other group, or None."""
    own = [group.squares for group in facts_of(position).groups if group.side == side]
    return own[1][0] if len(own) == 2 and len(own[1]) == 1 < len(own[0]) else None


def _names(squares: frozenset[int] | Sequence[int]) -> str | Sentence:
    """Return the names of *squares* in words: ``a1``, ``a1, b4 and h8``."""
    names = [square_name(square) for square in sorted(squares)]
    if len(names) == 1:
        return names[0]
    return QT_TRANSLATE_NOOP("Models", "{first} and {last}").format(
        first=", ".join(names[:-1]), last=names[-1]
    )
