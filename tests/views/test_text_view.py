"""The text view: what is typed, what is answered in sight, and no work while it is hidden."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.hint_words import hint_sentence
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.overlays import OVERLAYS
from kalahloa.views.text_view import TextView
from kalahloa.views.window.field_keys import FieldKeys
from tests.scripted import ScriptedSearcher

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


class Window(QWidget):
    """What the text view stands in: a neighbour on either side, and the keys of the game."""

    def __init__(self, app: AppContext) -> None:
        super().__init__()
        self.app = app
        self.before, self.after = QLineEdit(self), QLineEdit(self)
        self.view = TextView(Interpreter(app), self)
        layout = QVBoxLayout(self)
        for widget in (self.before, self.view, self.after):
            layout.addWidget(widget)
        app.document.changed.connect(self.view.show_change)
        app[Analysis].answered.connect(self.view.say)
        FieldKeys(self)
        self.walked: list[str] = []
        for keys in ("Ctrl+Z", "Ctrl+Shift+Z", "Space", "F2"):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(lambda keys=keys: self.walked.append(keys))
        self.resize(890, 640)  # what the window gives it by default

    def enter(self, line: str) -> None:
        QTest.keyClicks(self.view.line, line)
        QTest.keyClick(self.view.line, Qt.Key.Key_Return)

    def said(self) -> list[str]:
        return self.view.messages.toPlainText().splitlines()


@pytest.fixture
def searcher() -> ScriptedSearcher:
    return ScriptedSearcher()


@pytest.fixture
def app(qapp, searcher: ScriptedSearcher) -> Iterator[AppContext]:
    made = open_app(find_game("kalah"), service=AnalysisService(find=searcher.find))
    made.turns.minimum_think_seconds = 0.0
    yield made
    searcher.open()
    made.shut_down()


@pytest.fixture
def window(qtbot, app: AppContext) -> Window:
    made = Window(app)
    qtbot.addWidget(made)
    app.document.new_game(find_game("kalah"), players=(HUMAN, HUMAN))
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.view.setFocus()
    return made


def in_sight(text: QPlainTextEdit) -> list[str]:
    """Return the lines that are wholly inside the viewport."""
    found, block, room = [], text.firstVisibleBlock(), text.viewport().rect()
    while block.isValid():
        box = text.blockBoundingGeometry(block).translated(text.contentOffset())
        if box.top() >= room.top() - 1 and box.bottom() <= room.bottom() + 1:
            found.append(block.text())
        block = block.next()
    return found


# -- the log ---------------------------------------------------------------------------------------


def test_moves_are_logged_by_side_and_text_without_numbers(window, app):
    window.enter("3-6")
    app.turns.play_text("1")
    app.navigation.undo()

    assert window.said()[1:] == ["> 3-6", "South: 3", "South: 6", "North: 1", "After South: 6"]


def test_a_turn_that_was_played_before_is_logged_whole_too(window, app):
    window.enter("3-6")
    app.navigation.to_start()
    window.enter("3-6")

    assert window.said()[-3:] == ["> 3-6", "South: 3", "South: 6"]


def test_the_board_and_the_caption_follow_every_change(window, app):
    for line in ("3-6", "undo", "flip", "new tictactoe", "5"):
        window.enter(line)
        place = app.document.place
        assert window.view.diagram.toPlainText() == place.position.diagram(place.flipped)
        assert place.side_name in window.view._caption.text()


def test_the_result_is_said_once(window, app):
    app.document.new_game(find_game("tictactoe"), start="XX./OO./... X")
    window.enter("3")

    assert sum(line.startswith("X wins") for line in window.said()) == 1


# -- answers in sight ------------------------------------------------------------------------------


def test_an_answer_is_in_sight_after_scrolling_up(window):
    for _ in range(40):
        window.enter("rules")
    window.view.messages.verticalScrollBar().setValue(0)

    window.enter("position")

    seen = in_sight(window.view.messages)
    assert "> position" in seen
    assert seen[-1] == "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"


def test_a_long_answer_is_in_sight_from_its_beginning(window):
    for _ in range(40):
        window.enter("rules")

    window.enter("help")

    seen = in_sight(window.view.messages)
    assert seen[0] == "> help"
    assert seen[2] == "Commands:"


def test_a_refusal_is_in_sight_after_scrolling_up(window):
    for _ in range(40):
        window.enter("rules")
    window.view.messages.verticalScrollBar().setValue(0)

    window.enter("9")

    assert in_sight(window.view.messages)[-1] == "There is no pit 9; South's pits are 1 to 6."


def test_an_answer_is_in_sight_when_the_log_is_full(window):
    window.view.messages.setMaximumBlockCount(50)
    for _ in range(40):
        window.enter("rules")

    window.enter("position")

    assert in_sight(window.view.messages)[-2] == "> position"


def test_an_answer_that_comes_later_is_in_sight(window, app, qtbot):
    app.document.new_game(find_game("kalah"), start="<6,19,20,0,2,0,1,0,2,1,0,1,0,1,1> S")
    for _ in range(40):
        window.enter("rules")
    window.view.messages.verticalScrollBar().setValue(0)

    with qtbot.waitSignal(app[Analysis].answered):
        window.enter("values")

    seen = in_sight(window.view.messages)
    assert "> values" in seen
    assert seen[-1] == window.said()[-1]
    assert seen[-1].endswith(("proven", "estimated"))


def test_help_is_not_wrapped_at_the_default_size(window):
    window.enter("help")

    text = window.view.messages
    width = max(text.fontMetrics().horizontalAdvance(row) for row in window.said()[3:])
    assert width + 2 * text.document().documentMargin() <= text.viewport().width()


@pytest.mark.parametrize("width", [420, 560, 700])
def test_help_in_a_narrow_window_has_no_row_that_is_wrapped(window, width):
    window.resize(width, 640)

    window.enter("help")

    text = window.view.messages
    rows = [row for row in window.said()[3:] if not row.startswith("  player SIDE")]
    width = max(text.fontMetrics().horizontalAdvance(row) for row in rows)
    assert width + 2 * text.document().documentMargin() <= text.viewport().width()


@pytest.mark.parametrize("rules", ["pits 6", "pits 12"])
def test_the_board_fits_a_narrow_window_and_is_large_in_a_wide_one(window, app, qtbot, rules):
    kalah = find_game("kalah")
    pits = int(rules.split()[1])
    app.document.new_game(kalah, kalah.rulebook.read(None, {"pits": pits}))
    board = window.view.diagram
    sizes = []
    for width in (480, 1200):
        window.resize(width, 640)
        sizes.append(board.font().pointSize())
        bars = (board.horizontalScrollBar(), board.verticalScrollBar())
        qtbot.waitUntil(lambda bars=bars: not any(bar.maximum() for bar in bars))

    assert sizes[0] < 16 <= sizes[1]


def standing(window) -> list[str]:
    return window.view._standing.text().splitlines()


def test_it_says_whose_kalah_is_where(window, app):
    app.turns.play_text("3-6")

    assert standing(window)[:2] == [
        "South's kalah, on the left: 2.",
        "North's kalah, on the right: 0.",
    ]

    app.document.set_player(0, Player(Level(depth=1)))
    app.turns.pause()
    assert standing(window)[:2] == [
        "Your kalah, on the left: 0.",
        "South's kalah, on the right: 2.",
    ]

    app.document.turn_board()
    assert standing(window)[:2] == [
        "South's kalah, on the left: 2.",
        "Your kalah, on the right: 0.",
    ]


def test_how_the_sides_stand_is_told_of_every_game_beside_the_board_or_below_it(window, app, qtbot):
    app.document.new_game(find_game("loa"), players=(HUMAN, Player(Level(depth=1))))

    assert standing(window)[0] == "You (Black): 12 pieces, 2 groups."
    assert standing(window)[-1] == find_game("loa").hint
    board, words = window.view.diagram, window.view._standing
    for width, beside in ((890, True), (300, False)):
        window.resize(width, 900)
        qtbot.waitUntil(lambda beside=beside: (words.x() > board.geometry().right()) == beside)
        qtbot.waitUntil(lambda beside=beside: (words.y() > board.geometry().bottom()) != beside)
        assert window.view._standing.isVisible()


@pytest.mark.parametrize("width", [300, 380, 460, 600, 890, 1300])
@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
def test_the_words_on_how_one_stands_are_never_cut_off(window, app, qtbot, key, width):
    app.document.new_game(find_game(key), players=(HUMAN, Player(Level(depth=1))))
    window.resize(width, 900)
    words = window.view._standing

    qtbot.waitUntil(lambda: words.heightForWidth(words.width()) <= words.height())


# -- the line --------------------------------------------------------------------------------------


def test_tab_completes_and_goes_round_and_keeps_the_keyboard(window):
    line = window.view.line
    QTest.keyClicks(line, "pa")
    QTest.keyClick(line, Qt.Key.Key_Tab)
    only = line.text()
    line.setText("")
    QTest.keyClicks(line, "re")
    shown = []
    for _ in range(14):
        QTest.keyClick(line, Qt.Key.Key_Tab)
        shown.append(line.text())

    assert only == "pause"
    assert shown == [
        *(
            "rematch",
            "redo",
            "retry",
            "resign",
            "reedit",
            "review",
            "reviewmarks",
            "renameheuristic",
        ),
        *("restoreheuristic", "restoreversion", "reach", "record", "re", "rematch"),
    ]
    assert line.hasFocus()


def test_typing_on_after_a_completion_begins_another(window):
    line = window.view.line
    QTest.keyClicks(line, "p")
    QTest.keyClick(line, Qt.Key.Key_Tab)
    line.selectAll()
    QTest.keyClicks(line, "un")
    QTest.keyClick(line, Qt.Key.Key_Tab)

    assert line.text() == "undo"


def test_tab_keeps_the_keyboard_where_nothing_can_be_completed(window):
    QTest.keyClicks(window.view.line, "zz")
    QTest.keyClick(window.view.line, Qt.Key.Key_Tab)

    assert window.view.line.text() == "zz"
    assert window.view.line.hasFocus()


def test_shift_and_tab_leave_the_line(window):
    QTest.keyClick(window.view.line, Qt.Key.Key_Tab, SHIFT)

    assert not window.view.line.hasFocus()


def test_nothing_is_completed_that_was_not_asked_for(window, app):
    window.enter("p")

    assert app.document.node.parent is None
    assert "Did you mean" not in window.said()[-1]


def test_tab_completes_legal_moves(window, app):
    app.document.new_game(find_game("loa"))
    QTest.keyClicks(window.view.line, "b1-")
    QTest.keyClick(window.view.line, Qt.Key.Key_Tab)
    QTest.keyClick(window.view.line, Qt.Key.Key_Return)

    assert app.document.node.text.startswith("b1-")


def test_up_and_down_walk_through_what_was_typed_and_back_to_the_draft(window):
    line = window.view.line
    for entered in ("rules", "rules", "position"):
        window.enter(entered)
    QTest.keyClicks(line, "un")
    shown = []
    for key in (*[Qt.Key.Key_Up] * 3, *[Qt.Key.Key_Down] * 3):
        QTest.keyClick(line, key)
        shown.append(line.text())

    assert shown == ["position", "rules", "rules", "position", "un", "un"]


def test_with_text_in_the_line_undo_is_the_field_s_own(window):
    line = window.view.line
    QTest.keyClicks(line, "und")
    QTest.keyClick(line, Qt.Key.Key_Z, CONTROL)

    assert window.walked == []
    assert line.text() == ""
    QTest.keyClick(line, Qt.Key.Key_Z, CONTROL)
    assert window.walked == ["Ctrl+Z"]


def test_a_completion_is_taken_back_by_the_field_s_own_undo(window):
    line = window.view.line
    QTest.keyClicks(line, "un")
    QTest.keyClick(line, Qt.Key.Key_Tab)
    QTest.keyClick(line, Qt.Key.Key_Z, CONTROL)

    assert line.text() == "un"
    assert window.walked == []


@pytest.mark.parametrize(
    ("key", "modifiers", "keys"),
    [
        (Qt.Key.Key_Z, CONTROL, "Ctrl+Z"),
        (Qt.Key.Key_Z, CONTROL | SHIFT, "Ctrl+Shift+Z"),
        (Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, "Space"),
    ],
)
def test_on_an_empty_line_undo_redo_and_space_are_for_the_game(window, key, modifiers, keys):
    window.enter("3")

    QTest.keyClick(window.view.line, key, modifiers)

    assert window.walked == [keys]
    assert window.view.line.text() == ""


def test_a_space_between_words_is_text(window):
    QTest.keyClicks(window.view.line, "undo 2")

    assert window.view.line.text() == "undo 2"
    assert window.walked == []


@pytest.mark.parametrize("text", ["", "un"])
def test_the_key_that_switches_views_is_left_to_the_window(window, text):
    QTest.keyClicks(window.view.line, text)
    QTest.keyClick(window.view.line, Qt.Key.Key_F2)

    assert window.walked == ["F2"]


# -- hidden ----------------------------------------------------------------------------------------


def test_a_hidden_view_lays_nothing_out_and_asks_for_no_diagram(window, app, monkeypatch):
    work: list[str] = []
    window.view.hide()
    view = window.view
    for text in (view.diagram, view.messages):
        text.document().contentsChange.connect(lambda *_: work.append("laid out"))
    monkeypatch.setattr(TextView, "_draw", lambda *_: work.append("drawn"))
    kind = type(app.document.position)
    monkeypatch.setattr(kind, "diagram", lambda *_: work.append("diagram"), raising=False)

    for move in ("3-6", "1"):
        app.turns.play_text(move)
    app.navigation.undo()
    app.document.turn_board()
    app[Analysis].request_hint()
    view.set_font_size(18)
    view.say("A sentence.")

    assert work == []


def test_a_view_shown_late_shows_what_one_opened_early_shows(qtbot, window, app):
    late = Window(app)
    qtbot.addWidget(late)
    window.view.hide()
    window.enter("3-6")
    app.turns.play_text("1")
    app.navigation.undo()

    window.view.show()
    late.view.show_change(Change.everything(app.document.place))
    late.show()

    place = app.document.place
    diagram = place.position.diagram(place.flipped)
    assert window.view.diagram.toPlainText() == late.view.diagram.toPlainText() == diagram
    assert window.view._caption.text() == late.view._caption.text()
    assert window.said()[-1] == "After South: 6"
    assert in_sight(window.view.messages)[-1] == "After South: 6"


@pytest.mark.parametrize("size", [(890, 640), (500, 420), (1400, 900)])
def test_the_log_is_at_its_end_when_the_view_is_shown_again_at_any_size(window, app, qtbot, size):
    for line in ("help", "moves"):
        window.enter(line)
    window.view.messages.verticalScrollBar().setValue(0)
    window.view.hide()
    app.turns.play_text("3-6")
    window.resize(*size)

    window.view.show()

    qtbot.waitUntil(lambda: in_sight(window.view.messages)[-1:] == ["South: 6"])
    window.resize(size[0] - 120, size[1] - 40)
    qtbot.waitUntil(lambda: in_sight(window.view.messages)[-1:] == ["South: 6"])


def test_who_has_scrolled_up_stays_there_when_the_size_changes(window, qtbot):
    window.enter("help")
    bar = window.view.messages.verticalScrollBar()
    bar.triggerAction(bar.SliderAction.SliderToMinimum)

    window.resize(890, 600)

    assert in_sight(window.view.messages)[0] == window.said()[0]


def test_values_that_improve_do_not_draw_the_board_again(window, app, qtbot, monkeypatch):
    drawn: list[str] = []
    monkeypatch.setattr(TextView, "_draw", lambda _view, diagram: drawn.append(diagram))

    app[Analysis].set_wanted(True)
    qtbot.waitUntil(lambda: bool(app.document.place.values))

    assert drawn == []


def test_the_view_can_be_switched_while_the_computer_thinks(window, app, searcher, qtbot):
    searcher.shut()
    app.document.set_player(1, Player(Level(depth=1)))
    window.view.hide()
    app.turns.play_text("1")
    window.view.show()
    assert "North is thinking" in window.view._caption.text()
    window.view.hide()
    searcher.open()
    qtbot.waitUntil(lambda: app.document.node.ply > 1 and not app.document.place.thinking)

    window.view.show()

    assert window.view.diagram.toPlainText() == app.document.position.diagram()
    assert any(line.startswith("North: ") for line in window.said())


def test_messages_have_limits(window):
    window.view.say("x" * 100_000)

    assert len(window.said()[-1]) == 50_001
    assert window.view.messages.maximumBlockCount() == 2000


def test_a_hint_is_said_once_whatever_else_happens_at_its_place(window, app, qtbot):
    app[Analysis].request_hint()
    qtbot.waitUntil(lambda: app.document.place.hint is not None)

    app.document.turn_board()
    app.document.set_player(0, HUMAN)

    assert window.said().count(hint_sentence(app.document.place)) == 1


# -- stone by stone --------------------------------------------------------------------------------


def test_the_preference_has_each_stone_told_without_an_overlay(window):
    window.app.overlays.named = lambda key: OVERLAYS if key == "kalah" else ()
    window.app.document.new_game(find_game("kalah"), players=(HUMAN, HUMAN))
    window.view.set_reports_steps(True)

    window.enter("3-6")

    stones = [line for line in window.said() if " falls into " in line]
    assert stones[:2] == [
        "Stone 1 falls into South's pit 4: 5 there.",
        "Stone 2 falls into South's pit 5: 5 there.",
    ]
    assert stones[4] == "Stone 1 falls into South's kalah: 2 there."
    assert not window.app.document.place.overlays_shown
    window.view.set_reports_steps(False)
    window.enter("1")
    assert [line for line in window.said() if " falls into " in line] == stones


def test_each_stone_is_told_where_that_is_wanted_and_the_lectures_numbers_are_read(window):
    window.app.overlays.named = lambda key: OVERLAYS if key == "kalah" else ()
    window.app.document.new_game(find_game("kalah"), players=(HUMAN, HUMAN))
    window.enter("#4")
    assert not any(" falls into " in line for line in window.said())

    window.enter("overlay stones")
    window.enter("#1")

    told = [line for line in window.said() if " falls into " in line]
    assert told == [  # of the move before, when it is switched on; then of the move made
        "Stone 1 falls into South's pit 4: 5 there.",
        "Stone 2 falls into South's pit 5: 5 there.",
        "Stone 3 falls into South's pit 6: 5 there.",
        "Stone 4 falls into South's kalah: 1 there.",
        "Stone 1 falls into South's kalah: 2 there.",
        "Stone 2 falls into North's pit 1: 5 there.",
        "Stone 3 falls into North's pit 2: 5 there.",
        "Stone 4 falls into North's pit 3: 5 there.",
        "Stone 5 falls into North's pit 4: 5 there.",
    ]


def test_a_user_can_have_each_stone_told_by_a_preference(open_window, qtbot):
    hands = open_window("kalah")
    hands.window.show_view(text=True)
    hands.type_line("set steps on")

    hands.type_line("3")

    said = hands.window.text.messages.toPlainText().splitlines()
    assert "Stone 4 falls into South's kalah: 1 there." in said
    qtbot.waitUntil(lambda: hands.kept_preferences().steps)


def test_the_beginning_of_a_long_answer_is_spoken_and_where_the_rest_is(window, announced):
    window.enter("help")
    window.enter("position")

    *beginning, rest = announced[0].split("\n")
    said = window.said()
    assert beginning == said[said.index("> help") + 1 :][:6]
    assert rest.endswith(" more lines are in Messages.")
    assert announced[1].endswith(" S")
