"""The dialogs, filled in with real keys and clicks."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from kalahloa.controllers.player import HUMAN, Level, Player
from kalahloa.models.games import find_game, game_keys
from kalahloa.views.help_window import HelpWindow
from kalahloa.views.new_game_dialog import NewGameDialog
from kalahloa.views.player_chooser import PlayerDialog
from kalahloa.views.preferences import Preferences, PreferencesDialog

COMPUTER = Player(Level(searcher="alpha-beta", depth=3))


@pytest.fixture
def dialog(qtbot) -> NewGameDialog:
    game = find_game("kalah")
    made = NewGameDialog(game, game.rulebook.default, (HUMAN, COMPUTER))
    qtbot.addWidget(made)
    made.show()
    return made


def press_ok(dialog: NewGameDialog) -> None:
    button = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_dialog_begins_with_what_is_played_now(dialog):
    choice = dialog.choice()

    assert choice.game.key == "kalah"
    assert choice.rules == choice.game.rulebook.default
    assert choice.players[0] == HUMAN
    assert choice.players[1].level.searcher == "alpha-beta"
    assert choice.players[1].level.depth == 3
    assert choice.start is None


def test_all_games_are_offered(dialog):
    assert [dialog.games.itemData(row) for row in range(dialog.games.count())] == game_keys()


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
def test_every_preset_of_every_game_can_be_chosen(dialog, key):
    dialog.games.setCurrentIndex(dialog.games.findData(key))
    for preset in find_game(key).rulebook.presets:
        dialog.preset.setCurrentIndex(dialog.preset.findData(preset.name))

        assert dialog.choice().rules == preset.rules
        assert dialog.sentence.text() == preset.sentence


def test_an_option_changed_by_keys_names_the_preset_or_says_own_choice(dialog):
    QTest.keyClick(dialog.fields["stones"], Qt.Key.Key_Up)
    assert dialog.choice().rules.stones == 5
    assert dialog.preset.currentText() == "Own choice"
    assert "stones 5" in dialog.sentence.text()

    QTest.keyClick(dialog.fields["stones"], Qt.Key.Key_Down)
    assert dialog.preset.currentData() == "lecture"


def test_a_start_that_cannot_be_read_keeps_the_dialog_open_and_says_why(dialog):
    QTest.keyClicks(dialog.start, "<6,0,0,1> S")
    press_ok(dialog)
    assert dialog.isVisible()
    assert "14 cells" in dialog.problem.text()

    dialog.start.clear()
    press_ok(dialog)
    assert not dialog.isVisible()


def test_a_start_position_is_played_from(open_window):
    hands = open_window("kalah")
    hands.window.actions_by_name["new"].trigger()
    dialog = hands.window.findChild(NewGameDialog)
    dialog.start.setText("<6,0,0,0,0,0,0,0,1,4,4,4,4,4,4> S")

    press_ok(dialog)

    assert hands.controller.record.start == "<6,0,0,0,0,0,0,0,1,4,4,4,4,4,4> S"


def test_a_new_game_is_begun_by_the_toolbar_and_the_old_one_is_kept(open_window):
    hands = open_window("kalah")
    hands.click_move(3)
    hands.window.actions_by_name["new"].trigger()
    dialog = hands.window.findChild(NewGameDialog)
    dialog.games.setCurrentIndex(dialog.games.findData("loa"))

    press_ok(dialog)

    assert hands.controller.game.key == "loa"
    assert len(list(hands.window._session.folder.iterdir())) == 1


def test_a_click_on_a_player_changes_who_plays(open_window, qtbot):
    hands = open_window("loa")
    QTest.mouseClick(hands.window.players_panel.rows[1], Qt.MouseButton.LeftButton)
    dialog = hands.window.findChild(PlayerDialog)
    dialog.chooser.kind.setCurrentIndex(dialog.chooser.kind.findData("alpha-beta"))
    dialog.chooser.measure.setCurrentIndex(1)
    dialog.chooser.seconds.setValue(1.5)

    dialog.accept()

    assert hands.controller.players[1] == Player(
        Level("alpha-beta", depth=None, seconds=1.5, heuristic="mix")
    )


def test_preferences_are_taken_over_and_remembered(open_window):
    hands = open_window("kalah")
    hands.window.actions_by_name["preferences"].trigger()
    dialog = hands.window.findChild(PreferencesDialog)
    dialog.scheme.setCurrentIndex(dialog.scheme.findData("dark"))
    dialog.speed.setCurrentText("Fast")
    dialog.think.setValue(2.5)
    dialog.font_points.setValue(20)

    dialog.accept()

    assert Preferences.load(hands.window._settings) == Preferences("dark", 2.0, 2.5, 20)
    assert hands.board.theme.dark
    assert hands.board.speed == 2.0
    assert hands.controller.minimum_think_seconds == 2.5
    assert hands.window.text.line.font().pointSize() == 20


def test_senseless_settings_are_read_as_on_the_first_day(open_window):
    settings = open_window("kalah").window._settings
    for name, value in (("scheme", "pink"), ("speed", "fast"), ("font_points", 10**9)):
        settings.setValue(f"preferences/{name}", value)

    loaded = Preferences.load(settings)

    assert (loaded.scheme, loaded.speed, loaded.font_points) == ("system", 1.0, 13)


def test_help_opens_on_the_rules_of_the_game(open_window):
    hands = open_window("kalah")

    hands.window.actions_by_name["rules"].trigger()

    shown = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, HelpWindow)]
    assert any("Kalah" in widget.browser.toPlainText()[:200] for widget in shown)


def test_the_about_box_says_whether_the_rules_run_compiled(open_window):
    hands = open_window("kalah")

    hands.window.actions_by_name["about"].trigger()

    box = QApplication.activeModalWidget() or hands.window.findChildren(type(hands.window))[0]
    assert "compiled" in box.informativeText()
    box.close()


def test_a_copy_is_saved_and_opened_again(open_window, tmp_path):
    hands = open_window("kalah")
    hands.click_move(3)
    path = tmp_path / "copy.kalahloa"
    hands.window.save_copy(path)
    hands.click_move(6)

    hands.window.open_file(path)

    assert hands.texts() == ["3"]


def test_a_file_that_is_no_game_is_said_and_changes_nothing(open_window, tmp_path):
    hands = open_window("kalah")
    hands.click_move(3)
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader", encoding="utf-8")

    hands.window.open_file(path)

    assert "letter.txt" in hands.window.sentence.text()
    assert hands.texts() == ["3"]


def test_a_level_of_the_engine_is_chosen_for_a_side(open_window):
    hands = open_window("kalah")
    QTest.mouseClick(hands.window.players_panel.rows[1], Qt.MouseButton.LeftButton)
    dialog = hands.window.findChild(PlayerDialog)
    dialog.chooser.kind.setCurrentIndex(dialog.chooser.kind.findData("engine"))
    assert dialog.chooser.measure.currentData() == "strength"
    dialog.chooser.strength.setValue(8)

    dialog.accept()

    assert hands.controller.players[1] == Player(Level.of_engine(8))
    assert hands.controller.players[1].title == "Engine, level 8"


def test_a_searcher_of_the_lecture_has_no_numbered_levels(open_window):
    hands = open_window("kalah")
    QTest.mouseClick(hands.window.players_panel.rows[1], Qt.MouseButton.LeftButton)
    dialog = hands.window.findChild(PlayerDialog)
    dialog.chooser.kind.setCurrentIndex(dialog.chooser.kind.findData("engine"))

    dialog.chooser.kind.setCurrentIndex(dialog.chooser.kind.findData("game-tree"))

    assert dialog.chooser.measure.findData("strength") == -1
    assert dialog.chooser.player().level.strength is None
    dialog.reject()
