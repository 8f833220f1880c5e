"""The panel in which searchers are compared."""

from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from kalahloa.controllers.features.comparison.comparison import Comparisons, Positions
from kalahloa.controllers.features.guessing.guesses import Guesses
from kalahloa.models.search.comparison import ComparisonTask, Ending, Measured, measure_search
from kalahloa.models.search.request import SearchStopped
from kalahloa.views.panels.comparison import ComparisonPanel
from kalahloa.views.panels.panel import Panel
from tests.scores import estimate
from tests.views.conftest import Hands
from tests.views.panels.stage import Stage

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


class Teacher:
    """The panel, in a game of one move."""

    def __init__(self, hands: Hands | Stage, panel: Panel, qtbot) -> None:
        self.hands = hands
        self.qtbot = qtbot
        hands.app.turns.play(1)
        assert isinstance(panel, ComparisonPanel)
        self.panel = panel
        self.comparisons = hands.app[Comparisons]
        self.comparisons.measure = measure_search  # here: it takes a while to start another process

    def done(self) -> None:
        self.qtbot.waitUntil(lambda: not self.comparisons.running, timeout=30_000)

    def compare(self) -> None:
        """Click the button, and wait for all searches."""
        QTest.mouseClick(self.panel.compare_button, LEFT)
        self.done()

    def look_at(self, page: str) -> None:
        row = self.panel.topic.findText(page)
        assert row >= 0
        self.panel.topic.setCurrentIndex(row)

    def option(self, text: str) -> None:
        """Choose an option by the menu."""
        QTest.mouseClick(self.panel.options_button, LEFT)
        menu = self.panel.findChildren(QMenu, "comparisonMenu")[-1]
        action = next(one for one in menu.actions() if one.text() == text)
        action.trigger()
        menu.close()

    def wait_for_ever(self) -> None:
        """From now on the second search of a comparison takes longer than any test."""

        pause = Event()

        def endless(plan, task: ComparisonTask, stopped, tell) -> Measured:
            while task.searcher != plan.searchers[0]:
                tell(1234)
                pause.wait(0.002)
                if stopped():
                    raise SearchStopped
            return Measured(task, Ending.FINISHED, 10, 0.1, score=estimate(0.0))

        self.comparisons.measure = endless


@pytest.fixture
def teacher(show_panel, qtbot) -> Teacher:
    stage = show_panel(ComparisonPanel, "tictactoe")
    return Teacher(stage, stage.panel, qtbot)


@pytest.fixture
def in_window(open_window, qtbot) -> Teacher:
    hands = open_window("tictactoe")
    hands.window.resize(1180, 900)
    hands.window.rooms.open_page("comparison")
    hands.window.rooms.focus("comparison")
    return Teacher(hands, hands.window.panel_host.panel("comparison"), qtbot)


def test_the_button_compares_the_searchers_on_the_position_shown(teacher):
    panel = teacher.panel
    assert panel.empty.isVisible() and "Choose Compare" in panel.empty.text()
    assert not panel.save_button.isEnabled()

    teacher.compare()

    assert panel.bars.isVisible() and not panel.empty.isVisible()
    assert [bar.title for bar in panel.bars.bars][:3] == [
        *("Game tree", "Negamax", "Alpha-beta"),
    ]
    plain, cut = panel.bars.bars[0].nodes, panel.bars.bars[2].nodes
    assert plain == 1 + 8 + 8 * 7 + 8 * 7 * 6 > cut
    assert panel.facts.whole == "depth 3"
    assert "find the same value" in panel.note.text()
    assert panel.compare_button.text() == "Compare"


def test_the_depth_is_chosen(teacher):
    teacher.panel.depth_box.setValue(2)

    teacher.compare()

    assert teacher.panel.bars.bars[0].nodes == 1 + 8 + 8 * 7
    assert teacher.comparisons.settings.depth == 2


def test_the_numbers_are_shown_as_a_table_as_curves_and_in_words(teacher):
    panel = teacher.panel
    teacher.compare()

    teacher.look_at("Table")
    rows = panel.table.cells
    assert panel.table.isVisible() and not panel.bars.isVisible()
    names = [rows.headerData(n, Qt.Orientation.Horizontal) for n in range(8)]
    assert names == ["", "Nodes", "Leaves", "Cut-offs", "Table", "Factor", "Time", "Value"]
    assert [rows.index(0, n).data() for n in range(3)] == ["Game tree", "401", "336"]
    assert [rows.index(7, n).data() for n in (2, 3, 4)] == ["–"] * 3
    spoken = rows.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Game-tree search: 401 nodes, 336 leaves, 0 cut-offs, ")
    teacher.look_at("Nodes by depth")
    assert panel.plot.isVisible()
    assert panel.plot.curves[0].nodes == (9, 65, 401)
    teacher.look_at("What it shows")
    assert "b^d with b = 7.0" in panel.words.toPlainText()


def test_the_same_searcher_is_marked_on_all_pages(teacher):
    panel = teacher.panel
    teacher.compare()
    QTest.mouseClick(panel.bars.viewport(), LEFT, pos=panel.bars.middle_of(2).toPoint())

    teacher.look_at("Nodes by depth")
    assert panel.plot.current == 2
    QTest.keyClick(panel.plot, Qt.Key.Key_Down)
    teacher.look_at("Table")

    assert panel.table.currentIndex().row() == 3


