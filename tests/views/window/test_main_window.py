"""The whole window, played with real clicks and keys."""

import random
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.views.captions import captions
from kalahloa.views.window import library_poll, window_actions
from kalahloa.views.window.status_line import Rank
from tests.oracles import oracle
from tests.views.checker import board_shows_record
from tests.views.listed import click_node, listed_texts

COMPUTER = Player(Level(depth=1))


def random_game(document, seed: int, click) -> None:
    """Play random legal moves through *click* until the game is over."""
    chance = random.Random(seed)
    while document.node.outcome is None:
        moves = document.position.legal_moves()
        plies = document.node.ply
        click(chance.choice(moves))
        assert document.node.ply == plies + 1


# -- whole games ---------------------------------------------------------------------------------


def test_a_recorded_game_of_lines_of_action_is_played_by_clicks(open_window):
    hands = open_window("loa")
    ending = oracle("loa")["endings"]["mover_wins"][0]

    for text in ending["moves"]:
        hands.click_move(hands.document.position.read_move(text))

    assert hands.texts() == ending["moves"]
    assert hands.place.outcome is not None
    assert hands.place.outcome.reason in hands.window.status.sentence.text()
    board_shows_record(hands)


@pytest.mark.parametrize("game", ["kalah", "tictactoe"])
def test_a_whole_game_is_played_by_clicks(open_window, game):
    hands = open_window(game)

    random_game(hands.document, 3, hands.click_move)

    board_shows_record(hands)
    assert hands.board.state is not None
    assert hands.window.graphical.headline.said == captions(hands.place)


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_a_whole_game_is_played_by_typed_text(open_window, game):
    hands = open_window(game)
    hands.press(Qt.Key.Key_F2)
    assert hands.window.text_shown

    def type_move(move: int) -> None:
        hands.type_line(hands.document.position.format_move(move))

    if game == "loa":
        for text in oracle("loa")["endings"]["mover_wins"][0]["moves"]:
            hands.type_line(text)
    else:
        random_game(hands.document, 5, type_move)

    assert hands.place.outcome is not None
    assert hands.place.outcome.reason in hands.window.text.messages.toPlainText()
    board_shows_record(hands)


def test_a_whole_game_is_played_by_keys_on_the_board(open_window):
    hands = open_window("tictactoe")
    board = hands.board
    board.setFocus()

    for cell in (0, 3, 1, 4, 2):
        while board.focus_cell != cell:
            now = board.focus_cell
            if now < 0:
                key = Qt.Key.Key_Right
            elif now // 3 != cell // 3:
                key = Qt.Key.Key_Down if cell // 3 > now // 3 else Qt.Key.Key_Up
            else:
                key = Qt.Key.Key_Right if cell % 3 > now % 3 else Qt.Key.Key_Left
            QTest.keyClick(board, key)
        QTest.keyClick(board, Qt.Key.Key_Return)

    assert hands.place.outcome.winner == 0
    board_shows_record(hands)


def test_a_game_against_the_lectures_searcher_comes_to_its_end(open_window, qtbot):
    hands = open_window("kalah", (HUMAN, Player(Level(depth=2))), scripted=False)
    chance = random.Random(11)

    while hands.place.outcome is None:
        qtbot.waitUntil(lambda: hands.place.human_may_move or hands.place.outcome is not None)
        if hands.place.outcome is None:
            hands.click_move(chance.choice(hands.document.position.legal_moves()))

    board_shows_record(hands)


# -- switching views -----------------------------------------------------------------------------


def test_views_switch_in_the_middle_of_a_think(open_window, searcher, qtbot):
    hands = open_window("kalah", (HUMAN, COMPUTER))
    searcher.shut()
    hands.click_move(1)
    qtbot.waitUntil(lambda: hands.place.thinking)

    hands.press(Qt.Key.Key_F2)
    assert hands.window.text_shown
    assert hands.place.thinking
    assert "thinking" in hands.window.text._caption.text()
    hands.press(Qt.Key.Key_F2)
    searcher.open()

    qtbot.waitUntil(lambda: not hands.place.thinking)
    board_shows_record(hands)


def test_views_switch_in_the_middle_of_an_animation(open_window):
    hands = open_window("kalah", speed=0.2)
    hands.click_move(3)
    assert hands.board.animating

    hands.press(Qt.Key.Key_F2)

    assert not hands.board.animating
    hands.type_line("6")
    assert hands.texts() == ["3", "6"]
    hands.press(Qt.Key.Key_F2)
    board_shows_record(hands)


