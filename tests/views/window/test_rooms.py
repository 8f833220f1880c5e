"""Rooms and their pages: switched at any moment; who answers in them; the board, or the text."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.features.puzzles.state import PuzzleStock
from kalahloa.views.panels.placements import PANELS
from kalahloa.views.window.rooms import PAGES, ROOMS
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands
from tests.views.window.arranged import board_rect, places, settle, tabs_of

COMPUTER = Player(Level(depth=1))
CONTROL, LEFT = Qt.KeyboardModifier.ControlModifier, Qt.MouseButton.LeftButton
HOME, PLAY, STUDY = Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3


def click(hands: Hands, room: str) -> None:
    QTest.mouseClick(hands.window.bar.room_buttons[room], LEFT)


# -- switching -------------------------------------------------------------------------------------


def test_a_click_and_a_key_switch_the_room(open_window):
    hands = open_window("kalah")
    assert hands.place.answers

    click(hands, "study")
    assert hands.window.rooms.current.key == "study"
    assert not hands.place.answers
    board_shows_record(hands)
    hands.press(PLAY, CONTROL)
    assert hands.window.rooms.current.key == "play"
    assert hands.place.answers
    board_shows_record(hands)
    hands.press(STUDY, CONTROL)

    assert hands.window.rooms.current.key == "study"
    board_shows_record(hands)


@pytest.mark.parametrize("number", range(6))
def test_each_room_has_a_key_in_the_order_of_its_button(open_window, number):
    hands = open_window("kalah")

    hands.press(Qt.Key(Qt.Key.Key_1 + number), CONTROL)

    assert hands.window.rooms.current is ROOMS[number]
    board_shows_record(hands)


def test_the_menu_switches_rooms_too(open_window):
    hands = open_window("kalah")
    texts = {action.text(): action for action in hands.window.menus["view"].actions()}

    texts["Study"].trigger()

    assert hands.window.rooms.current.key == "study"


def test_a_room_with_several_pages_has_a_button_for_each(open_window):
    hands = open_window("kalah")
    bar, rooms = hands.window.bar, hands.window.rooms
    click(hands, "algorithms")
    assert rooms.page.key == "course"

    QTest.mouseClick(bar.pages["algorithms"].buttons["comparison"], LEFT)

    assert rooms.page.key == "comparison"
    assert bar.page_actions["comparison"].isChecked()
    assert not bar.page_actions["course"].isChecked()
    assert [key for key, pages in bar.pages.items() if pages.isVisible()] == ["algorithms"]
    click(hands, "study")
    assert not any(pages.isVisible() for pages in bar.pages.values())


def test_a_room_is_entered_on_the_page_on_which_it_was_left(open_window):
    hands = open_window("kalah")
    hands.window.rooms.open_page("guess")

    hands.press(PLAY, CONTROL)
    click(hands, "train")

    assert hands.window.rooms.page.key == "guess"


def test_every_page_shows_its_panels_and_those_only(open_window):
    hands = open_window("kalah")
    rooms, host = hands.window.rooms, hands.window.panel_host

    for page in PAGES:
        rooms.open_page(page)
        settle(hands, (1600, 1000))

        for key, entry in PANELS.items():
            is_possible = entry.when is None or entry.when(hands.place)
            due = page in entry.pages and (is_possible or bool(entry.sometimes))
            assert rooms.is_shown(key) == due, (page, key)
            assert rooms.toggle_actions[key].isChecked() == due, (page, key)
            if rooms.is_shown(key) and key not in rooms.children_shown():
                card, _ = tabs_of(hands, entry.card or key)
                assert len(card.keys) > 1, (page, key)  # it is behind another
        seen = {key for key, panel in host.panels.items() if panel.is_seen}
        assert seen == rooms.children_shown(), page
        assert hands.window.stack.isVisible() == PAGES[page].has_board, page
        board_shows_record(hands)


def test_a_room_is_switched_in_the_middle_of_an_animation(open_window):
    hands = open_window("kalah", speed=0.2)
    hands.click_move(3)
    assert hands.board.animating

    hands.press(STUDY, CONTROL)
    hands.press(PLAY, CONTROL)

    board_shows_record(hands)
    assert hands.texts() == ["3"]


def test_another_page_is_arranged_and_painted_in_two_turns(open_window, qtbot):
    hands = open_window("kalah")
    qtbot.waitUntil(lambda: not hands.window.graphical.waits_for_painting)

    hands.press(STUDY, CONTROL)

    assert hands.window.rooms.current.key == "study"
    assert hands.window.graphical.waits_for_painting
    qtbot.waitUntil(lambda: not hands.window.graphical.waits_for_painting)


@pytest.mark.parametrize("page", ["study", "course", "heuristic", "puzzles"])
def test_the_keyboard_stays_on_the_board_where_the_next_page_has_it_too(open_window, page):
    hands = open_window("kalah")
    hands.board.setFocus()

    hands.window.rooms.open_page(page)

    assert QApplication.focusWidget() is hands.board


# -- who answers -----------------------------------------------------------------------------------


def test_in_study_the_computer_does_not_answer(open_window, searcher):
    hands = open_window("kalah", (HUMAN, COMPUTER))
    hands.press(STUDY, CONTROL)

    hands.click_move(1)
    hands.click_move(2)

    assert hands.texts() == ["1", "2"]
    assert searcher.asked == []
    board_shows_record(hands)


def test_back_in_play_the_computer_waits_to_be_asked(open_window, qtbot):
    hands = open_window("kalah", (HUMAN, COMPUTER))
    hands.press(STUDY, CONTROL)
    hands.click_move(1)

    hands.press(PLAY, CONTROL)
    assert hands.place.waits_for_continue
    board_shows_record(hands)
    hands.press(Qt.Key.Key_Space)

    qtbot.waitUntil(lambda: len(hands.texts()) >= 2 and not hands.place.thinking)


@pytest.mark.parametrize("by_key", [True, False])
def test_study_stops_a_computer_that_thinks(open_window, searcher, qtbot, by_key):
    hands = open_window("kalah", (HUMAN, COMPUTER))
    searcher.shut()
    hands.click_move(1)
    qtbot.waitUntil(searcher.began.is_set)

    if by_key:
        hands.press(STUDY, CONTROL)
    else:
        click(hands, "study")

    assert not hands.place.thinking
    qtbot.waitUntil(lambda: searcher.stopped_searches == 1)
    assert hands.texts() == ["1"]
    board_shows_record(hands)


# -- board and text --------------------------------------------------------------------------------


def test_the_text_takes_the_place_of_the_board_and_gives_it_back(open_window, qtbot):
    hands = open_window("kalah")
    window = hands.window
    for page in [page.key for page in PAGES.values() if page.has_board]:
        window.rooms.open_page(page)
        qtbot.waitUntil(lambda: not hands.place[PuzzleStock].loading)  # or the card grows later
        settle(hands)
        before, others = board_rect(hands), places(hands)

        QTest.mouseClick(window.bar.views.buttons["text"], LEFT)
        settle(hands)
        assert window.text.isVisible() and not window.graphical.isVisible(), page
        assert board_rect(hands) == before and places(hands) == others, page
        hands.type_line("3")
        QTest.mouseClick(window.bar.views.buttons["graphical"], LEFT)

        assert window.graphical.isVisible() and not window.text.isVisible(), page
        assert hands.texts() == ["3"], page
        board_shows_record(hands)
        hands.undo()


@pytest.mark.parametrize("view", ["text", "graphical"])
def test_from_a_page_without_a_board_both_views_lead_to_one_that_has_it(open_window, view):
    hands = open_window("kalah")
    hands.press(HOME, CONTROL)
    assert not hands.window.stack.isVisible()

    QTest.mouseClick(hands.window.bar.views.buttons[view], LEFT)

    assert hands.window.rooms.page.has_board
    assert hands.window.text.isVisible() == (view == "text")
    board_shows_record(hands)
