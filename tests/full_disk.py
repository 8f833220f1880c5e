"""A disk without room, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]


@contextmanager
def no_room(size: int = 0) -> Iterator[None]:
    """Let this process write to no file beyond *size* bytes, as on a disk that is full."""
    if resource is None:
        pytest.skip("The size of files cannot be limited here.")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
