"""Icons of the resources, drawn in a colour of the theme."""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from kalahloa.resources import resource

_DRAWN_IN = b"#000000"
_SIZE = 24


@cache
def icon(name: str, colour: str, muted: str) -> QIcon:
    """Return the line icon called *name* in *colour*, in *muted* where it is disabled."""
    drawing = resource("icons", f"{name}.svg").read_bytes()
    made = QIcon()
    for mode, shade in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, muted)):
        for scale in (1, 2):
            renderer = QSvgRenderer(QByteArray(drawing.replace(_DRAWN_IN, shade.encode())))
            pixmap = QPixmap(_SIZE * scale, _SIZE * scale)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            renderer.render(painter, QRectF(pixmap.rect()))
            painter.end()
            pixmap.setDevicePixelRatio(scale)
            made.addPixmap(pixmap, mode)
    return made


def themed_icon(name: str, colour: QColor, muted: QColor) -> QIcon:
    """Return the line icon called *name* in these colours."""
    return icon(name, colour.name(), muted.name())


def app_icon() -> QIcon:
    """Return the program's icon."""
    return QIcon(str(resource("icons", "kalahloa.svg")))
