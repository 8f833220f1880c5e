"""A whole window with fixed preferences, and hands to click and type with."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.keeper import Keeper
from kalahloa.controllers.player import HUMAN, Player
from kalahloa.controllers.settings_reader import SettingsReader
from kalahloa.controllers.turn_controller import TurnController
from kalahloa.controllers.work.search_service import searcher_for
from kalahloa.models.registry import find_game
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.dialogs.preferences import Preferences
from kalahloa.views.window.main_window import MainWindow
from tests.scripted import ScriptedSearcher


class Hands:
    """Does to a window what a person does: clicks and keys, nothing else."""

    def __init__(self, window: MainWindow, controller: TurnController, settings: QSettings) -> None:
        self.window = window
        self.controller = controller
        self.settings = settings

    @property
    def board(self) -> BoardView:
        """The board that is shown."""
        board = self.window.graphical.board
        assert board is not None
        return board

    def kept_preferences(self) -> Preferences:
        """Return the preferences that the settings hold."""
        return Preferences.load(SettingsReader(self.settings))

    def place_of(self, cell: int) -> QPoint:
        """Return where *cell*'s middle is in the board's viewport."""
        return self.board.mapFromScene(self.board.cell_rect(cell).center())

    def click_cell(self, cell: int) -> None:
        """Click the middle of *cell*."""
        QTest.mouseMove(self.board.viewport(), self.place_of(cell))
        QTest.mouseClick(self.board.viewport(), Qt.MouseButton.LeftButton, pos=self.place_of(cell))

    def click_move(self, move: int) -> None:
        """Make *move* by clicks, as its game is played with the mouse."""
        key = self.controller.game.key
        if key == "loa":
            self.click_cell(move & 63)
            self.click_cell(move >> 6)
        elif key == "kalah":
            position = self.controller.position
            self.click_cell(position.side * (position.rules.pits + 1) + move - 1)
        else:
            self.click_cell(move - 1)

    def type_line(self, line: str) -> None:
        """Type *line* into the text view and press Enter."""
        QTest.keyClicks(self.window.text.line, line)
        QTest.keyClick(self.window.text.line, Qt.Key.Key_Return)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier | None = None) -> None:
        """Press a key wherever the focus is."""
        target = QApplication.focusWidget() or self.window
        QTest.keyClick(target, key, modifiers or Qt.KeyboardModifier.NoModifier)

    def undo(self) -> None:
        """Press Ctrl+Z."""
        self.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    def redo(self) -> None:
        """Press Ctrl+Shift+Z."""
        self.press(
            Qt.Key.Key_Z,
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
        )

    def texts(self) -> list[str]:
        """Return the moves on the way to the current place."""
        return [node.text for node in self.controller.record.current.path()[1:]]


def board_shows_record(hands: Hands) -> None:
    """Fail unless what is drawn, the record and a replay from the start are the same."""
    controller, board = hands.controller, hands.board
    record = controller.record
    position = record.position
    board.stop_animation()
    assert position.position_string() == record.replayed().position_string()
    assert board.position.position_string() == position.position_string()
    key = controller.game.key
    if key == "loa":
        drawn = board.shown_pieces()
        held = {square: side for side in (0, 1) for square in position.squares(side)}
        assert drawn == held
    elif key == "kalah":
        assert board.shown_counts() == position.stones()
    elif key == "tictactoe":
        held = {
            cell: side for side in (0, 1) for cell in range(9) if position.marks(side) >> cell & 1
        }
        assert board.shown_marks() == held
    assert hands.window.text.diagram.toPlainText() == position.diagram(hands.window.text.flipped)


@pytest.fixture
def searcher() -> ScriptedSearcher:
    return ScriptedSearcher()


@pytest.fixture
def open_window(
    qtbot, tmp_path: Path, searcher: ScriptedSearcher
) -> Iterator[Callable[..., Hands]]:
    """Return a function that opens a window on a game: with no delays unless asked for."""
    opened: list[MainWindow] = []

    def make(
        game: str,
        players: tuple[Player, Player] = (HUMAN, HUMAN),
        *,
        speed: float = 0.0,
        scripted: bool = True,
        rules: str | None = None,
    ) -> Hands:
        found = find_game(game)
        find = searcher.find if scripted else searcher_for
        controller = TurnController(found, find=find)
        settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
        first = Preferences(scheme="light", speed=speed, think_seconds=0.0)
        for name, value in first.to_plain().items():
            settings.setValue(name, value)
        window = MainWindow(
            controller, Keeper(controller, tmp_path / "games", controller), settings
        )
        controller.setParent(window)
        controller.new_game(found, found.rulebook.read(rules), players)
        opened.append(window)
        qtbot.addWidget(window)
        window.show()
        qtbot.waitExposed(window)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        window.show_view(text=False)
        return Hands(window, controller, settings)

    yield make
    searcher.open()
    for window in opened:
        window.close()
