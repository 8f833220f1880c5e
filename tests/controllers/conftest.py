"""A controller with a scripted searcher, shut down after each test."""

from collections.abc import Iterator

import pytest

from kalahloa.controllers.player import HUMAN, Level, Player
from kalahloa.controllers.turn_controller import TurnController
from kalahloa.models.registry import find_game
from tests.scripted import ScriptedSearcher

COMPUTER = Player(Level(depth=1))


@pytest.fixture
def searcher() -> ScriptedSearcher:
    return ScriptedSearcher()


@pytest.fixture
def controller(qapp, searcher: ScriptedSearcher) -> Iterator[TurnController]:
    made = TurnController(find_game("loa"), find=searcher.find)
    made.minimum_think_seconds = 0.0
    yield made
    searcher.open()
    made.shut_down()


@pytest.fixture
def against_computer(controller: TurnController) -> TurnController:
    controller.new_game(controller.game, players=(HUMAN, COMPUTER))
    return controller


@pytest.fixture
def computers_only(controller: TurnController) -> TurnController:
    # Slow enough for a test to step in before the game is over.
    controller.minimum_think_seconds = 0.03
    controller.new_game(controller.game, players=(COMPUTER, COMPUTER))
    return controller
