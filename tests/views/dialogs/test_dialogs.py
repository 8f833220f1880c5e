"""The dialogs, filled in with real keys and clicks."""

import re
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.saving.preferences import SYSTEM_SPEED, Preferences
from kalahloa.models.game.knowledge import FairStarts, KnowledgeSource
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.models.record.json_record import record_from_json, record_to_json
from kalahloa.models.search.levels.levels import PERFECT
from kalahloa.views.dialogs.fields import Number, Seconds
from kalahloa.views.dialogs.new_game import NewGameDialog
from kalahloa.views.dialogs.player_chooser import PlayerDialog
from kalahloa.views.dialogs.preferences import PreferencesDialog
from kalahloa.views.window.help_window import HelpWindow
from tests.models.wrong_book import LIED_ABOUT, WrongSource

COMPUTER = Player(Level(searcher="alpha-beta", depth=3))


@pytest.fixture
def dialog(qtbot) -> NewGameDialog:
    game = find_game("kalah")
    made = NewGameDialog(game, game.rulebook.default, (HUMAN, COMPUTER))
    qtbot.addWidget(made)
    made.show()
    return made


def choose(field: QComboBox, key: str) -> None:
    """Choose the entry of *field* whose data is *key*."""
    field.setCurrentIndex(field.findData(key))


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
        assert dialog.rules_form.sentence.text() == preset.sentence


def test_an_option_changed_by_keys_names_the_preset_or_says_own_rules(dialog):
    QTest.keyClick(dialog.rules_form.fields["stones"], Qt.Key.Key_Up)
    assert dialog.choice().rules.stones == 5
    assert dialog.preset.currentText() == "Custom rules"
    assert dialog.rules_form.sentence.text() == "Classic; stones per pit: 5."

    QTest.keyClick(dialog.rules_form.fields["stones"], Qt.Key.Key_Down)
    assert dialog.preset.currentData() == "lecture"


def test_a_start_that_cannot_be_read_keeps_the_dialog_open_and_says_why(dialog):
    QTest.keyClicks(dialog.start_field.line, "<6,0,0,1> S")
    press_ok(dialog)
    assert dialog.isVisible()
    assert "14 cells" in dialog.problem.text()

    dialog.start_field.line.clear()
    press_ok(dialog)
    assert not dialog.isVisible()


def test_a_start_position_is_played_from(open_window):
    hands = open_window("kalah")
    hands.window.actions_by_name["new"].trigger()
    dialog = hands.window.findChild(NewGameDialog)
    dialog.start_field.line.setText("<6,0,0,0,0,0,0,0,1,4,4,4,4,4,4> S")

    press_ok(dialog)

    assert hands.document.record.start == "<6,0,0,0,0,0,0,0,1,4,4,4,4,4,4> S"


def test_a_new_game_is_begun_by_the_toolbar_and_the_old_one_is_kept(open_window):
    hands = open_window("kalah")
    hands.click_move(3)
    hands.window.actions_by_name["new"].trigger()
    dialog = hands.window.findChild(NewGameDialog)
    dialog.games.setCurrentIndex(dialog.games.findData("loa"))

    press_ok(dialog)

    assert hands.document.game.key == "loa"
    hands.keeper.save()
    assert len(hands.disk.games()) == 1


@pytest.mark.parametrize("page", ["study", "puzzles", "course", "home"])
def test_a_new_game_is_played_where_the_computer_answers(open_window, qtbot, page):
    hands = open_window("tictactoe")
    hands.window.rooms.open_page(page)
    hands.window.actions_by_name["new"].trigger()
    dialog = hands.window.findChild(NewGameDialog)
    dialog.choosers[0].set_player(Player(Level.of_engine(1)))

    press_ok(dialog)

    assert hands.window.rooms.page.key == "play"
    qtbot.waitUntil(lambda: hands.place.thinking, timeout=10_000)


def test_a_click_on_a_player_changes_who_plays(open_window, qtbot):
    hands = open_window("loa")
    QTest.mouseClick(hands.window.panel_host.panel("players").rows[1], Qt.MouseButton.LeftButton)
    dialog = hands.window.findChild(PlayerDialog)
    choose(dialog.chooser.who, "alpha-beta")
    dialog.chooser.measure.setCurrentIndex(1)
    dialog.chooser.seconds.setValue(1.5)

    dialog.accept()

    assert hands.document.players[1] == Player(
        Level("alpha-beta", depth=None, seconds=1.5, heuristic="mix")
    )


