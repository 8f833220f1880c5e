"""The engine's scores: estimates, margins and mate distances."""

from dataclasses import dataclass

from kalahloa.models.game.value import is_capped, is_decided, is_mate, margin_of, plies_of
from kalahloa.models.search.score_words import outcome_text
from kalahloa.models.search.values import finished_value
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


@dataclass(frozen=True, slots=True)
class Score:
    """A score from the point of view of the side to move at the root.

    `value` is the search's integer (see `models.value`): an estimate in hundredths of the game's
    unit, or a decided value.  `complete` tells whether it depends on no heuristic leaf; a decided
    value that is not complete is a lower bound for the winner.
    """

    value: int
    complete: bool

    @property
    def exact(self) -> bool:
        """Whether the value is exact: complete, and not capped at the largest margin."""
        return self.complete and not is_capped(self.value)

    @property
    def decided(self) -> bool:
        """Whether the winner is proven."""
        return is_decided(self.value)

    @property
    def proven(self) -> bool:
        """Whether the winner, or the draw, is proven."""
        return self.complete or self.decided

    @property
    def settled(self) -> bool:
        """Whether the value is proven, and not only who wins or that it is a draw."""
        return self.proven and not self.margin_is_bound

    @property
    def margin_is_bound(self) -> bool:
        """Whether the winner is proven, but `margin` is only a lower bound."""
        return self.decided and self.plies is None and not self.exact

    @property
    def plies(self) -> int | None:
        """The mate distance in plies, or None if the value is not one."""
        return plies_of(self.value) if is_mate(self.value) else None

    @property
    def margin(self) -> int | None:
        """The final margin in the game's unit, or None if undecided; see `margin_is_bound`."""
        if not self.decided:
            return 0 if self.proven and self.value == 0 else None
        if self.plies is not None:
            return 1 if self.value > 0 else -1
        return margin_of(self.value)

    @property
    def number(self) -> float:
        """The margin if the game is decided, else the estimate, in the game's unit."""
        margin = self.margin
        return float(margin) if margin is not None else self.value / 100

    @property
    def lecture_value(self) -> float:
        """The score on the scale of the lecture's searchers (see `values`)."""
        margin = self.margin
        if margin is not None:
            return finished_value(margin, self.plies or 0)
        return max(-90.0, min(90.0, self.value / 100))

    @property
    def text(self) -> str:
        """The score in a few characters: ``+0.84``, ``wins in 5``, ``wins by 8``."""
        if not self.decided:
            drawn = self.proven and self.value == 0
            return QT_TRANSLATE_NOOP("Models", "draw") if drawn else f"{self.value / 100:+.2f}"
        margin = self.margin or 0
        if not self.margin_is_bound:
            return outcome_text(margin, self.plies or 0)
        text = (
            QT_TRANSLATE_NOOP("Models", "wins by at least {margin}")
            if margin > 0
            else QT_TRANSLATE_NOOP("Models", "loses by at least {margin}")
        )
        return text.format(margin=abs(margin))
