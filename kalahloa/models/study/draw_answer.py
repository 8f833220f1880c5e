"""Whether a computer player accepts a draw: it does where it does not stand better."""

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.search.score import Score
from kalahloa.models.study.review.judgement import NOISE, scale_for

MAX_CHANCE = 0.55
"""A player accepts whose estimated probability of winning is not above this."""


def accepts_draw(game: Game, position: Position, score: Score) -> bool:
    """Return whether the player accepts for whose side *score* is the value of *position*.

    Of what is proven it takes a draw and whatever is worse.  Estimates are rough: one that is less
    than one unit of the margin, or little more than half the chances, is no reason to play on.
    """
    if score.proven or score.is_bound:
        return score.number <= 0
    scale = scale_for(game, position)
    if scale is None:
        return score.number < NOISE
    return scale.of(score) <= MAX_CHANCE
