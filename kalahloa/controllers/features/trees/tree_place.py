"""Whether a search tree is there, as commands ask."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TreePlace:
    """How searching for trees stands: whether a search is `running`, and whether one has ended."""

    running: bool = False
    is_there: bool = False
