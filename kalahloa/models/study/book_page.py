"""All that is proven of a position and its moves: what a browser of books and tablebases shows.

Every value here is exact; what is not proven is None.  Values are final scores in the game's unit,
for the side to move at the position, also those of its moves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from kalahloa.models.game.knowledge import Knowledge, Known, ProofSource
from kalahloa.models.search.known import best_of, known_moves

NO_VALUES: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ProvenMove:
    """A legal move, in notation `text`.

    `value` is its value for the side that makes it, `source` how that is known, and `loss` what it
    gives away; None where these are not known.  `to_move` is the side that is to move then, None
    where the game is over.  Of the `choices` that there are then, `keepers` is how many keep the
    value, None if that is not known.  `turn` are the moves of the whole turn that begins with this
    one and keeps its value, as far as they are proven.  `plies` is how many the game lasts at most,
    this one included, where the winner counts and that was counted.
    """

    move: int
    text: str
    value: int | None
    source: ProofSource | None
    loss: int | None
    to_move: int | None
    keepers: int | None
    choices: int
    turn: tuple[int, ...]
    plies: int | None = None

    @property
    def keeps(self) -> bool:
        """Whether the move is proven to keep the value."""
        return self.loss == 0

    @property
    def leaves_only_move(self) -> bool:
        """Whether then just one of several moves keeps the value."""
        return self.keepers == 1 and self.choices > 1


@dataclass(frozen=True, slots=True)
class ProvenPage:
    """What is proven of a position: its `value` for `side`, which is to move, and its `moves`.

    `value` and `source` are None where they are not known.  There are no moves where the game is
    over.
    """

    side: int
    value: int | None
    source: ProofSource | None
    moves: tuple[ProvenMove, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether the game goes on, and the values of all moves are known."""
        return bool(self.moves) and all(move.value is not None for move in self.moves)

    @property
    def knows_moves(self) -> bool:
        """Whether the value of any move is known."""
        return any(move.value is not None for move in self.moves)

    @property
    def keeping(self) -> tuple[ProvenMove, ...]:
        """The moves that are proven to keep the value."""
        return tuple(move for move in self.moves if move.keeps)

    @property
    def is_only_move(self) -> bool:
        """Whether just one of several moves keeps the value."""
        return self.is_whole and len(self.moves) > 1 and len(self.keeping) == 1

    def move(self, move: int) -> ProvenMove | None:
        """Return what is known of *move*, None if it is not legal here."""
        return next((one for one in self.moves if one.move == move), None)


def page_of(
    knowledge: Knowledge, position: Any, searched: Mapping[int, int] = NO_VALUES
) -> ProvenPage:
    """Return what *knowledge* has of *position*; *searched* are values of moves proven elsewhere.

    *position* is unchanged afterwards.
    """
    side = position.side
    found = known_moves(knowledge, position)
    values: dict[int, Known | None] = {}
    afters = {}
    for move, known in found.moves.items():
        afters[move], backed_up = _after(knowledge, position, move)
        values[move] = known or backed_up
        if values[move] is None and move in searched:
            values[move] = Known(searched[move], ProofSource.SEARCH)
    here = found.value or best_of(values)
    moves = []
    for move, known in values.items():
        after = afters[move]
        value = None if known is None else known.value
        moves.append(
            ProvenMove(
                move,
                position.format_move(move),
                value,
                None if known is None else known.source,
                None if value is None or here is None else here.value - value,
                after.to_move,
                after.keepers,
                after.choices,
                (move, *_rest_of_turn(knowledge, position, move, value)),
                None if known is None or known.plies is None else known.plies + 1,
            )
        )
    if here is None:
        return ProvenPage(side, None, None, tuple(moves))
    return ProvenPage(side, here.value, here.source, tuple(moves))


def keeping_moves(knowledge: Knowledge, position: Any) -> tuple[list[int], int] | None:
    """Return the moves that keep the value of *position*, and how many legal ones there are.

    None if the values of the moves are not all known; the game is not over.
    """
    found = known_moves(knowledge, position)
    if not found.is_whole:
        return None
    best = max(known.value for known in found.moves.values() if known is not None)
    keeping = [move for move, one in found.moves.items() if one is not None and one.value == best]
    return keeping, len(found.moves)


# -- one move further ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _After:
    """What comes after a move: see `ProvenMove`."""

    to_move: int | None
    keepers: int | None
    choices: int


def _after(knowledge: Knowledge, position: Any, move: int) -> tuple[_After, Known | None]:
    """Return what comes after *move*, and its value for the side that makes it, by the replies."""
    side = position.side
    position.make(move)
    try:
        found = known_moves(knowledge, position)
        if not found.moves:
            return _After(None, None, 0), None
        numbers = [one.value for one in found.moves.values() if one is not None]
        keepers = numbers.count(max(numbers)) if found.is_whole else None
        after = _After(position.side, keepers, len(found.moves))
        value = found.value
        if value is not None and position.side != side:
            value = Known(-value.value, value.source)
        return after, value
    finally:
        position.unmake()


def _rest_of_turn(
    knowledge: Knowledge, position: Any, move: int, value: int | None
) -> tuple[int, ...]:
    """Return how the turn that *move*, worth *value*, begins goes on without giving away any."""
    side = position.side
    made = 1
    position.make(move)
    rest: list[int] = []
    while value is not None and position.side == side and position.outcome() is None:
        each = known_moves(knowledge, position).moves.items()
        best = next((m for m, known in each if known is not None and known.value == value), None)
        if best is None:
            break
        position.make(best)
        made += 1
        rest.append(best)
    for _ in range(made):
        position.unmake()
    return tuple(rest)
