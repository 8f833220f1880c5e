"""Libraries for tests."""

import pytest

from kalahloa.models.library.library import Library


@pytest.fixture
def path(tmp_path):
    """The path of a library that does not exist yet."""
    return tmp_path / "data" / "library.sqlite"


@pytest.fixture
def library(path):
    with Library.open(path) as library:
        yield library