def test_clicks_and_keys_during_an_animation_are_moves(open_window):
    hands = open_window("kalah", speed=0.2)
    hands.click_move(3)
    assert hands.board.animating

    hands.click_cell(0)
    assert hands.texts() == ["3", "1"]
    assert hands.board.animating
    hands.press(Qt.Key.Key_2)

    assert hands.texts() == ["3", "1", "2"]
    board_shows_record(hands)


def test_a_double_click_makes_one_move_and_refuses_nothing(open_window):
    hands = open_window("kalah", speed=0.2)
    refused = []
    hands.window.graphical.refused.connect(refused.append)

    QTest.mouseDClick(hands.board.viewport(), Qt.MouseButton.LeftButton, pos=hands.place_of(0))

    assert hands.texts() == ["1"]
    assert refused == []


def test_ctrl_y_redoes_what_was_taken_back(open_window):
    hands = open_window("kalah")
    hands.click_move(3)
    hands.undo()
    assert hands.texts() == []

    hands.press(Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)

    assert hands.texts() == ["3"]


def test_the_turn_is_told_when_the_computers_stones_have_come_to_rest(open_window, qtbot):
    hands = open_window("kalah", (HUMAN, COMPUTER), speed=4.0)
    hands.click_move(1)

    qtbot.waitUntil(lambda: hands.place.human_may_move and len(hands.texts()) > 1, timeout=20000)
    assert hands.board.animating
    assert captions(hands.place)[0] == "Your turn"
    assert hands.window.graphical.headline.texts()[0] != "Your turn"
    qtbot.waitUntil(lambda: not hands.board.animating)

    assert hands.window.graphical.headline.texts()[0] == "Your turn"


def test_undo_in_the_middle_of_an_animation_shows_the_position_before(open_window):
    hands = open_window("kalah", speed=0.2)
    hands.click_move(3)
    assert hands.board.animating

    hands.undo()

    assert not hands.board.animating
    assert hands.texts() == []
    board_shows_record(hands)


def test_the_computer_waits_for_the_animation_and_then_moves(open_window, qtbot):
    hands = open_window("kalah", (HUMAN, COMPUTER), speed=4.0)
    hands.click_move(1)
    assert hands.board.animating

    qtbot.waitUntil(lambda: hands.place.human_may_move, timeout=20000)

    assert len(hands.texts()) >= 2
    board_shows_record(hands)


def test_what_the_computer_has_found_waits_until_the_animation_is_skipped(open_window, qtbot):
    hands = open_window("kalah", (HUMAN, COMPUTER), speed=0.1)
    hands.window.set_preferences(replace(hands.window.preferences, think_seconds=0.0))
    found = []
    hands.app.turns.found.connect(lambda node, result: found.append(node))
    hands.click_move(1)
    qtbot.waitUntil(lambda: bool(found))
    qtbot.wait(50)
    assert hands.board.animating
    assert hands.texts() == ["1"]

    hands.click_cell(0)

    qtbot.waitUntil(lambda: len(hands.texts()) > 1)


# -- the undo table ------------------------------------------------------------------------------


def test_undo_between_humans_takes_back_one_sowing(open_window):
    hands = open_window("kalah")
    hands.click_move(3)
    hands.click_move(6)

    hands.undo()

    assert hands.texts() == ["3"]
    board_shows_record(hands)


def test_undo_against_the_computer_takes_its_plies_too(open_window, qtbot):
    hands = open_window("loa", (HUMAN, COMPUTER))
    hands.click_move(hands.document.position.read_move("b1-b3"))
    qtbot.waitUntil(lambda: len(hands.texts()) == 2 and not hands.place.thinking)

    hands.undo()

    assert hands.texts() == []
    assert hands.place.held
    board_shows_record(hands)


def test_undo_while_the_computer_thinks_stops_it(open_window, searcher, qtbot):
    hands = open_window("loa", (HUMAN, COMPUTER))
    searcher.shut()
    hands.click_move(hands.document.position.read_move("b1-b3"))
    qtbot.waitUntil(searcher.began.is_set)

    hands.undo()

    assert hands.texts() == []
    assert not hands.place.thinking
    qtbot.waitUntil(lambda: searcher.stopped_searches == 1)
    board_shows_record(hands)


def test_undo_between_computers_pauses_and_space_goes_on(open_window, searcher, qtbot):
    hands = open_window("loa", (COMPUTER, COMPUTER))
    hands.app.turns.minimum_think_seconds = 0.05
    qtbot.waitUntil(lambda: len(hands.texts()) >= 3)
    hands.undo()
    plies = len(hands.texts())
    qtbot.wait(150)
    assert len(hands.texts()) == plies

    hands.press(Qt.Key.Key_Space)

    qtbot.waitUntil(lambda: len(hands.texts()) > plies)


