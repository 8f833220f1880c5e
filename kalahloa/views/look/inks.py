"""The colours of marks and of what is drawn on boards, in each theme.

All inks, and the marks of bad moves, also differ for people who are colour-blind; other marks are
told by their symbols.
"""

from PySide6.QtGui import QColor

from kalahloa.models.record.annotation import Ink, Mark
from kalahloa.models.record.annotation_colours import INK_COLOURS, MARK_COLOURS
from kalahloa.views.look.contrast import contrast
from kalahloa.views.look.theme import Theme

_WRITTEN = (QColor("#FFFFFF"), QColor("#1D1D1F"))


def chart_colour(mark: Mark, dark: bool) -> QColor:
    """Return the colour of *mark* in charts."""
    return QColor(MARK_COLOURS[mark][dark])


def symbol_colour(mark: Mark, theme: Theme) -> QColor:
    """Return the colour of the symbol of *mark* on a panel: that of text in high contrast."""
    return theme.text if theme.high_contrast else chart_colour(mark, theme.dark)


def badge_colour(mark: Mark, theme: Theme) -> QColor:
    """Return the colour of the badge of *mark* on a board."""
    return theme.text if theme.high_contrast else chart_colour(mark, dark=False)


def written_on(ground: QColor) -> QColor:
    """Return the colour, nearly black or white, that is read better on a disc of *ground*."""
    return max(_WRITTEN, key=lambda colour: contrast(colour, ground))


def ink_colour(ink: Ink, theme: Theme) -> QColor:
    """Return the colour of *ink* on a board; in high contrast it needs an edge of the text's."""
    return QColor(INK_COLOURS[ink][theme.dark or theme.high_contrast])
