"""What the features cost that a heuristic asks for; runs the heuristic: in the sandbox only."""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from time import perf_counter
from typing import Any

MAX_CALLS = 1_000
"""So many calls of features in one evaluation are told apart."""
_SECONDS = 0.0003
"""How long each feature is asked again and again."""
_REPEATS = 200
_FEWEST = 3
"""So often at least, however long it takes: one time alone may be that of another program."""

Clock = Callable[[], float]
"""Returns seconds."""


@dataclass(frozen=True)
class FeatureCost:
    """How often a feature is asked for in one evaluation, and the microseconds of a call."""

    calls: int
    microseconds: float

    def share(self, total: float) -> float:
        """Return its share of an evaluation that takes *total* microseconds, 0 to 1."""
        return min(1.0, self.calls * self.microseconds / total) if total > 0 else 0.0


class _Asked:
    """Stands for the view of a position, and takes note of what is asked for."""

    def __init__(self, view: Any, names: Collection[str]) -> None:
        self._view = view
        self._names = names
        self._calls: list[tuple[str, tuple[Any, ...]]] = []

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._view, name)
        if name not in self._names:
            return found

        def ask(*arguments: Any) -> Any:
            if len(self._calls) < MAX_CALLS:
                self._calls.append((name, arguments))
            return found(*arguments)

        return ask


def feature_costs(
    function: Callable[[Any], Any], view: Any, names: Collection[str], clock: Clock = perf_counter
) -> tuple[dict[str, FeatureCost], float]:
    """Return what the features *names* cost in ``function(view)``, and the microseconds of all.

    Features that are not asked for are left out.  Raises what *function* raises.
    """
    asked = _Asked(view, names)
    function(asked)
    total = _microseconds(lambda: function(view), clock)
    arguments: dict[str, list[tuple[Any, ...]]] = {}
    for name, given in asked._calls:
        arguments.setdefault(name, []).append(given)
    counts = Counter(name for name, _ in asked._calls)
    costs = {}
    for name, several in arguments.items():
        method = getattr(view, name)

        def ask(method: Any = method, several: list[tuple[Any, ...]] = several) -> None:
            for given in several:
                method(*given)

        costs[name] = FeatureCost(counts[name], _microseconds(ask, clock) / len(several))
    return costs, total


def _microseconds(call: Callable[[], Any], clock: Clock) -> float:
    """Return how long *call* takes: the least of some times, which nothing else disturbs."""
    least = float("inf")
    began = clock()
    for repeat in range(1, _REPEATS + 1):
        before = clock()
        call()
        after = clock()
        least = min(least, after - before)
        if repeat >= _FEWEST and after - began > _SECONDS:
            break
    return 1e6 * least
