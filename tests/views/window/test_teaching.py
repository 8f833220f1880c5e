"""Teaching, and playing from here, in a window: by mouse and keys, on the board and in words."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.teaching.state import Teaching, TeachingSettings
from kalahloa.controllers.features.teaching.teaching import TeachingController
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.views.captions import captions, standing
from kalahloa.views.dialogs.new_game import NewGameDialog
from kalahloa.views.dialogs.play_from import PlayFromDialog
from kalahloa.views.dialogs.teaching_fields import TeachingDialog
from kalahloa.views.window.status_line import Rank
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands

COMPUTER = Player(Level(depth=1))
TICTACTOE = find_game("tictactoe")
THREAT = "XX./OO./... X"
"""X wins by 3; after 7, 8 or 9 O wins by 6."""


@pytest.fixture
def taught(open_window: Callable[..., Hands]) -> Hands:
    """A window in which whatever gives anything away is taken back, a minute later."""
    hands = open_window("tictactoe")
    teach(hands)
    hands.document.new_game(TICTACTOE, players=(HUMAN, COMPUTER), start=THREAT)
    return hands


def teach(hands: Hands) -> None:
    hands.app[TeachingController].moment_ms = 60_000
    hands.app[TeachingController].limits = Limits(depth=9)
    hands.app[Reviews]._reviewer.settings = ReviewSettings(mebibytes=1, cached=False)
    hands.app[TeachingController].set_settings(TeachingSettings(on=True, margin=0))


def refute(hands: Hands, qtbot) -> None:
    hands.click_move(9)
    qtbot.waitUntil(lambda: hands.place.is_taken_back, timeout=20_000)


def test_that_a_move_is_judged_is_said(taught):
    taught.click_move(9)

    title, subtitle = captions(taught.place)
    assert (title, subtitle) == ("Your turn", "Judging the move…")
    assert "Judging the move" in taught.window.status.sentence_of(Rank.STANDING)


def test_what_refutes_the_move_is_on_the_board_and_in_words(taught, qtbot):
    refute(taught, qtbot)

    shown = taught.board.state
    assert shown.hint == 6
    assert shown.hint_text == "6  O wins by 1 point, proven"
    assert not shown.playable
    assert captions(taught.place) == (
        "Will be undone",
        "9 loses 2 points and the win, proven: O plays 6, then O wins by 1 point, proven",
    )
    said = taught.window.status.sentence_of(Rank.NOTICE)
    assert said.startswith("9 loses 2 points and the win, proven: O 6;")
    assert "2 more moves" in said
    taught.window.show_view(text=True)
    assert "Will be undone" in taught.window.text._caption.text()
    assert said in taught.window.text.messages.toPlainText()


def test_a_click_meanwhile_does_nothing_and_undo_takes_it_back_at_once(taught, qtbot):
    refute(taught, qtbot)
    taught.click_move(3)
    assert taught.texts() == ["9"]

    taught.undo()

    assert taught.texts() == []
    assert captions(taught.place)[0] == "Try again"
    assert standing(taught.place).endswith("Try again; 2 more moves can be stopped here.")
    qtbot.waitUntil(lambda: taught.board.state.playable)
    board_shows_record(taught)
    taught.click_move(3)
    qtbot.waitUntil(lambda: not taught.place[Teaching].is_busy, timeout=20_000)
    qtbot.waitUntil(lambda: [child.text for child in taught.place.root.children] == ["3", "9"])
    board_shows_record(taught)


def test_the_panel_of_moves_marks_what_was_taken_back(taught, qtbot):
    refute(taught, qtbot)
    taught.undo()

    marked = taught.place.found_marks[taught.place.root.children[0].number]
    assert marked in FAULTS


def test_quitting_while_a_move_is_taken_back(taught, qtbot):
    refute(taught, qtbot)

    taught.window.close()

    assert taught.texts() == ["9"]


def test_the_switch_is_in_the_menu_and_remembered(open_window, qtbot):
    hands = open_window("kalah")
    action = hands.window.actions_by_name["teaching"]
    assert action in hands.window.menus["train"].actions()
    assert not action.isChecked()

    action.trigger()

    assert action.isChecked()
    qtbot.waitUntil(lambda: TeachingSettings.load(SettingsReader(hands.settings)).on)
    hands.window.close()
    again = open_window("kalah")
    assert again.window.actions_by_name["teaching"].isChecked()


def test_a_damaged_setting_is_replaced_by_the_usual_one(open_window, tmp_path):
    hands = open_window("kalah")
    hands.settings.setValue("teaching/margin", "many")
    hands.settings.setValue("teaching/times", 0)

    loaded = TeachingSettings.load(SettingsReader(hands.settings))

    assert loaded == TeachingSettings()


def press_ok(dialog) -> None:
    button = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_options_are_chosen_in_a_dialog_in_the_game_s_own_unit(open_window):
    hands = open_window("loa")
    hands.window.actions_by_name["teaching-options"].trigger()
    dialog = hands.window.findChild(TeachingDialog)
    fields = dialog.teaching
    assert not fields.limit.isEnabled()

    QTest.keyClick(fields.on, Qt.Key.Key_Space)
    assert fields.limit.text() == "more than 15 % of the chances"
    QTest.keyClick(fields.limit, Qt.Key.Key_Up)
    QTest.keyClick(fields.times, Qt.Key.Key_Down)
    press_ok(dialog)

    assert hands.app[TeachingController].settings == TeachingSettings(True, 3, 16, 2)


def test_a_new_game_is_begun_with_teaching(open_window):
    hands = open_window("loa")
    hands.window.actions_by_name["new"].trigger()
    dialog = hands.window.findChild(NewGameDialog)
    QTest.keyClick(dialog.teaching.on, Qt.Key.Key_Space)
    dialog.teaching.limit.setValue(20)
    dialog.games.setCurrentIndex(dialog.games.findData("kalah"))
    assert dialog.teaching.limit.text() == "more than 3 stones"
    dialog.teaching.limit.setValue(1)
    assert dialog.teaching.limit.text() == "more than 1 stone"

    press_ok(dialog)

    assert hands.app[TeachingController].settings == TeachingSettings(True, 1, 20, 3)
    assert hands.place[Teaching].active


def test_one_plays_from_the_position_studied_by_keys(open_window, qtbot):
    hands = open_window("loa")
    hands.app.turns.play_text("b1-b3")
    hands.app.turns.play_text("a2-c2")
    hands.window.rooms.open_page("study")
    record, here = hands.document.record, hands.document.position.position_string()

    hands.press(
        Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    dialog = hands.window.findChild(PlayFromDialog)
    assert dialog.side.currentText() == "Black, to move"
    assert dialog.opponent.player() == Player(Level.of_engine(5))
    dialog.opponent.set_player(Player(Level.of_engine(2)))
    QTest.keyClick(dialog.side, Qt.Key.Key_Down)
    QTest.keyClick(dialog.teaching.on, Qt.Key.Key_Space)
    QTest.keyClick(dialog, Qt.Key.Key_Return)

    assert hands.window.rooms.current.key == "play"
    assert hands.document.record is not record
    assert hands.document.record.start == here
    assert hands.document.players == (Player(Level.of_engine(2)), HUMAN)
    assert hands.place.flipped
    assert hands.app[TeachingController].settings.on
    qtbot.waitUntil(lambda: hands.document.node.ply == 1)
    board_shows_record(hands)
    assert [node.text for node in record.main_line()] == ["b1-b3", "a2-c2"]
    hands.keeper.save()
    assert len(hands.disk.games()) == 2


def test_the_game_that_goes_on_behind_the_dialog_does_not_change_where_it_begins(open_window):
    hands = open_window("loa")
    hands.app.turns.play_text("b1-b3")
    here = hands.document.position.position_string()
    hands.window.actions_by_name["play-from"].trigger()
    dialog = hands.window.findChild(PlayFromDialog)
    hands.app.turns.play_text("a2-c2")

    press_ok(dialog)

    assert hands.document.record.start == here
    assert hands.document.players == (Player(Level.of_engine(5)), HUMAN)


def test_a_line_typed_in_study_leads_to_play(open_window):
    hands = open_window("kalah")
    hands.window.rooms.open_page("study")
    hands.window.show_view(text=True)

    hands.type_line("playfrom 4 north")

    assert hands.window.rooms.current.key == "play"
    assert hands.document.players == (Player(Level.of_engine(4)), HUMAN)
    assert "You play North from here" in hands.window.text.messages.toPlainText()


def test_the_menus_of_board_and_moves_offer_it(open_window):
    hands = open_window("kalah")
    panel = hands.window.panel_host.panel("moves")

    assert "play-from" in panel.context_commands
    asked = []
    hands.window.graphical.menu_requested.connect(lambda _point, keys: asked.append(keys))
    hands.window.graphical._ask_for_menu(hands.board.rect().center())
    assert "play-from" in asked[0]


def test_a_move_is_not_taken_back_in_study_and_nobody_answers(open_window):
    hands = open_window("tictactoe")
    teach(hands)
    hands.document.new_game(TICTACTOE, players=(HUMAN, COMPUTER), start=THREAT)
    hands.window.rooms.open_page("study")

    hands.click_move(9)

    assert hands.texts() == ["9"]
    assert hands.place.get(Teaching) == replace(
        hands.place.get(Teaching), active=False, judging=None
    )
