"""A disk without room, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]


@contextmanager
def no_room(path: Path) -> Iterator[None]:
    """Let no file of this process become larger than the log of the library at *path* is now.

    Writing then fails where the transaction is committed, as it does on a disk that is full.
    """
    if resource is None:
        pytest.skip("The size of files cannot be limited here.")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = path.with_name(f"{path.name}-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
