"""What the front door knows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kalahloa.models.study.puzzles.puzzle import Puzzle

TWO_PLAYERS = "two"
"""The word for a game between two people at one board."""


@dataclass(frozen=True)
class HomeState:
    """The opponent whom the user met last in each game, and the puzzle of the day.

    `opponents` are words by the games' keys: `TWO_PLAYERS`, the number of a level, or ``perfect``.
    """

    opponents: Mapping[str, str] = field(default_factory=dict)
    puzzle: "Puzzle | None" = None
