"""A whole window with fixed preferences, and hands to click and type with."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.base.player import HUMAN, Player
from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.controllers.session.open_app import make_keeper, open_app
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.registry import find_game
from kalahloa.views import accessibility
from kalahloa.views.boards.board_preferences import BOARDS
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.window.main_window import MainWindow
from kalahloa.views.window.window_place import USUAL_SIZE
from tests.disk import Disk
from tests.scripted import ScriptedSearcher
from tests.small_tables import small_tables  # noqa: F401  # used by all tests here


class Hands:
    """Does to a window what a person does: clicks and keys, nothing else."""

    def __init__(
        self, window: MainWindow, app: AppContext, keeper: Keeper, settings: QSettings, disk: Disk
    ) -> None:
        self.window = window
        self.app = app
        self.keeper = keeper
        self.disk = disk
        self.settings = settings

    @property
    def document(self) -> Document:
        """The document that the window shows."""
        return self.app.document

    @property
    def place(self) -> Place:
        """Where the document is, as it was last told."""
        return self.app.document.place

    @property
    def board(self) -> BoardView:
        """The board that is shown."""
        board = self.window.graphical.board
        assert board is not None
        return board

    def kept_preferences(self) -> Preferences:
        """Return the preferences that the settings hold."""
        return Preferences.load(SettingsReader(self.settings))

    def values_kept(self) -> bool:
        """Return whether the settings say that values are shown."""
        return SettingsReader(self.settings).flag("preferences/show_values", False)

    def place_of(self, cell: int) -> QPoint:
        """Return where *cell*'s middle is in the board's viewport."""
        return self.board.mapFromScene(self.board.cell_rect(cell).center())

    def click_cell(self, cell: int) -> None:
        """Click the middle of *cell*."""
        QTest.mouseMove(self.board.viewport(), self.place_of(cell))
        QTest.mouseClick(self.board.viewport(), Qt.MouseButton.LeftButton, pos=self.place_of(cell))

    def click_move(self, move: int) -> None:
        """Make *move* by clicks, as its game is played with the mouse."""
        for cell in self.cells_of(move):
            self.click_cell(cell)

    def cells_of(self, move: int) -> tuple[int, ...]:
        """Return the cells that are clicked for *move*, one after the other."""
        key = self.document.game.key
        if key == "loa":
            return move & 63, move >> 6
        if key == "kalah":
            position = self.document.position
            return (position.side * (position.rules.pits + 1) + move - 1,)
        return (move - 1,)

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

    def open_file(self, path: Path, qtbot) -> None:
        """Open the game in the file at *path*, and wait until it is there or refused."""
        ended: list[object] = []
        self.keeper.opened.connect(ended.append)
        self.keeper.failed.connect(ended.append)
        self.window.window_actions.open_file(path)
        qtbot.waitUntil(lambda: bool(ended))

    def texts(self) -> list[str]:
        """Return the moves on the way to the current place."""
        return [node.text for node in self.document.record.current.path()[1:]]


def hands_on(
    game: str,
    folder: Path,
    players: tuple[Player, Player] = (HUMAN, HUMAN),
    *,
    speed: float = 0.0,
    rules: str | None = None,
    service: AnalysisService | None = None,
) -> Hands:
    """Show a window on a game that keeps games and settings in *folder*, and return hands on it."""
    found = find_game(game)
    app = open_app(found, service=service)
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    first = Preferences(scheme="light", speed=speed, think_seconds=0.0)
    for name, value in first.to_json().items():
        settings.setValue(name, value)
    if not settings.contains("window/page"):
        settings.setValue("window/page", "play")
    disk = Disk(folder / "library.sqlite")
    disk.prepare()
    keeper = make_keeper(app, disk.open)
    window = MainWindow(app, keeper, settings)
    if not settings.contains("window/geometry"):
        window.resize(USUAL_SIZE)  # larger than the screen there is without one
    app.document.setParent(window)
    app.document.new_game(found, found.rulebook.read(rules), players)
    window.show()
    return Hands(window, app, keeper, settings, disk)


@pytest.fixture(autouse=True)
def usual_boards(qapp) -> Iterator[None]:
    """Leave no board mirrored, or in large print, for the next test.

    There is an application for windows before a terminal makes one that is none.
    """
    yield
    BOARDS.choose(mirrored=False, moving=True, large_print=False)


@pytest.fixture
def searcher() -> ScriptedSearcher:
    return ScriptedSearcher()


@pytest.fixture
def open_window(
    qtbot, tmp_path: Path, searcher: ScriptedSearcher
) -> Iterator[Callable[..., Hands]]:
    """Return a function that opens a window on a game: with no delays unless asked for.

    It shows the board; with `as_left`, the view that was in front when the last one was closed.
    """
    opened: list[MainWindow] = []

    def make(
        game: str,
        players: tuple[Player, Player] = (HUMAN, HUMAN),
        *,
        speed: float = 0.0,
        scripted: bool = True,
        rules: str | None = None,
        as_left: bool = False,
    ) -> Hands:
        service = AnalysisService(find=searcher.find) if scripted else None
        hands = hands_on(game, tmp_path, players, speed=speed, rules=rules, service=service)
        window = hands.window
        opened.append(window)
        qtbot.addWidget(window)
        qtbot.waitExposed(window)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        if not as_left:
            window.show_view(text=False)
        return hands

    yield make
    searcher.open()
    for window in opened:
        window.close()


@pytest.fixture
def announced(monkeypatch) -> list[str]:
    """What has been announced."""
    said: list[str] = []
    send = accessibility.QAccessible.updateAccessibility

    def record(event: object) -> None:
        if isinstance(event, accessibility.QAccessibleAnnouncementEvent):
            said.append(event.message())
        send(event)

    monkeypatch.setattr(accessibility.QAccessible, "updateAccessibility", record)
    return said
