"""The job of comparing searchers in the background."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kalahloa.models.work.cancellation import Stop, Throttle

if TYPE_CHECKING:
    from kalahloa.models.search.comparison import Comparison, ComparisonRun, ComparisonTask, Measure


@dataclass(frozen=True)
class ComparisonRequest:
    """A request to do the searches of *run* by *measure*.

    The run keeps what it has found, so that a job which is stopped for a more urgent one goes on
    with that.
    """

    number: int
    run: "ComparisonRun"
    measure: "Measure"


@dataclass(frozen=True)
class ComparisonNews:
    """How far request *number* is; with *finished*, no more will follow.

    `comparison` is what is known, None where that is as before; `task` is the search that is going
    on, of `nodes` so far.  *error* is a sentence if something failed, otherwise empty.
    """

    number: int
    comparison: "Comparison | None" = None
    task: "ComparisonTask | None" = None
    nodes: int = 0
    finished: bool = False
    error: str = ""


def compare_searchers(
    request: ComparisonRequest, stop: Stop, report: Callable[[ComparisonNews], None]
) -> ComparisonNews:
    """Compare what is requested, and *report* at most ten times a second.

    Raises what a game in plain Python raises, and `MemoryError`.
    """
    number, run = request.number, request.run
    throttle = Throttle()

    def tell_result(comparison: "Comparison") -> None:
        if throttle.is_due():
            report(ComparisonNews(number, comparison, run.task))

    def tell_nodes(nodes: int) -> None:
        if throttle.is_due():
            report(ComparisonNews(number, run.comparison(), run.task, nodes))

    comparison = run.run(request.measure, stop, tell_result, tell_nodes)
    return ComparisonNews(number, comparison, finished=True)
