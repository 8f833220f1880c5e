"""The panel in which one steps through a search, by clicks and keys."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFont, QFontMetrics
from PySide6.QtTest import QTest

from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_state import TreeOrder
from kalahloa.controllers.features.trees.steps import TreeSteps
from kalahloa.controllers.features.trees.steps_state import PACES
from kalahloa.controllers.features.trees.tree_job import search_here
from kalahloa.models.game.registry import find_game
from kalahloa.views.items.step_stack import ALPHA, BEST, BETA, LEVEL, MOVE, StackModel, StackView
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.search_steps import SearchStepsPanel
from tests.views.conftest import Hands
from tests.views.panels.stage import Stage

TICTACTOE = find_game("tictactoe")
START = "X../.../... O"
LEFT = Qt.MouseButton.LeftButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


class Stepper:
    """The panel of the steps, with a search to step through."""

    def __init__(self, hands: Hands | Stage, panel: Panel, qtbot) -> None:
        self.hands = hands
        self.qtbot = qtbot
        hands.document.new_game(TICTACTOE, start=START)
        assert isinstance(panel, SearchStepsPanel)
        self.panel, self.steps = panel, hands.app[TreeSteps]
        self.slider = panel.slider.slider
        hands.app[TreeSearch]._search = search_here  # quicker than with a process for each test

    def search(self, searcher: str = "alpha-beta", depth: int = 3) -> None:
        search = self.hands.app[TreeSearch]
        search.set_order(TreeOrder(searcher, depth))
        search.run_now()
        self.qtbot.waitUntil(lambda: not search.running, timeout=30_000)
        self.qtbot.waitUntil(lambda: self.steps.steps.is_complete, timeout=30_000)
        self.drawn()

    def drawn(self) -> None:
        """Wait until what has changed is drawn."""
        self.qtbot.waitUntil(lambda: self.panel.is_drawn)

    def key(self, key: Qt.Key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.slider, key, modifiers)
        self.drawn()

    def click(self, button) -> None:
        QTest.mouseClick(button, LEFT)
        self.drawn()

    def row(self, number: int) -> list[str]:
        model = self.panel.model
        return [str(model.index(number, column).data()) for column in range(BEST + 1)]


@pytest.fixture
def stepper(show_panel, qtbot) -> Stepper:
    stage = show_panel(SearchStepsPanel, "tictactoe", (1040, 420))
    made = Stepper(stage, stage.panel, qtbot)
    made.search()
    return made


# -- stepping --------------------------------------------------------------------------------------


def test_before_a_search_the_panel_says_what_to_do(show_panel, qtbot):
    stage = show_panel(SearchStepsPanel, "tictactoe")
    made = Stepper(stage, stage.panel, qtbot)
    qtbot.waitUntil(lambda: made.panel.is_drawn)

    assert made.panel.empty.isVisible()
    assert "Search the position" in made.panel.empty.text()
    assert not made.panel.body.isVisible() and not made.panel.forward_button.isEnabled()


def test_keys_step_and_the_sentences_stack_and_code_follow(stepper):
    panel = stepper.panel

    stepper.key(Qt.Key.Key_Right)
    assert panel.what.text().startswith("The search starts: O is to move")
    assert panel.count.whole == f"step 1 of {stepper.steps.count}"
    stepper.key(Qt.Key.Key_Right)

    assert panel.what.text().startswith("O tries move")
    assert panel.model.rowCount() == 2
    assert stepper.row(0)[LEVEL] == "MAX O" and stepper.row(1)[LEVEL] == "MIN X"
    assert stepper.row(0)[MOVE] == "root"
    assert stepper.row(1)[ALPHA] == "−∞" and stepper.row(1)[BETA] == "+∞"
    assert panel.code_title.text() == "A MIN node, in pseudocode"
    assert panel.code.toPlainText().startswith("def minimum(position, α, β):")
    assert panel.code.current == 0
    stepper.key(Qt.Key.Key_Left)
    assert stepper.steps.number == 0
    stepper.key(Qt.Key.Key_End)
    assert stepper.steps.number == stepper.steps.count - 1
    assert "The search is over" in panel.what.text()
    stepper.key(Qt.Key.Key_Home)
    assert stepper.steps.number == 0


def test_a_cut_is_shown_in_all_parts(stepper):
    panel = stepper.panel

    stepper.key(Qt.Key.Key_PageDown)

    assert stepper.steps.state.is_cut
    assert "The search cuts" in panel.why.text()
    assert panel.window_note.whole == "no values left between α and β"
    marked = panel.code.toPlainText().splitlines()[panel.code.current]
    assert marked.strip() in ("if β ≤ α: break", "if α ≥ β: break")
    block = panel.code.document().findBlockByNumber(panel.code.current)
    line = panel.code.blockBoundingGeometry(block).translated(panel.code.contentOffset())
    assert line.top() >= 0 and line.bottom() <= panel.code.viewport().height()
    remark = panel.code.remark
    assert remark.text().startswith("here: ")
    assert remark.isVisible() or panel.code_note.whole == remark.text()  # where there is no room
    assert "No values left between" in panel.line.accessibleDescription()
    number = stepper.steps.number
    stepper.key(Qt.Key.Key_PageDown)
    stepper.key(Qt.Key.Key_PageUp)
    assert stepper.steps.number == number


def test_the_tree_shows_the_node_of_the_step(stepper):
    for _ in range(12):
        stepper.key(Qt.Key.Key_Right)
        search = stepper.hands.app[TreeSearch]
        assert search.step == stepper.steps.number
        assert search.shown == stepper.steps.state.node.index


def test_buttons_do_what_keys_do(stepper):
    panel, steps = stepper.panel, stepper.steps

    stepper.click(panel.forward_button)
    stepper.click(panel.forward_button)
    assert steps.number == 1
    stepper.click(panel.back_button)
    assert steps.number == 0
    stepper.click(panel.cut_button)
    assert steps.state.is_cut
    stepper.click(panel.end_button)
    assert steps.number == steps.count - 1
    stepper.click(panel.start_button)
    assert steps.number == 0
    stepper.click(panel.best_button)
    assert steps.state.levels[0].best is not None
    stepper.key(Qt.Key.Key_B, SHIFT)
    assert steps.number >= 0


def test_the_slider_goes_to_any_step(stepper):
    stepper.slider.setValue(20)
    stepper.drawn()

    assert stepper.steps.number == 20
    assert stepper.panel.count.whole.startswith("step 21 of")


def test_cuts_are_ticks_above_the_slider(stepper):
    ticks = stepper.panel.slider.ticks.pixmap().toImage()
    width = ticks.width()

    drawn = {x for x in range(width) if ticks.pixelColor(x, 1).alpha()}

    wanted = stepper.steps.steps.ticks(width - 14)
    assert drawn == {7 + number for number, is_there in enumerate(wanted) if is_there}


def test_it_plays_at_a_pace_and_stops(stepper, qtbot):
    panel, steps = stepper.panel, stepper.steps
    panel.pace.setCurrentIndex(len(PACES) - 1)
    panel.pace.activated.emit(len(PACES) - 1)

    QTest.keyClick(stepper.slider, Qt.Key.Key_Space)
    assert steps.playing
    qtbot.waitUntil(lambda: panel.play_button.accessibleName() == "Pause")
    qtbot.waitUntil(lambda: steps.number >= 3)
    stepper.click(panel.play_button)

    assert not steps.playing
    assert panel.play_button.accessibleName() == "Play"


def test_the_depth_of_the_steps_can_be_chosen(stepper):
    panel = stepper.panel
    index = panel.most_ply.findData(1)

    panel.most_ply.setCurrentIndex(index)
    panel.most_ply.activated.emit(index)
    stepper.drawn()
    for _ in range(3):
        stepper.key(Qt.Key.Key_Right)

    assert stepper.steps.most_ply == 1
    assert stepper.steps.state.step.node.ply <= 1
    assert panel.most_ply.currentIndex() == index


def test_a_level_of_the_stack_is_gone_to(stepper):
    stepper.key(Qt.Key.Key_PageDown)
    panel = stepper.panel
    node = panel.model.rows[1].node

    panel.stack.chosen.emit(1)
    stepper.drawn()

    assert stepper.steps.number == node.tree.entered_at(node.index)


def test_each_step_by_key_is_spoken(stepper, monkeypatch):
    spoken: list[str] = []

    def hear(event) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            spoken.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    stepper.key(Qt.Key.Key_Right)
    stepper.key(Qt.Key.Key_Right)
    stepper.click(stepper.panel.forward_button)

    said = [text for text in spoken if "search starts" in text or "tries move" in text]
    assert len(said) == 2
    assert said[0].startswith("The search starts") and said[1].startswith("O tries move")


def test_minimax_has_no_window(stepper):
    stepper.search("game-tree", 2)
    for _ in range(5):
        stepper.key(Qt.Key.Key_Right)

    assert stepper.row(0)[ALPHA] == "–"
    assert stepper.panel.window_title.text() == "The values"
    assert "α" not in stepper.panel.code.toPlainText()


def test_another_theme_colours_all_parts(stepper):
    stepper.key(Qt.Key.Key_PageDown)

    stepper.panel.set_theme(DARK)

    assert stepper.panel.line.theme is DARK and stepper.panel.code.theme is DARK
    selection = stepper.panel.code.extraSelections()[0]
    colour = selection.format.background().color()
    assert (colour.red(), colour.green()) == (DARK.accent.red(), DARK.accent.green())


# -- predicting ------------------------------------------------------------------------------------


def to_question(stepper: Stepper) -> None:
    """Switch predicting on, and go on to a question whose answer is not nothing."""
    if not stepper.steps.predicting:
        stepper.click(stepper.panel.predict_button)
    stepper.key(Qt.Key.Key_PageDown)
    while not stepper.steps.question.skipped:
        stepper.click(stepper.panel.question.show_button)
        stepper.key(Qt.Key.Key_PageDown)


def test_the_move_that_the_keys_are_on_does_not_look_chosen(stepper, qtbot):
    to_question(stepper)
    box = stepper.panel.question.lists[0]
    box.setFocus()
    assert box.currentIndex().row() == 0
    rect = box.visualRect(box.currentIndex()).adjusted(3, 3, -3, -3)

    image = box.viewport().grab(rect).toImage()

    accent = LIGHT.accent
    inside = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    assert box.ticked() == []
    assert accent not in inside


def test_a_question_is_answered_by_clicks(stepper):
    to_question(stepper)
    question = stepper.panel.question
    branches = stepper.steps.question.levels[0].branches
    assert question.isVisible() and question.lists[0].isVisible()
    assert "cut" not in stepper.panel.what.text() + stepper.panel.why.text()
    assert stepper.panel.code.current == -1
    before = stepper.steps.score

    for row in range(len(branches)):
        box = question.lists[0]
        box.scrollTo(box.model().index(row, 0))
        point = box.visualRect(box.model().index(row, 0)).center()
        QTest.mouseClick(box.viewport(), LEFT, pos=point)
    assert question.lists[0].ticked() == list(range(len(branches)))
    stepper.click(question.answer_button)

    assert stepper.steps.score.right == before.right + 1
    assert question.verdict.text().startswith("Right.")
    assert not question.lists[0].isVisible()
    assert stepper.slider.hasFocus()


def test_the_box_of_a_move_ticks_it_once(stepper):
    to_question(stepper)
    box = stepper.panel.question.lists[0]
    rect = box.visualRect(box.model().index(0, 0))

    for x in range(4, 22, 3):
        before = box.ticked()
        QTest.mouseClick(box.viewport(), LEFT, pos=QPoint(rect.left() + x, rect.center().y()))
        assert box.ticked() != before


def test_a_question_is_answered_by_keys(stepper):
    to_question(stepper)
    box = stepper.panel.question.lists[0]
    assert box.hasFocus()
    count = box.count()
    before = stepper.steps.score

    for row in range(count):
        QTest.keyClick(box, Qt.Key.Key_Space)
        if row < count - 1:
            QTest.keyClick(box, Qt.Key.Key_Right)
    QTest.keyClick(box, Qt.Key.Key_Return)
    stepper.drawn()

    assert stepper.steps.score.right == before.right + 1
    assert stepper.slider.hasFocus()


def test_all_and_nothing_are_a_button_each(stepper):
    to_question(stepper)
    question = stepper.panel.question

    stepper.click(question.all_buttons[0])
    assert len(question.lists[0].ticked()) == question.lists[0].count()
    stepper.click(question.all_buttons[0])
    assert question.lists[0].ticked() == []
    stepper.click(question.none_button)

    assert question.verdict.text().startswith("No: ")
    assert "The search cuts" in question.verdict.text()


def test_without_predicting_nothing_is_asked(stepper):
    assert not stepper.panel.question.isVisible()

    stepper.key(Qt.Key.Key_PageDown)

    assert not stepper.steps.asking


# -- room ------------------------------------------------------------------------------------------


def left(widget) -> int:
    """Return where *widget* begins, in the window that it is in."""
    return widget.mapTo(widget.window(), QPoint(0, 0)).x()


def test_columns_stand_below_one_another_where_there_is_little_room(stepper, qtbot):
    panel = stepper.panel
    panel.setParent(None)
    panel.show()
    panel.resize(900, 400)
    qtbot.waitUntil(lambda: 0 < left(panel.what) < left(panel.stack) < left(panel.code))
    panel.resize(600, 400)
    qtbot.waitUntil(lambda: left(panel.stack) == left(panel.what) < left(panel.code))
    panel.resize(330, 400)
    qtbot.waitUntil(lambda: left(panel.what) == left(panel.stack) == left(panel.code))

    assert panel.minimumSizeHint().width() <= 330
    assert panel.minimumSizeHint().height() <= 200
    panel.deleteLater()


def test_a_step_asked_for_elsewhere_opens_the_page_of_the_search(open_window, qtbot):
    hands = open_window("tictactoe")
    window = hands.window
    Stepper(hands, window.panel_host.panel("search_steps"), qtbot)
    search = hands.app[TreeSearch]
    search.run_now()
    qtbot.waitUntil(lambda: window.actions_by_name["step-forward"].isEnabled(), timeout=30_000)
    window.rooms.open_page("play")

    window.actions_by_name["step-forward"].trigger()

    assert window.rooms.page.key == "search"
    assert {"search_tree", "search_steps"} & set(window.rooms.children_shown())


def test_the_window_fits_a_small_screen_with_the_steps(open_window, qtbot):
    hands = open_window("tictactoe")
    window = hands.window
    window.rooms.open_page("search")
    stepper = Stepper(hands, window.panel_host.panel("search_steps"), qtbot)
    stepper.search()

    window.resize(640, 480)
    qtbot.waitUntil(lambda: not window.rooms._later.isActive())
    window.rooms.focus("search_steps")
    stepper.key(Qt.Key.Key_PageDown)

    assert (window.width(), window.height()) == (640, 480)
    assert stepper.panel.is_seen and stepper.panel.what.isVisible()
    assert stepper.slider.hasFocus()


@pytest.mark.parametrize("width", [242, 290, 340, 500])
def test_no_text_of_the_stack_is_cut_off_however_narrow_it_is(stepper, qtbot, width):
    stepper.steps.to_start()
    stepper.steps.next_cut()
    stepper.drawn()
    model = StackModel()
    stack = StackView(model)
    qtbot.addWidget(stack)
    stack.set_sides(stepper.steps.sides)
    stack.resize(width, 200)
    stack.show()

    model.show_rows(stepper.panel.model.rows, stepper.steps.sides)

    bold = QFont(stack.font())
    bold.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetrics(bold)
    seen = [column for column in range(BEST + 1) if not stack.isColumnHidden(column)]
    assert seen[-4:] == [MOVE, ALPHA, BETA, BEST]
    for row in range(model.rowCount()):
        for column in seen:
            text = str(model.index(row, column).data())
            assert metrics.horizontalAdvance(text) + 16 <= stack.columnWidth(column), text
    assert not stack.horizontalScrollBar().maximum()
    assert (LEVEL in seen) == (width > 242)
