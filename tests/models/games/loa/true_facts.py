"""Checks of what is said of a move of Lines of Action: it is true, and tells two lines apart."""

import re
from collections.abc import Callable

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.games.loa.clues import other_to_move
from kalahloa.models.games.loa.connection import connection
from kalahloa.models.games.loa.evaluation import distance_surplus
from kalahloa.models.games.loa.notation import SIDES
from kalahloa.models.games.loa.position import Loa
from tests.models.games.loa.pieces_by_hand import (
    Square,
    can_connect,
    groups,
    pieces,
    square,
    stuck,
    walls,
)

FEW_PIECES = 3
"""Of up to so many pieces, two moves are tried out to see whether they connect, otherwise one."""


class Lines:
    """Two lines from a position."""

    def __init__(self, start: Loa, played: list[int], best: list[int]) -> None:
        self.start, self.played, self.best = start, played, best
        self.side, self.size = start.side, start.rules.size
        self.mover, self.other = str(SIDES[self.side]), str(SIDES[1 - self.side])

    def check(self, fact: MoveFact) -> None:
        """Check *fact*: its sentence, that only one of the lines has it, and its moves."""
        CHECKS[fact.key](self, fact)
        kind, is_played, plies = SHOWN[fact.key]
        assert fact.kind is kind
        assert fact.proven
        line = self.played if is_played else self.best
        assert fact.moves
        assert list(fact.moves) == line[: len(fact.moves)]
        assert len(fact.moves) == plies or plies is None

    def at(self, line: list[int], plies: int) -> Loa:
        assert len(line) >= plies
        walker = self.start.copy()
        for move in line[:plies]:
            walker.make(move)
        return walker

    def text(self, line: list[int], plies: int) -> str:
        walker, found = self.start.copy(), []
        for move in line[:plies]:
            found.append(walker.format_move(move))
            walker.make(move)
        return " ".join(found)

    def pieces(self, line: list[int], plies: int, is_mover: bool) -> frozenset[Square]:
        return pieces(self.at(line, plies), self.side if is_mover else 1 - self.side)

    def both(self, line: list[int], plies: int, is_mover: bool) -> tuple[frozenset[Square], ...]:
        """Return the mover's pieces and the others', or the other way round."""
        return self.pieces(line, plies, is_mover), self.pieces(line, plies, not is_mover)

    def has_won(self, line: list[int], plies: int, is_mover: bool) -> bool:
        outcome = self.at(line, plies).outcome()
        side = self.side if is_mover else 1 - self.side
        return (
            outcome is not None
            and outcome.winner == side
            and len(groups(self.pieces(line, plies, is_mover))) == 1
        )


def fields(pattern: str, fact: MoveFact) -> tuple[str, ...]:
    found = re.fullmatch(pattern, fact.text)
    assert found, f"{fact.text!r} is not {pattern!r}"
    return found.groups()


def squares(text: str) -> frozenset[Square]:
    return frozenset(map(square, re.findall(r"[a-h][1-8]", text)))


def missed_connection(lines: Lines, fact: MoveFact) -> None:
    best = lines.text(lines.best, 1)
    fields(f"With {best}, {lines.mover} would have connected all pieces\\.", fact)
    assert lines.has_won(lines.best, 1, True)
    assert not lines.has_won(lines.played, 1, True)


def allowed_connection(lines: Lines, fact: MoveFact) -> None:
    reply = lines.text(lines.played, 2).split()[1]
    fields(f"{lines.other} could then connect all pieces with {reply}\\.", fact)
    assert lines.has_won(lines.played, 2, False)


def missed_capture(lines: Lines, fact: MoveFact) -> None:
    best = lines.text(lines.best, 1)
    taken = square(fields(rf"{best} would have captured (?:the piece on )?(\w\d).*\.", fact)[0])
    theirs = lines.pieces(lines.best, 0, False)
    assert taken in theirs
    assert theirs - lines.pieces(lines.best, 1, False) == {taken}
    assert theirs == lines.pieces(lines.played, 1, False), "the move played captured, too"
    before, now = len(groups(theirs)), len(groups(theirs - {taken}))
    if fact.key == "missed-cut":
        told = fields(rf".* and left {lines.other} with (\d+) groups instead of (\d+)\.", fact)
        assert (int(told[0]), int(told[1])) == (now, before)
        assert now > before
    elif fact.key == "missed-link":
        fields(rf".*, the piece with which {lines.other} could then win\.", fact)
        assert wins(lines, taken)
    else:
        fields(rf"{best} would have captured the piece on \w\d\.", fact)
        assert now <= before


def wins(lines: Lines, place: Square) -> bool:
    """Return whether the opponent's piece on *place* makes the winning move of what follows."""
    walker, last = lines.start.copy(), False
    for move in lines.played:
        start, end = map(square, re.findall(r"[a-h][1-8]", walker.format_move(move)))
        if walker.side == lines.side:
            assert end != place, "it was captured"
            last = False
        else:
            last = start == place
            place = end if last else place
        walker.make(move)
        outcome = walker.outcome()
        if last and outcome is not None and outcome.winner == 1 - lines.side:
            return True
    return False


