"""Guessing moves in the window, by clicks and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.features.guessing.guesses import Guesses
from kalahloa.controllers.features.guessing.state import Guessing
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.settings import ReviewSettings
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands
from tests.views.panels.test_trial import listed, said
from tests.views.panels.training_hands import choice, headline, link, panel, rows

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
LOST = "5 2 1 9 4 7 6"
SETTINGS = ReviewSettings(Limits(depth=9), mebibytes=1)


@pytest.fixture
def hands(open_window) -> Hands:
    hands = open_window("tictactoe")
    hands.window.resize(1180, 780)
    hands.document.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN))
    hands.app[Guesses]._reply.setInterval(10)
    hands.app[Reviews]._reviewer.settings = SETTINGS
    hands.press(Qt.Key.Key_2, CTRL)
    for text in LOST.split():
        hands.document.play(hands.document.position.read_move(text))
    hands.app.navigation.to_start()
    return hands


def begin(hands: Hands) -> None:
    hands.press(Qt.Key.Key_F9, CTRL)


def guess(hands: Hands, qtbot, cell: int) -> None:
    """Click on *cell*, and wait until that was judged and the next guess is expected."""
    done = len(hands.place[Guessing].score.guesses)
    hands.click_cell(cell)
    qtbot.waitUntil(lambda: len(hands.place[Guessing].score.guesses) == done + 1, timeout=20_000)
    qtbot.waitUntil(
        lambda: hands.place[Guessing].waiting or not hands.place[Guessing].running, timeout=20_000
    )


def test_a_key_begins_it_shows_the_score_and_hides_the_moves(hands):
    begin(hands)

    assert panel(hands).is_seen and link(hands, "Stop") is not None
    assert headline(hands)[0] == "Guess X's moves." and panel(hands).bar.maximum() == 4
    assert hands.window.rooms.page.key == "guess" and hands.board.hasFocus()
    hands.window.rooms.reveal("moves")
    assert listed(hands) == []
    assert hands.board.state.played is None
    board_shows_record(hands)


def test_guesses_are_judged_and_listed_and_the_game_goes_on(hands, qtbot):
    begin(hands)

    guess(hands, qtbot, 4)
    guess(hands, qtbot, 2)

    assert rows(hands)[0][:2] == ("5 (0)", "5 (0)")
    assert rows(hands)[1][0].startswith("3 (") and rows(hands)[1][1].startswith("1 (")
    assert rows(hands)[0][3] == "10"
    assert panel(hands).aside.whole.startswith(f"{hands.place[Guessing].score.points} of 20 points")
    assert "3 (" in said(hands) and "X played 1" in said(hands)
    hands.window.rooms.reveal("moves")
    assert [text.rstrip("?!") for text in listed(hands)] == ["5", "2", "1", "9"]
    board_shows_record(hands)


def test_the_buttons_choose_a_side_begin_and_stop(hands, qtbot):
    hands.window.rooms.open_page("guess")
    shown = panel(hands)
    choice(hands, "Whose moves to guess").setCurrentIndex(3)

    QTest.mouseClick(shown.next_button, LEFT)
    assert hands.place[Guessing].sides == (0, 1)
    guess(hands, qtbot, 4)
    QTest.mouseClick(link(hands, "Stop"), LEFT)

    assert not hands.place[Guessing].running
    assert shown.told.text().startswith("1 guess: 10 of 10 points")
    assert link(hands, "Save my guesses") is not None and shown.again_button.isEnabled()
    hands.window.rooms.reveal("moves")
    assert len(listed(hands)) == 7


def test_guesses_are_written_by_a_button(hands, qtbot):
    begin(hands)
    guess(hands, qtbot, 2)
    begin(hands)

    QTest.mouseClick(link(hands, "Save my guesses"), LEFT)

    root = hands.document.record.root
    assert [child.text for child in root.children] == ["5", "3"]
    assert hands.place.undo_edit


def test_a_guess_that_is_not_the_games_is_not_left_on_the_board(hands, qtbot):
    begin(hands)

    guess(hands, qtbot, 2)

    assert hands.board.shown_marks() == {4: 0, 1: 1}
    board_shows_record(hands)


def test_a_screen_reader_hears_each_row_and_what_each_move_is_worth(hands, qtbot):
    begin(hands)
    guess(hands, qtbot, 4)
    model = panel(hands).model

    told = model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole)

    assert told == "Guess 5 (0), Played 5 (0), Best 5 (0), Points 10"


def test_the_board_says_what_is_to_be_done_and_what_came_of_it(hands, qtbot):
    begin(hands)
    assert headline(hands) == ("Guess X's moves.", "")

    guess(hands, qtbot, 4)

    assert headline(hands)[0] == "Guess X's moves."
    assert "5 is what X played" in headline(hands)[1]


def test_the_games_move_is_shown_without_points_and_it_starts_again(hands, qtbot):
    begin(hands)

    QTest.mouseClick(panel(hands).show_button, LEFT)
    assert "X played 5." in said(hands)
    qtbot.waitUntil(lambda: hands.place[Guessing].waiting, timeout=20_000)
    assert hands.document.node.ply == 2 and rows(hands) == []
    QTest.mouseClick(panel(hands).again_button, LEFT)

    assert hands.document.node.ply == 0 and hands.place[Guessing].waiting


def test_it_can_be_typed_in_the_text_view(hands, qtbot):
    hands.window.show_view(text=True)
    line = hands.window.text.line
    QTest.keyClicks(line, "guess o")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: hands.place.get(Guessing) is not None and hands.place[Guessing].waiting)

    QTest.keyClicks(line, "1")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(hands.place[Guessing].score.guesses), timeout=20_000)

    messages = hands.window.text.messages.toPlainText()
    assert "Guess O's moves." in messages
    assert "1 (0, proven): 10 points. O played 2 (−1, proven). Yours is better." in messages
    assert hands.window.text.line.hasFocus()
