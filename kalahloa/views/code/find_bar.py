"""Finds text in an editor."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.models.text.quotation import quote

MAX_WANTED = 200


class FindBar(QFrame):
    """A field and two buttons; Enter finds the next place, Shift+Enter the one before."""

    said = Signal(str)
    """A sentence for the user: nothing was found, or the search went on at the other end."""

    def __init__(self, editor: QPlainTextEdit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Find in the code"))
        self.field.setAccessibleName(self.tr("Find in the code"))
        self.field.setMaxLength(MAX_WANTED)
        self.next_button = self._button(self.tr("Next"), False)
        self.previous_button = self._button(self.tr("Previous"), True)
        self.close_button = QPushButton("×", self)
        self.close_button.setObjectName("link")
        self.close_button.setAccessibleName(self.tr("Close"))
        self.close_button.setToolTip(self.tr("Close (Escape)"))
        self.close_button.clicked.connect(self.close_bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        for button in (self.previous_button, self.next_button, self.close_button):
            row.addWidget(button)
        self.hide()

    def _button(self, text: str, backward: bool) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName("link")
        button.clicked.connect(lambda: self.search(backward=backward))
        return button

    @Slot()
    def open_bar(self) -> None:
        """Show the bar with what is selected, and give it the keyboard."""
        selected = self._editor.textCursor().selectedText()
        if selected and "\u2029" not in selected:
            self.field.setText(selected[:MAX_WANTED])
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    @Slot()
    def close_bar(self) -> None:
        """Hide the bar, and go back to the code."""
        self.hide()
        self._editor.setFocus()

    def search(self, *, backward: bool = False) -> bool:
        """Select the next place of the text, or the one before; go on at the other end."""
        wanted = self.field.text()
        if not wanted:
            return False
        flags = QTextDocument.FindFlag(0)
        if backward:
            flags |= QTextDocument.FindFlag.FindBackward
        if self._editor.find(wanted, flags):
            return True
        before = self._editor.textCursor()
        end = QTextCursor.MoveOperation.End if backward else QTextCursor.MoveOperation.Start
        self._editor.moveCursor(end)
        if self._editor.find(wanted, flags):
            self.said.emit(self.tr("The search continued from the other end."))
            return True
        self._editor.setTextCursor(before)
        self.said.emit(fill(self.tr("“{text}” is not in the code."), text=quote(wanted)))
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Find by Enter, close by Escape."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.field.hasFocus():
            self.search(backward=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)
