"""Several positions that a solver works on at the same time, with one table."""

import subprocess
import sys
from random import Random
from time import monotonic

import pytest

from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.search.solver import mtd
from kalahloa.models.search.solver import solver as solver_module
from kalahloa.models.search.solver.solver import Solver
from tests.models.games.kalah.kalah_minimax import minimax
from tests.models.random_play import start

RULES = KalahRules(pits=3)
PATIENCE = 60.0
"""After so many seconds a test gives up what would take for ever."""


def positions(count: int, rules: KalahRules = RULES) -> list[Kalah]:
    chance = Random(7)
    found: list[Kalah] = []
    while len(found) < count:
        position = Kalah([chance.randrange(4) for _ in range(8)], chance.randrange(2), rules)
        if not position.is_over():
            found.append(position)
    return found


def exact(position: Kalah) -> int:
    fixed_score = position.in_kalah(position.side) - position.in_kalah(1 - position.side)
    return fixed_score + minimax(position.copy(), {})


def endless() -> Kalah:
    """Return a position that takes for ever."""
    return start("kalah", pits=8, stones=8)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 2, 20])
def test_each_position_comes_once_with_its_value(threads, count):
    asked = positions(count)

    found = list(Solver(1, threads).solve_side_by_side(asked))

    assert sorted(id(position) for position, _ in found) == sorted(map(id, asked))
    assert [value for _, value in found] == [exact(position) for position, _ in found]


def test_known_values_are_not_searched():
    asked = positions(6)
    solver = Solver(1, 2, lambda position: 17)

    assert [value for _, value in solver.solve_side_by_side(asked)] == [17] * 6


def test_an_easy_position_does_not_wait_for_a_hard_one_and_closing_ends_that():
    # A board of 8 pits, too, since all have the same rules.
    easy = Kalah([0] * 7 + [1, 0] + [0] * 6 + [1, 1, 0], 0, endless().rules)

    end = monotonic() + PATIENCE

    def late() -> bool:
        return monotonic() > end

    found = Solver(1, 2).solve_side_by_side([endless(), easy], late)
    position, value = next(found)
    found.close()

    assert not late()
    assert position is easy
    assert value == Solver(1).solve(easy).bounds.value


def test_once_stopped_the_rest_is_left_out():
    asked = positions(9)
    found = []

    for position, _ in Solver(1).solve_side_by_side(asked, lambda: len(found) >= 4):
        found.append(position)

    assert 4 <= len(found) < 9
    assert found == asked[: len(found)]


def test_a_stop_ends_positions_that_take_for_ever():
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 50

    assert list(Solver(1, 2).solve_side_by_side([endless(), endless()], stopped)) == []


def test_the_table_is_as_large_as_it_may_be_before_the_first_search(monkeypatch):
    monkeypatch.setattr(solver_module, "FIRST_MEBIBYTES", 1)
    # As if the table had to grow within a search.
    monkeypatch.setattr(mtd, "ENTRY_BYTES", 4000)
    solver = Solver(7, 2)

    list(solver.solve_side_by_side(positions(4)))

    assert solver.table_mebibytes() == 4


SHORT_OF_MEMORY = """
import resource
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.search.solver.solver import Solver

solver = Solver(65_536, 2)
position = Kalah([1, 2, 1, 0, 2, 1, 1, 0], 0, KalahRules(pits=3))
held = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (held + 700_000_000,) * 2)
print([value for _, value in solver.solve_side_by_side([position] * 3)])
print(solver.table_mebibytes())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits its memory as Linux does")
def test_where_memory_is_short_the_table_grows_as_far_as_it_can():
    ran = subprocess.run(
        [sys.executable, "-c", SHORT_OF_MEMORY], capture_output=True, text=True, check=True
    )

    values, mebibytes = ran.stdout.splitlines()
    assert values == str([exact(Kalah([1, 2, 1, 0, 2, 1, 1, 0], 0, RULES))] * 3)
    assert 16 <= int(mebibytes) < 512


def test_what_is_wrong_with_a_position_is_raised():
    over = Kalah([0, 0, 0, 5, 0, 0, 0, 4], 0, RULES)
    assert over.is_over()

    with pytest.raises(ValueError, match="The game is over"):
        list(Solver(1, 2).solve_side_by_side([*positions(2), over]))


def test_positions_under_other_rules_do_not_see_what_was_found_before():
    solver = Solver(1, 2)
    other = KalahRules(pits=3, capture="empty", end="standard")
    first = list(solver.solve_side_by_side(positions(12)))

    second = list(solver.solve_side_by_side(positions(12, other)))

    assert [value for _, value in second] == [exact(position) for position, _ in second]
    assert sorted(value for _, value in first) != sorted(value for _, value in second)
