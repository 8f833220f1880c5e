"""The colours of marks and of what is drawn on boards, in both themes."""

from PySide6.QtGui import QColor

from kalahloa.models.record.annotation import Ink, Mark

_MARKS_ON_LIGHT = {
    Mark.GOOD: QColor("#1F6391"),
    Mark.BRILLIANT: QColor("#15457A"),
    Mark.INTERESTING: QColor("#714A9C"),
    Mark.DUBIOUS: QColor("#8F5B00"),
    Mark.MISTAKE: QColor("#B03A27"),
    Mark.BLUNDER: QColor("#931437"),
    Mark.ONLY: QColor("#5B574F"),
    Mark.NOVELTY: QColor("#2A628F"),
}
_MARKS_ON_DARK = {
    Mark.GOOD: QColor("#7DB7E0"),
    Mark.BRILLIANT: QColor("#A3CCFF"),
    Mark.INTERESTING: QColor("#C6A8EA"),
    Mark.DUBIOUS: QColor("#E3B452"),
    Mark.MISTAKE: QColor("#F29078"),
    Mark.BLUNDER: QColor("#F5829C"),
    Mark.ONLY: QColor("#BDB8AF"),
    Mark.NOVELTY: QColor("#8CC0EE"),
}
_INKS_ON_LIGHT = {
    Ink.BLUE: QColor("#3D7DA0"),
    Ink.GREEN: QColor("#4C7F33"),
    Ink.RED: QColor("#C23B2A"),
    Ink.YELLOW: QColor("#C58F00"),
}
_INKS_ON_DARK = {
    Ink.BLUE: QColor("#79BADB"),
    Ink.GREEN: QColor("#93C572"),
    Ink.RED: QColor("#F08672"),
    Ink.YELLOW: QColor("#EBC04A"),
}


def symbol_colour(mark: Mark, dark: bool) -> QColor:
    """Return the colour of the symbol of *mark* on a panel."""
    return (_MARKS_ON_DARK if dark else _MARKS_ON_LIGHT)[mark]


def badge_colour(mark: Mark) -> QColor:
    """Return the colour of the badge of *mark*, which carries a white symbol, in both themes."""
    return _MARKS_ON_LIGHT[mark]


def ink_colour(ink: Ink, dark: bool) -> QColor:
    """Return the colour of *ink* on a board."""
    return (_INKS_ON_DARK if dark else _INKS_ON_LIGHT)[ink]
