"""A result of a search is what was searched: nothing else can be made, whatever the limits."""

from collections.abc import Callable
from typing import Any

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.search.engine.analysis import AnalysedLine, AnalysisResult
from kalahloa.models.search.levels.levels import PERFECT, at_level, sure_engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import Valuer
from kalahloa.models.search.request import SearchResult, SearchStopped
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.searchers import searchers
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.work.cancellation import Stop
from tests.benchmarks.first_depth import COUNTED, faults, tasks
from tests.models.random_play import start
from tests.scores import estimate, exact

LINE = AnalysedLine(3, estimate(0.2), (3, 4))


@pytest.mark.parametrize(
    "make",
    [
        lambda: SearchResult(3, estimate(0.0), (3,), nodes=0, seconds=0.0, depth=1),
        lambda: SearchResult(3, estimate(0.0), (3,), nodes=9, seconds=0.0, depth=0),
        lambda: SearchResult(3, estimate(0.0), (4, 3), nodes=9, seconds=0.0, depth=1),
        lambda: SearchResult(3, exact(0.0), (), nodes=9, seconds=0.0, depth=1),
        lambda: AnalysedLine(3, estimate(0.2), (4, 3)),
        lambda: AnalysedLine(3, estimate(0.2), ()),
        lambda: AnalysisResult((), 1, 9, 0.0),
        lambda: AnalysisResult((LINE,), 0, 9, 0.0),
        lambda: AnalysisResult((LINE,), 1, 0, 0.0),
    ],
)
def test_no_result_can_be_made_of_what_was_not_searched(make: Callable[[], Any]):
    with pytest.raises(ValueError, match=r"was searched|begins with|at least one line"):
        make()


def test_what_a_book_knows_needs_no_search():
    assert SearchResult(3, exact(8.0), (3,), 0, 0.0, 0).score.proven


def test_searches_of_almost_no_time_complete_depth_1_and_play_no_worse_a_move():
    """`python -m tests.benchmarks.first_depth` has many more of them, against the clock."""
    for task in tasks(48, COUNTED):
        assert faults(task) == []


EVERYBODY = [*searchers(), at_level(1), at_level(10), at_level(PERFECT), sure_engine(
    Limits(seconds=1.0), 0, find_game("kalah").knowledge
)]  # fmt: skip


@pytest.mark.parametrize("searcher", EVERYBODY, ids=lambda one: str(one.title))
def test_a_searcher_that_is_stopped_before_it_begins_has_no_move(searcher: Searcher):
    stop = Stop()
    stop.set()

    with pytest.raises(SearchStopped):
        searcher.choose(
            start("kalah", pits=4, stones=3),
            Limits(depth=3),
            find_game("kalah").heuristic(),
            stopped=stop,
        )


def test_values_and_bounds_that_are_stopped_before_they_begin_invent_nothing():
    position = start("kalah")

    assert Valuer().values(position, stopped=lambda: True) == {}
    assert Valuer().analyse(position, stopped=lambda: True).values == {}
    assert not Solver(1).solve(position, stopped=lambda: True).bounds.proven
    assert not Solver(1).values(position, stopped=lambda: True).proven


def test_an_analysis_without_time_has_all_values_of_depth_1():
    position = start("loa")

    found = Valuer().analyse(position, limits=Limits(seconds=0.0))

    assert set(found.values) == set(position.legal_moves())
    assert all(value.depth >= 1 for value in found.values.values())
