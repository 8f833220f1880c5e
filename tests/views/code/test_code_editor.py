"""The editor: keys, indentation, completion, colours, values, and how much it takes."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from kalahloa.models.heuristics.editor_limits import MAX_CHARACTERS
from kalahloa.views.code.code_editor import CodeEditor, new_document
from kalahloa.views.code.completion import OfferedName, offers_at
from kalahloa.views.code.find_bar import FindBar
from kalahloa.views.code.grammar import is_warm
from kalahloa.views.code.highlighter import LINES_AT_ONCE
from kalahloa.views.look.code_colours import code_colour
from kalahloa.views.look.contrast import TEXT, contrast
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.window.field_keys import FieldKeys

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
FEATURES = (
    OfferedName("groups", "groups(side)", "groups(side) – sizes of the groups"),
    OfferedName("group_count", "group_count(side)", "group_count(side) – how many"),
    OfferedName("mobility", "mobility(side)", "mobility(side) – moves"),
)


class Desk:
    """An editor between two fields, and what it has said."""

    def __init__(self, qtbot) -> None:
        self.qtbot = qtbot
        self.window = QWidget()
        self.before, self.after = QLineEdit(), QLineEdit()
        self.editor = CodeEditor(LIGHT)
        self.finder = FindBar(self.editor)
        layout = QVBoxLayout(self.window)
        for widget in (self.before, self.finder, self.editor, self.after):
            layout.addWidget(widget)
        self.said: list[str] = []
        self.editor.said.connect(self.said.append)
        self.finder.said.connect(self.said.append)
        FieldKeys(self.window)
        self.window.resize(500, 400)
        qtbot.addWidget(self.window)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        self.editor.setFocus()

    @property
    def text(self) -> str:
        return self.editor.toPlainText()

    def show(self, text: str, line: int = 0) -> None:
        self.editor.set_document(new_document(text, self.editor))
        self.editor.set_features(FEATURES)
        self.editor.moveCursor(QTextCursor.MoveOperation.End)
        if line:
            self.editor.go_to_line(line)

    def type(self, text: str) -> None:
        QTest.keyClicks(self.editor, text)

    def key(self, key: Qt.Key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(QGuiApplication.focusObject() or self.editor, key, modifiers)

    def paste(self, text: str) -> None:
        data = QMimeData()
        data.setText(text)
        self.editor.insertFromMimeData(data)

    def formats(self, line: int) -> list[tuple[str, str]]:
        """Return the coloured parts of *line*, from 0, with the names of their colours."""
        block = self.editor.document().findBlockByNumber(line)
        return [
            (block.text()[one.start : one.start + one.length], one.format.foreground().color())
            for one in block.layout().formats()
        ]


@pytest.fixture
def desk(qtbot) -> Iterator[Desk]:
    yield Desk(qtbot)


# -- indentation -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def evaluate(position):", "def evaluate(position):\n    "),
        ("    a = 1", "    a = 1\n    "),
        ("    return a", "    return a\n"),
        ("    if a:  # why", "    if a:  # why\n        "),
        ("total = max(", "total = max(\n    "),
    ],
)
def test_enter_indents_as_python_does(desk, before, after):
    desk.show(before)

    desk.key(Qt.Key.Key_Return)

    assert desk.text == after


def test_backspace_goes_back_a_level_in_front_of_a_line_and_one_character_elsewhere(desk):
    desk.show("a\n        b")
    desk.editor.go_to_line(2)

    desk.key(Qt.Key.Key_Backspace)
    assert desk.text == "a\n    b"
    desk.editor.moveCursor(QTextCursor.MoveOperation.End)
    desk.key(Qt.Key.Key_Backspace)
    assert desk.text == "a\n    "


def test_tab_and_shift_tab_move_the_lines_of_the_selection_as_one_step_of_undo(desk):
    desk.show("a\nb\n\nc")
    desk.type("c")
    desk.editor.selectAll()

    desk.key(Qt.Key.Key_Tab)
    assert desk.text == "    a\n    b\n\n    cc"
    desk.key(Qt.Key.Key_Backtab, SHIFT)
    assert desk.text == "a\nb\n\ncc"
    desk.key(Qt.Key.Key_Z, CONTROL)
    assert desk.text == "    a\n    b\n\n    cc"


# -- Tab and the window ----------------------------------------------------------------------------


def test_tab_passes_the_code_until_something_is_typed_and_escape_gives_it_back(desk):
    desk.show("")
    desk.before.setFocus()
    desk.finder.hide()

    desk.key(Qt.Key.Key_Tab)
    assert desk.editor.hasFocus()
    desk.key(Qt.Key.Key_Tab)
    assert desk.after.hasFocus()
    desk.key(Qt.Key.Key_Backtab, SHIFT)
    assert desk.editor.hasFocus()
    desk.type("x")
    desk.key(Qt.Key.Key_Tab)
    assert desk.editor.hasFocus() and desk.text == "x   "
    desk.key(Qt.Key.Key_Escape)
    desk.key(Qt.Key.Key_Tab)
    assert desk.after.hasFocus() and desk.text == "x   "
    assert desk.said == ["Press Tab to leave the code."]


def test_a_click_makes_tab_indent(desk):
    desk.show("")

    QTest.mouseClick(desk.editor.viewport(), Qt.MouseButton.LeftButton)
    desk.key(Qt.Key.Key_Tab)

    assert desk.text == "    "


@pytest.mark.parametrize(
    ("key", "signal"),
    [(Qt.Key.Key_Return, "run_asked"), (Qt.Key.Key_S, "keep_asked"), (Qt.Key.Key_F, "find_asked")],
)
def test_keys_ask_for_running_keeping_and_finding(desk, key, signal):
    asked: list[str] = []
    getattr(desk.editor, signal).connect(lambda: asked.append(signal))

    desk.key(key, CONTROL)

    assert asked == [signal] and desk.text == ""


# -- completion ------------------------------------------------------------------------------------


def names(before: str, whole: str = "") -> list[str]:
    return [offer.name for offer in offers_at(before, whole, FEATURES, "position")]


def test_after_the_position_the_features_are_offered_that_begin_like_the_word():
    assert names("    a = position.") == ["groups", "group_count", "mobility"]
    assert names("    a = position.gr") == ["groups", "group_count"]
    assert names("    a = position.GROUP_") == ["group_count"]
    assert names("    a = other.") == []


def test_elsewhere_the_names_in_the_text_and_python_s_are_offered():
    assert names("    ra", "rank = 1\nramble = 2") == ["ramble", "range", "rank"]
    assert "position" in names("po", "def evaluate(position):")


def test_a_dot_opens_the_list_and_enter_writes_the_call(desk):
    desk.show("")

    desk.type("position.")
    assert desk.editor.completion.is_open
    desk.type("m")
    QTest.keyClick(desk.editor.completion.popup, Qt.Key.Key_Down)
    QTest.keyClick(desk.editor.completion.popup, Qt.Key.Key_Return)

    assert desk.text == "position.mobility(side)"
    assert not desk.editor.completion.is_open
    desk.key(Qt.Key.Key_Return)
    desk.type("position.")
    desk.type("m")
    QTest.keyClick(desk.editor.completion.popup, Qt.Key.Key_Tab)
    assert desk.text == "position.mobility(side)\nposition.mobility(side)"


def test_enter_takes_no_name_that_nobody_chose(desk):
    desk.show("")
    desk.type("position.")
    assert desk.editor.completion.is_open

    QTest.keyClick(desk.editor.completion.popup, Qt.Key.Key_Return)

    assert desk.text == "position.\n"
    assert not desk.editor.completion.is_open


@pytest.mark.parametrize("number", ["1", "1.", "1.0", "0x1f", "12.5e", "3.a", "(2.", "x[1."])
def test_nothing_is_offered_in_a_number(desk, number):
    desk.show("total = 1\n")

    desk.type(f"A = {number}")

    assert offers_at(f"A = {number}", desk.text, FEATURES, "position") == []
    assert not desk.editor.completion.is_open
    desk.key(Qt.Key.Key_Return)
    assert desk.text == f"total = 1\nA = {number}\n"


def test_control_and_space_open_the_list_and_escape_closes_it_only(desk):
    desk.show("x = 1\n")
    desk.type("ra")

    desk.key(Qt.Key.Key_Space, CONTROL)
    assert desk.editor.completion.is_open
    QTest.keyClick(desk.editor.completion.popup, Qt.Key.Key_Escape)

    assert not desk.editor.completion.is_open and desk.text == "x = 1\nra"
    assert not desk.editor.tabChangesFocus()
    desk.type("zzzz")
    desk.key(Qt.Key.Key_Space, CONTROL)
    assert desk.said == ["No known name starts with this."]


# -- colours ---------------------------------------------------------------------------------------


def coloured(desk: Desk) -> None:
    desk.qtbot.waitUntil(is_warm)
    desk.editor.start_colouring()
    desk.qtbot.waitUntil(lambda: desk.editor.is_coloured)


def test_code_is_coloured_and_what_is_typed_at_once(desk):
    desk.show("def f(): pass\n")
    coloured(desk)
    assert desk.formats(0)[0] == ("def", code_colour("keyword", LIGHT))

    desk.type("x = 12")

    assert desk.formats(1) == [("12", code_colour("number", LIGHT))]


def test_quotes_that_begin_a_long_string_colour_all_lines_below_again(desk):
    lines = 4 * LINES_AT_ONCE
    desk.show("\n".join(["a = 1"] * lines))
    coloured(desk)
    string = code_colour("string", LIGHT)

    desk.editor.moveCursor(QTextCursor.MoveOperation.Start)
    desk.editor.insert('"""')
    desk.qtbot.waitUntil(lambda: desk.editor.is_coloured)
    assert desk.formats(lines - 1) == [("a = 1", string)]
    desk.editor.undo()
    desk.qtbot.waitUntil(lambda: desk.editor.is_coloured)
    assert desk.formats(lines - 1) == [("1", code_colour("number", LIGHT))]


