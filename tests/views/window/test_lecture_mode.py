"""Lecture mode in the window: opened by its key, left by Escape."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.features.course.course import Course
from kalahloa.views.lesson.lecture_view import LectureView
from kalahloa.views.look.theme import DARK
from kalahloa.views.window.lecture_mode import LectureMode
from tests.views.conftest import Hands

SHIFT = Qt.KeyboardModifier.ShiftModifier


def begun(hands: Hands, qtbot) -> LectureView:
    mode = hands.window.findChild(LectureMode)
    qtbot.waitUntil(lambda: mode.view is not None)
    qtbot.waitExposed(mode.view)
    return mode.view


def test_its_key_shows_the_open_page_on_the_whole_screen(open_window, qtbot):
    hands = open_window("kalah")
    course = hands.app[Course]
    course.open("alpha-beta", 1, quietly=True)
    qtbot.waitUntil(lambda: not course.state.busy)

    hands.press(Qt.Key.Key_F11, SHIFT)

    view = begun(hands, qtbot)
    assert view.isFullScreen() and view.page.heading.text() == "Alpha and beta"
    assert view.size() == hands.window.screen().size()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert hands.window.findChild(LectureMode).view is None
    assert hands.window.isVisible()


def test_without_an_open_page_it_begins_with_the_first_one(open_window, qtbot):
    hands = open_window("kalah")

    hands.window.actions_by_name["lecture-mode"].trigger()

    view = begun(hands, qtbot)
    assert view.chapter.text() == "Game trees"
    assert view.page.heading.text() == "A tree of moves"


def test_it_follows_the_colours_and_ends_with_the_window(open_window, qtbot):
    hands = open_window("kalah")
    hands.window.actions_by_name["lecture-mode"].trigger()
    view = begun(hands, qtbot)

    hands.window.set_theme(DARK)
    qtbot.waitUntil(lambda: view.page.figure.theme is DARK)
    hands.window.close()

    assert hands.window.findChild(LectureMode).view is None


def test_a_chapter_lends_its_numbers_to_the_board_while_it_is_shown(open_window, qtbot):
    hands = open_window("kalah")
    course, rooms = hands.app[Course], hands.window.rooms
    kept = hands.app.overlays.to_settings()
    course.open("game-trees", quietly=True)
    qtbot.waitUntil(lambda: not course.state.busy)
    assert hands.place.overlays_shown == frozenset()  # the board is not beside it

    rooms.open_page("course")

    assert hands.place.overlays_shown == {"numbers"}
    hands.type_line("#4")
    assert hands.texts() == ["3"]
    course.open("minimax", quietly=True)
    qtbot.waitUntil(lambda: not course.state.busy)
    assert hands.place.overlays_shown == frozenset()
    course.open("game-trees", quietly=True)
    qtbot.waitUntil(lambda: hands.place.overlays_shown == {"numbers"})
    rooms.open_page("study")
    assert hands.place.overlays_shown == frozenset()
    assert hands.app.overlays.to_settings() == kept