def test_undo_after_the_end_takes_back_the_last_ply(open_window):
    hands = open_window("tictactoe")
    for cell in (0, 3, 1, 4, 2):
        hands.click_cell(cell)
    assert hands.place.outcome is not None

    hands.undo()

    assert hands.place.outcome is None
    assert len(hands.texts()) == 4
    board_shows_record(hands)


def test_with_nothing_to_undo_the_button_is_off(open_window):
    hands = open_window("loa")

    assert not hands.window.actions_by_name["undo"].isEnabled()
    hands.undo()
    assert hands.texts() == []


def test_redo_and_a_variation_keep_everything(open_window):
    hands = open_window("kalah")
    hands.click_move(3)
    hands.click_move(6)
    hands.undo()
    hands.redo()
    assert hands.texts() == ["3", "6"]
    hands.undo()

    hands.click_move(1)

    assert hands.texts() == ["3", "1"]
    assert len(hands.document.record.nodes) == 4
    assert "6" in listed_texts(hands)
    board_shows_record(hands)


# -- panels, status, messages ----------------------------------------------------------------------


def test_a_click_on_a_move_goes_there(open_window):
    hands = open_window("loa")
    for text in ("b1-b3", "a4-c4", "d1-d3"):
        hands.click_move(hands.document.position.read_move(text))

    click_node(hands, hands.document.record.nodes[1])

    assert hands.texts() == ["b1-b3"]
    board_shows_record(hands)


