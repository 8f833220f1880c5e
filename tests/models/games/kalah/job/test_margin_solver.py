"""Tasks: their answers are right, and wrong answers are found."""

from dataclasses import replace
from random import Random

import pytest

from kalahloa.models.games.kalah.book.book import book_key
from kalahloa.models.games.kalah.book.builder import turn_ends
from kalahloa.models.games.kalah.game import start_position
from kalahloa.models.games.kalah.job.margin_solver import (
    MarginSolver,
    MarginVerifier,
    open_tablebase,
)
from kalahloa.models.games.kalah.job.task import (
    MarginAnswer,
    MarginSolverSetting,
    MarginTask,
    Unproven,
    stones_in,
)
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.search.solver.solver import Solver

SETTING = MarginSolverSetting(KalahRules(pits=4, stones=3), 8, 1)


@pytest.fixture(scope="module")
def solved() -> list[tuple[MarginAnswer, int]]:
    """Answers with the margins of their positions."""
    chance = Random(3)
    solver = MarginSolver(SETTING, open_tablebase(SETTING, cached=False))
    values = Solver(1)
    found = []
    for end in turn_ends(turn_ends([start_position(SETTING.rules)]))[:20]:
        margin = values.solve(end, plies=0).bounds.value
        for at_least in {margin, margin + 2, margin + 2 * chance.randint(-4, 4)}:
            found.append((solver.solve(MarginTask(book_key(end), at_least)), margin))
    return found


def test_answers_are_bounds_of_the_margin(solved):
    for answer, margin in solved:
        low, high = answer.bounds
        assert low <= margin <= high
        assert answer.is_at_least == (margin >= answer.task.at_least)
        assert (low + stones_in(answer.task.key)) % 2 == 0
    names = {answer.worker for answer, _ in solved}
    assert len(names) == 1
    assert [answer.number for answer, _ in solved] == list(range(1, len(solved) + 1))


def test_a_bound_that_no_margin_can_be_becomes_the_next_one():
    key = bytes([1, 1, 1, 1])
    assert MarginAnswer(MarginTask(key, 2), 3, 1, 0.0).bounds == (4, 4)
    assert MarginAnswer(MarginTask(key, 2), 1, 1, 0.0).bounds == (-4, 0)


def test_verifying_finds_right_answers_right_and_wrong_ones_wrong(solved):
    verifier = MarginVerifier(SETTING)
    for answer, margin in solved:
        assert verifier.is_right(answer)
        too_much = replace(answer, bound=margin + 2, task=replace(answer.task, at_least=margin))
        assert not verifier.is_right(too_much)
        too_little = replace(answer, bound=margin - 2, task=replace(answer.task, at_least=margin))
        assert not verifier.is_right(too_little)


def test_verifying_can_be_stopped():
    assert (
        MarginVerifier(SETTING, lambda: True).is_right(
            MarginAnswer(MarginTask(bytes([3] * 8), 0), 0, 0, 0)
        )
        is None
    )


def test_a_piece_is_given_up_at_its_limit():
    setting = MarginSolverSetting(KalahRules(pits=6, stones=6), 0, 1, limit=0.01)
    solver = MarginSolver(setting, open_tablebase(setting, cached=False))
    task = MarginTask(bytes([6] * 12), 2)

    found = solver.solve(task)

    assert isinstance(found, Unproven)
    assert found.task == task
    assert found.seconds > 0
