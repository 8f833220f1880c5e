"""What a player sees without looking ahead: the kinds of moves, and the move that is obvious."""

from collections.abc import Sequence
from enum import Enum, auto

from kalahloa.models.game.position import Position
from kalahloa.models.game.transition import Action

_TAKES = (Action.CAPTURE, Action.COLLECT, Action.EXCHANGE)


class MoveKind(Enum):
    """What a move does, as anybody sees it."""

    AGAIN = auto()
    """The same side moves again."""
    TAKES = auto()
    """It captures."""
    QUIET = auto()
    """Neither."""


def move_kind(position: Position, move: int) -> MoveKind:
    """Return what *move*, legal in *position*, does."""
    after = position.copy(stack=False)
    after.make(move)
    if not after.is_over() and after.side == position.side:
        return MoveKind.AGAIN
    if any(step.action in _TAKES for step in position.transition(move)):
        return MoveKind.TAKES
    return MoveKind.QUIET


def obvious_move(position: Position) -> int | None:
    """Return the only move after which the same side moves again, or else the only capture.

    None where there are several, or neither.
    """
    kinds = {move: move_kind(position, move) for move in position.legal_moves()}
    for kind in (MoveKind.AGAIN, MoveKind.TAKES):
        moves = [move for move, its in kinds.items() if its is kind]
        if moves:
            return moves[0] if len(moves) == 1 else None
    return None


def is_obvious(position: Position, solution: Sequence[int]) -> bool:
    """Return whether `obvious_move` finds every move of the side to move in *solution*."""
    position = position.copy(stack=False)
    solver = position.side
    for move in solution:
        if position.side == solver and obvious_move(position) != move:
            return False
        position.make(move)
    return True