def missed_join(lines: Lines, fact: MoveFact) -> None:
    best = lines.text(lines.best, 1)
    told = fields(
        rf"With {best}, {lines.mover} would have had (\d+) groups? instead of (\d+)\.", fact
    )
    counts = [len(groups(lines.pieces(line, 1, True))) for line in (lines.best, lines.played)]
    assert [int(told[0]), int(told[1])] == counts
    assert counts[0] < counts[1]


def allowed_capture(lines: Lines, fact: MoveFact) -> None:
    told = fields(rf"{lines.other} could then capture (\w\d)(.*)\.", fact)
    before, now = (lines.pieces(lines.played, plies, True) for plies in (1, 2))
    assert before - now == {square(told[0])}
    assert lines.pieces(lines.best, 1, True) == lines.pieces(lines.best, 2, True)
    counts = len(groups(now)), len(groups(before))
    if fact.key == "cut-off":
        pattern = rf".*, which leaves {lines.mover} with (\d+) groups instead of (\d+)\."
        numbers = fields(pattern, fact)
        assert (int(numbers[0]), int(numbers[1])) == counts
        assert counts[0] > counts[1]
    else:
        assert told[1] == f" with {lines.text(lines.played, 2).split()[1]}"
        assert counts[0] <= counts[1]


def allowed_join(lines: Lines, fact: MoveFact) -> None:
    reply = lines.text(lines.played, 2).split()[1]
    told = fields(rf"{lines.other} could then get down to (\d+) groups? with {reply}\.", fact)
    before, now = (len(groups(lines.pieces(lines.played, plies, False))) for plies in (1, 2))
    assert int(told[0]) == now < before
    assert now < len(groups(lines.pieces(lines.best, 2, False)))


NEEDS = re.compile(
    r"(?:at least|only) (\d+) moves?.* after (.*), (?:it would take at least )?(\d+)"
    r"(?: would do)?\."
)


def needs_more(lines: Lines, fact: MoveFact) -> None:
    found = NEEDS.search(fact.text)
    assert found, fact.text
    count, best, fewer = found.groups()
    plies = len(best.split())
    start = "" if plies == 1 else f"After {lines.text(lines.played, plies)}, "
    now = "now " if plies == 1 else ""
    assert fact.text == (
        f"{start}{lines.mover} would {now}need at least {count} moves to connect, even if "
        f"{lines.other} stood still; after {best}, {fewer} would do."
    )
    assert best == lines.text(lines.best, plies)
    assert int(fewer) < int(count)
    assert len(fact.moves) == plies
    assert_needs(lines, lines.best, plies, is_mover=True, at_most=int(fewer))
    assert_needs(lines, lines.played, plies, is_mover=True, at_least=int(count))


def needs_fewer(lines: Lines, fact: MoveFact) -> None:
    found = NEEDS.search(fact.text)
    assert found, fact.text
    count, best, more = found.groups()
    plies = len(best.split())
    start = "" if plies == 1 else f"After {lines.text(lines.played, plies)}, "
    now = "now " if plies == 1 else ""
    plural = "" if count == "1" else "s"
    assert fact.text == (
        f"{start}{lines.other} would {now}need only {count} move{plural} to connect if "
        f"{lines.mover} stood still; after {best}, it would take at least {more}."
    )
    assert best == lines.text(lines.best, plies)
    assert int(count) < int(more)
    assert len(fact.moves) == plies
    assert_needs(lines, lines.played, plies, is_mover=False, at_most=int(count))
    assert_needs(lines, lines.best, plies, is_mover=False, at_least=int(more))


def assert_needs(
    lines: Lines,
    line: list[int],
    plies: int,
    *,
    is_mover: bool,
    at_most: int | None = None,
    at_least: int = 0,
) -> None:
    """Check by trying that a side needs so many moves to connect, as far as that is feasible."""
    position = lines.at(line, plies)
    own, other = lines.both(line, plies, is_mover)
    if at_most is not None:
        side = lines.side if is_mover else 1 - lines.side
        moves = connection(position, side).moves
        assert len(moves) <= at_most
        walker = position if position.side == side else other_to_move(position)
        for move in moves:
            assert move in walker.legal_moves()
            walker.make(move)
            walker = other_to_move(walker)
        assert len(groups(pieces(walker, side))) == 1
    assert not can_connect(own, other, lines.size, min(at_least - 1, 1 + (len(own) <= FEW_PIECES)))


def missed_shutting(lines: Lines, fact: MoveFact) -> None:
    best = lines.text(lines.best, 1)
    (told,) = fields(
        rf"{best} would have left {lines.other} without a move for the pieces? on (.*)\.", fact
    )
    now, after, before = (
        stuck(*lines.both(line, plies, False), lines.size)
        for line, plies in ((lines.best, 1), (lines.played, 1), (lines.best, 0))
    )
    assert squares(told) == now - after - before


