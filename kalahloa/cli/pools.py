"""The workers of long work: processes of this machine, or those of a Dask cluster."""

import argparse
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import Parser, read_number
from kalahloa.cli.options import MAX_WORKERS
from kalahloa.models.text.errors import BadCommand

if TYPE_CHECKING:
    from kalahloa.models.work.pool import WorkerPool


def add_workers(parser: Parser) -> None:
    """Add the options for the workers to *parser*."""
    parser.option("--workers", metavar="W", help="number of processes (default: 1)")
    parser.option(
        "--cluster",
        metavar="ADDRESS",
        help="use the workers of the Dask scheduler at this address instead",
    )


def pool_maker(
    do: Callable[[Any], Any], values: argparse.Namespace, most: int = MAX_WORKERS
) -> "Callable[[], AbstractContextManager[WorkerPool[Any, Any]]]":
    """Return a function that makes the workers that *values* ask for, which do tasks by *do*.

    What it returns closes them in the end.  There is work for *most* of them.  Raises `BadCommand`.
    """
    if values.cluster is not None:
        if values.workers is not None:
            raise BadCommand("A cluster has its own workers; --workers is for this machine.")

        def make_cluster() -> "AbstractContextManager[WorkerPool[Any, Any]]":
            from kalahloa.models.work.cluster import Cluster

            return closing(Cluster(do, values.cluster))

        return make_cluster
    count = read_number(values.workers or "1", "The number of workers", 1, MAX_WORKERS)

    def make_processes() -> "AbstractContextManager[WorkerPool[Any, Any]]":
        from kalahloa.models.work.pool import Processes

        return closing(Processes(do, min(count, most)))

    return make_processes
