"""How comparing searchers stands."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComparisonState:
    """Whether searchers are being compared, and whether anything is known of a comparison."""

    running: bool = False
    known: bool = False
