"""The lab in the window: the new user's path, files from elsewhere, and everything by keyboard."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton

from kalahloa.controllers.base.player import Level, Player
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.lab.state import LabState
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.work.search_jobs import LinesPlan
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.costs import FeatureCost
from kalahloa.models.search.limits import Limits
from kalahloa.models.storage.user_data import data_folder
from kalahloa.views.items.terms_table import AFTER, BEFORE, CHANGE, TERM, WEIGHT
from kalahloa.views.panels.features import FeaturesPanel
from kalahloa.views.panels.heuristic import HeuristicPanel
from kalahloa.views.panels.terms import TermsPanel
from kalahloa.views.panels.weight_sliders import STEPS
from tests.controllers.features.lab.test_lab import SIMPLE
from tests.in_process import InProcess
from tests.views.conftest import Hands

CONTROL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


class LabHands:
    """The panels of the Lab workspace of a window."""

    def __init__(self, hands: Hands, qtbot, *, sandboxed: bool = False) -> None:
        self.hands = hands
        self.qtbot = qtbot
        self.lab = hands.app[Lab]
        self.sandbox = InProcess()
        if not sandboxed:
            self.lab._runs.make_sandbox = lambda: self.sandbox
        self.lab._runs.opinion.plan = LinesPlan(lines=0, limits=Limits(seconds=0.1))
        hands.press(Qt.Key.Key_6, CONTROL)
        host = hands.window.panel_host
        heuristic, features, terms = map(host.panel, ("heuristic", "features", "terms"))
        assert isinstance(heuristic, HeuristicPanel)
        assert isinstance(features, FeaturesPanel)
        assert isinstance(terms, TermsPanel)
        self.heuristic, self.features, self.terms = heuristic, features, terms
        self.editor = heuristic.editor
        qtbot.waitUntil(lambda: bool(self.state.examples))

    @property
    def state(self) -> LabState:
        state = self.hands.place.get(LabState)
        assert state is not None
        return state

    @property
    def folder(self) -> Path:
        return data_folder() / "heuristics" / self.hands.document.game.key

    def settle(self) -> None:
        self.qtbot.waitUntil(lambda: not self.lab.is_busy)

    def reported(self) -> None:
        """Wait for the report, and for the engine's opinion."""
        self.qtbot.waitUntil(
            lambda: self.state.report is not None and self.state.engine is not None,
            timeout=30_000,
        )

    def begin(self, text: str = SIMPLE, name: str = "mine") -> None:
        self.lab.new(name, text)
        self.settle()

    def row(self, row: int) -> list[str]:
        model = self.terms.table.terms
        columns = (TERM, WEIGHT, BEFORE, AFTER, CHANGE)
        return [str(model.index(row, column).data()) for column in columns]


@pytest.fixture
def lab(open_window, qtbot) -> LabHands:
    hands = open_window("loa")
    hands.window.resize(1300, 860)
    return LabHands(hands, qtbot)


def menu_action(menu: QMenu, text: str) -> None:
    """Choose the entry of *menu* with this *text*."""
    found = [action for action in menu.actions() if action.text().replace("&", "") == text]
    assert len(found) == 1
    found[0].trigger()
    menu.close()


