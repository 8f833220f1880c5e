"""A game from outside in the whole window: both views, undo, and the computer as opponent."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from kalahloa.controllers.base.player import HUMAN, Level, Player
from tests import plugin


@pytest.fixture
def connect_four(tmp_path: Path) -> Iterator[str]:
    with plugin.installed(tmp_path):
        yield plugin.KEY


def test_a_game_from_outside_is_played_in_both_views(connect_four, open_window):
    hands = open_window(connect_four)
    hands.click_cell(21)  # the fourth column
    hands.press(Qt.Key.Key_F2)
    hands.type_line("4")
    hands.press(Qt.Key.Key_F2)
    assert hands.texts() == ["4", "4"]

    hands.undo()
    hands.undo()
    hands.redo()

    assert hands.texts() == ["4"]
    assert hands.board.position.position_string() == hands.document.position.position_string()


def test_the_computer_plays_a_game_from_outside_in_the_window(connect_four, open_window, qtbot):
    hands = open_window(
        connect_four, (HUMAN, Player(Level(searcher="alpha-beta", depth=2))), scripted=False
    )

    hands.click_cell(0)

    qtbot.waitUntil(lambda: len(hands.texts()) == 2 and not hands.place.thinking)


def test_a_new_game_of_the_house_follows_one_from_outside(connect_four, open_window):
    hands = open_window(connect_four)
    hands.click_cell(21)  # the fourth column
    hands.press(Qt.Key.Key_F2)

    hands.type_line("new kalah")
    hands.type_line("3")

    assert hands.texts() == ["3"]
