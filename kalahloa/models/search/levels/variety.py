"""Choosing among moves that are nearly as good as the best, so that games against a level differ.

A level finds its move first, as if it had no choice.  Then it looks which other moves are as good
at the depth that it has reached, and a seed decides between them.  So varying costs a level hardly
any strength, and with the same seed it makes the same move in the same position.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.engine import AnalysedLine, AnalysisResult
from kalahloa.models.search.limits import Limits

MAX_ALIKE = 4
"""Up to this many moves are compared."""
MAX_EXTRA = 5
"""The comparison visits up to this many times the nodes of the search before.  If they do not
suffice for its depth, the move remains."""

_Choice = TypeVar("_Choice")


def seeded_choice(alike: Sequence[_Choice], position: Position, seed: int) -> _Choice:
    """Return one of *alike*, in which *seed* determines the choice at *position*."""
    return Random(f"{seed} {position.ply} {position.position_string()}").choice(alike)


def nearly_best(lines: Sequence[AnalysedLine], best: int, near: float) -> list[AnalysedLine]:
    """Return those of *lines*, sorted by their moves, that are as good as that of the move *best*.

    Estimates may differ by *near*; where the winner is proven, the scores are equal.  The list is
    empty if there is no line of *best*.
    """
    one = next((line for line in lines if line.move == best), None)
    if one is None:
        return []

    def is_alike(line: AnalysedLine) -> bool:
        if one.score.decided or line.score.decided:
            return line.score == one.score
        return abs(line.score.number - one.score.number) <= near

    return sorted(filter(is_alike, lines), key=lambda line: line.move)


def vary(
    found: AnalysisResult,
    position: Position,
    seed: int,
    near: float,
    limits: Limits,
    count: int,
    analyse: Callable[[Limits, int], AnalysisResult],
) -> tuple[AnalysedLine, int]:
    """Return the best line of *found*, or one that is nearly as good, and the nodes this has taken.

    *found* is the result of a search of *position* within *limits*, where there are *count* moves.
    *analyse* searches it within limits for a number of lines.
    """
    best = found.lines[0]
    seconds = None if limits.seconds is None else limits.seconds - found.seconds
    if count < 2 or not near or best.score.decided or (seconds is not None and seconds <= 0):
        return best, 0
    within = Limits(found.depth, seconds, MAX_EXTRA * found.nodes)
    compared = analyse(within, min(MAX_ALIKE, count))
    is_complete = all(line.score.proven for line in compared.lines)
    if compared.depth < found.depth and not is_complete:
        return best, compared.nodes
    alike = nearly_best(compared.lines, best.move, near)
    return seeded_choice(alike, position, seed) if alike else best, compared.nodes
