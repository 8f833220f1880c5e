"""Which prover answers a question about a game."""

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.search.known import OnDemand, nothing_known
from kalahloa.models.study.forced.by_margin import MarginProver
from kalahloa.models.study.forced.by_proof import ProofProver
from kalahloa.models.study.forced.margins import counts_margins
from kalahloa.models.study.forced.question import WinProver, WinQuestion


def prover_for(
    game: Game, position: Position, question: WinQuestion, known: OnDemand = nothing_known
) -> WinProver:
    """Return the prover of *question* about *position* of *game*, which is not over.

    *known* returns what is known under its rules; it is called on the thread that proves.
    """
    if counts_margins(game, position):
        return MarginProver(position, question, known)
    return ProofProver(position, question, known)
