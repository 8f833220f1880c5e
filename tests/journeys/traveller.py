"""Somebody who finds the way through the window by what can be seen there."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QPlainTextEdit,
    QWidget,
)

from tests.views.conftest import Hands

LEFT = Qt.MouseButton.LeftButton
MOMENT_MS = 150
MAX_TABS = 120
"""So many presses of Tab lead once through any page."""
Wait = Callable[[Callable[[], bool]], None]


class Traveller:
    """Presses buttons that are in sight, and plays on the board; each of that is a step.

    With *by_keys* the mouse is never used: Tab goes to a button and Space presses it.  Where there
    is a folder for *pictures*, the window is drawn there after each step.
    """

    def __init__(
        self, hands: Hands, wait: Wait, *, by_keys: bool = False, pictures: Path | None = None
    ) -> None:
        self.hands = hands
        self.wait = wait
        self.by_keys = by_keys
        self.steps: list[str] = []
        self.tabs = 0
        """How often Tab was pressed."""
        self._pictures = pictures

    # -- looking -------------------------------------------------------------------------------

    def top(self) -> QWidget:
        """Return the window or dialog in front."""
        return QApplication.activeModalWidget() or QApplication.activeWindow() or self.hands.window

    def texts(self) -> list[str]:
        """Return all words in sight."""
        labels = [label for label in self.top().findChildren(QLabel) if label.isVisible()]
        whole = [getattr(label, "whole", "") or label.text() for label in labels]
        boxes = [box for box in self.top().findChildren(QComboBox) if box.isVisible()]
        whole += [box.currentText() for box in boxes]
        return [*whole, *self.hands.window.graphical.headline.said]

    def see(self, words: str) -> None:
        """Wait until *words* are in sight."""
        self.wait(lambda: any(words in text for text in self.texts()))

    def button(self, name: str) -> QAbstractButton | None:
        """Return the button in sight that is called *name*, and can be pressed."""
        for one in self.top().findChildren(QAbstractButton):
            named = (one.text().replace("&", ""), one.accessibleName())
            is_current = one.isCheckable() and one.isChecked()
            if name in named and one.isVisible() and one.isEnabled() and not is_current:
                return one
        return None

    # -- doing ---------------------------------------------------------------------------------

    def _took(self, step: str) -> None:
        self.steps.append(step)
        self.picture(f"{len(self.steps):02d}")

    def picture(self, name: str) -> None:
        """Draw what is in front, if there is a folder for that."""
        if self._pictures is not None:
            QTest.qWait(MOMENT_MS)  # until all is arranged
            self.hands.window.panel_host.finish()
            self.top().grab().save(str(self._pictures / f"{name}.png"))

    def press(self, name: str) -> None:
        """Press the button called *name*, once it is in sight."""
        self.wait(lambda: self.button(name) is not None)
        button = self.button(name)
        assert button is not None
        if self.by_keys:
            self.go_to(button)
            QTest.keyClick(button, Qt.Key.Key_Space)
        else:
            middle = QPoint(button.width() // 2, button.height() // 2)
            assert not button.visibleRegion().isEmpty(), f"{name} is out of sight."
            QTest.mouseClick(button, LEFT, pos=middle)
        self._took(name)

    def go_to(self, widget: QWidget) -> None:
        """Press Tab until *widget* has the keyboard."""
        for _ in range(MAX_TABS):
            if QApplication.focusWidget() is widget:
                return
            QTest.keyClick(QApplication.focusWidget() or self.top(), Qt.Key.Key_Tab)
            self.tabs += 1
        raise AssertionError(f"Tab does not lead to {widget.accessibleName() or widget}.")

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier | None = None) -> None:
        """Press a key wherever the focus is."""
        self.hands.press(key, modifiers)
        self._took(f"key {key.name}")

    def move(self, text: str) -> None:
        """Make the move *text* on the board by clicks, or type it in the text view."""
        hands = self.hands
        if not self.by_keys:
            hands.click_move(hands.document.position.read_move(text))
        elif hands.document.game.key == "loa":
            hands.press(Qt.Key.Key_F2)
            hands.type_line(text)
            hands.press(Qt.Key.Key_F2)
        else:  # a pit or a square by its number
            board = hands.board
            board.setFocus()
            QTest.keyClicks(board, text)
        self._took(f"move {text}")

    def type_into(self, text: str) -> None:
        """Type *text* as the first line of the editor in sight."""
        (editor,) = (one for one in self.top().findChildren(QPlainTextEdit) if one.isVisible())
        if self.by_keys:
            self.go_to(editor)
        else:
            QTest.mouseClick(editor.viewport(), LEFT)
        QTest.keyClick(editor, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(editor, text)
        QTest.keyClick(editor, Qt.Key.Key_Return)
        if self.by_keys:
            QTest.keyClick(editor, Qt.Key.Key_Escape)  # Tab leads on from here, and indents no more
        self._took("typing")
