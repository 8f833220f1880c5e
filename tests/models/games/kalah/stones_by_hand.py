"""Kalah once more, as plainly as its rules are told, to check what is said of moves."""

from dataclasses import dataclass, field

from kalahloa.models.games.kalah.position import Kalah


@dataclass
class Hand:
    """One side's sowings in a row, the capture (pit and stones), and the kalahs after them."""

    side: int
    pits: list[int] = field(default_factory=list)
    capture: tuple[int, int] = (0, 0)
    extra: int = 0
    given: list[int] = field(default_factory=list)
    kalahs: tuple[int, int] = (0, 0)
    rest: tuple[int, int] = (0, 0)
    is_over: bool = False
    is_whole: bool = False
    end: int = 0

    @property
    def captured(self) -> int:
        return self.capture[1]


def hands(start: Kalah, line: list[int]) -> list[Hand]:
    """Return what *line* does from *start*, turn by turn."""
    cells, side, rules = start.stones(), start.side, start.rules
    size = rules.pits
    kalahs = (size, 2 * size + 1)
    found: list[Hand] = []
    hand = Hand(side)
    for number, pit in enumerate(line, 1):
        at = side * (size + 1) + pit - 1
        in_hand, cells[at] = cells[at], 0
        assert in_hand, "an empty pit"
        given = 0
        while in_hand:
            at = (at + 1) % len(cells)
            if at == kalahs[1 - side]:
                continue
            cells[at] += 1
            in_hand -= 1
            given += at not in kalahs and (at > size) != side
        hand.pits.append(pit)
        hand.given.append(given)
        opposite = 2 * size - at
        is_captor = at != kalahs[side] and (at > size) == side and cells[at] == 1
        if is_captor and (cells[opposite] or rules.capture == "empty"):
            if cells[opposite]:
                hand.capture = opposite % (size + 1) + 1, cells[opposite]
            cells[kalahs[side]] += cells[opposite] + 1
            cells[at] = cells[opposite] = 0
        again = at == kalahs[side]
        hand.extra += again
        mover, side = side, side if again else 1 - side
        left = [sum(cells[:size]), sum(cells[size + 1 : -1])]
        if not left[side] or (rules.end == "standard" and not left[1 - side]):
            if rules.remaining == "last-mover":
                left = [sum(left) * (mover == one) for one in (0, 1)]
            hand.is_over, hand.rest = True, (left[0], left[1])
            for one in (0, 1):
                cells[kalahs[one]] += left[one]
        hand.is_whole = hand.is_over or side != mover
        if hand.is_whole or number == len(line):
            hand.kalahs, hand.end = (cells[size], cells[-1]), number
            found.append(hand)
            hand = Hand(side)
    return found
