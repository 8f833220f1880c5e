"""Values stay on while games follow one another: in the terminal, the window, after a restart."""

import io
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from kalahloa.controllers.keeper import Keeper
from kalahloa.controllers.player import HUMAN
from kalahloa.controllers.turn_controller import TurnController
from kalahloa.models.registry import find_game
from kalahloa.views.terminal import run_terminal
from kalahloa.views.window.main_window import MainWindow
from tests import plugin

pytestmark = pytest.mark.usefixtures("qapp")

KEYS = ("kalah", "loa", "tictactoe", plugin.KEY)
PAIRS = list(permutations(KEYS, 2))


@pytest.fixture(autouse=True)
def connect_four(tmp_path_factory) -> Iterator[None]:
    with plugin.installed(tmp_path_factory.mktemp("plugin")):
        yield


@pytest.fixture(autouse=True)
def quick_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer questions after a moment, with what is known by then."""
    monkeypatch.setattr("kalahloa.controllers.analysis.ANSWER_AFTER_MS", 150)


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
    def values_are_told(window: MainWindow, controller: TurnController) -> None:
        moves = set(controller.position.legal_moves())
        qtbot.waitUntil(lambda: set(window.analysis.values) == moves)

    hands = open_window(first)
    hands.window.actions_by_name["values"].setChecked(True)
    values_are_told(hands.window, hands.controller)

    hands.controller.new_game(find_game(second))
    hands.controller.play(hands.controller.position.legal_moves()[0])
    values_are_told(hands.window, hands.controller)
    hands.undo()
    values_are_told(hands.window, hands.controller)
    hands.redo()
    hands.window.close()

    # The start of the program: a game of its own, and then the one that was kept.
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    controller = TurnController(find_game(first))
    keeper = Keeper(controller, tmp_path / "games", controller)
    window = MainWindow(controller, keeper, settings)
    controller.setParent(window)
    qtbot.addWidget(window)
    assert window.actions_by_name["values"].isChecked()
    values_are_told(window, controller)
    assert keeper.restore_last()
    assert controller.game.key == second
    values_are_told(window, controller)
    window.close()
