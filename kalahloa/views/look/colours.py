"""Colours made of other ones."""

from PySide6.QtGui import QColor


def with_alpha(colour: QColor, alpha: float) -> QColor:
    """Return *colour* with an opacity from 0 to 1."""
    faint = QColor(colour)
    faint.setAlphaF(alpha)
    return faint