# -- the new user's path ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_a_new_user_takes_an_example_changes_a_weight_runs_and_keeps_it(open_window, qtbot, game):
    hands = open_window(game)
    lab = LabHands(hands, qtbot, sandboxed=True)
    buttons = lab.heuristic.examples.findChildren(QPushButton)
    assert [button.text() for button in buttons] == list(lab.state.examples)

    weighted = next(source for source in lab.lab.examples if source.weights)
    QTest.mouseClick(buttons[lab.state.examples.index(weighted.name)], LEFT)
    lab.reported()
    before = lab.state.report.value, lab.state.report.moves
    assert lab.editor.isVisible() and not lab.heuristic.examples.isVisible()
    name, value = next(iter(weighted.weights.items()))
    line = next(
        number for number, row in enumerate(weighted.text.split("\n")) if row.startswith(name)
    )
    lab.editor.go_to_line(line + 1)
    QTest.keyClick(lab.editor, Qt.Key.Key_End)
    QTest.keyClicks(lab.editor, " * 3")
    assert lab.state.report is None and lab.editor.values == {}
    lab.editor.undo()
    QTest.keyClick(lab.editor, Qt.Key.Key_End)
    for _ in repr(value):
        QTest.keyClick(lab.editor, Qt.Key.Key_Backspace)
    QTest.keyClicks(lab.editor, f"{value + 2.5}")
    QTest.keyClick(lab.editor, Qt.Key.Key_Return, CONTROL)
    lab.reported()
    QTest.keyClick(lab.editor, Qt.Key.Key_S, CONTROL)
    lab.settle()

    assert lab.state.report.weights[name] == pytest.approx(value + 2.5)
    assert (lab.state.report.value, lab.state.report.moves) != before
    path = lab.folder / f"{weighted.name}.py"
    assert path.read_text(encoding="utf-8") == lab.editor.toPlainText() != weighted.text
    assert lab.heuristic.tabs.tabText(0) == f"{weighted.name}.py"
    assert not lab.state.heuristic.is_changed


def test_what_is_kept_can_be_tuned_matched_and_played_against(open_window, qtbot):
    hands = open_window("loa")
    lab = LabHands(hands, qtbot, sandboxed=True)
    lab.lab.start_from("together")
    lab.settle()
    app, window = hands.app, hands.window
    window.rooms.focus("tuning")
    weights = window.panel_host.panel("tuning")
    qtbot.waitUntil(lambda: not app[LabMatch].is_busy)
    QTest.keyClick(lab.editor, Qt.Key.Key_S, CONTROL)
    lab.settle()
    qtbot.waitUntil(lambda: weights.name.findText("together") >= 0)

    BY_KEY["match"].perform(app, "file:together level1 nodes 50 games 2".split())
    qtbot.waitUntil(lambda: not app[LabMatch].running, timeout=90_000)
    told = BY_KEY["match"].perform(app, [])
    assert "2 of 2 games" in told
    app.document.set_player(1, Player(Level("alpha-beta", depth=1, heuristic="file:together")))
    hands.press(Qt.Key.Key_2, CONTROL)
    app.turns.play_text("c1-c3")

    qtbot.waitUntil(lambda: len(hands.texts()) == 2, timeout=30_000)
    assert not app.document.place.held


def test_the_next_session_goes_on_where_this_one_ended(lab, open_window, qtbot):
    lab.begin()
    QTest.keyClicks(lab.editor, "# typed ")
    lab.hands.window.close()

    again = LabHands(open_window("loa"), qtbot)
    qtbot.waitUntil(lambda: again.editor.isVisible())

    assert again.editor.toPlainText() == "# typed " + SIMPLE
    assert again.heuristic.tabs.tabText(0) == "• mine.py"


# -- what is shown ---------------------------------------------------------------------------------


def test_the_table_shows_the_terms_before_and_after_the_move(lab):
    lab.begin()
    lab.reported()
    report, move = lab.state.report, lab.state.chosen_move

    assert lab.row(0)[:2] == ["MOVES", "0.5"] and lab.row(1)[:2] == ["GROUPS", "-1"]
    assert lab.row(2)[0] == "value"
    value = lab.row(2)
    assert value[2:4] == [f"{report.value:+.2f}".replace("+0.00", "0.00"), f"{move.value:+.2f}"]
    assert lab.terms.heading_label.whole == f"What {move.text} changes"
    assert lab.terms.facts.whole == "for Black, estimated"
    assert lab.terms.sentence.text()


def test_another_move_is_chosen_by_keys(lab):
    lab.begin()
    lab.reported()
    lab.terms.take_focus()

    QTest.keyClick(lab.terms.moves, Qt.Key.Key_Down)

    assert lab.state.chosen_move == lab.state.report.moves[1]
    assert lab.state.chosen_move.text in lab.terms.heading_label.whole


