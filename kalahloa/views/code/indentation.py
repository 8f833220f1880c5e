"""How Enter, Tab and Backspace indent code."""

from PySide6.QtGui import QTextCursor, QTextDocument

STEP = 4
"""The spaces of one level."""
_ENDS_BLOCK = ("return", "pass", "break", "continue", "raise")


def indentation_after(line: str) -> str:
    """Return the spaces that the line after *line*, which may be the part before the cursor, has.

    It is a level more after a colon, and one less after what ends a block.
    """
    code = line.split("#")[0].rstrip()
    width = len(line) - len(line.lstrip(" "))
    first = code.split(maxsplit=1)[0] if code else ""
    if code.endswith((":", "(", "[", "{")):
        width += STEP
    elif first in _ENDS_BLOCK:
        width = max(0, width - STEP)
    return " " * width


def break_line(cursor: QTextCursor) -> None:
    """Begin a new line at *cursor*, indented as is usual there."""
    column = cursor.positionInBlock()
    before = cursor.block().text()[:column]
    if cursor.hasSelection():
        start = QTextCursor(cursor.document())
        start.setPosition(cursor.selectionStart())
        before = start.block().text()[: start.positionInBlock()]
    cursor.insertText("\n" + indentation_after(before))


def indent(cursor: QTextCursor) -> None:
    """Indent the lines of the selection, or go to the next stop."""
    first, last = _lines(cursor)
    if first == last and not cursor.hasSelection():
        column = cursor.positionInBlock()
        cursor.insertText(" " * (STEP - column % STEP))
        return
    _shift(cursor.document(), cursor, first, last, more=True)


def dedent(cursor: QTextCursor) -> None:
    """Take a level from the lines of the selection, or from the line of *cursor*."""
    first, last = _lines(cursor)
    _shift(cursor.document(), cursor, first, last, more=False)


def rub_out(cursor: QTextCursor) -> bool:
    """Go back to the stop before in the spaces that a line begins with; return whether it did."""
    column = cursor.positionInBlock()
    before = cursor.block().text()[:column]
    if cursor.hasSelection() or not before or before.strip(" "):
        return False
    count = (column - 1) % STEP + 1
    cursor.movePosition(
        QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, min(count, column)
    )
    cursor.removeSelectedText()
    return True


def _lines(cursor: QTextCursor) -> tuple[int, int]:
    """Return the numbers of the first and the last line of the selection.

    A line at whose beginning the selection ends does not belong to it.
    """
    document = cursor.document()
    first = document.findBlock(cursor.selectionStart())
    last = document.findBlock(cursor.selectionEnd())
    ends_before = last.position() == cursor.selectionEnd()
    if last.blockNumber() > first.blockNumber() and ends_before:
        last = last.previous()
    return first.blockNumber(), last.blockNumber()


def _shift(
    document: QTextDocument, cursor: QTextCursor, first: int, last: int, *, more: bool
) -> None:
    """Indent lines by one level *more*, or less, as one step of undo."""
    editing = QTextCursor(cursor)
    editing.beginEditBlock()
    for number in range(first, last + 1):
        block = document.findBlockByNumber(number)
        text = block.text()
        editing.setPosition(block.position())
        if more:
            if text.strip():
                editing.insertText(" " * STEP)
            continue
        spaces = min(STEP, len(text) - len(text.lstrip(" ")))
        editing.movePosition(
            QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, spaces
        )
        editing.removeSelectedText()
    editing.endEditBlock()
