"""Moves that can be chosen before the other side has moved."""

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position

MAX_REPLIES = 500
"""Maximum number of moves of the other side that are tried, in turns of several moves too."""


def premoves(game: Game, position: Position) -> frozenset[int]:
    """Return the moves that the side that is not to move may have when its turn comes.

    Those are the game's own (see `Game.premoves`), or the moves that are legal after at least one
    turn of the side to move.
    """
    if game.premoves is not None:
        return frozenset(game.premoves(position))
    side, trial = position.side, position.copy(stack=False)
    found: set[int] = set()
    left = MAX_REPLIES

    def look() -> None:
        nonlocal left
        for reply in trial.legal_moves():
            if not left:
                return
            left -= 1
            trial.make(reply)
            if trial.side != side:
                found.update(trial.legal_moves())
            else:
                look()
            trial.unmake()

    look()
    return frozenset(found)
