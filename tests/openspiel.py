"""OpenSpiel's names for the house's games, rules and moves; OpenSpiel itself is not needed here."""

from collections.abc import Callable
from dataclasses import dataclass

from kalahloa.models.game.position import Position

PITS = 6


def loa_action(position: Position, move: int) -> int:
    """Return OpenSpiel's number for *move*: origin, target, and whether it captures."""
    target = move >> 6
    captures = position.pieces(1 - position.side) >> target & 1
    return (move & 63) * 128 + target * 2 + captures


def mancala_action(position: Position, move: int) -> int:
    """Return OpenSpiel's number for *move*: the pit's place on the board, North's from 8 on."""
    return move + (PITS + 1) * position.side


def tic_tac_toe_action(position: Position, move: int) -> int:
    """Return OpenSpiel's number for *move*: the cell's, from 0."""
    return move - 1


@dataclass(frozen=True)
class Counterpart:
    """A game of the house under the preset that is OpenSpiel's game called `theirs`.

    `action` gives OpenSpiel's number for a move that is legal in a position.
    """

    key: str
    preset: str
    theirs: str
    action: Callable[[Position, int], int]


COUNTERPARTS = (
    Counterpart("loa", "openspiel", "lines_of_action", loa_action),
    Counterpart("kalah", "standard", "mancala", mancala_action),
    Counterpart("tictactoe", "classic", "tic_tac_toe", tic_tac_toe_action),
)
