"""What a position or a move is worth: a number that says of what kind it is, whose, and how sure.

The engine's integers (see `models.game.value`) become scores here, and the lecture's floats at the
edge of the lecture (see `lecture.scale`); nothing else has a scale of its own.
"""

from dataclasses import dataclass, replace
from enum import Enum

from kalahloa.models.game.position import Position
from kalahloa.models.game.value import (
    is_capped,
    is_decided,
    is_mate,
    margin_of,
    mate_in,
    plies_of,
    value_of_margin,
)
from kalahloa.models.search.score_words import estimate_text, outcome_text
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


class ScoreKind(Enum):
    """What counts in a game."""

    MARGIN = "margin"
    """The margin, in the game's unit, such as a stone."""
    WINNER = "winner"
    """Who wins, and how soon."""

    @classmethod
    def of(cls, position: Position) -> "ScoreKind":
        """Return what counts in the game of *position*: the margin, if it always ends."""
        return cls.MARGIN if can_be_solved(position) else cls.WINNER


@dataclass(frozen=True, slots=True)
class Score:
    """A value from the point of view of `side`, 0 or 1.

    `number` is in the game's unit: the final margin, which is 1 for a win in games that have none,
    or an estimate.  `proven` tells whether it is exact; if not, and `is_bound`, the winner is
    proven, and wins by so much at least.  `plies` is how many plies the game lasts if it is proven
    who wins and that was counted, else None.
    """

    number: float
    side: int
    kind: ScoreKind
    proven: bool = False
    is_bound: bool = False
    plies: int | None = None

    @property
    def decided(self) -> bool:
        """Whether the winner is proven."""
        return self.is_bound or (self.proven and self.number != 0)

    def for_side(self, side: int) -> "Score":
        """Return the same from the point of view of *side*."""
        return self if side == self.side else replace(self, number=0.0 - self.number, side=side)

    @property
    def text(self) -> str:
        """The score in a few characters: ``+0.84``, ``wins in 5``, ``wins by 8``, ``draw``."""
        if not self.decided:
            return (
                QT_TRANSLATE_NOOP("Models", "draw") if self.proven else estimate_text(self.number)
            )
        margin = round(self.number)
        plies = self.plies if abs(margin) == 1 else None
        if self.proven or plies:
            return outcome_text(margin, plies or 0)
        text = (
            QT_TRANSLATE_NOOP("Models", "wins by {margin} or more")
            if margin > 0
            else QT_TRANSLATE_NOOP("Models", "loses by {margin} or more")
        )
        return text.format(margin=abs(margin))


def score_of_search(value: int, complete: bool, side: int, kind: ScoreKind) -> Score:
    """Return the score that the engine's *value*, for *side*, stands for.

    *complete* tells that it depends on no heuristic leaf: a decided value that is not is a lower
    bound for the winner, unless it counts the plies.
    """
    if is_mate(value):
        return Score(1.0 if value > 0 else -1.0, side, kind, True, plies=plies_of(value))
    if is_decided(value):
        exact = complete and not is_capped(value)
        return Score(float(margin_of(value)), side, kind, exact, is_bound=not exact)
    return Score(value / 100, side, kind, complete and value == 0)


def search_value(score: Score) -> int:
    """Return the engine's value that *score* stands for."""
    if not score.decided:
        return round(100 * score.number)
    if score.plies is None:
        return value_of_margin(round(score.number))
    return mate_in(score.plies) if score.number > 0 else -mate_in(score.plies)
