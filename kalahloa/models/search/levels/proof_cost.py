"""How many nodes a proof is likely to take, so that a player tries only what it can finish.

The prediction is made before the search: from the span between the bounds of the value, which is
known from the rules alone, from how far the question lies from the estimate of a short search, and
from the number of legal moves.  The logarithm of the nodes
is about linear in each of them.  ``python -m tests.benchmarks.proof_cost`` measures proofs in games
of mixed strength, fits the numbers below to them, and tells how well they predict.
"""

from math import log2
from typing import NamedTuple


class CostModel(NamedTuple):
    """The binary logarithm of the nodes: a constant, and a weight for each thing that is known.

    `deviation` is the standard deviation of the prediction.
    """

    constant: float
    span: float
    distance: float
    moves: float
    deviation: float


COST = CostModel(-1.876, 0.220, -0.250, 0.163, 2.515)
MAX_DISTANCE = 20.0
"""Questions that lie farther from the estimate are no easier."""


def predicted_log_nodes(span: int, distance: float, moves: int) -> float:
    """Return the binary logarithm of the nodes that a question is likely to take.

    *span* lies between the bounds of the position's value, *distance* between the question and the
    estimate, both in the game's unit; the position has so many legal *moves*.
    """
    near = min(MAX_DISTANCE, abs(distance))
    model = COST
    return model.constant + model.span * span + model.distance * near + model.moves * moves


def is_likely(span: int, distance: float, moves: int, nodes: float, risk: float = 1.0) -> bool:
    """Return whether a question may be answered within *nodes* nodes.

    With a *risk* of 1, five of six questions that would be answered are tried.
    """
    hopeful = predicted_log_nodes(span, distance, moves) - risk * COST.deviation
    return nodes >= 1 and hopeful <= log2(nodes)
