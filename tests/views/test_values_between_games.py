"""Values stay on while games follow one another: in the terminal, the window, after a restart."""

import io
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.registry import find_game
from kalahloa.views.terminal import run_terminal
from kalahloa.views.window.main_window import MainWindow
from tests import plugin
from tests.disk import Disk

pytestmark = pytest.mark.usefixtures("qapp")

KEYS = ("kalah", "loa", "tictactoe", plugin.KEY)
# Each game once before and once after another; tests/controllers tries all pairs.
PAIRS = list(pairwise((*KEYS, KEYS[0])))


@pytest.fixture(autouse=True)
def connect_four(tmp_path_factory) -> Iterator[None]:
    with plugin.installed(tmp_path_factory.mktemp("plugin")):
        yield


@pytest.fixture(autouse=True)
def quick_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer questions after a moment, with what is known by then."""
    monkeypatch.setattr("kalahloa.controllers.features.analysis.analysis.ANSWER_AFTER_MS", 150)


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_each_game_tells_values_after_each_other_in_a_terminal(first: str, second: str):
    shown = io.StringIO()
    source = io.StringIO(f"values\nnew {second}\nvalues\nundo\nnew {first}\nvalues\n")

    code = run_terminal(find_game(first), None, None, (HUMAN, HUMAN), source, shown)

    assert code == 0
    assert shown.getvalue().count("Computing the values of the moves.") == 3


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_each_game_tells_values_after_each_other_in_the_window(
    open_window, qtbot, tmp_path: Path, first: str, second: str
):
    def values_are_told(app: AppContext) -> None:
        moves = set(app.document.position.legal_moves())
        qtbot.waitUntil(lambda: set(app.document.place.values) == moves)

    hands = open_window(first)
    hands.window.actions_by_name["values"].trigger()
    values_are_told(hands.app)

    hands.document.new_game(find_game(second))
    hands.document.play(hands.document.position.legal_moves()[0])
    values_are_told(hands.app)
    hands.undo()
    values_are_told(hands.app)
    hands.redo()
    hands.window.close()

    # The start of the program: a game of its own, and then the one that was kept.
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    app = open_app(find_game(first))
    keeper = Keeper(app.document, Disk(tmp_path / "library.sqlite").open, app.document)
    window = MainWindow(app, keeper, settings)
    app.document.setParent(window)
    qtbot.addWidget(window)
    assert window.actions_by_name["values"].isChecked()
    values_are_told(app)
    assert keeper.restore_last()
    assert app.document.game.key == second
    values_are_told(app)
    window.close()