def test_preferences_are_taken_over_and_remembered(open_window, qtbot):
    hands = open_window("kalah")
    hands.window.actions_by_name["preferences"].trigger()
    dialog = hands.window.findChild(PreferencesDialog)
    fields = dialog.fields
    fields["scheme"].setCurrentIndex(fields["scheme"].findData("dark"))
    fields["speed"].setCurrentText("Fast")
    fields["think_seconds"].setValue(2.5)
    fields["font_points"].setValue(20)
    QTest.keyClick(fields["sound"], Qt.Key.Key_Space)
    QTest.keyClick(fields["mirrored"], Qt.Key.Key_Space)

    press_ok(dialog)

    chosen = Preferences("dark", 2.0, 2.5, 20, sound=True, mirrored=True)
    qtbot.waitUntil(lambda: hands.kept_preferences() == chosen)
    assert hands.board.theme.dark
    assert hands.board.speed == 2.0
    assert hands.app.turns.minimum_think_seconds == 2.5
    assert hands.window.text.line.font().pointSize() == 20


@pytest.mark.parametrize(
    "preferences",
    [
        Preferences(),
        Preferences("dark", 3.0, 1.3, 8, sound=True, endgames="off"),
        Preferences(mirrored=True),
    ],
)
def test_preferences_that_are_not_changed_stay_as_they_are(qtbot, preferences):
    dialog = PreferencesDialog(preferences)
    qtbot.addWidget(dialog)

    assert dialog.preferences() == preferences


def test_senseless_settings_are_read_as_on_the_first_day(open_window):
    hands = open_window("kalah")
    for name, value in (("scheme", "pink"), ("speed", "fast"), ("font_points", 10**9)):
        hands.settings.setValue(f"preferences/{name}", value)

    loaded = hands.kept_preferences()

    assert (loaded.scheme, loaded.speed, loaded.font_points) == ("system", SYSTEM_SPEED, 13)


@pytest.mark.parametrize("game", ["kalah", "loa"])
def test_help_opens_on_the_rules_of_the_game(open_window, game):
    hands = open_window(game)

    hands.window.actions_by_name["rules"].trigger()

    (shown,) = [
        widget
        for widget in QApplication.topLevelWidgets()
        if isinstance(widget, HelpWindow) and widget.isVisible()
    ]
    assert shown.browser.source().fileName() == f"{game}.html"
    assert hands.document.game.title in shown.browser.toPlainText()[:200]


def test_the_about_box_says_whether_the_rules_run_compiled(open_window):
    hands = open_window("kalah")

    hands.window.actions_by_name["about"].trigger()

    box = QApplication.activeModalWidget() or hands.window.findChildren(type(hands.window))[0]
    assert "compiled" in box.informativeText()
    box.close()


def test_a_copy_that_is_opened_leads_back_to_its_game_which_keeps_all_it_has(
    open_window, tmp_path, qtbot
):
    hands = open_window("kalah")
    hands.click_move(3)
    path = tmp_path / "copy.kalahloa"
    with qtbot.waitSignal(hands.keeper.message):
        hands.keeper.save_copy(path)
    hands.click_move(6)
    hands.document.new_game(find_game("kalah"))

    hands.open_file(path, qtbot)

    assert hands.texts() == ["3", "6"]
    assert hands.disk.lines() - {()} == {("3", "6")}


def test_a_file_that_is_no_game_is_said_and_changes_nothing(open_window, tmp_path, qtbot):
    hands = open_window("kalah")
    hands.click_move(3)
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader", encoding="utf-8")

    hands.open_file(path, qtbot)

    assert "letter.txt" in hands.window.status.sentence.text()
    assert hands.texts() == ["3"]


def test_a_level_of_the_engine_is_chosen_for_a_side(open_window):
    hands = open_window("kalah")
    QTest.mouseClick(hands.window.panel_host.panel("players").rows[1], Qt.MouseButton.LeftButton)
    dialog = hands.window.findChild(PlayerDialog)
    for _ in range(8):
        QTest.keyClick(dialog.chooser.who, Qt.Key.Key_Down)

    press_ok(dialog)

    assert hands.document.players[1] == Player(Level.of_engine(8))
    assert hands.document.players[1].title == "Engine, level 8"


def test_a_player_chosen_for_one_game_does_not_move_in_one_that_has_come_meanwhile(open_window):
    hands = open_window("kalah")
    QTest.mouseClick(hands.window.panel_host.panel("players").rows[1], Qt.MouseButton.LeftButton)
    dialog = hands.window.findChild(PlayerDialog)
    QTest.keyClick(dialog.chooser.who, Qt.Key.Key_Down)
    hands.document.new_game(hands.document.game)

    press_ok(dialog)

    assert hands.document.players == (HUMAN, HUMAN)


