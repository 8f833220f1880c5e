"""The end of a game in the window: from the last move to why it was lost, by clicks."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.features.ending.state import EndCard
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.models.game.registry import find_game
from kalahloa.views.headline import HeadlineView
from kalahloa.views.panels.ending import EndingPanel
from tests.views.conftest import Hands

LOST = "1 2 3 5 4 8"


@pytest.fixture
def hands(open_window) -> Hands:
    made: Hands = open_window("tictactoe")
    made.window.resize(1180, 780)
    made.document.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN))
    made.app.to_play()
    return made


def panel(hands: Hands) -> EndingPanel | None:
    """Return the card, if it is seen."""
    found = hands.window.findChild(EndingPanel)
    return found if found is not None and found.isVisible() else None


def click(button: QPushButton) -> None:
    assert button.isVisible() and button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def play(hands: Hands, moves: str) -> None:
    for move in moves.split():
        hands.click_move(hands.document.position.read_move(move))


def test_a_loser_learns_why_in_three_clicks(hands, qtbot):
    play(hands, LOST)
    qtbot.waitUntil(lambda: panel(hands) is not None)
    card = panel(hands)
    assert card.result.text() == "O won: three in a row"
    qtbot.waitUntil(lambda: card.when.text().startswith("It turned"), timeout=30_000)

    click(card.show_button)

    turning = hands.place[EndCard].turning
    assert hands.document.node is turning.node and not hands.place.answers
    headline = hands.window.findChild(HeadlineView)
    assert headline.texts()[0].startswith("It turned on move")


def test_the_card_goes_with_the_next_game(hands, qtbot):
    play(hands, LOST)
    qtbot.waitUntil(lambda: panel(hands) is not None)

    click(panel(hands).rematch_button)

    qtbot.waitUntil(lambda: panel(hands) is None)
    assert not hands.document.record.root.children
    assert not hands.app[Reviews].running


def test_a_resignation_by_mistake_is_taken_back_by_one_click(hands, qtbot):
    play(hands, "1 2")
    hands.window.actions_by_name["resign"].trigger()
    qtbot.waitUntil(lambda: panel(hands) is not None)
    assert panel(hands).result.text() == "O won: X resigned"
    assert "X has resigned" in hands.window.status.sentence.text()

    click(hands.window.status.offer)

    qtbot.waitUntil(lambda: panel(hands) is None)
    assert hands.document.record.result == "*"
    play(hands, "3")
    assert hands.texts() == ["1", "2", "3"]


def test_the_text_view_tells_of_a_resignation_and_takes_it_back(hands, qtbot):
    hands.window.show_view(text=True)
    for line in ("1", "2", "resign"):
        hands.type_line(line)
    text = hands.window.text.messages.toPlainText()

    assert "O wins: X resigned." in text
    hands.type_line("3")
    assert "The game is over: O wins: X resigned." in hands.window.text.messages.toPlainText()
    hands.type_line("unedit")
    hands.type_line("3")
    assert hands.texts() == ["1", "2", "3"]


@pytest.mark.parametrize("size", [(640, 480), (700, 1000), (1180, 780), (1600, 1000)])
def test_what_to_do_next_is_seen_without_scrolling(hands, qtbot, size):
    hands.window.resize(*size)
    play(hands, LOST)
    qtbot.waitUntil(lambda: panel(hands) is not None)
    card = panel(hands)

    for button in (card.review_button, card.rematch_button, card.new_button):
        qtbot.waitUntil(
            lambda button=button: button.visibleRegion().boundingRect() == button.rect()
        )
