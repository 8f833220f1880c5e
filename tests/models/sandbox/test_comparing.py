"""Comparing in a process of its own: the same counts, and heuristics of the user's."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.sandbox import process
from kalahloa.models.sandbox.comparing import MeasureApart
from kalahloa.models.search.comparison import (
    Comparison,
    ComparisonPlan,
    ComparisonRun,
    ComparisonTask,
    Ending,
    Sample,
)
from kalahloa.models.search.lecture.scale import lecture_value
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.searchers import searchers

KALAH = find_game("kalah")
PLAN = ComparisonPlan(
    KALAH,
    (Sample(KALAH.rulebook.default, None, (3, 6)), Sample(KALAH.rulebook.default, seed="1")),
    tuple(one.name for one in searchers()),
    3,
    KALAH.heuristic(),
)


@pytest.fixture
def apart() -> Iterator[MeasureApart]:
    made = MeasureApart()
    yield made
    made.close()


def facts(comparison: Comparison) -> list[tuple]:
    return [
        (row.searcher, row.depth, replace(row.cost, seconds=0.0), row.score, row.error)
        for row in comparison.rows
    ]


def own(text: str) -> ComparisonPlan:
    return replace(PLAN, heuristic=HeuristicSource("mine", "kalah", text))


def test_the_counts_are_those_of_searches_in_this_process(apart):
    assert facts(ComparisonRun(PLAN).run(apart)) == facts(ComparisonRun(PLAN).run())


def test_a_heuristic_of_the_users_is_counted(apart):
    plan = own("def evaluate(position):\n    return 2.0")

    found = apart(plan, ComparisonTask(0, "alpha-beta", 2), lambda: False, lambda nodes: None)

    assert found.ending is Ending.FINISHED
    assert abs(lecture_value(found.score)) == 2.0 and found.passes[0].leaves > 0


def test_one_that_fails_is_said_in_a_sentence_and_the_next_one_runs(apart):
    failed = apart(
        own("def evaluate(position):\n    return 1 / 0"),
        ComparisonTask(0, "negamax", 1),
        lambda: False,
        lambda nodes: None,
    )

    assert failed.ending is Ending.FAILED and "ZeroDivisionError" in failed.error
    right = apart(PLAN, ComparisonTask(0, "negamax", 1), lambda: False, lambda nodes: None)
    assert right.ending is Ending.FINISHED


def test_it_stops_when_it_is_told(apart):
    with pytest.raises(SearchStopped):
        apart(PLAN, ComparisonTask(0, "negamax", 8), lambda: True, lambda nodes: None)


def test_without_a_process_only_the_games_heuristics_are_measured_here(monkeypatch, apart):
    monkeypatch.setattr(process.sys, "executable", "/nowhere/python")

    found = apart(PLAN, ComparisonTask(0, "negamax", 1), lambda: False, lambda nodes: None)
    assert found.ending is Ending.FINISHED
    plan = own("def evaluate(position):\n    return 2.0")
    failed = apart(plan, ComparisonTask(0, "negamax", 1), lambda: False, lambda nodes: None)

    assert failed.ending is Ending.FAILED and failed.error
