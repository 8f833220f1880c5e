"""Workspaces: arrangements that are switched at any moment, each as it was left."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabBar

from kalahloa.controllers.base.player import HUMAN, Level, Player
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands

COMPUTER = Player(Level(depth=1))
CONTROL = Qt.KeyboardModifier.ControlModifier
STUDY, PLAY = Qt.Key.Key_2, Qt.Key.Key_1


def click(hands: Hands, key: str) -> None:
    button = hands.window.bar.workspace_buttons[key]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_click_and_a_key_switch_the_workspace(open_window):
    hands = open_window("kalah")
    assert hands.place.answers

    click(hands, "study")
    assert hands.window.workspaces.current.key == "study"
    assert not hands.place.answers
    board_shows_record(hands)
    hands.press(PLAY, CONTROL)
    assert hands.window.workspaces.current.key == "play"
    assert hands.place.answers
    board_shows_record(hands)
    hands.press(STUDY, CONTROL)

    assert hands.window.workspaces.current.key == "study"
    board_shows_record(hands)


def test_the_menu_switches_workspaces_too(open_window):
    hands = open_window("kalah")
    texts = {action.text(): action for action in hands.window.menus["view"].actions()}

    texts["Study"].trigger()

    assert hands.window.workspaces.current.key == "study"


def test_each_workspace_is_as_it_was_left(open_window):
    hands = open_window("kalah")
    docks = hands.window.docks.docks
    docks["players"].close()

    hands.press(STUDY, CONTROL)
    assert docks["players"].isVisible()
    docks["moves"].setFloating(True)
    hands.press(PLAY, CONTROL)
    assert not docks["players"].isVisible()
    assert not docks["moves"].isFloating()
    hands.press(STUDY, CONTROL)

    assert docks["players"].isVisible()
    assert docks["moves"].isFloating()


def test_the_workspace_is_the_same_after_a_restart(open_window, qtbot):
    hands = open_window("kalah", (HUMAN, COMPUTER))
    hands.press(STUDY, CONTROL)
    hands.window.docks.docks["players"].close()
    hands.window.close()

    again = open_window("kalah", (HUMAN, COMPUTER))

    assert again.window.workspaces.current.key == "study"
    assert not again.place.answers
    again.window.resize(1180, 780)
    qtbot.waitUntil(lambda: not again.window.docks.docks["players"].isVisible())
    board_shows_record(again)


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


def test_a_workspace_is_switched_in_the_middle_of_an_animation(open_window):
    hands = open_window("kalah", speed=0.2)
    hands.click_move(3)
    assert hands.board.animating

    hands.press(STUDY, CONTROL)
    hands.press(PLAY, CONTROL)

    board_shows_record(hands)
    assert hands.texts() == ["3"]


def test_the_bar_says_whose_turn_it_is_where_the_board_that_said_it_is_gone(open_window, qtbot):
    hands = open_window("loa")
    bar, board = hands.window.bar, hands.window.graphical
    hands.window.resize(800, 1200)
    qtbot.waitUntil(lambda: board.shows_caption)
    assert bar.caption.whole == ""

    click(hands, "library")
    assert bar.caption.whole == "Black to move"
    click(hands, "play")
    qtbot.waitUntil(lambda: board.shows_caption)

    assert bar.caption.whole == ""
    board_shows_record(hands)


def test_no_tabs_of_another_workspace_stay_in_the_window(open_window, qtbot):
    hands = open_window("tictactoe")
    window = hands.window
    window.resize(1400, 1000)
    docks = window.docks.docks

    def shown_tabs() -> list[list[str]]:
        bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        seen = [bar for bar in bars if bar.isVisible()]
        return sorted([bar.tabText(number) for number in range(bar.count())] for bar in seen)

    for key in ("study", "library", "study", "play", "study"):
        window.workspaces.switch(key)
        qtbot.wait(1)
    of_study = shown_tabs()
    assert ["Analysis", "Explorer", "Book", "Proof"] in of_study
    assert all("Preview" not in titles for titles in of_study)
    docks["proof"].hide()
    for key in ("library", "study"):
        window.workspaces.switch(key)
        qtbot.wait(1)

    assert ["Analysis", "Explorer", "Book"] in shown_tabs()
    assert len(shown_tabs()) == len(of_study)


def test_another_workspace_is_arranged_and_painted_in_two_turns(open_window, qtbot):
    hands = open_window("kalah")
    qtbot.waitUntil(lambda: not hands.window.graphical.waits_for_painting)

    hands.press(STUDY, CONTROL)

    assert hands.window.workspaces.current.key == "study"
    assert hands.window.graphical.waits_for_painting
    qtbot.waitUntil(lambda: not hands.window.graphical.waits_for_painting)
