"""The colours of marks and of what is drawn on boards, in both themes."""

from PySide6.QtGui import QColor

from kalahloa.models.record.annotation import Ink, Mark
from kalahloa.models.record.annotation_colours import INK_COLOURS, MARK_COLOURS


def symbol_colour(mark: Mark, dark: bool) -> QColor:
    """Return the colour of the symbol of *mark* on a panel."""
    return QColor(MARK_COLOURS[mark][dark])


def badge_colour(mark: Mark) -> QColor:
    """Return the colour of the badge of *mark*, which carries a white symbol, in both themes."""
    return QColor(MARK_COLOURS[mark][0])


def ink_colour(ink: Ink, dark: bool) -> QColor:
    """Return the colour of *ink* on a board."""
    return QColor(INK_COLOURS[ink][dark])
