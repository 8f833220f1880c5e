"""What the other side would do if it could move now, for views."""

from dataclasses import dataclass

from kalahloa.controllers.base.translation import in_words
from kalahloa.models.search.score import Score


@dataclass(frozen=True, slots=True)
class Threat:
    """What `side`, which is not to move, would do if it were.

    `move` would be made on the same board, `text` is its whole turn in notation, and `value` its
    value for that side.  `cells` are where it begins and ends; empty for a move on no cells.
    `sentence` says all that.
    """

    side: int
    move: int
    text: str
    value: Score
    cells: tuple[int, ...]
    sentence: str

    @property
    def label(self) -> str:
        """The turn and its value, for display."""
        return f"{self.text}  {in_words(self.value.short)}"


@dataclass(frozen=True, slots=True)
class ThreatSearch:
    """A threat is being looked for."""
