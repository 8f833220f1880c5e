"""All that is proven of a position and its moves: what a browser of books and tablebases shows.

Every value here is exact; what is not proven is None.  Values are final scores in the game's unit,
for the side to move at the position, also those of its moves.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from kalahloa.models.knowledge import Knowledge, Known, ProofSource

NO_VALUES: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ProvenMove:
    """A legal move, in notation `text`.

    `value` is its value for the side that makes it, `source` how that is known, and `loss` what it
    gives away; None where these are not known.  `to_move` is the side that is to move then, None
    where the game is over.  Of the `choices` that there are then, `keepers` is how many keep the
    value, None if that is not known.  `turn` are the moves of the whole turn that begins with this
    one and keeps its value, as far as they are proven.
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
    outcome = position.outcome()
    if outcome is not None:
        return ProvenPage(side, outcome.score_for(side), ProofSource.RULES)
    found = [(move, *_after(knowledge, position, move)) for move in position.legal_moves()]
    values = {
        move: Known(searched[move], ProofSource.SEARCH)
        if known is None and move in searched
        else known
        for move, known, _ in found
    }
    here = _backed_up(knowledge, position, values)
    moves = []
    for move, _, after in found:
        known = values[move]
        loss = None if known is None or here is None else here.value - known.value
        value = None if known is None else known.value
        moves.append(
            ProvenMove(
                move,
                position.format_move(move),
                value,
                None if known is None else known.source,
                loss,
                after.to_move,
                after.keepers,
                after.choices,
                (move, *_rest_of_turn(knowledge, position, move, value)),
            )
        )
    if here is None:
        return ProvenPage(side, None, None, tuple(moves))
    return ProvenPage(side, here.value, here.source, tuple(moves))


def keeping_moves(knowledge: Knowledge, position: Any) -> tuple[list[int], int] | None:
    """Return the moves that keep the value of *position*, and how many legal ones there are.

    None if the values of the moves are not all known; the game is not over.
    """
    values = _move_values(knowledge, position)
    numbers = [known.value for known in values.values() if known is not None]
    if len(numbers) < len(values):
        return None
    best = max(numbers)
    return [m for m, known in values.items() if known is not None and known.value == best], len(
        values
    )


# -- one move further ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _After:
    """What comes after a move: see `ProvenMove`."""

    to_move: int | None
    keepers: int | None
    choices: int


def _after(knowledge: Knowledge, position: Any, move: int) -> tuple[Known | None, _After]:
    """Return the value of *move* for the side that makes it, and what comes after it."""
    side = position.side
    position.make(move)
    try:
        outcome = position.outcome()
        if outcome is not None:
            return Known(outcome.score_for(side), ProofSource.RULES), _After(None, None, 0)
        values = _move_values(knowledge, position)
        known = _backed_up(knowledge, position, values)
        numbers = [one.value for one in values.values() if one is not None]
        is_whole = len(numbers) == len(values)
        keepers = numbers.count(max(numbers)) if is_whole else None
        after = _After(position.side, keepers, len(values))
        return _for_mover(known, position.side == side), after
    finally:
        position.unmake()


def _backed_up(
    knowledge: Knowledge, position: Any, values: Mapping[int, Known | None]
) -> Known | None:
    """Return the value of *position*, whose moves have *values*, for the side to move."""
    known = knowledge.look_up(position)
    if known is not None:
        return known
    numbers = [one.value for one in values.values() if one is not None]
    if len(numbers) < len(values):
        return None
    return Known(max(numbers), ProofSource.MOVES)


def _move_values(knowledge: Knowledge, position: Any) -> dict[int, Known | None]:
    """Return the value of each move of *position* for the side that makes it."""
    return dict(_each_value(knowledge, position))


def _each_value(knowledge: Knowledge, position: Any) -> Iterator[tuple[int, Known | None]]:
    side = position.side
    for move in position.legal_moves():
        position.make(move)
        outcome = position.outcome()
        if outcome is not None:
            known: Known | None = Known(outcome.score_for(side), ProofSource.RULES)
        else:
            known = _for_mover(knowledge.look_up(position), position.side == side)
        position.unmake()
        yield move, known


def _for_mover(known: Known | None, is_mover: bool) -> Known | None:
    """Return *known* for the side that has moved; *is_mover* is whether that is to move again."""
    if known is None or is_mover:
        return known
    return Known(-known.value, known.source)


def _rest_of_turn(
    knowledge: Knowledge, position: Any, move: int, value: int | None
) -> tuple[int, ...]:
    """Return how the turn that *move*, worth *value*, begins goes on without giving away any."""
    side = position.side
    made = 1
    position.make(move)
    rest: list[int] = []
    while value is not None and position.side == side and position.outcome() is None:
        each = _move_values(knowledge, position).items()
        best = next((m for m, known in each if known is not None and known.value == value), None)
        if best is None:
            break
        position.make(best)
        made += 1
        rest.append(best)
    for _ in range(made):
        position.unmake()
    return tuple(rest)
