"""A desk with a scripted searcher, shut down after each test."""

from collections.abc import Iterator

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.registry import find_game
from tests.scripted import ScriptedSearcher
from tests.small_tables import small_tables  # noqa: F401  # used by all tests here

COMPUTER = Player(Level(depth=1))


@pytest.fixture
def searcher() -> ScriptedSearcher:
    return ScriptedSearcher()


@pytest.fixture
def desk(qapp, searcher: ScriptedSearcher) -> Iterator[Desk]:
    """A game of Lines of Action between humans; all computers are the scripted searcher."""
    made = Desk.of(find_game("loa"), service=AnalysisService(find=searcher.find))
    made.turns.minimum_think_seconds = 0.0
    made.document.new_game(find_game("loa"))
    yield made
    searcher.open()
    made.shut_down()


@pytest.fixture
def document(desk: Desk) -> Document:
    """The desk's document."""
    return desk.document


@pytest.fixture
def against_computer(desk: Desk) -> Desk:
    """The desk, where the computer plays the second side."""
    desk.document.new_game(desk.document.game, players=(HUMAN, COMPUTER))
    return desk


@pytest.fixture
def computers_only(desk: Desk) -> Desk:
    """The desk, where computers play against each other."""
    # Slow enough for a test to step in before the game is over.
    desk.turns.minimum_think_seconds = 0.03
    desk.document.new_game(desk.document.game, players=(COMPUTER, COMPUTER))
    return desk


def texts(desk: Desk) -> list[str]:
    """Return the moves on the way to the current place."""
    return [node.text for node in desk.document.node.path()[1:]]


def legal(desk: Desk) -> list[str]:
    """Return the legal moves in notation."""
    position = desk.document.position
    return [position.format_move(move) for move in position.legal_moves()]
