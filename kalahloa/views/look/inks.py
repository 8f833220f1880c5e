"""The colours of marks and of what is drawn on boards, in light and dark themes.

All inks, and the marks of bad moves, also differ for people who are colour-blind; other marks are
told by their symbols.
"""

from PySide6.QtGui import QColor

from kalahloa.models.record.annotation import Ink, Mark
from kalahloa.views.look.contrast import contrast
from kalahloa.views.look.theme import Theme

_MARKS_ON_LIGHT = {
    Mark.GOOD: QColor("#1F6391"),
    Mark.BRILLIANT: QColor("#15457A"),
    Mark.INTERESTING: QColor("#714A9C"),
    Mark.DUBIOUS: QColor("#9A6C00"),
    Mark.MISTAKE: QColor("#8D190D"),
    Mark.BLUNDER: QColor("#50142C"),
    Mark.ONLY: QColor("#5B574F"),
    Mark.NOVELTY: QColor("#2A628F"),
}
_MARKS_ON_DARK = {
    Mark.GOOD: QColor("#7DB7E0"),
    Mark.BRILLIANT: QColor("#A3CCFF"),
    Mark.INTERESTING: QColor("#C6A8EA"),
    Mark.DUBIOUS: QColor("#FFE680"),
    Mark.MISTAKE: QColor("#FA9E9E"),
    Mark.BLUNDER: QColor("#F85A3C"),
    Mark.ONLY: QColor("#BDB8AF"),
    Mark.NOVELTY: QColor("#8CC0EE"),
}
_INKS_ON_LIGHT = {
    Ink.BLUE: QColor("#2B6CB0"),
    Ink.GREEN: QColor("#0FAF82"),
    Ink.RED: QColor("#A82A1C"),
    Ink.YELLOW: QColor("#D6A500"),
}
_INKS_ON_DARK = {
    Ink.BLUE: QColor("#5DA4C8"),
    Ink.GREEN: QColor("#94E8B4"),
    Ink.RED: QColor("#E27D65"),
    Ink.YELLOW: QColor("#F6C540"),
}

_WRITTEN = (QColor("#FFFFFF"), QColor("#1D1D1F"))


def chart_colour(mark: Mark, dark: bool) -> QColor:
    """Return the colour of *mark* in charts."""
    return (_MARKS_ON_DARK if dark else _MARKS_ON_LIGHT)[mark]


def symbol_colour(mark: Mark, theme: Theme) -> QColor:
    """Return the colour of the symbol of *mark* on a panel: that of text in high contrast."""
    return theme.text if theme.high_contrast else chart_colour(mark, theme.dark)


def badge_colour(mark: Mark, theme: Theme) -> QColor:
    """Return the colour of the badge of *mark* on a board."""
    return theme.text if theme.high_contrast else _MARKS_ON_LIGHT[mark]


def written_on(ground: QColor) -> QColor:
    """Return the colour, nearly black or white, that is read better on a disc of *ground*."""
    return max(_WRITTEN, key=lambda colour: contrast(colour, ground))


def ink_colour(ink: Ink, theme: Theme) -> QColor:
    """Return the colour of *ink* on a board; in high contrast it needs an edge of the text's."""
    is_pale = theme.dark or theme.high_contrast
    return (_INKS_ON_DARK if is_pale else _INKS_ON_LIGHT)[ink]
