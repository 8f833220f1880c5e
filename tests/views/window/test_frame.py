"""The frame: full screen, files dropped on the window, and colours that follow the desktop."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QGuiApplication, QStyleHints
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.base.player import HUMAN
from kalahloa.models.drawing.palette import CONTRAST
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa.squares import square_number
from kalahloa.models.record.record import Record
from kalahloa.views.look.theme import DARK, LIGHT, THEMES
from kalahloa.views.panels.placements import PANELS
from kalahloa.views.window import desktop
from kalahloa.views.window.help_window import HelpWindow
from tests.disk import write_record
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands


def test_f11_fills_the_screen_and_escape_comes_back(open_window):
    hands = open_window("kalah")

    hands.press(Qt.Key.Key_F11)
    assert hands.window.isFullScreen()
    board_shows_record(hands)
    hands.press(Qt.Key.Key_Escape)
    assert not hands.window.isFullScreen()
    hands.press(Qt.Key.Key_F11)
    hands.press(Qt.Key.Key_F11)

    assert not hands.window.isFullScreen()
    board_shows_record(hands)


def test_escape_is_the_boards_where_the_window_does_not_fill_the_screen(open_window):
    hands = open_window("loa")
    hands.click_cell(square_number("b1"))
    assert "can move here" in hands.board.cell_name(square_number("b3"))

    hands.press(Qt.Key.Key_Escape)

    assert "can move here" not in hands.board.cell_name(square_number("b3"))


# -- remembered ------------------------------------------------------------------------------------


def test_place_and_size_are_the_same_after_a_restart(open_window):
    hands = open_window("kalah")
    hands.window.setGeometry(60, 70, 620, 500)
    before = hands.window.geometry()
    hands.window.close()

    again = open_window("kalah")

    assert again.window.geometry() == before


@pytest.mark.parametrize("text", [True, False])
def test_the_view_in_front_is_remembered(open_window, text):
    hands = open_window("kalah")
    hands.window.show_view(text=text)
    hands.window.close()

    again = open_window("kalah", as_left=True)

    assert again.window.text_shown == text
    board_shows_record(again)


# -- drop ------------------------------------------------------------------------------------------


def drop(hands: Hands, *urls: QUrl) -> bool:
    """Drop files on the window; return whether it takes them."""
    data = QMimeData()
    data.setUrls(urls)
    event = QDropEvent(
        QPointF(20, 20),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    event.ignore()
    hands.window.dragEnterEvent(event)
    taken = event.isAccepted()
    if taken:
        hands.window.dropEvent(event)
    return taken


def test_a_game_that_is_dropped_is_gone_on_with(open_window, tmp_path: Path, qtbot):
    hands = open_window("loa")
    record = Record(find_game("kalah"))
    record.play(3)
    path = tmp_path / "game.kalahloa"
    write_record(path, record, (HUMAN, HUMAN))

    assert drop(hands, QUrl.fromLocalFile(str(path)))

    qtbot.waitUntil(lambda: hands.document.game.key == "kalah")
    assert hands.texts() == ["3"]
    board_shows_record(hands)


def test_a_damaged_game_that_is_dropped_is_refused_with_a_sentence(open_window, tmp_path, qtbot):
    hands = open_window("loa")
    path = tmp_path / "game.kalahloa"
    path.write_text("no game")

    assert drop(hands, QUrl.fromLocalFile(str(path)))

    qtbot.waitUntil(lambda: str(path) in hands.window.status.sentence.text())
    assert hands.document.game.key == "loa"


def test_other_files_and_several_files_are_not_taken(open_window, tmp_path):
    hands = open_window("loa")
    game, other = QUrl.fromLocalFile("/a.kalahloa"), QUrl.fromLocalFile("/a.png")

    assert not drop(hands, other)
    assert not drop(hands)
    assert not drop(hands, game, game)


# -- colours ---------------------------------------------------------------------------------------


def test_the_window_follows_the_colour_scheme_of_the_desktop(open_window, qtbot, monkeypatch):
    scheme = Qt.ColorScheme.Light

    class Hints:
        @staticmethod
        def colorScheme() -> Qt.ColorScheme:
            return scheme

    class Application(QGuiApplication):
        @staticmethod
        def styleHints() -> type[Hints]:
            return Hints

    hands = open_window("kalah")
    monkeypatch.setattr(desktop, "QGuiApplication", Application)
    hands.window.preferences = type(hands.window.preferences)(scheme="system", speed=0.0)
    hands.window.set_preferences(hands.window.preferences)
    assert QApplication.palette().window().color() == LIGHT.window

    panels = [hands.window.panel_host.panel(key) for key in PANELS]
    scheme = Qt.ColorScheme.Dark
    QGuiApplication.styleHints().colorSchemeChanged.emit(scheme)

    assert QApplication.palette().window().color() == DARK.window
    assert hands.board.theme is DARK
    assert all(panel.theme is DARK for panel in panels)
    qtbot.waitUntil(lambda: hands.window.grab().toImage().pixelColor(300, 5).lightness() < 100)
    board_shows_record(hands)


@pytest.mark.skipif(not hasattr(QStyleHints, "accessibility"), reason="Qt 6.10 tells of contrast")
def test_the_window_follows_the_contrast_that_the_desktop_prefers(open_window, monkeypatch):
    preferred = Qt.ContrastPreference.NoPreference

    class Hints:
        @staticmethod
        def colorScheme() -> Qt.ColorScheme:
            return Qt.ColorScheme.Light

        @classmethod
        def accessibility(cls) -> "type[Hints]":
            return cls

        @staticmethod
        def contrastPreference() -> Qt.ContrastPreference:
            return preferred

    class Application(QGuiApplication):
        @staticmethod
        def styleHints() -> type[Hints]:
            return Hints

    hands = open_window("kalah")
    monkeypatch.setattr(desktop, "QGuiApplication", Application)
    hands.window.set_preferences(replace(hands.window.preferences, scheme="system", board="felt"))
    assert hands.board.theme is THEMES[False, "felt"]

    preferred = Qt.ContrastPreference.HighContrast
    hints = QGuiApplication.styleHints()
    hints.accessibility().contrastPreferenceChanged.emit(preferred)

    assert hands.board.theme is THEMES[False, CONTRAST]
    assert QApplication.palette().windowText().color() == QColor("black")


def test_a_chosen_scheme_does_not_follow_the_desktop(open_window):
    hands = open_window("kalah")

    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)

    assert hands.board.theme is LIGHT


def test_the_help_that_is_open_gets_the_colours_of_another_theme(open_window):
    hands = open_window("kalah")
    hands.window.window_actions.show_help()
    help_window = next(
        one
        for one in QApplication.topLevelWidgets()
        if isinstance(one, HelpWindow) and one.isVisible()
    )

    hands.window.set_theme(DARK)

    assert DARK.window.name() in help_window.styleSheet()
    assert LIGHT.window.name() not in help_window.styleSheet()
    hands.window.set_theme(LIGHT)


def test_arrows_of_menus_point_ahead_where_one_reads_from_the_right(open_window, qapp):
    assert "arrow-left" not in open_window("kalah").window.styleSheet()
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        assert "arrow-left" in open_window("kalah").window.styleSheet()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
