"""The colours of overlays on boards, in both themes; a shape or a text always says the same."""

from PySide6.QtGui import QColor

_GROUPS_ON_LIGHT = ("#1A599C", "#A02F0E", "#6A3D9A", "#0A6350", "#8C1D5C", "#5C4A00")
_GROUPS_ON_DARK = ("#7DB5F2", "#FF9466", "#C9A4F5", "#5CD0B3", "#F78BC0", "#E3CB57")
_SINGLE = {False: "#5B564C", True: "#B5AFA5"}
_CAPTURE = {False: "#3A0655", True: "#B381DA"}
_AGAIN = {False: "#19599B", True: "#A3DCFD"}
_RISK = {False: "#A3151B", True: "#FF978C"}


def group_colour(number: int, dark: bool) -> QColor:
    """Return the colour of the group *number*, from 0; they come round again."""
    colours = _GROUPS_ON_DARK if dark else _GROUPS_ON_LIGHT
    return QColor(colours[number % len(colours)])


def single_colour(dark: bool) -> QColor:
    """Return the colour of a group of one piece."""
    return QColor(_SINGLE[dark])


def capture_colour(dark: bool) -> QColor:
    """Return the colour of a capture that is on offer."""
    return QColor(_CAPTURE[dark])


def again_colour(dark: bool) -> QColor:
    """Return the colour of an extra turn that is on offer."""
    return QColor(_AGAIN[dark])


def risk_colour(dark: bool) -> QColor:
    """Return the colour of stones at risk."""
    return QColor(_RISK[dark])
