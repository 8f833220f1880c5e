"""Writes a plot to a file: as PNG, SVG, or its numbers as CSV."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.views.plots.chart_view import ChartView

SUFFIXES = (".png", ".svg", ".csv")
PICTURE_SCALE = 2
"""Pixels of a picture for each pixel on the screen."""


def write_plot(plot: ChartView, path: Path) -> None:
    """Write *plot* to *path*, in the format of its suffix, one of `SUFFIXES`.

    Raises `BadFile` for another suffix, or if the file cannot be written.
    """
    makers = {".png": _png, ".svg": _svg, ".csv": _csv}
    make = makers.get(path.suffix.lower())
    if make is None:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "A graph cannot be saved as {path}: {known}.").format(
                path=quote(path), known=", ".join(SUFFIXES)
            )
        )
    write_whole(path, [make(plot)])


def _csv(plot: ChartView) -> bytes:
    return plot.to_csv().encode()


def _png(plot: ChartView) -> bytes:
    size = plot.sceneRect().size().toSize() * PICTURE_SCALE
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(plot.theme.panel)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    plot.scene().render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())


def _svg(plot: ChartView) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    size = plot.sceneRect().size()
    generator.setSize(size.toSize())
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setTitle(plot.accessibleName())
    painter = QPainter(generator)
    painter.fillRect(QRectF(0, 0, size.width(), size.height()), plot.theme.panel)
    plot.scene().render(painter)
    painter.end()
    return bytes(data.data())
