"""The type family of the interface, bundled so that it looks the same everywhere."""

import logging

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QWidget

from kalahloa.resources import resource

FAMILY = "Inter"
WEIGHTS = ("Regular", "Medium", "SemiBold", "Bold")
_TABULAR = "tnum"
"""The OpenType feature that gives all figures the same width."""

_log = logging.getLogger(__name__)


def load_family() -> str:
    """Make the bundled family known to Qt and return its name; empty if that fails.

    Needs a `QGuiApplication`.  A missing or unreadable file is logged, and does not stop the
    program: the desktop's own font serves as well.
    """
    for weight in WEIGHTS:
        name = f"{FAMILY}-{weight}.otf"
        try:
            number = QFontDatabase.addApplicationFont(str(resource("fonts", name)))
        except FileNotFoundError as error:
            _log.warning("%s", error)
            return ""
        if number < 0:
            _log.warning("The font %s cannot be read; the desktop's font is used.", name)
            return ""
    return FAMILY


def interface_font(usual: QFont) -> QFont:
    """Return the font for the whole interface: the bundled family in the size of *usual*.

    Without the bundled family it is *usual*; in either case figures have equal widths where the
    font and this version of Qt can.
    """
    font = QFont(usual)
    family = load_family()
    if family:
        # The desktop's own families follow, for the letters that the bundled one lacks.
        font.setFamilies([family, *usual.families()])
    return with_tabular_figures(font)


def with_tabular_figures(font: QFont) -> QFont:
    """Return *font* with figures of equal width, so that numbers stay in columns."""
    tabular = QFont(font)
    if hasattr(tabular, "setFeature"):
        tabular.setFeature(QFont.Tag(_TABULAR), 1)
    return tabular


class _Proportion(QObject):
    """Resizes the letters of a widget with those of its parent."""

    def __init__(self, widget: QWidget, size: float, weight: QFont.Weight) -> None:
        super().__init__(widget)
        self._widget, self._size, self._weight = widget, size, weight
        self._parent = widget.parentWidget() or widget
        self._parent.installEventFilter(self)
        self._fit()

    def _fit(self) -> None:
        usual = self._parent.font()
        font = QFont(usual)
        font.setPixelSize(round(self._size * QFontInfo(usual).pixelSize()))
        font.setWeight(self._weight)
        self._widget.setFont(font)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow another font of the parent."""
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()
        return False


def enlarge(widget: QWidget, size: float, weight: QFont.Weight = QFont.Weight.Normal) -> None:
    """Have *widget* write in *size* times the size of its parent's letters, now and later.

    Call it once, when the widget has been laid out: it must keep its parent.
    """
    _Proportion(widget, size, weight)
