"""Checks of what is said of a move of Kalah: it is true, and it tells two lines apart."""

import re
from collections.abc import Callable

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.games.kalah.notation import SIDES
from kalahloa.models.games.kalah.position import Kalah
from tests.models.games.kalah.stones_by_hand import Hand, hands

PITS = r"(?:pit (\d+)|pits ([\d, ]+) and (\d+))"
TURN = rf"{PITS}(?: in one turn)?"


class Lines:
    """Two lines from a position, turn by turn."""

    def __init__(self, start: Kalah, played: list[int], best: list[int]) -> None:
        self.start, self.played, self.best = start, played, best
        self.side = start.side
        self.mover, self.other = str(SIDES[self.side]), str(SIDES[1 - self.side])
        self.own, self.better = hands(start, played), hands(start, best)

    def check(self, fact: MoveFact) -> None:
        """Check *fact*: its sentence, that only one of the lines has it, its kind and moves."""
        CHECKS[fact.key](self, fact)
        assert fact.kind is KINDS.get(fact.key)
        assert fact.proven

    def ahead(self, line: list[Hand], turn: int) -> int:
        first, second = line[min(turn, len(line) - 1)].kalahs
        return second - first if self.side else first - second

    def at_risk(self) -> dict[int, int]:
        """Return what the other side could capture of each pit if it were to move, by trying."""
        taken: dict[int, int] = {}

        def look(line: list[int]) -> None:
            there = Kalah(self.start.stones(), 1 - self.side, self.start.rules)
            for move in line:
                there.make(move)
            if there.is_over() or there.side == self.side:
                return
            for move in there.legal_moves():
                (hand,) = hands(
                    Kalah(self.start.stones(), 1 - self.side, self.start.rules), [*line, move]
                )
                if hand.captured:
                    taken[hand.capture[0]] = hand.captured
                if not hand.is_whole:
                    look([*line, move])

        look([])
        return taken


def pits_of(found: re.Match[str], first: int = 1) -> list[int]:
    one, some, last = found[first], found[first + 1], found[first + 2]
    return [int(one)] if one else [*map(int, some.split(", ")), int(last)]


def whole(line: list[Hand], turn: int) -> Hand:
    assert line[turn].is_whole
    return line[turn]


def reply(lines: Lines) -> tuple[Hand, Hand]:
    """Return the answers in both lines; none where the better line ends before."""
    answer = whole(lines.own, 1)
    if len(lines.better) == 1:
        assert lines.better[0].is_over
        return answer, Hand(1 - lines.side)
    return answer, whole(lines.better, 1)


def missed_capture(lines: Lines, fact: MoveFact) -> None:
    found = re.fullmatch(
        rf"{lines.mover} could have sown {TURN} and captured (\d+) stones?"
        r"(?: in pit (\d+)| instead of (\d+))?\.",
        fact.text,
    )
    assert found, fact.text
    own, better = whole(lines.own, 0), lines.better[0]
    assert pits_of(found) == better.pits
    assert int(found[4]) == better.captured
    assert better.captured > own.captured
    assert found[5] is None or better.capture == (int(found[5]), better.captured)
    assert int(found[6] or 0) == own.captured
    assert list(fact.moves) == lines.best[: better.end]


def missed_extra_turn(lines: Lines, fact: MoveFact) -> None:
    own, better = whole(lines.own, 0), lines.better[0]
    found = re.fullmatch(rf"{lines.mover} could have sown {TURN}\.", fact.text)
    if found:
        assert pits_of(found) == better.pits
        assert better.extra > own.extra > 0
    else:
        assert fact.text == f"{lines.mover} could have moved again after pit {lines.best[0]}."
        assert better.extra > own.extra == 0
    assert list(fact.moves) == lines.best[: better.end]


def allowed_capture(lines: Lines, fact: MoveFact) -> None:
    answer, instead = reply(lines)
    found = re.fullmatch(
        rf"(?:The move (exposes|leaves) pit (\d+)(?: at risk)?: )?{lines.other} could (?:then )?"
        rf"sow {TURN} and capture (\d+) stones?(?: there)?\.",
        fact.text,
    )
    assert found, fact.text
    assert pits_of(found, 3) == answer.pits
    assert int(found[6]) == answer.captured
    assert answer.captured > instead.captured
    assert list(fact.moves) == lines.played[: answer.end]
    if found[1]:
        pit = int(found[2])
        assert answer.capture == (pit, answer.captured)
        assert (pit in lines.at_risk()) == (found[1] == "leaves")


def plain_capture(lines: Lines, fact: MoveFact) -> None:
    """Check a capture of which is not said whether the stones were at risk before."""
    assert "The move" not in fact.text
    allowed_capture(lines, fact)


def allowed_extra_turn(lines: Lines, fact: MoveFact) -> None:
    answer, instead = reply(lines)
    found = re.fullmatch(
        rf"{lines.other} could then move (\d+) times? in a row: {PITS}\.", fact.text
    )
    assert found, fact.text
    assert pits_of(found, 2) == answer.pits
    assert int(found[1]) == len(answer.pits)
    assert answer.extra > instead.extra
    assert list(fact.moves) == lines.played[: answer.end]


