"""Rows and columns of widgets, written as they stand."""

from collections.abc import Sequence

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Part = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
"""A widget or a layout, with a stretch if it gets the room that is left; a number is a stretch."""


def side_by_side(*parts: Part, spacing: int | None = None) -> QHBoxLayout:
    """Return *parts* side by side, *spacing* pixels apart, by default as far as the style says."""
    layout = QHBoxLayout()
    _add(layout, parts, spacing)
    return layout


def column_of(
    *parts: Part, spacing: int | None = None, margins: Sequence[int] | None = None
) -> QVBoxLayout:
    """Return *parts* one below the other; *margins* are left, top, right and bottom."""
    layout = QVBoxLayout()
    if margins is not None:
        layout.setContentsMargins(*margins)
    _add(layout, parts, spacing)
    return layout


def _add(layout: QBoxLayout, parts: Sequence[Part], spacing: int | None) -> None:
    if spacing is not None:
        layout.setSpacing(spacing)
    for part in parts:
        if isinstance(part, int):
            layout.addStretch(part)
            continue
        inner, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(inner, QWidget):
            layout.addWidget(inner, stretch)
        else:
            layout.addLayout(inner, stretch)