def test_the_wheel_walks_back_and_forward_and_rests_at_the_ends(open_window):
    hands = open_window("kalah")
    hands.click_move(1)
    hands.click_move(2)

    def turn(notches: int) -> list[str]:
        middle = QPointF(hands.board.viewport().rect().center())
        event = QWheelEvent(
            middle,
            QPointF(hands.board.viewport().mapToGlobal(middle.toPoint())),
            QPoint(),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(hands.board.viewport(), event)
        return hands.texts()

    assert turn(-1) == ["1", "2"]
    assert turn(1) == ["1"]
    assert turn(1) == []
    assert turn(1) == []
    assert turn(-1) == ["1"]
    assert hands.window.status.sentence_of(Rank.NOTICE) == ""
    board_shows_record(hands)


def test_a_click_that_can_do_nothing_says_why(open_window):
    hands = open_window("loa")

    hands.click_cell(63)

    assert hands.window.status.sentence.text()
    assert hands.texts() == []


def test_a_click_while_the_computer_thinks_says_whose_turn_it_is(open_window, searcher, qtbot):
    hands = open_window("kalah", (HUMAN, COMPUTER))
    searcher.shut()
    hands.click_move(1)
    qtbot.waitUntil(searcher.began.is_set)
    before = hands.window.status.sentence.text()

    hands.click_cell(8)

    assert hands.window.status.sentence.text()
    assert hands.window.status.sentence.text() != before
    assert hands.texts() == ["1"]


def test_a_wrong_line_is_answered_and_changes_nothing(open_window):
    hands = open_window("loa")
    hands.press(Qt.Key.Key_F2)

    hands.type_line("b1-b4")

    assert "Two pieces stand on the b-file" in hands.window.text.messages.toPlainText()
    assert hands.texts() == []


def test_the_command_line_has_a_history(open_window):
    hands = open_window("kalah")
    hands.press(Qt.Key.Key_F2)
    line = hands.window.text.line
    hands.type_line("moves")
    hands.type_line("rules")

    QTest.keyClick(line, Qt.Key.Key_Up)
    QTest.keyClick(line, Qt.Key.Key_Up)
    assert line.text() == "moves"
    QTest.keyClick(line, Qt.Key.Key_Down)
    assert line.text() == "rules"


def test_flip_from_the_text_view_turns_both_views(open_window):
    hands = open_window("loa")
    hands.press(Qt.Key.Key_F2)

    hands.type_line("flip")

    assert hands.place.flipped
    hands.press(Qt.Key.Key_F2)
    assert hands.board.flipped
    board_shows_record(hands)


def test_a_hint_is_shown_on_the_board_and_said(open_window, qtbot):
    hands = open_window("kalah")

    hands.window.actions_by_name["hint"].trigger()
    qtbot.waitUntil(lambda: hands.place.hint is not None)
    assert hands.board.state.hint is None
    hands.window.actions_by_name["hint"].trigger()

    assert hands.board.state.hint == hands.place.hint.move
    assert hands.window.status.sentence.text().startswith("Hint")
    hands.click_move(hands.place.hint.move)
    assert hands.board.state.hint is None


def test_the_window_closes_at_once_in_a_think_and_keeps_the_game(open_window, searcher, qtbot):
    hands = open_window("kalah", (HUMAN, COMPUTER))
    searcher.shut()
    hands.click_move(1)
    qtbot.waitUntil(searcher.began.is_set)

    hands.window.close()

    assert not hands.window.isVisible()
    assert len(hands.disk.games()) == 1


def test_a_new_game_of_another_kind_replaces_the_board(open_window):
    hands = open_window("loa")
    hands.click_move(hands.document.position.read_move("b1-b3"))
    hands.press(Qt.Key.Key_F2)
    hands.type_line("new kalah standard")
    hands.press(Qt.Key.Key_F2)

    hands.click_move(3)

    assert hands.texts() == ["3"]
    assert "Standard" in hands.window.status.facts.text()
    board_shows_record(hands)


def test_the_window_can_be_small_and_dark(open_window, qtbot):
    hands = open_window("loa")
    hands.window.resize(420, 420)
    hands.window.preferences = replace(hands.window.preferences, scheme="dark")
    hands.window.set_preferences(hands.window.preferences)

    hands.click_move(hands.document.position.read_move("b1-b3"))

    assert hands.texts() == ["b1-b3"]
    qtbot.waitUntil(hands.board.viewport().updatesEnabled)
    shade = hands.window.grab().toImage().pixelColor(QPoint(5, hands.window.height() // 2))
    assert shade.lightness() < 100
    board_shows_record(hands)


def test_undo_and_redo_keys_work_while_typing(open_window):
    hands = open_window("kalah")
    hands.press(Qt.Key.Key_F2)
    hands.type_line("3-6")

    hands.undo()
    assert hands.texts() == ["3"]
    hands.redo()

    assert hands.texts() == ["3", "6"]


def test_undo_is_the_line_s_own_while_it_has_text(open_window):
    hands = open_window("kalah")
    hands.press(Qt.Key.Key_F2)
    hands.type_line("3-6")
    QTest.keyClicks(hands.window.text.line, "1")

    hands.undo()

    assert hands.texts() == ["3", "6"]
    assert hands.window.text.line.text() == ""


def test_space_on_an_empty_line_lets_the_computer_go_on(open_window, qtbot):
    hands = open_window("kalah", (HUMAN, COMPUTER))
    hands.press(Qt.Key.Key_F2)
    hands.type_line("1")
    qtbot.waitUntil(lambda: hands.place.human_may_move)
    hands.press(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert hands.place.waits_for_continue

    hands.press(Qt.Key.Key_Space)

    assert not hands.place.held


def test_a_hint_says_what_it_is_worth_and_whether_that_is_proven(open_window, qtbot):
    hands = open_window("tictactoe", scripted=False)
    for cell in (0, 3, 1, 4):
        hands.click_cell(cell)

    hands.window.actions_by_name["hint"].trigger()
    qtbot.waitUntil(lambda: hands.place.hint is not None)
    hands.window.actions_by_name["hint"].trigger()

    assert hands.board.state.hint_text == "3  +1"
    assert "Hint (+1, proven)" in hands.window.status.sentence.text()


def test_what_an_errand_says_is_also_in_the_messages_of_the_text_view(
    open_window, monkeypatch, tmp_path
):
    hands = open_window("kalah")
    monkeypatch.setattr(window_actions, "log_folder", lambda: tmp_path / "none")

    hands.window.actions_by_name["show-log"].trigger()

    assert hands.window.status.sentence.text() == "There is no log yet."
    hands.window.show_view(text=True)
    lines = hands.window.text.messages.toPlainText().splitlines()
    assert lines.count("There is no log yet.") == 1


def test_a_window_that_is_not_in_front_shows_what_another_has_played(
    open_window, qtbot, monkeypatch
):
    monkeypatch.setattr(library_poll, "POLL_MS", 20)
    first = open_window("tictactoe")
    first.click_move(1)
    first.keeper.save()
    second = open_window("tictactoe")
    second.keeper.open_later(first.keeper.game_id)
    qtbot.waitUntil(lambda: second.texts() == ["1"])

    second.click_move(5)
    second.keeper.save()

    # Where the first one stands is its own affair.
    qtbot.waitUntil(lambda: [node.text for node in first.document.record.nodes[1:]] == ["1", "5"])
