"""Transposition tables, and tablebases built by the way, of a size for tests."""

from collections.abc import Iterator

import pytest

from kalahloa.models.game.knowledge import BUDGETS, USUAL
from kalahloa.models.search.engine import engine
from kalahloa.models.search.solver import solver
from kalahloa.models.search.transposition_table import TranspositionTable

MEBIBYTES = 2
USUAL_BYTES = BUDGETS["small"] // 4
"""The size limit of the tablebase that is built when values are first wanted."""


def _small_table(mebibytes: int = MEBIBYTES) -> TranspositionTable:
    """Return a table of at most `MEBIBYTES`."""
    return TranspositionTable(min(mebibytes, MEBIBYTES))


@pytest.fixture(autouse=True)
def small_tables() -> Iterator[None]:
    """Have engines and solvers make small tables, whatever size is asked for.

    To be imported where searches are short and it does not matter how they remember: most of their
    time would pass with the making of tables, many times larger than what they put in.  Likewise a
    tablebase of the usual size would be built, in half a second and more, for each empty home.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(BUDGETS, USUAL, USUAL_BYTES)
        for module in (engine, solver):
            patch.setattr(module, "TranspositionTable", _small_table)
        yield
