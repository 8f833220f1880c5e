"""Whose a key is: every key of a command, pressed in every kind of field."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.session.commands import COMMANDS
from kalahloa.views.code.code_editor import CodeEditor
from kalahloa.views.look.keys import key_sequences
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.panels.placements import PANELS
from kalahloa.views.text_view import CommandLine
from kalahloa.views.window.field_keys import FieldKeys

Modifier, Key = Qt.KeyboardModifier, Qt.Key
CONTROL, SHIFT, ALT = Modifier.ControlModifier, Modifier.ShiftModifier, Modifier.AltModifier
TEXT = "one two\nthree four\nfive six"
EDITING = {
    *("undo", "redo", "continue", "promote", "make-main-line", "delete-from-here", "delete-line"),
    *(command.key for command in COMMANDS if command.key.startswith("mark-")),
}
"""The commands whose keys edit or walk through a text."""


def keys_of_commands():
    """Return the command, the key and its combination for each key of each command."""
    return [
        (command.key, sequence.toString(), sequence[0])
        for command in COMMANDS
        for sequence in key_sequences(command)
        if sequence[0].key() < Key.Key_Copy or sequence[0].key() > Key.Key_Open  # usual keys only
    ]


def typed(widget, text: str = "one two three") -> QWidget:
    """Return *widget* after *text* was typed into it, with the cursor in its middle."""
    QTest.keyClicks(widget, text)
    for _ in range(5):
        QTest.keyClick(widget, Key.Key_Left)
    return widget


def spin_box(parent: QWidget) -> QWidget:
    box = QSpinBox(parent)
    box.setRange(0, 99999)
    box.setValue(12345)
    return box


def seconds(parent: QWidget) -> QWidget:
    box = QDoubleSpinBox(parent)
    box.setRange(0, 99999)
    box.setValue(12.5)
    return box


def combo_box(parent: QWidget) -> QWidget:
    box = QComboBox(parent)
    box.setEditable(True)
    box.addItems(["one two", "three"])
    return box


def inline_editor(parent: QWidget) -> QWidget:
    table = QTableWidget(1, 1, parent)
    parent.layout().addWidget(table)
    table.setItem(0, 0, QTableWidgetItem("one two three"))
    table.editItem(table.item(0, 0))
    return table.findChild(QLineEdit)


def code_editor(parent: QWidget) -> QWidget:
    return CodeEditor(LIGHT, parent)


FIELDS = {
    "line edit": QLineEdit,
    "plain text": QPlainTextEdit,
    "rich text": QTextEdit,
    "code editor": code_editor,
    "typed line": lambda parent: CommandLine(lambda _: [], parent),
    "spin box": spin_box,
    "double spin box": seconds,
    "editable combo box": combo_box,
    "inline editor of a list": inline_editor,
}


class Stage:
    """A window with one field."""

    def __init__(self, qtbot, kind: str) -> None:
        self.window = QWidget()
        QVBoxLayout(self.window)
        qtbot.addWidget(self.window)
        FieldKeys(self.window)
        self.field = FIELDS[kind](self.window)
        if self.field.parent() is self.window:
            self.window.layout().addWidget(self.field)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        self.field.setFocus()
        if isinstance(self.field, (QLineEdit, QPlainTextEdit, QTextEdit)):
            typed(self.field)

    def keeps(self, combination) -> bool:
        """Return whether the field keeps the key from the window's shortcuts."""
        event = key_event(QEvent.Type.ShortcutOverride, combination)
        event.ignore()
        QApplication.sendEvent(QApplication.focusWidget(), event)
        return event.isAccepted()


def key_event(kind: QEvent.Type, combination) -> QKeyEvent:
    """Return an event as a keyboard makes it: no letters with Control."""
    modifiers, key = combination.keyboardModifiers(), combination.key()
    sign = chr(key) if key < 128 and not modifiers & CONTROL else ""
    return QKeyEvent(kind, key, modifiers, sign)


@pytest.mark.parametrize("kind", FIELDS)
def test_keys_that_edit_belong_to_the_field_and_all_others_to_the_window(qtbot, kind):
    stage = Stage(qtbot, kind)

    kept = {name for name, _, combination in keys_of_commands() if stage.keeps(combination)}

    own = {"save"} if kind == "code editor" else set()  # which keeps the file
    steps = {"previous-variation", "next-variation"} if "box" in kind else set()
    opens = {"overlays"} if "combo" in kind else set()
    assert kept == EDITING | own | steps | opens