def test_colours_do_not_count_as_changes_of_the_text(desk):
    changes: list[int] = []
    desk.show("def f(): pass\n")
    desk.editor.textChanged.connect(lambda: changes.append(1))

    coloured(desk)

    assert changes == [] and not desk.editor.document().isUndoAvailable()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["keyword", "name", "number", "string", "comment", "error"])
def test_every_colour_can_be_read_on_the_panel_and_on_the_current_line(theme, name):
    for ground in (theme.panel, theme.window):
        assert contrast(code_colour(name, theme), ground) >= TEXT


def test_another_theme_colours_anew(desk):
    desk.show("x = 12")
    coloured(desk)

    desk.editor.set_theme(DARK)
    desk.qtbot.waitUntil(lambda: desk.editor.is_coloured)

    assert desk.formats(0) == [("12", code_colour("number", DARK))]


# -- how much --------------------------------------------------------------------------------------


def test_a_hostile_paste_is_refused_with_a_sentence_and_nothing_is_lost(desk):
    desk.show("a = 1\n")

    desk.paste("x" * 1_000_000)
    desk.paste("\n" * 3_000)
    desk.paste("y" * 2_000)

    assert desk.text == "a = 1\n"
    assert [sentence.split(" has")[0] for sentence in desk.said] == [
        "A heuristic",
        "A heuristic",
        "A line",
    ]


