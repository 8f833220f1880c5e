"""When values and lines are begun: after what asks for them is drawn, and once nobody hurries."""

import pytest

from kalahloa.controllers.work import analysis_service
from kalahloa.controllers.work.analysis_service import (
    BEGIN_MS,
    HURRY_MS,
    HURRY_SECONDS,
    AnalysisService,
    Priority,
)
from kalahloa.controllers.work.search_jobs import LinesPlan
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record

GAME = find_game("tictactoe")


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(analysis_service, "monotonic", made)
    return made


@pytest.fixture
def service(qapp, clock):
    made = AnalysisService()
    made._begin = lambda job: None  # the jobs only wait
    yield made
    made.shut_down()


def ask(service: AnalysisService) -> int:
    return service.lines(GAME, Record(GAME).position, LinesPlan())


def waits(service: AnalysisService) -> int:
    """Return for how long what was asked for is put off, in milliseconds."""
    assert service._beginning.isActive()
    return service._beginning.interval()


def test_lines_are_begun_when_what_asks_for_them_is_drawn(service):
    ask(service)

    assert waits(service) == BEGIN_MS


def test_lines_of_places_that_are_left_at_once_are_begun_when_one_stays(service, clock):
    first = ask(service)
    clock.now += HURRY_SECONDS / 2
    service.cancel(first)
    second = ask(service)
    assert waits(service) == HURRY_MS

    clock.now += 10 * HURRY_SECONDS
    service.cancel(second)
    ask(service)

    assert waits(service) == BEGIN_MS


def test_a_hurry_that_is_over_is_forgotten(service, clock):
    first = ask(service)
    service.cancel(first)
    clock.now += 2 * HURRY_SECONDS

    ask(service)

    assert waits(service) == BEGIN_MS


def test_a_search_for_a_move_that_is_stopped_is_no_hurry(service):
    position = Record(GAME).position
    level = analysis_service.Level(searcher="engine", depth=1)
    move = service.search(GAME, position, level, Priority.HINT)
    service.cancel(move)

    ask(service)

    assert waits(service) == BEGIN_MS