def test_the_board_points_at_the_move_and_at_the_engine_s(lab, qtbot):
    lab.begin("def evaluate(position):\n    return -0.1 * position.mobility(position.side)\n")
    lab.reported()

    move, engine = lab.state.chosen_move, lab.state.engine.best

    assert move.move != engine
    qtbot.waitUntil(lambda: lab.hands.board.shown_best() == f"{move.value:+.2f}")
    qtbot.waitUntil(lambda: lab.hands.board.shown_others() == 1)


def test_values_stand_behind_the_lines_and_follow_the_position(lab, qtbot):
    lab.begin()
    lab.reported()
    assert lab.editor.values[8] == "0, 1"
    assert lab.editor.values[9] == "0"

    lab.hands.click_move(lab.hands.place.position.read_move("b1-b3"))
    lab.reported()

    assert lab.editor.values[8] == "1, 0"
    lab.editor.go_to_line(9)
    assert lab.heuristic.line_value.whole == f"line 9: {lab.editor.values[9]}"


def test_an_error_is_shown_at_its_line_and_in_words(lab, qtbot):
    lab.begin("def evaluate(position):\n    return 1 / 0\n")

    qtbot.waitUntil(lambda: lab.state.failure is not None)

    assert lab.editor.gutter.error_line == 2
    assert lab.heuristic.status.whole == "Line 2: It divides by zero."
    assert lab.terms.sentence.text() == "Line 2: It divides by zero."
    lab.editor.replace_all(SIMPLE)
    lab.reported()
    assert lab.editor.gutter.error_line is None
    assert lab.heuristic.status.whole.endswith("No errors in 37 positions.")


def test_a_feature_is_inserted_by_enter_and_by_a_click(lab):
    lab.begin("x = ")
    lab.editor.moveCursor(lab.editor.textCursor().MoveOperation.End)
    table, model = lab.features.table, lab.features.model
    first, second = (model.index(row, 0).data() for row in (0, 1))

    lab.features.take_focus()
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert lab.editor.toPlainText() == f"x = position.{first}"
    assert lab.editor.hasFocus()
    QTest.keyClicks(lab.editor, " + ")
    place = table.visualRect(model.index(1, 1)).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=place)

    assert lab.editor.toPlainText() == f"x = position.{first} + position.{second}"


def test_every_feature_of_the_game_is_listed_with_a_sentence(lab):
    for key in ("loa", "kalah", "tictactoe"):
        game = find_game(key)
        lab.hands.document.new_game(game)
        model = lab.features.model
        listed = [model.index(row, 0).data() for row in range(model.rowCount())]
        assert listed == [feature.signature for feature in game.features.features]
        assert all(model.index(row, 1).data() for row in range(model.rowCount()))


def test_each_heuristic_has_its_own_undo(lab):
    lab.begin(SIMPLE, "one")
    QTest.keyClicks(lab.editor, "# one ")
    lab.begin(SIMPLE, "two")
    QTest.keyClicks(lab.editor, "# two ")
    assert lab.editor.toPlainText().startswith("# two ")

    lab.heuristic.tabs.setCurrentIndex(0)
    QTest.keyClick(lab.editor, Qt.Key.Key_Z, CONTROL)
    assert lab.editor.toPlainText() == SIMPLE
    lab.heuristic.tabs.setCurrentIndex(1)

    assert lab.editor.toPlainText() == "# two " + SIMPLE
    assert lab.lab.text("one") == SIMPLE


# -- names and files -------------------------------------------------------------------------------


def open_menu(lab: LabHands) -> QMenu:
    QTest.mouseClick(lab.heuristic.more, LEFT)
    menus = [menu for menu in lab.heuristic.findChildren(QMenu) if menu.isVisible()]
    assert len(menus) == 1
    return menus[0]


def test_a_heuristic_is_renamed_in_a_bar(lab):
    lab.begin()
    menu_action(open_menu(lab), "Rename")

    lab.heuristic.name_field.setText("better")
    QTest.keyClick(lab.heuristic.name_field, Qt.Key.Key_Return)
    lab.settle()

    assert lab.state.names == ("better",) and not lab.heuristic.naming.isVisible()
    assert lab.editor.toPlainText() == SIMPLE and lab.editor.hasFocus()
    QTest.keyClicks(lab.editor, "#")
    assert lab.lab.text("better") == "#" + SIMPLE


