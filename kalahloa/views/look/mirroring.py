"""What changes sides where the language runs from right to left, and what stays."""

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

MIRRORED_ICONS = frozenset({"first", "previous", "next", "last", "undo", "redo"})
"""Icons that point to where something comes from, or goes on."""
_OTHER_KEY = {Qt.Key.Key_Left: Qt.Key.Key_Right, Qt.Key.Key_Right: Qt.Key.Key_Left}
_FROM_LEFT = "\u200e"
"""Is as a letter that is written from left to right, and is not seen."""
_SIGNED = re.compile(r"(?<!\w)[+\-−±≤≥<>][+\-−±≤≥<>\s]*(?:∞|\d(?:[\d.,]*\d)?)")


def numbers_as_read(text: str) -> str:
    """Return *text*, in which signs stay before their numbers in every language."""
    if not QGuiApplication.isRightToLeft():
        return text
    return _SIGNED.sub(rf"{_FROM_LEFT}\g<0>{_FROM_LEFT}", text)


def code_as_read(text: str) -> str:
    """Return *text*, which is code, so that its brackets stay where they are in every language."""
    return f"{_FROM_LEFT}{text}{_FROM_LEFT}" if QGuiApplication.isRightToLeft() else text


def key_as_read(key: Qt.Key, widget: QWidget) -> Qt.Key:
    """Return the key that *key* stands for in *widget*, where the right arrow goes on."""
    return _OTHER_KEY.get(key, key) if widget.isRightToLeft() else key
