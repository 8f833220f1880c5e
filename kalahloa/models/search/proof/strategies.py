"""What is proven of a win, as the moves of the winner: a table, a line, or what is known."""

from collections.abc import Sequence
from typing import Protocol

from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.game.position import Position
from kalahloa.models.game.proof_checker import WinningStrategy
from kalahloa.models.search.known import known_moves, known_value
from kalahloa.models.search.proof.proof_search import ProofSearch


class PartialStrategy(WinningStrategy, Protocol):
    """A strategy with holes: where it has no answer, the win is to be proven again.

    What it answers may be wrong where `proves` is False.  Where the other side is to move, the
    answer is the longest defence, if that is known.
    """

    def proves(self, position: Position) -> bool:
        """Return whether it was verified that *position*, of either side to move, is won."""


class TableStrategy:
    """The win in the table of *search*, whose root is *root*; the table may lose any of it."""

    def __init__(self, search: ProofSearch, root: Position) -> None:
        self._search = search
        self._root_plies = root.ply

    def answer(self, position: Position) -> int | None:
        """See `PartialStrategy`."""
        move = self._search.table.winning_move(self._key(position))
        return move if move is not None and position.is_playable(move) else None

    def proves(self, position: Position) -> bool:
        """See `PartialStrategy.proves`."""
        table, key = self._search.table, self._key(position)
        entry = table.look_up(key)
        return entry is not None and entry[2] and table.winning_move(key) is not None

    def _key(self, position: Position) -> int:
        if position.hash:
            return position.hash
        return self._search.key_after_line(position.move_stack()[self._root_plies :])


class LineStrategy:
    """A single winning line, which begins at *root*."""

    def __init__(self, line: Sequence[int], root: Position) -> None:
        self._line = [*root.move_stack(), *line]

    def answer(self, position: Position) -> int | None:
        """See `PartialStrategy`; None where *position* is not on the line."""
        return self._line[position.ply] if self.proves(position) else None

    def proves(self, position: Position) -> bool:
        """See `PartialStrategy.proves`."""
        made = position.move_stack()
        return len(made) < len(self._line) and self._line[: len(made)] == made


class KnownStrategy:
    """The wins of *side* that *knowledge* has, as far as it has them."""

    def __init__(self, knowledge: Knowledge, side: int) -> None:
        self._knowledge = knowledge
        self._side = side

    def answer(self, position: Position) -> int | None:
        """See `PartialStrategy`; the move is one that is known to win soonest."""
        known = known_moves(self._knowledge, position)
        wins = known.value is not None and known.value.value > 0
        return known.best[0] if wins and known.best else None

    def proves(self, position: Position) -> bool:
        """See `PartialStrategy.proves`."""
        known = known_value(self._knowledge, position)
        return known is not None and (known.value > 0) == (position.side == self._side)