def test_a_deleted_heuristic_comes_back_by_the_notice_s_button(lab, qtbot):
    lab.begin()
    QTest.keyClick(lab.editor, Qt.Key.Key_S, CONTROL)
    lab.settle()
    menu_action(open_menu(lab), "Delete")
    lab.settle()
    assert lab.state.names == () and lab.heuristic.examples.isVisible()

    offer = lab.hands.window.status.findChild(QPushButton, "offer")
    assert offer is not None and offer.isVisible()
    QTest.mouseClick(offer, LEFT)
    lab.settle()

    assert lab.state.names == ("mine",)
    qtbot.waitUntil(lambda: lab.editor.isVisible())
    assert lab.editor.toPlainText() == SIMPLE


def test_a_file_from_elsewhere_is_asked_about_in_the_panel(lab, tmp_path: Path, qtbot):
    given = tmp_path / "given.py"
    given.write_text(SIMPLE, encoding="utf-8")
    lab.hands.app[Lab].import_file(given)
    lab.settle()
    qtbot.waitUntil(lab.heuristic.asking.isVisible)
    assert lab.editor.toPlainText() == SIMPLE and lab.sandbox.ran == []
    assert "allow it" in lab.terms.sentence.text()

    QTest.keyClick(lab.editor, Qt.Key.Key_Return, CONTROL)
    assert lab.sandbox.ran == []
    QTest.mouseClick(lab.heuristic.asking.buttons[0], LEFT)
    lab.reported()

    assert not lab.heuristic.asking.isVisible() and lab.sandbox.ran


def test_what_another_program_writes_is_noticed_when_the_window_is_looked_at_again(lab, qtbot):
    lab.begin()
    QTest.keyClick(lab.editor, Qt.Key.Key_S, CONTROL)
    lab.settle()
    QTest.keyClicks(lab.editor, "# mine ")

    lab.folder.joinpath("mine.py").write_text("# theirs\n" + SIMPLE, encoding="utf-8")
    lab.hands.window.window_actions.lab._look_again()
    qtbot.waitUntil(lab.heuristic.asking.isVisible)
    assert lab.editor.toPlainText().startswith("# mine ")
    QTest.mouseClick(lab.heuristic.asking.buttons[0], LEFT)

    assert lab.editor.toPlainText() == "# theirs\n" + SIMPLE
    assert lab.heuristic.asking.buttons[0].text() == "Trust and run"
    lab.editor.undo()
    assert lab.editor.toPlainText().startswith("# mine ")


# -- the window ------------------------------------------------------------------------------------


def test_the_lab_has_a_key_and_its_panels_stand_round_the_board(lab):
    window = lab.hands.window
    heuristic, features, terms = (
        window.panel_host.areas[key] for key in ("heuristic", "features", "terms")
    )
    board = window.stack

    assert window.rooms.current.key == "lab"
    assert heuristic.geometry().right() < board.geometry().left()
    assert features.geometry().left() > board.geometry().right()
    assert terms.geometry().top() >= board.geometry().bottom()
    assert board.width() > 300 and board.height() > 300


@pytest.mark.parametrize("size", [(640, 480), (600, 1000), (900, 560)])
def test_the_lab_fits_into_windows_of_every_shape(lab, qtbot, size):
    window = lab.hands.window
    lab.begin()

    window.resize(*size)
    qtbot.waitUntil(lambda: window.size() == QSize(*size))

    assert window.size() == QSize(*size)
    window.rooms.focus("heuristic")
    qtbot.waitUntil(lab.editor.isVisible)
    assert lab.editor.hasFocus() and lab.editor.height() > 60
    assert window.graphical.isVisible() and window.graphical.width() > 100


