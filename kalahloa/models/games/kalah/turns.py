"""Lines of Kalah as turns: what all sowings of one side, until the other is to move, bring."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalahloa.models.games.kalah.notation import SWAP, Sowing
from kalahloa.models.games.kalah.position import Kalah


@dataclass(frozen=True, slots=True)
class Turn:
    """The sowings of `side` in a row.

    `moves` are their pits, `sowings` what they do.  `end` is the number of the line's moves up to
    and with the turn, `after` the position then.  `is_whole` tells whether the other side is to
    move after it or the game is over; otherwise the line ends within the turn.
    """

    side: int
    moves: tuple[int, ...]
    sowings: tuple[Sowing, ...]
    end: int
    after: Kalah
    is_whole: bool

    @property
    def extra_turns(self) -> int:
        """How often the side sows again."""
        return sum(sown.extra_turn for sown in self.sowings)

    @property
    def captured(self) -> int:
        """How many stones the turn takes from the other side's pits, by its last sowing."""
        return self.sowings[-1].captured

    @property
    def captured_from(self) -> int:
        """The cell from which stones are captured, -1 without a capture."""
        return self.sowings[-1].captured_from

    @property
    def lead(self) -> int:
        """By how many stones the kalah of `side` is ahead after the turn."""
        return self.after.in_kalah(self.side) - self.after.in_kalah(1 - self.side)


def turns(position: Kalah, line: Sequence[int]) -> list[Turn]:
    """Return the turns of *line*, legal moves from *position*; a swap ends them."""
    found: list[Turn] = []
    walker, moves, sowings = position.copy(stack=False), [], []
    for number, move in enumerate(line, 1):
        if move == SWAP:
            break
        side = walker.side
        moves.append(move)
        sowings.append(walker.sowing(move))
        walker.make(move)
        is_whole = walker.is_over() or walker.side != side
        if is_whole or number == len(line):
            after = walker.copy(stack=False)
            found.append(Turn(side, tuple(moves), tuple(sowings), number, after, is_whole))
            moves, sowings = [], []
    return found