def shut_in(lines: Lines, fact: MoveFact) -> None:
    reply = lines.text(lines.played, 2).split()[1]
    (told,) = fields(
        rf"{reply} could then leave {lines.mover} without a move for the pieces? on (.*)\.", fact
    )
    now, instead, before = (
        stuck(*lines.both(line, plies, True), lines.size)
        for line, plies in ((lines.played, 2), (lines.best, 2), (lines.best, 0))
    )
    assert squares(told) == now - instead - before


def walled_in(lines: Lines, fact: MoveFact) -> None:
    reply = lines.text(lines.played, 2).split()[1]
    wall, kept = fields(
        rf"After {reply}, {lines.other} would have a wall on (.*) that keeps the pieces on (.*) "
        r"away from the others\.",
        fact,
    )
    there = walls(*lines.both(lines.played, 2, True), lines.size)
    assert there[squares(wall)] == len(squares(kept)) == max(there.values())
    instead = walls(*lines.both(lines.best, 2, True), lines.size)
    assert len(squares(kept)) > max(instead.values(), default=0)


def last_outside(lines: Lines, fact: MoveFact) -> None:
    reply = lines.text(lines.played, 2).split()[1]
    (told,) = fields(
        rf"After {reply}, {lines.other} would have only the piece on (\w\d) left to bring in\.",
        fact,
    )
    there, instead = (groups(lines.pieces(line, 2, False)) for line in (lines.played, lines.best))
    assert there[1:] == [{square(told)}]
    assert [len(group) for group in instead[1:]] != [1]


def small(lines: Lines, fact: MoveFact) -> None:
    best = lines.text(lines.best, 1)
    worse, better = lines.at(lines.played, 1), lines.at(lines.best, 1)
    if fact.key == "room":
        (told,) = fields(rf"{best} would have left {lines.other} with (\d+) fewer moves?\.", fact)
        assert int(told) == len(worse.legal_moves()) - len(better.legal_moves())
        return
    if fact.text == f"With {best}, {lines.mover} would have kept the pieces closer together.":
        plies, is_mover = 1, True
    else:
        is_mover = fact.key == "closer"
        (told,) = fields(
            rf"With {best}, {lines.mover} would have the pieces closer together (\d+) moves? "
            r"later\."
            if is_mover
            else rf"With {best}, {lines.other} would have the pieces farther apart (\d+) moves? "
            r"later\.",
            fact,
        )
        plies = 2 * int(told)
    assert len(fact.moves) == plies
    side = lines.side if is_mover else 1 - lines.side
    played, instead = (
        distance_surplus(lines.at(line, plies).pieces(side)) for line in (lines.played, lines.best)
    )
    assert instead < played if is_mover else instead > played


SHOWN: dict[str, tuple[MistakeKind | None, bool, int | None]] = {
    "missed-connection": (MistakeKind.MISSED_WIN, False, 1),
    "allowed-connection": (MistakeKind.ALLOWED_WIN, True, 2),
    "missed-link": (MistakeKind.MISSED_CAPTURE, True, None),
    "missed-cut": (MistakeKind.MISSED_CAPTURE, False, 1),
    "missed-capture": (MistakeKind.MISSED_CAPTURE, False, 1),
    "missed-join": (MistakeKind.MISSED_JOIN, False, 1),
    "cut-off": (MistakeKind.CUT_OFF, True, 2),
    "allowed-capture": (MistakeKind.ALLOWED_CAPTURE, True, 2),
    "allowed-join": (MistakeKind.ALLOWED_JOIN, True, 2),
    "needs-more": (MistakeKind.MISSED_JOIN, False, None),
    "needs-fewer": (MistakeKind.ALLOWED_JOIN, True, None),
    "missed-shutting": (MistakeKind.SHUT_IN, False, 1),
    "shut-in": (MistakeKind.SHUT_IN, True, 2),
    "walled-in": (MistakeKind.SHUT_IN, True, 2),
    "last-outside": (MistakeKind.ALLOWED_JOIN, True, 2),
    "room": (None, False, 1),
    "closer": (None, False, None),
    "opponent-closer": (None, False, None),
}
"""The kind of each fact, and the line and number of the moves that show it, None for any number."""
CHECKS: dict[str, Callable[[Lines, MoveFact], None]] = {
    "missed-connection": missed_connection,
    "allowed-connection": allowed_connection,
    "missed-link": missed_capture,
    "missed-cut": missed_capture,
    "missed-capture": missed_capture,
    "missed-join": missed_join,
    "cut-off": allowed_capture,
    "allowed-capture": allowed_capture,
    "allowed-join": allowed_join,
    "needs-more": needs_more,
    "needs-fewer": needs_fewer,
    "missed-shutting": missed_shutting,
    "shut-in": shut_in,
    "walled-in": walled_in,
    "last-outside": last_outside,
    "room": small,
    "closer": small,
    "opponent-closer": small,
}