def count(lines: Lines, fact: MoveFact) -> None:
    half = sum(lines.start.stones()) / 2
    rest = r"(\d+) stones? in the kalah, more than half of all: whatever follows, that wins\."
    found = re.fullmatch(rf"After {TURN}, {lines.mover} would have had {rest}", fact.text)
    index, gains = 0, True
    if not found:
        found = re.fullmatch(rf"{lines.other} could then sow {TURN} and have {rest}", fact.text)
        index, gains = 1, False
    assert found, fact.text
    side = lines.side if gains else 1 - lines.side
    more, less = (lines.better, lines.own) if gains else (lines.own, lines.better)
    hand = more[index]
    assert pits_of(found) == hand.pits
    assert int(found[4]) == hand.kalahs[side] > half >= less[index].kalahs[side]
    assert lines.start.in_kalah(side) <= half
    assert list(fact.moves) == (lines.best if gains else lines.played)[: hand.end]


def rest(lines: Lines, fact: MoveFact) -> None:
    side, other = lines.side, 1 - lines.side
    own, better = lines.own[-1].rest, lines.better[-1].rest
    assert own[other] - own[side] > better[other] - better[side]
    if fact.key == "lost-rest":
        found = re.fullmatch(
            rf"At the end, {lines.other} would get (\d+) stones? that are left in the pits\.",
            fact.text,
        )
        assert found, fact.text
        assert lines.own[-1].is_over
        assert int(found[1]) == own[other] > better[other]
        assert list(fact.moves) == lines.played[: lines.own[-1].end]
    else:
        found = re.fullmatch(
            rf"After {TURN}, the game would have ended with (\d+) stones? left in the pits for "
            rf"{lines.mover}\.",
            fact.text,
        )
        assert found, fact.text
        (last,) = lines.better
        assert last.is_over
        assert pits_of(found) == last.pits
        assert int(found[4]) == better[side]
        assert list(fact.moves) == lines.best[: last.end]


def later(lines: Lines, fact: MoveFact) -> None:
    if fact.key == "missed-capture-later":
        found = re.fullmatch(
            rf"After {TURN}, {lines.mover} could have sown {TURN} and captured (\d+) stones? "
            r"a turn later\.",
            fact.text,
        )
        assert found, fact.text
        assert pits_of(found) == lines.better[0].pits
        own, better = whole(lines.own, 2), whole(lines.better, 2)
        assert pits_of(found, 4) == better.pits
        assert int(found[7]) == better.captured
        assert better.captured > own.captured
        assert list(fact.moves) == lines.best[: better.end]
    else:
        found = re.fullmatch(
            rf"A turn later, {lines.other} could sow {TURN} and capture (\d+) stones?\.", fact.text
        )
        assert found, fact.text
        own, better = whole(lines.own, 3), whole(lines.better, 3)
        assert pits_of(found) == own.pits
        assert int(found[4]) == own.captured
        assert own.captured > better.captured
        assert list(fact.moves) == lines.played[: own.end]


def behind(lines: Lines, fact: MoveFact) -> None:
    found = re.fullmatch(
        rf"With pit {lines.best[0]}, {lines.mover} would have been (\d+) stones? better off "
        r"(?:after the reply|(\d+) turns? later)\.",
        fact.text,
    )
    assert found, fact.text
    turn = 2 * int(found[2] or 1) - 1
    for line in (lines.own, lines.better):
        assert line[-1].is_over or line[turn].is_whole
    assert int(found[1]) == lines.ahead(lines.better, turn) - lines.ahead(lines.own, turn)
    assert list(fact.moves) == lines.best[: lines.better[min(turn, len(lines.better) - 1)].end]


def feeds(lines: Lines, fact: MoveFact) -> None:
    own, better = lines.own[0].given[0], lines.better[0].given[0]
    assert own > better
    assert list(fact.moves) == lines.played[:1]
    stones = f"{own} stone" + "s" * (own != 1)
    assert fact.text == (
        f"Pit {lines.played[0]} sows {stones} on the other side of the board, "
        f"pit {lines.best[0]} {f'only {better}' if better else 'none'}."
    )


KINDS = {
    "missed-capture": MistakeKind.MISSED_CAPTURE,
    "missed-extra-turn": MistakeKind.MISSED_EXTRA_TURN,
    "allowed-capture": MistakeKind.ALLOWED_CAPTURE,
    "left-at-risk": MistakeKind.ALLOWED_CAPTURE,
    "exposed": MistakeKind.EXPOSED,
    "allowed-extra-turn": MistakeKind.ALLOWED_EXTRA_TURN,
    "count": MistakeKind.LOST_COUNT,
    "lost-rest": MistakeKind.LOST_COUNT,
    "missed-rest": MistakeKind.LOST_COUNT,
    "missed-capture-later": MistakeKind.MISSED_CAPTURE,
    "allowed-capture-later": MistakeKind.ALLOWED_CAPTURE,
}
CHECKS: dict[str, Callable[[Lines, MoveFact], None]] = {
    "missed-capture": missed_capture,
    "missed-extra-turn": missed_extra_turn,
    "allowed-capture": plain_capture,
    "left-at-risk": allowed_capture,
    "exposed": allowed_capture,
    "allowed-extra-turn": allowed_extra_turn,
    "count": count,
    "lost-rest": rest,
    "missed-rest": rest,
    "missed-capture-later": later,
    "allowed-capture-later": later,
    "behind": behind,
    "feeds": feeds,
}