def test_a_slider_changes_the_number_in_the_code_and_the_values_follow(lab, qtbot):
    lab.begin()
    lab.reported()
    lab.hands.window.rooms.focus("tuning")
    sliders = lab.hands.window.panel_host.panel("tuning").sliders
    name, weight = next(iter(lab.hands.place[LabState].weights.items()))
    assert sliders.isVisible() and sliders.rows[name].number.value() == weight
    before = lab.hands.place[LabState].report.value

    sliders.rows[name].slider.setValue(-STEPS)

    qtbot.waitUntil(lambda: lab.hands.place[LabState].weights[name] == -2 * weight)
    assert f"{name} = {-2 * weight!r}" in lab.editor.toPlainText()
    qtbot.waitUntil(
        lambda: (
            lab.hands.place[LabState].report is not None
            and lab.hands.place[LabState].report.weights[name] == -2 * weight
        )
    )
    assert lab.hands.place[LabState].report.value != before or not before


def test_what_features_cost_is_shown_beside_them_and_above_the_terms(lab, qtbot):
    lab.begin()
    lab.reported()
    state = lab.hands.place.get(LabState)
    report = replace(
        state.report,
        costs={"mobility": FeatureCost(2, 4.0), "kalah": FeatureCost(2, 0.5)},
        microseconds=16.0,
    )
    place = lab.hands.place
    states = {**place.states, LabState: replace(state, report=report)}
    change = Change.everything(replace(place, states=states))
    features = lab.hands.window.panel_host.panel("features")
    terms = lab.hands.window.panel_host.panel("terms")

    features.refresh(change)
    terms.refresh(change)

    model = features.model
    shown = {
        model.index(row, 0).data(): model.index(row, 2).data() for row in range(model.rowCount())
    }
    assert shown["mobility(side)"] == "4.0 µs"
    assert sum(bool(text) for text in shown.values()) == len(
        [name for name in report.costs if f"{name}(side)" in shown]
    )
    row = list(shown).index("mobility(side)")
    told = model.index(row, 2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert told == "mobility: 2 times 4.0 µs, 50% of an evaluation"
    assert terms.facts.whole.endswith("16.0 µs, 50% of it mobility")


def test_nothing_is_run_while_nobody_looks_at_the_lab(lab, qtbot):
    lab.begin()
    lab.reported()
    lab.hands.press(Qt.Key.Key_2, CONTROL)
    count = len(lab.sandbox.ran)

    lab.hands.document.play(lab.hands.place.position.legal_moves()[0])
    qtbot.waitUntil(lambda: lab.hands.window.panel_host.is_settled)

    assert not lab.lab._watching and not lab.lab._later.isActive()
    assert len(lab.sandbox.ran) == count


def test_the_lab_is_in_the_palette_and_can_be_typed(lab, qtbot):
    lab.begin()
    lab.reported()
    window = lab.hands.window
    answers: list[str] = []
    say: Callable[[str], None] = answers.append
    lab.lab.answered.connect(say)
    window.show_view(text=True)

    lab.hands.type_line("weight moves 0.75")
    lab.hands.type_line("evaluate")
    qtbot.waitUntil(lambda: bool(answers))

    assert "MOVES = 0.75" in lab.editor.toPlainText()
    assert "MOVES" in answers[0]


def test_in_an_exercise_the_lab_tells_nothing(lab):
    lab.begin()
    lab.reported()

    lab.hands.document.is_secret = lambda: True
    lab.hands.app[Lab]._report()
    lab.hands.document.turn_board()

    assert not lab.terms.table.isVisible() and lab.editor.values == {}


@pytest.mark.parametrize("width", [900, 420, 330, 290])
def test_the_names_of_terms_are_whole_at_any_width(lab, width):
    lab.begin(SIMPLE.replace("GROUPS", "GROUPS_OF_PIECES"))
    lab.reported()
    table = lab.terms.table

    table.setParent(None)
    table.resize(width, 200)
    table.show()

    assert table.columnWidth(TERM) >= table.sizeHintForColumn(TERM)
    assert not any(map(table.isColumnHidden, (TERM, AFTER, CHANGE)))
    assert table.isColumnHidden(WEIGHT) == (width < 300)
    assert not table.horizontalScrollBar().isVisible()
    table.close()
    table.setParent(lab.terms)
