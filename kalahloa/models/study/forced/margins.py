"""What is needed to know which proofs a game has, before one is asked for."""

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.search.solver.solvable import can_be_solved

DEFAULT_SECONDS = 30.0
DEFAULT_MEBIBYTES = 64
"""What a proof is searched for with, where nobody says otherwise."""


def counts_margins(game: Game, position: Position) -> bool:
    """Return whether *game* is won by more or less, which can be proven exactly."""
    return game.format_margin is not None and can_be_solved(position)
