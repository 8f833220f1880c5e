"""The workers of long work: processes of this machine, or those of a Dask cluster."""

import argparse
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import Parser, number_type
from kalahloa.models.text.errors import BadCommand

if TYPE_CHECKING:
    from kalahloa.models.work.pool import WorkerPool

MAX_WORKERS = 256
MakePool = Callable[..., "AbstractContextManager[WorkerPool[Any, Any]]"]


def add_workers(parser: Parser) -> None:
    """Add the option for the number of processes to *parser*."""
    parser.option(
        "--workers",
        metavar="W",
        type=number_type("The number of workers", 1, MAX_WORKERS),
        usual=1,
        help="number of processes",
    )


def add_pool(parser: Parser) -> None:
    """Add the options for `pool_maker` to *parser*."""
    add_workers(parser)
    parser.option(
        "--cluster",
        metavar="ADDRESS",
        help="use the workers of the Dask scheduler at this address instead",
    )


def pool_maker(do: Callable[[Any], Any], values: argparse.Namespace) -> "MakePool":
    """Return a function that makes the workers that *values* ask for, which do tasks by *do*.

    It takes the number of processes that there is work for, and returns a context manager, which
    closes the workers.  Raises `BadCommand`.
    """
    if values.cluster is not None:
        if values.workers is not None:
            raise BadCommand("A cluster has its own workers; --workers is for this machine.")

        def make_cluster(most: int = MAX_WORKERS) -> "AbstractContextManager[WorkerPool[Any, Any]]":
            from kalahloa.models.work.cluster import Cluster

            return closing(Cluster(do, values.cluster))

        return make_cluster

    def make_processes(most: int = MAX_WORKERS) -> "AbstractContextManager[WorkerPool[Any, Any]]":
        from kalahloa.models.work.pool import Processes

        return closing(Processes(do, min(values.workers or 1, most)))

    return make_processes