def test_the_perfect_level_comes_after_the_ten_where_a_game_can_be_solved(open_window):
    hands = open_window("kalah")
    QTest.mouseClick(hands.window.panel_host.panel("players").rows[1], Qt.MouseButton.LeftButton)
    dialog = hands.window.findChild(PlayerDialog)
    for _ in range(11):
        QTest.keyClick(dialog.chooser.who, Qt.Key.Key_Down)

    press_ok(dialog)

    assert hands.document.players[1] == Player(Level.of_engine(PERFECT))
    assert hands.document.players[1].title == "Engine, perfect"


# -- fair starts ---------------------------------------------------------------------------------

FAIR = ("<6,0,0,5,3,4,4,4,4,5,3,4,4,4,4> S", "<6,0,0,3,5,4,4,4,4,3,5,4,4,4,4> S")


@pytest.fixture
def fair_starts(monkeypatch) -> tuple[str, ...]:
    """Two starts count as fair, under the default rules only."""
    default = find_game("kalah").rulebook.default
    monkeypatch.setattr(
        "kalahloa.models.games.kalah.knowledge.open_starts",
        lambda rules: FairStarts(FAIR if rules == default else ()),
    )
    return FAIR


def test_a_fair_start_is_put_in_and_shown_and_another_at_the_next_press(fair_starts, dialog):
    QTest.mouseClick(dialog.start_field.fair, Qt.MouseButton.LeftButton)
    first = dialog.start_field.line.text()

    assert first in FAIR
    assert dialog.start_field.preview.isVisible()
    assert "|  5 " in dialog.start_field.preview.text()
    QTest.mouseClick(dialog.start_field.fair, Qt.MouseButton.LeftButton)
    assert {first, dialog.start_field.line.text()} == set(FAIR)


def test_fair_starts_are_offered_only_where_there_are_any(fair_starts, dialog):
    assert dialog.start_field.fair.isVisible()
    QTest.mouseClick(dialog.start_field.fair, Qt.MouseButton.LeftButton)

    QTest.keyClick(dialog.rules_form.fields["stones"], Qt.Key.Key_Up)
    assert not dialog.start_field.fair.isVisible()
    assert dialog.start_field.line.text() == ""
    assert not dialog.start_field.preview.isVisible()

    dialog.games.setCurrentIndex(dialog.games.findData("loa"))
    assert not dialog.start_field.fair.isVisible()


def test_a_start_that_one_types_over_a_fair_one_is_not_called_fair(fair_starts, dialog, qtbot):
    QTest.mouseClick(dialog.start_field.fair, Qt.MouseButton.LeftButton)
    dialog.start_field.line.selectAll()
    QTest.keyClicks(dialog.start_field.line, "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S")

    preview = dialog.start_field.preview
    qtbot.waitUntil(lambda: preview.text().count("|  4 |  4 |  4 |  4 |  4 |  4 |") == 2)
    assert "fair" not in preview.text()
    assert dialog.choice().comment == ""


def test_any_game_that_knows_fair_starts_offers_them(qtbot):
    game = replace(find_game("tictactoe"), load_knowledge=WrongSource)
    dialog = NewGameDialog(game, game.rulebook.default, (HUMAN, HUMAN))
    qtbot.addWidget(dialog)

    dialog.start_field.fair.click()

    assert dialog.start_field.line.text() == LIED_ABOUT
    assert dialog.choice().comment == "A fair start: a proven draw."


def test_a_list_of_fair_starts_that_is_damaged_is_named_below_its_rules(qtbot):
    class Damaged(KnowledgeSource):
        def fair_starts(self, rules):
            return FairStarts(notes=("The list is damaged.",))

    game = replace(find_game("tictactoe"), load_knowledge=Damaged)
    dialog = NewGameDialog(game, game.rulebook.default, (HUMAN, HUMAN))
    qtbot.addWidget(dialog)

    sentence = game.rulebook.presets[0].sentence
    assert dialog.rules_form.sentence.text() == f"{sentence} The list is damaged."


@pytest.fixture
def broken_plugin(monkeypatch) -> Iterator[str]:
    """A plug-in whose game does not load; return the sentence that says so."""

    def load():
        raise RuntimeError("broken")

    points = {"broken": SimpleNamespace(load=load)}
    monkeypatch.setattr("kalahloa.models.game.registry.plugin_entry_points", lambda: points)
    find_game.cache_clear()
    yield "The game 'broken' cannot be loaded: RuntimeError: broken"
    find_game.cache_clear()


