"""Which prover answers a question about a game."""

from kalahloa.models.game import Game
from kalahloa.models.position import Position
from kalahloa.models.search.solver.mtd import Probe, probe_nothing
from kalahloa.models.study.forced.by_margin import MarginProver
from kalahloa.models.study.forced.by_proof import ProofProver
from kalahloa.models.study.forced.margins import counts_margins
from kalahloa.models.study.forced.question import Question, WinProver


def prover_for(
    game: Game, position: Position, question: Question, probe: Probe = probe_nothing
) -> WinProver:
    """Return the prover of *question* about *position* of *game*, which is not over.

    *probe* returns values known beforehand, as in `Solver`.
    """
    if counts_margins(game, position):
        return MarginProver(position, question, probe)
    return ProofProver(position, question)
