"""How fast the engine is with a heuristic."""

from dataclasses import dataclass

SECONDS = 0.4
"""How long each of the searches takes that are compared."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Nodes a second of the engine's search of a position, with a heuristic of the user's.

    `compiled` is None where it could not be compiled; `sentence` says why, and in which line.
    `own` is the speed with the engine's own evaluation, None in games without one.
    """

    interpreted: float
    compiled: float | None = None
    own: float | None = None
    sentence: str = ""

    @property
    def gain(self) -> float | None:
        """How many times as fast compiled is as interpreted."""
        return None if self.compiled is None else self.compiled / self.interpreted

    @property
    def share(self) -> float | None:
        """What is used of it, the faster one, as a share of the engine's own evaluation."""
        best = self.compiled or self.interpreted
        return None if self.own is None else best / self.own
