"""What an input method composes comes into every field once, and whole."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QWidget

from kalahloa.models.heuristics.editor_limits import MAX_LINE
from kalahloa.views.code.code_editor import CodeEditor, new_document
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.text_view import CommandLine
from kalahloa.views.window.palette import CommandPalette
from kalahloa.views.window.rooms import PAGES

COMPOSED = (
    (("に", "にほ", "にほん", "日本"), "日本"),
    (("\xb4",), "é"),
    (("ㄱ", "기", "김"), "김"),
    ((), "😀"),
)
"""What is shown while something is composed, and what comes of it."""


def compose(field: QWidget, preedits: tuple[str, ...], commit: str) -> None:
    for text in preedits:
        QApplication.sendEvent(field, QInputMethodEvent(text, []))
    done = QInputMethodEvent()
    done.setCommitString(commit)
    QApplication.sendEvent(field, done)


def text_of(field: QLineEdit | QPlainTextEdit) -> str:
    return field.text() if isinstance(field, QLineEdit) else field.toPlainText()


def fields_of(window: QWidget) -> list[QLineEdit | QPlainTextEdit]:
    found = [*window.findChildren(QLineEdit), *window.findChildren(QPlainTextEdit)]
    return [
        field
        for field in found
        if not (field.isReadOnly() or isinstance(field.parent(), QAbstractSpinBox))
        and field.isEnabled()
    ]


def test_every_field_of_the_window_takes_composed_text_once(open_window):
    hands = open_window("kalah")
    window = hands.window
    for page in PAGES:
        window.rooms.open_page(page)
        window.panel_host.finish()
    fields = fields_of(window)
    assert len(fields) >= 8
    for field in fields:
        for preedits, commit in COMPOSED:
            field.clear()
            compose(field, preedits, commit)
            compose(field, preedits, commit)
            assert text_of(field) == commit * 2, (field.accessibleName(), commit)
            for text in preedits:  # and what is given up is not left there
                QApplication.sendEvent(field, QInputMethodEvent(text, []))
            QApplication.sendEvent(field, QInputMethodEvent())
            assert text_of(field) == commit * 2, (field.accessibleName(), commit)
        field.clear()


def test_the_command_line_keeps_keys_while_something_is_composed(qtbot):
    line = CommandLine(lambda _text: [])
    qtbot.addWidget(line)
    space = QKeyEvent(
        QKeyEvent.Type.ShortcutOverride, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, " "
    )
    assert line.keeps(space) is False  # the game's

    QApplication.sendEvent(line, QInputMethodEvent("ni", []))
    assert line.keeps(space) is None  # as in any field
    compose(line, (), "日本")
    assert line.text() == "日本"
    line.clear()
    assert line.keeps(space) is False


def test_composed_text_in_the_command_line_is_completed_and_undone(qtbot):
    line = CommandLine(lambda text: [f"{text}語"])
    qtbot.addWidget(line)
    compose(line, ("に",), "日本")

    QTest.keyClick(line, Qt.Key.Key_Tab)

    assert line.text() == "日本語"
    line.undo()
    assert line.text() == "日本"


def test_the_palette_searches_for_composed_text(open_window):
    window = open_window("kalah").window
    window.actions_by_name["palette"].trigger()
    (palette,) = window.findChildren(CommandPalette)

    compose(palette.line, ("u", "un"), "undo")

    assert palette.line.text() == "undo"
    assert palette.shown[0].key == "undo"
    palette.close()


def editor_with(qtbot, text: str) -> CodeEditor:
    editor = CodeEditor(LIGHT)
    qtbot.addWidget(editor)
    editor.set_document(new_document(text, editor))
    return editor


def test_the_code_editor_takes_composed_text_as_if_it_was_typed(qtbot):
    editor = editor_with(qtbot, "")
    for preedits, commit in COMPOSED:
        compose(editor, preedits, commit)

    assert editor.toPlainText() == "日本é김😀"
    editor.undo()
    assert editor.toPlainText() != "日本é김😀"


def test_composed_text_that_is_too_much_is_refused_like_typed_text(qtbot):
    whole = "x" * MAX_LINE
    editor = editor_with(qtbot, whole)
    said: list[str] = []
    editor.said.connect(said.append)

    compose(editor, ("に",), "日本")

    assert editor.toPlainText() == whole
    assert len(said) == 1
    assert editor.textCursor().block().layout().preeditAreaText() == ""


@pytest.mark.parametrize("figure", ["3", "\uff13", "\u0663", "\u0969"])
def test_figures_of_all_scripts_choose_a_pit(open_window, figure):
    hands = open_window("kalah")
    board = hands.board
    board.setFocus()

    QApplication.sendEvent(
        board, QKeyEvent(QKeyEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, figure)
    )

    assert [node.text for node in hands.document.record.main_line()] == ["3"]
