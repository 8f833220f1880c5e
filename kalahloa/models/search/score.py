"""What a position or a move is worth: a number that says of what kind it is, whose, and how sure.

The engine's integers (see `models.game.value`) become scores here, and the lecture's floats at the
edge of the lecture (see `lecture.scale`); nothing else has a scale of its own.
"""

from dataclasses import dataclass, field, replace
from enum import Enum
from math import inf

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
from kalahloa.models.search.score_words import outcome_text
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.text.numbers import signed
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
    who wins and that was counted, else None.  `depth` is that of the search that has found it, 0 if
    none has.  `is_lost` tells that an estimate is that of a move which loses in any case, since the
    best one does.
    """

    number: float
    side: int
    kind: ScoreKind
    proven: bool = False
    is_bound: bool = False
    plies: int | None = None
    depth: int = field(default=0, compare=False)
    is_lost: bool = field(default=False, compare=False)

    @property
    def decided(self) -> bool:
        """Whether the winner is proven."""
        return self.is_bound or (self.proven and self.number != 0)

    def for_side(self, side: int) -> "Score":
        """Return the same from the point of view of *side*."""
        return self if side == self.side else replace(self, number=0.0 - self.number, side=side)

    def as_estimate(self) -> "Score":
        """Return the same number as an estimate."""
        return replace(self, proven=False, is_bound=False, plies=None)

    def within(self, low: float, high: float) -> "Score":
        """Return this estimate, clamped to the range from *low* to *high*."""
        number = float(min(max(self.number, low), high))
        return self if number == self.number else replace(self.as_estimate(), number=number)

    @property
    def order(self) -> tuple[int, float, float]:
        """A key to sort by, the best last.

        Where the winner counts, a proven win is better than any estimate, whose number may be
        larger, and a proven loss worse; a quick win and a slow loss are better than others.
        Otherwise numbers count, and of equal ones a proven one is better than an estimate.
        """
        if self.kind is ScoreKind.WINNER and self.proven and self.number:
            plies = self.plies or inf
            return (1, -plies, 0) if self.number > 0 else (-1, plies, 0)
        if self.is_lost:
            return -1, -1, self.number
        return 0, self.number, self.proven

    @property
    def counted_plies(self) -> int | None:
        """`plies` as files have them: None where only the margin counts, 0 if not counted."""
        if self.kind is ScoreKind.MARGIN:
            return None
        return self.plies or 0 if self.proven and self.number else self.plies

    @property
    def trust(self) -> str:
        """``proven`` or ``estimated``."""
        if self.proven:
            return QT_TRANSLATE_NOOP("Models", "proven")
        return QT_TRANSLATE_NOOP("Models", "estimated")

    @property
    def short(self) -> str:
        """The score in the fewest characters, as boards and lists have it.

        Where the margin counts, ``+8``, or as an estimate ``+7.6``.  Where the winner counts,
        ``wins in 5``, or as an estimate ``+0.84``; ``wins`` where it is not counted how soon.
        """
        if not self.proven:
            return signed(self.number, 1 if self.kind is ScoreKind.MARGIN else 2)
        margin = round(self.number)
        if self.kind is ScoreKind.MARGIN or not margin:
            return signed(margin)
        if abs(margin) != 1 or self.plies:
            return self.text
        if margin > 0:
            return QT_TRANSLATE_NOOP("Models", "wins")
        return QT_TRANSLATE_NOOP("Models", "loses")

    @property
    def text(self) -> str:
        """The score in a few characters: ``+0.84``, ``wins in 5``, ``wins by 8``, ``draw``."""
        if not self.decided:
            return QT_TRANSLATE_NOOP("Models", "draw") if self.proven else signed(self.number, 2)
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


def score_of_search(
    value: int, complete: bool, side: int, kind: ScoreKind, depth: int = 0
) -> Score:
    """Return the score that the engine's *value*, for *side*, stands for, found at *depth*.

    *complete* tells that it depends on no heuristic leaf: a decided value that is not is a lower
    bound for the winner, unless it counts the plies.
    """
    if is_mate(value):
        return Score(
            1.0 if value > 0 else -1.0, side, kind, True, plies=plies_of(value), depth=depth
        )
    if is_decided(value):
        exact = complete and not is_capped(value)
        return Score(float(margin_of(value)), side, kind, exact, is_bound=not exact, depth=depth)
    return Score(value / 100, side, kind, complete and value == 0, depth=depth)


def search_value(score: Score) -> int:
    """Return the engine's value that *score* stands for."""
    if not score.decided:
        return round(100 * score.number)
    if score.plies is None:
        return value_of_margin(round(score.number))
    return mate_in(score.plies) if score.number > 0 else -mate_in(score.plies)
