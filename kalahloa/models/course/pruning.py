"""Searches of a recorded tree in another order, and the search for quiet positions."""

from collections.abc import Callable, Sequence
from itertools import permutations
from math import inf

from kalahloa.models.course.small_tree import SmallNode, SmallTree
from kalahloa.models.course.trial_search import StartingPoint
from kalahloa.models.game.position import Position
from kalahloa.models.search.lecture.scale import finished_value

MAX_QUIESCENCE = 40
"""Plies: captures come to an end long before."""


def leaves_in_order(tree: SmallTree, order: Sequence[int]) -> int:
    """Return how many leaves of *tree* alpha-beta visits with the root's moves in *order*.

    *order* are numbers of the root's children; below, the moves stay in their order.
    """
    count = 0

    def value(node: SmallNode, children: Sequence[int], alpha: float, beta: float) -> float:
        nonlocal count
        if not children:
            count += 1
            return node.value
        best = -inf
        for index in children:
            child = tree[index]
            if child.side == node.side:
                found = value(child, child.children, alpha, beta)
            else:
                found = -value(child, child.children, -beta, -alpha)
            best = max(best, found)
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best

    root = tree.root
    value(root, [root.children[number] for number in order], -inf, inf)
    return count


def fewest_leaves(tree: SmallTree) -> tuple[int, ...]:
    """Return how many leaves alpha-beta visits in the best order that begins with each move.

    The moves are those of the root.
    """
    numbers = range(len(tree.root.children))
    fewest: dict[int, int] = {}
    for order in permutations(numbers):
        leaves = leaves_in_order(tree, order)
        fewest[order[0]] = min(leaves, fewest.get(order[0], leaves))
    return tuple(fewest[number] for number in numbers)


def quiescence(ground: StartingPoint, position: Position, noise: float) -> float:
    """Return the value of *position* for its side to move once all noisy moves are played out.

    The side to move may stand on the heuristic's value, or make a move that changes it by at least
    *noise*; finished games have their exact value.
    """
    evaluate: Callable[[Position], float] = ground.game.heuristic(ground.heuristic)

    def value(ply: int) -> float:
        outcome = position.outcome() if position.is_over() else None
        if outcome is not None:
            return finished_value(outcome.score_for(position.side), ply)
        best = stand = evaluate(position)
        if ply >= MAX_QUIESCENCE:
            return best
        side = position.side
        for move in position.legal_moves():
            position.make(move)
            if abs(_static(position, side, evaluate) - stand) >= noise:
                found = value(ply + 1)
                best = max(best, found if position.side == side else -found)
            position.unmake()
        return best

    position = position.copy()
    return value(0)


def static_after(ground: StartingPoint, position: Position, move: int) -> float:
    """Return the heuristic's value after *move*, for the side that makes it."""
    after = position.copy()
    after.make(move)
    return _static(after, position.side, ground.game.heuristic(ground.heuristic))


def _static(position: Position, side: int, evaluate: Callable[[Position], float]) -> float:
    """Return the value of *position* for *side* without searching."""
    outcome = position.outcome() if position.is_over() else None
    if outcome is not None:
        return finished_value(outcome.score_for(side), 0)
    value = evaluate(position)
    return value if position.side == side else -value
