"""Keys that edit or walk through a text belong to the field that has the focus, not to the game."""

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from kalahloa.models.text.quotation import is_printable

_SHORTCUT_OVERRIDE = QEvent.Type.ShortcutOverride
_Standard = QKeySequence.StandardKey
_Key, _Modifier = Qt.Key, Qt.KeyboardModifier
_WALKS = frozenset(
    {
        *(_Key.Key_Left, _Key.Key_Right, _Key.Key_Up, _Key.Key_Down),
        *(_Key.Key_Home, _Key.Key_End, _Key.Key_PageUp, _Key.Key_PageDown),
    }
)
_STEPS = (_Key.Key_Up, _Key.Key_Down)
_DELETIONS = frozenset((_Key.Key_Backspace, _Key.Key_Delete, _Key.Key_Insert))
_READING = (_Standard.Copy, _Standard.SelectAll)
_EDITING = (
    *(_Standard.Cut, _Standard.Paste, _Standard.Undo, _Standard.Redo),
    *(_Standard.DeleteStartOfWord, _Standard.DeleteEndOfWord, _Standard.Backspace),
)
"""By which keys these are done depends on the desktop; the others are the same everywhere."""


@runtime_checkable
class KeepsKeys(Protocol):
    """A field with keys of its own, or that leaves some to the window."""

    def keeps(self, event: QKeyEvent) -> bool | None:
        """Return whether the key of *event* is the field's; None where it is as in any field."""
        ...


class FieldKeys(QObject):
    """Gives editing keys to the focused text field of any window before the shortcuts see them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    @Slot(QWidget, QWidget)
    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        """Filter the events of the focused field only; filtering all events would be slow."""
        if old is not None:
            old.removeEventFilter(self)
        if new is not None and _has_keys(new):
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Claim the keys that *watched* handles, and pass the others to the window."""
        if event.type() != _SHORTCUT_OVERRIDE or not isinstance(event, QKeyEvent):
            return False
        kept = watched.keeps(event) if isinstance(watched, KeepsKeys) else None
        if kept is None and isinstance(watched, QWidget):
            kept = True if keeps_key(watched, event) else None
        if kept is None:
            return False
        event.setAccepted(kept)
        return True


def _has_keys(widget: QWidget) -> bool:
    kinds = (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox, QAbstractButton)
    return isinstance(widget, (*kinds, KeepsKeys))


def keeps_key(field: QWidget, event: QKeyEvent) -> bool:
    """Return whether the key of *event* does something in a *field* of this kind."""
    modifiers = event.modifiers() & ~(_Modifier.KeypadModifier | _Modifier.ShiftModifier)
    key = event.key()
    if isinstance(field, QAbstractButton):
        return key == _Key.Key_Space and not event.modifiers()
    if isinstance(field, QComboBox | QAbstractSpinBox):
        if key in _STEPS:  # or opens the list; with Alt as well
            return True
        if isinstance(field, QComboBox):
            plain = not event.modifiers()
            if plain and (key == _Key.Key_F4 or (key == _Key.Key_Space and not field.isEditable())):
                return True
            if not field.isEditable():
                return False
    if any(event.matches(one) for one in _READING):
        return True
    if key in _WALKS and modifiers in (_Modifier.NoModifier, _Modifier.ControlModifier):
        return True
    is_read_only = isinstance(
        field, QLineEdit | QPlainTextEdit | QTextEdit | QAbstractSpinBox
    ) and bool(field.isReadOnly())
    return not is_read_only and (
        any(event.matches(one) for one in _EDITING) or _writes(event, modifiers)
    )


def _writes(event: QKeyEvent, modifiers: Qt.KeyboardModifier) -> bool:
    """Return whether *event* writes or deletes something."""
    key, text = event.key(), event.text()
    if modifiers == _Modifier.AltModifier:
        # Alt with a letter opens a menu; with a figure it writes the figure.
        return _Key.Key_0 <= key <= _Key.Key_9 or not text.isascii()
    if modifiers == _Modifier.ControlModifier:
        return key in _DELETIONS
    if modifiers:
        return not text.isascii() and is_printable(text)  # by AltGr
    return key in _DELETIONS or (bool(text) and is_printable(text))