@pytest.mark.parametrize("kind", FIELDS)
def test_no_key_that_would_change_a_field_is_taken_from_it(qtbot, kind):
    """The fields themselves say what their keys are: each is pressed past all shortcuts."""
    stage = Stage(qtbot, kind)

    def state() -> object:
        field = QApplication.focusWidget()
        line = field if isinstance(field, QLineEdit) else field.findChild(QLineEdit)
        if line is not None:
            return line.text(), line.cursorPosition(), line.selectedText()
        cursor = field.textCursor()
        return field.toPlainText(), cursor.position(), cursor.anchor()

    for name, keys, combination in keys_of_commands():
        if isinstance(stage.field, CommandLine) and not stage.field.text():
            QTest.keyClicks(stage.field, "one")  # an empty line leaves some to the game
        before, kept = state(), stage.keeps(combination)
        press = key_event(QEvent.Type.KeyPress, combination)
        QApplication.sendEvent(QApplication.focusWidget(), press)
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        enters = combination.key() in (Key.Key_Enter, Key.Key_Return)  # what is written already
        if popup is not None or (state() != before and not enters):
            assert kept, (name, keys)
            stage.field.setFocus()


@pytest.mark.parametrize("kind", [QPlainTextEdit, QTextEdit, QLineEdit])
def test_what_can_only_be_read_keeps_only_what_walks_and_selects(qtbot, kind):
    window = QWidget()
    qtbot.addWidget(window)
    FieldKeys(window)
    field = kind(window)
    field.setReadOnly(True)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    field.setFocus()

    def keeps(keys: str) -> bool:
        event = key_event(QEvent.Type.ShortcutOverride, QKeySequence(keys)[0])
        event.ignore()
        QApplication.sendEvent(field, event)
        return event.isAccepted()

    assert all(map(keeps, ("Ctrl+C", "Ctrl+A", "Ctrl+Shift+Home", "Ctrl+Shift+Up", "Down")))
    assert not any(map(keeps, ("Ctrl+Z", "Ctrl+Del", "Alt+1", "Space", "Ctrl+V")))


def test_only_the_field_with_the_focus_keeps_keys(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    FieldKeys(window)
    QVBoxLayout(window)
    field, button = QLineEdit(window), QPushButton("Go", window)
    for widget in (field, button):
        window.layout().addWidget(widget)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    field.setFocus()
    button.setFocus()

    def keeps(widget: QWidget, keys: str) -> bool:
        event = key_event(QEvent.Type.ShortcutOverride, QKeySequence(keys)[0])
        event.ignore()
        QApplication.sendEvent(widget, event)
        return event.isAccepted()

    assert keeps(button, "Space")
    assert not keeps(button, "Ctrl+Del")
    assert not keeps(field, "Ctrl+Del")


@pytest.mark.parametrize("where", ["comment", "heuristic", "games", "text"])
def test_ctrl_del_in_a_field_of_the_window_deletes_no_move(open_window, qtbot, where):
    hands = open_window("loa")
    for text in ("b1-b3", "a4-c4"):
        hands.app.turns.play_text(text)
    window = hands.window
    if where == "text":
        window.show_view(text=True)
        field = window.text.line
    else:
        window.rooms.open_page(PANELS[where].pages[0])
        window.rooms.reveal(where)
        panel = window.panel_host.panel(where)
        field = {"comment": "field", "heuristic": "editor", "games": "search"}[where]
        field = getattr(panel, field)
    if where == "heuristic":
        window.panel_host.asked.emit("new-heuristic", [])
        qtbot.waitUntil(lambda: panel.editor.isVisible() and not panel.editor.isReadOnly())
    field.setFocus()
    assert QApplication.focusWidget() is field
    QTest.keyClicks(field, "abs")

    for key, modifiers in (
        (Key.Key_Delete, CONTROL),
        (Key.Key_Delete, CONTROL | SHIFT),
        (Key.Key_Home, CONTROL | SHIFT),
        (Key.Key_1, ALT),
    ):
        QTest.keyClick(field, key, modifiers)

    assert len(hands.document.record.nodes) == 3
    assert not hands.document.node.notes.marks