def test_the_most_that_may_be_pasted_is_coloured_bit_by_bit(desk):
    desk.show("")
    coloured(desk)
    line = "value = position.groups(side)[0] / 12.5  # why not\n"

    desk.paste(line * (MAX_CHARACTERS // len(line)))

    assert not desk.editor.is_coloured  # the rest is for later turns
    desk.qtbot.waitUntil(lambda: desk.editor.is_coloured)
    assert desk.formats(1000)[-1] == ("# why not", code_colour("comment", LIGHT))


def test_a_line_cannot_be_typed_longer_than_it_may_be(desk):
    desk.show("x" * 998)

    desk.type("yyyyy")

    assert desk.text == "x" * 998 + "yy" and len(desk.said) == 3


def test_tabs_and_line_ends_of_other_systems_become_plain_ones(desk):
    desk.show("")

    desk.paste("if a:\r\n\tb = 1\rc")

    assert desk.text == "if a:\n    b = 1\nc"


# -- what is shown ---------------------------------------------------------------------------------


def test_replacing_the_text_keeps_the_cursor_where_it_was_and_can_be_undone(desk):
    desk.show("A = 1.0\nB = 2.0\nreturn A\n")
    desk.editor.go_to_line(3)

    desk.editor.replace_all("A = 1.0\nB = 2.25\nreturn A\n")
    assert desk.editor.textCursor().blockNumber() == 2
    desk.editor.undo()

    assert desk.text == "A = 1.0\nB = 2.0\nreturn A\n"


def test_characters_beyond_the_basic_plane_are_no_trouble(desk):
    desk.show("# \U0001f600\U0001f600 one\nA = 1\n")

    desk.editor.replace_all("# \U0001f600\U0001f600 one\nA = 22\n")

    assert desk.text == "# \U0001f600\U0001f600 one\nA = 22\n"


def grey_pixels(desk: Desk, row: int) -> int:
    """Return how many pixels at the right end of line *row* are not of the ground's colour."""
    image = desk.editor.viewport().grab().toImage()
    height = desk.editor.fontMetrics().lineSpacing()
    ground = image.pixelColor(image.width() - 2, image.height() - 2)
    return sum(
        image.pixelColor(x, y) != ground
        for y in range(row * height + 4, (row + 1) * height + 2)
        for x in range(image.width() - 60, image.width())
    )


def test_values_stand_behind_their_lines_where_there_is_room(desk):
    desk.show("# first\nA = 1\nB = " + "9" * 200 + "\n")
    desk.editor.horizontalScrollBar().setValue(0)
    empty = grey_pixels(desk, 1)

    desk.editor.show_values({2: "4.55", 3: "0.5"})

    assert grey_pixels(desk, 1) > empty
    assert desk.editor.values == {2: "4.55", 3: "0.5"}


def test_an_error_is_marked_at_its_line_and_gone_again(desk):
    desk.show("a = 1\nb = \nc = 2")

    desk.editor.show_error(2, "It ends too early.")
    marked = desk.editor.extraSelections()
    assert desk.editor.gutter.error_line == 2
    assert [one.cursor.blockNumber() for one in marked] == [2, 1]
    assert marked[1].format.toolTip() == "It ends too early."
    desk.editor.show_error(None, "")
    assert len(desk.editor.extraSelections()) == 1 and desk.editor.gutter.error_line is None


def test_the_gutter_has_room_for_the_largest_number(desk):
    desk.show("a")
    narrow = desk.editor.gutter.width()

    desk.editor.insert("\n" * 1200)

    assert desk.editor.gutter.width() > narrow


# -- finding ---------------------------------------------------------------------------------------


def test_finding_goes_round_and_says_what_is_not_there(desk):
    desk.show("one two\ntwo three\n")
    desk.finder.open_bar()
    desk.finder.field.setText("two")

    lines = []
    for _ in range(3):
        QTest.keyClick(desk.finder.field, Qt.Key.Key_Return)
        lines.append(desk.editor.textCursor().blockNumber())
    assert lines == [0, 1, 0]
    QTest.keyClick(desk.finder.field, Qt.Key.Key_Return, SHIFT)
    assert desk.editor.textCursor().blockNumber() == 1
    desk.finder.field.setText("four")
    QTest.keyClick(desk.finder.field, Qt.Key.Key_Return)
    assert desk.said[-1] == "“four” is not in the code."
    QTest.keyClick(desk.finder.field, Qt.Key.Key_Escape)
    assert not desk.finder.isVisible() and desk.editor.hasFocus()
