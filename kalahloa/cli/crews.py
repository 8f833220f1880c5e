"""The workers of a long job: processes of this machine, or those of a Dask cluster."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import read_number
from kalahloa.cli.options import MAX_WORKERS
from kalahloa.models.text.errors import BadCommand

if TYPE_CHECKING:
    from kalahloa.models.work.pool import Crew, PoolSolver


def crew_maker(
    solver: "Callable[[], PoolSolver]", values: argparse.Namespace
) -> "Callable[[], Crew[Any, Any]]":
    """Return a function that makes the workers that *values* ask for; raise `BadCommand`.

    Each does its pieces with what *solver* returns, which must be picklable.
    """
    if values.cluster is not None:
        if values.workers is not None:
            raise BadCommand("A cluster has its own workers; --workers is for this machine.")

        def make_cluster() -> "Crew[Any, Any]":
            from kalahloa.models.work.cluster import Cluster

            return Cluster(solver, values.cluster)

        return make_cluster
    count = read_number(values.workers or "1", "The number of workers", 1, MAX_WORKERS)

    def make_processes() -> "Crew[Any, Any]":
        from kalahloa.models.work.pool import Processes

        return Processes(solver, count)

    return make_processes
