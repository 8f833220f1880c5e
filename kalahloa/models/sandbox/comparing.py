"""Searches of a comparison in the sandbox."""

from collections.abc import Callable

from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.sandbox.orders import SearchOrder
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.search.comparison import (
    ENGINE_MEBIBYTES,
    ComparisonPlan,
    ComparisonTask,
    Ending,
    Measured,
    Tell,
    measure_search,
    measured_by,
)
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult
from kalahloa.models.text.errors import SandboxFailed


class MeasureApart:
    """Measures in a process of its own, so that nobody waits for the GIL or for the heuristic.

    Where there can be no such process, the searches are made here, but never with a heuristic of
    the user's.  Called by one thread at a time.
    """

    def __init__(self) -> None:
        self._sandbox = Sandbox()

    def __call__(
        self, plan: ComparisonPlan, task: ComparisonTask, stopped: Callable[[], bool], tell: Tell
    ) -> Measured:
        """See `comparison.measure_search`."""
        heuristic = plan.heuristic
        is_own = isinstance(heuristic, HeuristicSource)
        failed = False

        def search(over: Callable[[], bool], report: Callable[[Progress], None]) -> SearchResult:
            nonlocal failed
            order = SearchOrder.of(
                plan.game,
                plan.samples[task.sample].position(plan.game),
                task.searcher,
                Limits(depth=task.depth),
                heuristic if isinstance(heuristic, HeuristicSource) else heuristic.name,
                count=True,
                mebibytes=ENGINE_MEBIBYTES,
            )
            try:
                return self._sandbox.search(order, over, report)
            except SandboxFailed:
                failed = True
                raise

        found = measured_by(search, plan, task, stopped, tell)
        if found.ending is Ending.FAILED and failed and not is_own:
            return measure_search(plan, task, stopped, tell)
        return found

    def close(self) -> None:
        """End the process; a search that is running ends."""
        self._sandbox.close()
