"""An app context with a scripted searcher, shut down after each test."""

from collections.abc import Iterator

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.registry import find_game
from tests.scripted import ScriptedSearcher
from tests.small_tables import small_tables  # noqa: F401  # used by all tests here

COMPUTER = Player(Level(depth=1))


@pytest.fixture
def searcher() -> ScriptedSearcher:
    return ScriptedSearcher()


@pytest.fixture
def app(qapp, searcher: ScriptedSearcher) -> Iterator[AppContext]:
    """A game of Lines of Action between humans; all computers are the scripted searcher."""
    made = open_app(find_game("loa"), service=AnalysisService(find=searcher.find))
    made.turns.minimum_think_seconds = 0.0
    made.document.new_game(find_game("loa"))
    yield made
    searcher.open()
    made.shut_down()


@pytest.fixture
def document(app: AppContext) -> Document:
    """The app's document."""
    return app.document


@pytest.fixture
def against_computer(app: AppContext) -> AppContext:
    """The app, where the computer plays the second side."""
    app.document.new_game(app.document.game, players=(HUMAN, COMPUTER))
    return app


@pytest.fixture
def computers_only(app: AppContext) -> AppContext:
    """The app, where computers play against each other."""
    # Slow enough for a test to step in before the game is over.
    app.turns.minimum_think_seconds = 0.03
    app.document.new_game(app.document.game, players=(COMPUTER, COMPUTER))
    return app


def texts(app: AppContext) -> list[str]:
    """Return the moves on the way to the current place."""
    return [node.text for node in app.document.node.path()[1:]]


def legal(app: AppContext) -> list[str]:
    """Return the legal moves in notation."""
    position = app.document.position
    return [position.format_move(move) for move in position.legal_moves()]
