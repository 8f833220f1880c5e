"""Worker processes: they answer, one that is killed loses its piece only, and all end."""

import os
import signal
from collections.abc import Iterator
from functools import partial

import pytest

from kalahloa.models.games.kalah.job.piece import Answer, Lost, Piece, Report, SolverSetting
from kalahloa.models.games.kalah.job.piece_solver import solver_here
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.work.pool import CrewFailed, Processes

SETTING = SolverSetting(KalahRules(pits=4, stones=3), 0, 1)
LARGE = SolverSetting(KalahRules(pits=6, stones=6), 0, 1)
PIECES = [Piece(bytes([3] * 8), number) for number in (0, 2, 4)]


def processes(setting: SolverSetting, count: int) -> Processes:
    return Processes(partial(solver_here, setting), count)


@pytest.fixture
def crew() -> Iterator[Processes]:
    made = processes(SETTING, 2)
    yield made
    made.close()


def until_free(crew: Processes, count: int) -> list[Report]:
    reports = []
    while crew.free() < count:
        reports += crew.wait(1)
    return reports


def test_each_process_answers_the_piece_it_has(crew):
    until_free(crew, 2)
    assert crew.workers() == 2
    for piece in PIECES[:2]:
        crew.give(piece, None)
    assert crew.free() == 0

    answers = until_free(crew, 2)

    assert {answer.piece for answer in answers} == set(PIECES[:2])
    assert all(isinstance(answer, Answer) for answer in answers)
    assert len({answer.worker for answer in answers}) == 2


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process")
def test_a_process_that_is_killed_loses_its_piece_and_is_replaced():
    crew = processes(LARGE, 1)
    try:
        until_free(crew, 1)
        piece = Piece(bytes([6] * 12), 2)
        crew.give(piece, None)
        (before,) = crew.process_ids()

        os.kill(before, signal.SIGKILL)
        reports = until_free(crew, 1)

        assert reports == [Lost(piece)]
        (after,) = crew.process_ids()
        assert after != before
    finally:
        crew.close()


def test_what_goes_wrong_in_a_process_is_told():
    # More stones than a tablebase can have.
    crew = processes(SolverSetting(KalahRules(pits=4, stones=3), 101, 1), 1)
    try:
        with pytest.raises(CrewFailed, match="A worker process has failed: A tablebase has 0 to"):
            until_free(crew, 1)
    finally:
        crew.close()


def test_a_crew_that_is_closed_leaves_no_process(crew):
    until_free(crew, 1)
    numbers = crew.process_ids()

    crew.close()

    for number in numbers:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)
