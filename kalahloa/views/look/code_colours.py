"""The colours of code, and of what is wrong in it; each can be read on a panel.

None is green, which is for what is proven.
"""

from PySide6.QtGui import QColor

from kalahloa.views.look.theme import Theme

_LIGHT = {
    "keyword": QColor("#8A2FA8"),
    "name": QColor("#1F5FA8"),
    "number": QColor("#8A5A00"),
    "string": QColor("#9A3B5B"),
    "comment": QColor("#6F6B62"),
    "error": QColor("#B3261E"),
}
_DARK = {
    "keyword": QColor("#D08AE0"),
    "name": QColor("#7FB4F0"),
    "number": QColor("#E0AE66"),
    "string": QColor("#E8A0B4"),
    "comment": QColor("#A19D96"),
    "error": QColor("#F2867C"),
}


def code_colour(name: str, theme: Theme) -> QColor:
    """Return the colour of *name*, a kind of token, or ``error``."""
    if theme.dark:
        return _DARK[name]
    return _LIGHT[name].darker(130) if theme.high_contrast else _LIGHT[name]
