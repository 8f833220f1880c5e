"""A segmented control that folds into a drop-down button in a narrow window."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction, QActionGroup
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QWidget

from kalahloa.views.accessibility import announce_focus_after


class Segment(QToolButton):
    """One of several buttons of which exactly one is pressed."""

    accessible_role = QAccessible.Role.RadioButton


class Segments(QFrame):
    """Shows exclusive actions side by side, or as one button with a menu."""

    def __init__(self, name: str, parent: QWidget) -> None:
        """Create an empty control; *name* is its accessible name."""
        super().__init__(parent)
        self.setObjectName("segments")
        self.setAccessibleName(name)
        self.buttons: dict[str, QToolButton] = {}
        """The buttons, by action key."""
        self._group = QActionGroup(self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(2, 2, 2, 2)
        self._row.setSpacing(0)
        self._folded = QToolButton(self)
        self._folded.setObjectName("folded")
        self._folded.setAccessibleName(name)
        self._folded.setToolTip(name)
        self._folded.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._folded.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._menu = QMenu(self)
        announce_focus_after(self._menu)
        self._folded.setMenu(self._menu)
        self._folded.hide()
        self._row.addWidget(self._folded)
        self._is_folded = False

    def add(self, key: str, action: QAction) -> None:
        """Add a button for *action*, and store it under *key*."""
        self._group.addAction(action)
        button = Segment(self)
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        button.setVisible(not self._is_folded)
        self._row.addWidget(button)
        self.buttons[key] = button
        self._menu.addAction(action)
        action.toggled.connect(self._name_folded)
        self._name_folded()

    def fold(self, folded: bool) -> None:
        """Fold the buttons into one with a menu, or unfold them."""
        if folded is self._is_folded:
            return
        self._is_folded = folded
        for button in self.buttons.values():
            button.setVisible(not folded)
        self._folded.setVisible(folded)

    def forget_size(self) -> None:
        """Invalidate the cached size hints."""
        for button in (self._folded, *self.buttons.values()):
            button.updateGeometry()
        self._row.invalidate()
        self.updateGeometry()

    def _name_folded(self) -> None:
        checked = self._group.checkedAction()
        if checked is not None:
            self._folded.setText(f"{checked.text()} ▾")