def test_progress_is_shown_and_the_button_stops(teacher):
    teacher.wait_for_ever()
    panel = teacher.panel

    QTest.mouseClick(panel.compare_button, LEFT)
    teacher.qtbot.waitUntil(lambda: "1,234 nodes" in panel.facts.whole)

    assert panel.facts.whole == "1 of 24 searches · Negamax to depth 1 · 1,234 nodes"
    assert panel.compare_button.text() == "Stop" and not panel.depth_box.isEnabled()
    assert [bar.title for bar in panel.bars.bars] == ["Game tree"]
    QTest.mouseClick(panel.compare_button, LEFT)
    assert not teacher.comparisons.running
    assert panel.compare_button.text() == "Compare" and panel.depth_box.isEnabled()


def test_a_suite_is_compared(teacher):
    panel = teacher.panel
    panel.positions.setCurrentIndex(panel.positions.findText("10 random positions"))
    panel.depth_box.setValue(1)

    teacher.compare()

    assert panel.facts.whole == "depth 1, 10 positions"
    assert "in each of 10 positions" in panel.note.text()
    assert teacher.comparisons.asked.positions is Positions.RANDOM


def test_options_choose_heuristic_searchers_and_time(teacher):
    teacher.option("Game-tree search")
    teacher.option("Engine")
    teacher.option("Stop a search after 5 s")

    settings = teacher.comparisons.settings
    assert settings.searchers == (
        *("negamax", "alpha-beta", "alpha-beta-ordered", "alpha-beta-aspiration"),
        *("alpha-beta-table", "negascout"),
    )
    assert settings.seconds == 5
    teacher.option("Engine")
    assert teacher.comparisons.settings.searchers[-1] == "engine"
    title = teacher.hands.document.game.heuristics[0].title
    teacher.option(str(title))
    assert teacher.comparisons.settings.heuristic == teacher.hands.document.game.heuristics[0].name


def test_the_last_searcher_stays(teacher):
    teacher.comparisons.settings = replace(teacher.comparisons.settings, searchers=("negamax",))

    teacher.option("Negamax")

    assert teacher.comparisons.settings.searchers == ("negamax",)
    assert teacher.panel.note.text() == "Choose at least one searcher."


def test_another_position_is_said_to_be_another(teacher):
    teacher.compare()

    teacher.hands.app.turns.play(5)
    teacher.qtbot.waitUntil(lambda: "for another position" in teacher.panel.note.text())
    teacher.hands.app.navigation.undo()

    teacher.qtbot.waitUntil(lambda: "same value" in teacher.panel.note.text())


def test_nothing_is_shown_while_one_is_to_find_the_move(teacher):
    teacher.compare()
    hands = teacher.hands

    hands.app.navigation.undo()
    hands.app[Guesses].start([0])
    teacher.qtbot.waitUntil(lambda: teacher.panel.empty.isVisible())

    assert hands.place.secret
    assert "hidden until you have found the move" in teacher.panel.empty.text()
    assert not teacher.panel.compare_button.isEnabled()
    assert teacher.panel.words.toPlainText() == ""


def test_the_menus_command_brings_the_panel_to_the_front(open_window, qtbot):
    hands = open_window("tictactoe")

    hands.window.actions_by_name["compare"].trigger()
    qtbot.waitUntil(lambda: not hands.app[Comparisons].running, timeout=30_000)

    panel = hands.window.panel_host.panel("comparison")
    assert panel.is_seen and panel.bars.isVisible()


@pytest.mark.parametrize(("name", "first"), [("a.png", b"\x89PNG"), ("a.csv", b"searcher,")])
def test_the_picture_and_the_numbers_are_saved(teacher, tmp_path: Path, name, first):
    teacher.compare()
    path = tmp_path / name

    teacher.panel.save(path)

    assert path.read_bytes().startswith(first)
    assert teacher.panel.note.text() == f"Saved the comparison to {path}."


def test_the_curves_are_saved_as_vectors(teacher, tmp_path: Path):
    teacher.compare()
    teacher.look_at("Nodes by depth")
    path = tmp_path / "a.svg"

    teacher.panel.save(path)

    assert "<svg" in path.read_text() and "Nodes by depth" in path.read_text()


def test_what_cannot_be_written_is_told(teacher, tmp_path: Path):
    teacher.compare()

    teacher.panel.save(tmp_path / "a.txt")
    assert "cannot be saved as" in teacher.panel.note.text()
    (tmp_path / "file").touch()
    teacher.panel.save(tmp_path / "file" / "a.png")

    assert "Cannot save the comparison to" in teacher.panel.note.text()


def test_everything_is_reached_by_keys(teacher):
    teacher.panel.take_focus()
    teacher.qtbot.waitUntil(teacher.panel.compare_button.hasFocus)

    teacher.hands.press(Qt.Key.Key_Space)
    teacher.done()
    for widget in (*(teacher.panel.positions, teacher.panel.depth_box, teacher.panel.topic),):
        teacher.hands.press(Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is widget
    teacher.hands.press(Qt.Key.Key_End)
    assert teacher.panel.words.isVisible()
    teacher.hands.press(Qt.Key.Key_Home)
    teacher.hands.press(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is teacher.panel.options_button
    teacher.hands.press(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is teacher.panel.save_button
    teacher.hands.press(Qt.Key.Key_Tab)

    assert QApplication.focusWidget() is teacher.panel.bars


def test_it_fits_into_a_small_window(in_window):
    in_window.compare()
    in_window.hands.window.resize(640, 480)
    in_window.qtbot.waitUntil(lambda: not in_window.hands.window.rooms._later.isActive())

    size = in_window.hands.window.size()
    assert (size.width(), size.height()) == (640, 480)
