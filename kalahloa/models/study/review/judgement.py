"""What a move gave away, which mark it deserves, and how accurately a side played.

Where margins count, a loss is in the game's unit; otherwise in percentage points of the win
probability.  Both values are to come from the same search, or to be proven: two searches of
different depth differ even if the move lost nothing.
"""

from collections.abc import Iterable, Sequence
from math import exp

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.win_probability import GENERIC, WinProbability
from kalahloa.models.record.annotation import Mark
from kalahloa.models.search.score import Score
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.study.review.reviewed import Accuracy, Review, ReviewedPly

MARGINS = ((6, Mark.BLUNDER), (3, Mark.MISTAKE), (1, Mark.DUBIOUS))
"""The marks of losses of at least so many of the game's unit."""
POINTS = ((20, Mark.BLUNDER), (10, Mark.MISTAKE), (5, Mark.DUBIOUS))
"""The marks of losses of at least so many percentage points of win probability."""
_MISTAKE_FROM = MARGINS[1][0]
_ANY = 10_000
"""More than any margin."""
NOISE = 1.0
"""Estimates closer to 0 than this, in the game's unit, say nothing about the winner."""
_GRADES = (None, Mark.DUBIOUS, Mark.MISTAKE, Mark.BLUNDER)
FAULTS = frozenset(_GRADES[1:])
"""The marks of moves that gave something away."""


def scale_for(game: Game, position: Position) -> WinProbability | None:
    """Return how the values of *game* are compared: None by margin, else by win probability.

    *position* is any position of the game.
    """
    if game.win_probability is not None:
        return game.win_probability
    return None if can_be_solved(position) else GENERIC


def loss_of(best: Score, played: Score, scale: WinProbability | None) -> float:
    """Return what *played* gave away of *best*, 0 or more; see the module for the unit."""
    if scale is None:
        return max(0.0, best.number - played.number)
    return max(0.0, 100 * (scale.of(best) - scale.of(played)))


def mark_of(best: Score, played: Score, scale: WinProbability | None) -> Mark | None:
    """Return the mark of a move worth *played* where *best* was to be had; None if it is sound."""
    loss = loss_of(best, played, scale)
    table = MARGINS if scale is None else POINTS
    mark = next((mark for least, mark in table if loss >= least), None)
    if mark is None:
        return None
    before, after = _result(best, scale is None), _result(played, scale is None)
    if before == 1 and after != 1:
        mark = _worse(mark, Mark.MISTAKE)
    if before is not None and after == -1 and before > after:
        mark = _worse(mark, Mark.BLUNDER)
    return mark


def is_only(played: Score, other: Score, scale: WinProbability | None) -> bool:
    """Return whether a move worth *played* was the only one, *other* being the next best.

    Every other move must be a mistake at least.
    """
    return mark_of(played, other, scale) in (Mark.MISTAKE, Mark.BLUNDER)


def least_sound(value: int, by_margin: bool) -> int:
    """Return the least proven value that is no mistake where the best is *value*."""
    if value == 0:
        return 0
    least = value - (_MISTAKE_FROM - 1) if by_margin else -_ANY if value < 0 else 1
    return max(least, 1) if value > 0 else least


def _result(value: Score, by_margin: bool) -> int | None:
    """Return 1 for a game that is won, 0 for a draw, -1 for a loss; None if that is open."""
    if not value.proven and (not by_margin or abs(value.number) < NOISE):
        return None
    return (value.number > 0) - (value.number < 0)


def _worse(one: Mark, other: Mark) -> Mark:
    return max(one, other, key=_GRADES.index)


def move_accuracy(points: float) -> float:
    """Return the accuracy, 0 to 100, of a move that gave away so many percentage *points*.

    This is the formula that lichess publishes.
    """
    return max(0.0, min(100.0, 103.1668 * exp(-0.04354 * points) - 3.1669))


def accuracy_of(plies: Iterable[ReviewedPly], side: int, by_margin: bool) -> Accuracy:
    """Return the accuracy of *side* in *plies*.

    Where margins count it is the share of moves that kept the value, otherwise the mean of
    `move_accuracy`.
    """
    own = [ply for ply in plies if ply.side == side]
    if not own:
        return Accuracy()
    kept = sum(ply.kept for ply in own)
    if by_margin:
        percent = 100 * kept / len(own)
    else:
        percent = sum(move_accuracy(ply.loss) for ply in own) / len(own)
    marks = [ply.mark for ply in own]
    return Accuracy(
        len(own),
        kept,
        sum(ply.loss for ply in own),
        percent,
        marks.count(Mark.DUBIOUS),
        marks.count(Mark.MISTAKE),
        marks.count(Mark.BLUNDER),
    )


def review_of(plies: Sequence[ReviewedPly], total: int, by_margin: bool, seconds: float) -> Review:
    """Return the review with *plies* of *total*, in the order of the game."""
    return Review(
        tuple(plies),
        total,
        (accuracy_of(plies, 0, by_margin), accuracy_of(plies, 1, by_margin)),
        by_margin,
        bool(plies) and all(ply.proven for ply in plies),
        seconds,
    )
