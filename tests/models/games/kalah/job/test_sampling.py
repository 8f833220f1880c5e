"""Estimates of whole jobs from samples: what is drawn, and what the numbers say."""

from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from kalahloa.models.games.kalah.job.job import start_key
from kalahloa.models.games.kalah.job.job_file import ValueJobFile, read_margin_job
from kalahloa.models.games.kalah.job.proof_tree import Drawn, ProofTree
from kalahloa.models.games.kalah.job.sampling import (
    StratumCost,
    StratumSample,
    draw_strata,
    estimated,
    measure_strata,
)
from kalahloa.models.games.kalah.job.task import MarginSolverSetting, MarginTask, stones_in
from kalahloa.models.games.kalah.job.turns import Turns
from kalahloa.models.games.kalah.rules import KalahRules
from tests.models.games.kalah.job.own_thread import own_thread

RULES = KalahRules(pits=4, stones=3)
SETTING = MarginSolverSetting(RULES, 0, 1)


def rough(key: bytes) -> float:
    """Return an estimate without a search: the stones of one side less those of the other."""
    half = len(key) // 2
    return float(sum(key[:half]) - sum(key[half:]))


def tree_of(depth: int) -> ProofTree:
    return ProofTree(Turns(RULES), rough, start_key(RULES), depth, {})


def test_the_strata_have_all_expected_pieces_and_the_seed_draws_the_same():
    tree = tree_of(4)
    question = tree.question(0)
    tasks = tree.expected_tasks(question)

    samples = draw_strata(tree, question, rough, 10, 1)

    assert sum(sample.size for sample in samples) == len(tasks) > 10
    assert samples == draw_strata(tree_of(4), question, rough, 10, 1)
    assert samples != draw_strata(tree_of(4), question, rough, 10, 2)
    for sample in samples:
        assert {one.weight for one in sample.drawn} == {1}
        assert len({one.task for one in sample.drawn}) == len(sample.drawn)
        assert min(2, sample.size) <= len(sample.drawn) <= sample.size
        assert {one.task for one in sample.drawn} <= set(tasks)


def test_descents_stand_for_as_many_pieces_as_there_are():
    """A task that is met on several ways counts for each; see `count`."""
    tree = tree_of(1)
    turns = Turns(RULES)
    question = tree.question(0)

    def count(task: MarginTask, yes: bool, left: int) -> int:
        """Return the tasks below *task* by trying all turns."""
        if not left:
            return 1
        ends = turns.ends(task.key)
        if ends.finished is not None and ends.finished >= task.at_least:
            return 0
        if not -stones_in(task.key) < task.at_least <= stones_in(task.key):
            return 0
        asked = [MarginTask(child, won - task.at_least + 2) for child, won in ends.after]
        if yes and asked:
            asked = [min(asked, key=lambda one: rough(one.key) - one.at_least)]
        return sum(count(one, not yes, left - 1) for one in asked)

    chance = Random(7)
    for yes in (True, False):
        wanted = count(question, yes, 5)
        found = [tree.descend(question, yes, 5, chance) for _ in range(3000)]
        assert fmean(one.weight for one in found) == pytest.approx(wanted, rel=0.1)


def test_what_is_drawn_is_measured_and_kept(tmp_path: Path):
    tree = tree_of(3)
    samples = draw_strata(tree, tree.question(0), rough, 8, 1)
    path = tmp_path / "a.proof"
    told = []

    with ValueJobFile(path, RULES) as file:
        pool = own_thread(SETTING, 2)
        costs = measure_strata(samples, file, pool, report=lambda *progress: told.append(progress))
        solved = len(pool.done)
        again = measure_strata(samples, file, pool)

    assert again == costs
    assert len(pool.done) == solved == sum(len(sample.drawn) for sample in samples)
    assert told[0] == (0, solved)
    assert [len(cost.seconds) for cost in costs] == [len(sample.drawn) for sample in samples]
    assert all(cost.censored == 0 for cost in costs)


def test_a_sample_that_is_stopped_has_some_of_each_stratum(tmp_path: Path):
    tree = tree_of(4)
    samples = draw_strata(tree, tree.question(0), rough, 12, 1)
    pool = own_thread(SETTING)

    with ValueJobFile(tmp_path / "a.proof", RULES) as file:
        costs = measure_strata(samples, file, pool, lambda: len(pool.done) >= len(samples))

    assert [len(cost.seconds) for cost in costs] == [1] * len(samples)


def test_a_piece_that_a_turn_answers_costs_nothing(tmp_path: Path):
    tree = tree_of(3)
    task = tree.expected_tasks(tree.question(0))[0]
    samples = [StratumSample(("most", "far"), 5, (Drawn(task, True, 0), Drawn(task, True, 3)))]
    pool = own_thread(SETTING)

    with ValueJobFile(tmp_path / "a.proof", RULES) as file:
        (cost,) = measure_strata(samples, file, pool)

    assert pool.done == [task]
    is_yes = next(iter(read_margin_job(tmp_path / "a.proof", RULES).answers.values())).is_at_least
    assert cost.unexpected == (0 if is_yes else 1)
    assert cost.seconds[0] == 0 < cost.seconds[1]
    assert cost.costs == (0, 3 * cost.seconds[1])


def test_the_total_is_the_sum_over_the_strata():
    costs = [
        StratumCost(("few", "far"), 10, (1.0, 3.0), (1, 1), 0, 1),
        StratumCost(("most", "close"), 4, (10.0, 30.0), (1, 2), 1, 0),
    ]

    found = estimated(costs, 1)

    assert found.seconds == 10 * 2 + 4 * 35
    assert found.tasks == 10 + 4 * 1.5
    assert (found.tried, found.censored, found.unexpected) == (4, 1, 1)
    assert 10 * 1 + 4 * 10 <= found.low < found.seconds < found.high <= 10 * 3 + 4 * 60
    assert estimated(costs, 1) == found


def test_without_a_piece_of_each_stratum_there_is_no_estimate():
    costs = [StratumCost(("few", "far"), 10, (), (), 0, 0)]

    assert estimated(costs, 1) is None
    assert estimated([], 1) is None
