"""Marks texts for translation where Qt's own marks have no useful types.

`pyside6-lupdate` finds them by the names of these functions.
"""

from PySide6.QtCore import QCoreApplication


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Return *text*, which is translated later by `translate` with the same *context*."""
    return text


def translate(context: str, text: str) -> str:
    """Return *text* in the user's language."""
    return QCoreApplication.translate(context, text) if text else ""
