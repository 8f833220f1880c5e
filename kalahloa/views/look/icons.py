"""Icons of the resources, drawn in a colour of the theme."""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from kalahloa.resources import resource
from kalahloa.views.look.mirroring import MIRRORED_ICONS

_DRAWN_IN = b"#000000"
_SIZE = 24


@cache
def icon(name: str, colour: str, disabled: str, mirrored: bool = False) -> QIcon:
    """Return the line icon called *name* in *colour*, in *disabled* where it is.

    It is *mirrored*, left and right, on request.
    """
    drawing = resource("icons", f"{name}.svg").read_bytes()
    made = QIcon()
    for mode, shade in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled)):
        for scale in (1, 2):
            renderer = QSvgRenderer(QByteArray(drawing.replace(_DRAWN_IN, shade.encode())))
            pixmap = QPixmap(_SIZE * scale, _SIZE * scale)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            if mirrored:
                painter.translate(pixmap.width(), 0)
                painter.scale(-1, 1)
            renderer.render(painter, QRectF(pixmap.rect()))
            painter.end()
            pixmap.setDevicePixelRatio(scale)
            made.addPixmap(pixmap, mode)
    return made


def themed_icon(name: str, colour: QColor, disabled: QColor) -> QIcon:
    """Return the line icon called *name* in these colours, as the language runs."""
    mirrored = name in MIRRORED_ICONS and QGuiApplication.isRightToLeft()
    return icon(name, colour.name(), disabled.name(), mirrored)


def app_icon() -> QIcon:
    """Return the program's icon."""
    return QIcon(str(resource("icons", "kalahloa.svg")))
