"""Worker processes: they answer, one that is killed loses its task only, and all end."""

import os
import signal
from collections.abc import Iterator
from functools import partial

import pytest

from kalahloa.models.games.kalah.job.margin_solver import solve_margin
from kalahloa.models.games.kalah.job.task import (
    MarginAnswer,
    MarginReport,
    MarginSolverSetting,
    MarginTask,
)
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.work.pool import PoolFailed, Processes

SETTING = MarginSolverSetting(KalahRules(pits=4, stones=3), 0, 1)
LARGE = MarginSolverSetting(KalahRules(pits=6, stones=6), 0, 1)
TASKS = [MarginTask(bytes([3] * 8), number) for number in (0, 2, 4)]


def processes(setting: MarginSolverSetting, count: int) -> Processes:
    return Processes(partial(solve_margin, setting), count)


@pytest.fixture
def pool() -> Iterator[Processes]:
    made = processes(SETTING, 2)
    yield made
    made.close()


def until_free(pool: Processes, count: int) -> list[tuple[MarginTask, MarginReport | None]]:
    reports = []
    while pool.free() < count:
        reports += pool.wait(1)
    return reports


def test_each_process_answers_the_piece_it_has(pool):
    until_free(pool, 2)
    assert pool.workers() == 2
    for task in TASKS[:2]:
        pool.give(task)
    assert pool.free() == 0

    answers = until_free(pool, 2)

    assert {task for task, _ in answers} == set(TASKS[:2])
    assert all(isinstance(answer, MarginAnswer) for _, answer in answers)
    assert all(answer.task == task for task, answer in answers)
    assert len({answer.worker for _, answer in answers}) == 2


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process")
def test_a_process_that_is_killed_loses_its_piece_and_is_replaced():
    pool = processes(LARGE, 1)
    try:
        until_free(pool, 1)
        task = MarginTask(bytes([6] * 12), 2)
        pool.give(task)
        (before,) = pool.process_ids()

        os.kill(before, signal.SIGKILL)
        reports = until_free(pool, 1)

        assert reports == [(task, None)]
        (after,) = pool.process_ids()
        assert after != before
    finally:
        pool.close()


def test_what_goes_wrong_in_a_process_is_told():
    # More stones than a tablebase can have.
    pool = processes(MarginSolverSetting(KalahRules(pits=4, stones=3), 101, 1), 1)
    try:
        until_free(pool, 1)
        pool.give(TASKS[0])
        with pytest.raises(PoolFailed, match="A worker process failed: A tablebase has 0 to"):
            until_free(pool, 1)
    finally:
        pool.close()


def test_a_pool_that_is_closed_leaves_no_process(pool):
    until_free(pool, 1)
    numbers = pool.process_ids()

    pool.close()

    for number in numbers:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)
