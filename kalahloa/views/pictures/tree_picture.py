"""Writes the search tree that is shown to a file: as PNG or SVG, in slices."""

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsRectItem,
    QGraphicsScene,
    QStyleOptionGraphicsItem,
)

from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.views.pictures.board_picture import png
from kalahloa.views.pictures.job import Elsewhere, Job, Slice

SUFFIXES = (".png", ".svg")
SCALE = 2.0
"""Pixels of a picture for each pixel of the tree; fewer where it would be too large."""
MAX_PIXELS = 40_000_000
SLICE_SECONDS = 0.005


def tree_job(scene: QGraphicsScene, ground: QColor, title: str, path: Path) -> Job[Path]:
    """Write *scene*, on *ground*, to *path*, in the format of its suffix; return the path.

    Raises `BadFile` for a suffix that is none of `SUFFIXES`, and if the file cannot be written.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "A tree cannot be saved as {path}: {known}.").format(
                path=quote(path), known=", ".join(SUFFIXES)
            )
        )
    items = list(_in_order(scene))
    size = scene.sceneRect().size()
    if suffix == ".svg":
        data = yield from _svg(items, size.toSize(), ground, title)
        yield Elsewhere(lambda _stopped: _write(path, data))
    else:
        image = yield from _image(items, scene.sceneRect(), ground)
        yield Elsewhere(lambda stopped: _write(path, png(image, stopped)))
    return path


def _write(path: Path, data: bytes) -> None:
    try:
        write_whole(path, [data])
    except OSError as error:
        sentence = QT_TRANSLATE_NOOP("Models", "{path} cannot be written: {reason}.")
        raise BadFile(
            sentence.format(path=quote(path), reason=error.strerror or str(error))
        ) from error


def _in_order(scene: QGraphicsScene) -> Iterator[QGraphicsItem]:
    """Yield what has to be drawn of *scene*, from the back to the front."""
    contents = QGraphicsItem.GraphicsItemFlag.ItemHasNoContents
    for root in scene.items(Qt.SortOrder.AscendingOrder):
        if not root.flags() & contents:
            continue  # it is below one of the rows
        for item in sorted(root.childItems(), key=QGraphicsItem.zValue):
            # The ground of the levels' names is for scrolling only.
            if not isinstance(item, QGraphicsRectItem):
                yield item


def _draw(
    painter: QPainter, items: list[QGraphicsItem], scale: float
) -> Iterator[tuple[bool, float]]:
    """Draw *items*; yield whether the time of a slice is over, and the share that is done."""
    until = perf_counter() + SLICE_SECONDS
    for number, item in enumerate(items):
        painter.save()
        painter.scale(scale, scale)
        painter.setTransform(item.sceneTransform(), True)
        painter.setOpacity(item.effectiveOpacity())
        item.paint(painter, QStyleOptionGraphicsItem(), None)
        painter.restore()
        if perf_counter() > until:
            yield True, number / len(items)
            until = perf_counter() + SLICE_SECONDS


def _image(items: list[QGraphicsItem], area: QRectF, ground: QColor) -> Job[QImage]:
    pixels = max(1.0, area.width() * area.height())
    scale = min(SCALE, (MAX_PIXELS / pixels) ** 0.5)
    size = QSize(max(1, round(area.width() * scale)), max(1, round(area.height() * scale)))
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(ground)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    try:
        for _, share in _draw(painter, items, scale):
            yield Slice(share)
    finally:
        painter.end()
    return image


def _svg(items: list[QGraphicsItem], size: QSize, ground: QColor, title: str) -> Job[bytes]:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setTitle(title)
    painter = QPainter(generator)
    try:
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), ground)
        for _, share in _draw(painter, items, 1.0):
            yield Slice(share)
    finally:
        painter.end()
    return bytes(data.data())