def test_a_plug_in_that_does_not_load_hides_no_game_from_the_new_game_dialog(broken_plugin, qtbot):
    game = find_game("loa")

    dialog = NewGameDialog(game, game.rulebook.default, (HUMAN, HUMAN))
    qtbot.addWidget(dialog)

    keys = [dialog.games.itemData(place) for place in range(dialog.games.count())]
    assert keys == ["loa", "kalah", "tictactoe"]
    assert dialog.problem.text() == broken_plugin
    assert not dialog.problem.isHidden()


def test_the_preferences_open_also_where_a_plug_in_does_not_load(broken_plugin, qtbot):
    dialog = PreferencesDialog(Preferences())
    qtbot.addWidget(dialog)

    assert "Kalah" in dialog.endgames.accessibleDescription()


def test_the_preferences_tell_how_large_the_endgames_of_a_budget_are(qtbot):
    dialog = PreferencesDialog(Preferences())
    qtbot.addWidget(dialog)

    texts = [dialog.endgames.itemText(place) for place in range(dialog.endgames.count())]

    assert texts[0] == "Off"
    assert re.fullmatch(r"Normal: up to \d+ stones, \d+ MB", texts[2])
    assert "Kalah" in dialog.endgames.accessibleDescription()
    assert "a second or two" in dialog.endgames.accessibleDescription()
    choose(dialog.endgames, "large")
    assert "several seconds" in dialog.endgames.accessibleDescription()


def test_a_game_from_a_fair_start_says_so_and_so_does_its_record(fair_starts, open_window):
    hands = open_window("kalah")
    hands.window.actions_by_name["new"].trigger()
    dialog = hands.window.findChild(NewGameDialog)
    QTest.mouseClick(dialog.start_field.fair, Qt.MouseButton.LeftButton)

    press_ok(dialog)

    record = hands.document.record
    assert record.start in FAIR
    assert record.root.comment == "A fair start: a proven draw."
    assert hands.window.graphical.headline.said[1] == "A fair start: a proven draw."
    again = record_from_json(record_to_json(record))
    assert again.root.comment == record.root.comment


def test_the_pie_rule_is_chosen_and_played_by_mouse_and_by_text(open_window):
    hands = open_window("kalah")
    hands.window.actions_by_name["new"].trigger()
    dialog = hands.window.findChild(NewGameDialog)
    dialog.rules_form.fields["pie"].setCurrentIndex(dialog.rules_form.fields["pie"].findData("yes"))
    press_ok(dialog)
    document = hands.document
    assert document.record.rules.pie == "yes"
    hands.click_cell(0)
    after_first_turn = document.position.stones()
    assert hands.board._marks.swap_label.isVisible()
    assert "press to swap sides" in hands.board.cell_name(13)

    hands.click_cell(13)

    assert hands.texts() == ["1", "swap"]
    assert document.position.side == 0
    assert not hands.board._marks.swap_label.isVisible()
    assert hands.board.shown_counts() == after_first_turn[7:] + after_first_turn[:7]
    hands.undo()
    hands.type_line("swap")
    assert hands.texts() == ["1", "swap"]


def test_a_swap_is_shown_happening(open_window):
    hands = open_window("kalah", speed=8.0)
    rules = hands.document.game.rulebook.read(None, {"pie": "yes"})
    hands.document.new_game(hands.document.game, rules)
    hands.app.turns.play(1)
    hands.board.stop_animation()

    hands.app.turns.play_text("swap")

    assert hands.board.animating
    animation = hands.board._animation
    animation.setCurrentTime(animation.duration() - 1)
    assert sum(hands.board.shown_counts()) <= 48
    hands.board.stop_animation()
    assert hands.board.shown_counts() == hands.document.position.stones()


def test_a_field_for_a_number_has_room_for_the_longest(qtbot):
    number, seconds = Number(), Seconds(0.1, 60.0)
    number.setRange(1, 3)
    number.setPrefix("up to ")
    number.setSuffix(" times")
    for field, most in ((number, 3), (seconds, 60.0)):
        qtbot.addWidget(field)
        field.setValue(most)
        field.resize(field.sizeHint())
        field.show()

        line = field.lineEdit()
        margins = line.textMargins()
        room = line.width() - margins.left() - margins.right()

        assert line.fontMetrics().horizontalAdvance(field.text()) < room
