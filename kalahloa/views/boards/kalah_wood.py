"""The empty Kalah board, as one picture or as shapes: wood with a grain, and hollows in it."""

import math
from collections.abc import Generator, Iterator
from functools import cache, partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QGradient,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QPixmap,
    QPixmapCache,
    QRadialGradient,
)

from kalahloa.models.games.kalah.layout import (
    DARK_GRAIN,
    LIGHT_GRAIN,
    WOOD_RADIUS,
    GrainLine,
    grain_lines,
)
from kalahloa.views.boards.kalah_layout import KalahLayout, kalah_layout
from kalahloa.views.boards.path_item import Shape
from kalahloa.views.look.colours import with_alpha
from kalahloa.views.look.theme import Theme

PADDING = 14.0
"""Room around the wood for its shadow."""
_GRAIN_STEPS = 16
_GRAIN_WIDTH = 1 / 8
"""Pixels a unit across the grain's picture; its lines are nearly level, and long ones are slow."""


def wood_in_steps(
    layout: KalahLayout, theme: Theme, resolution: float
) -> Generator[None, None, QPixmap]:
    """Draw the board without stones, `PADDING` around it, *resolution* pixels a unit.

    Yields between steps, as all at once may take longer than a frame, and returns the picture.  It
    is the same when the board is turned, and shared by all boards of one size.
    """
    colours = (theme.wood, theme.wood_shade, theme.pit, theme.pit_shade, theme.board_text)
    names = " ".join(colour.name() for colour in colours)
    key = f"kalah-wood {layout.pits} {theme.dark} {theme.board} {resolution!r} {names}"
    picture = QPixmap()
    if not QPixmapCache.find(key, picture):
        picture = yield from _drawn(layout, theme, resolution)
        QPixmapCache.insert(key, picture)
        yield
    return picture


def _drawn(layout: KalahLayout, theme: Theme, resolution: float) -> Generator[None, None, QPixmap]:
    """Draw the board, as `wood_in_steps` does."""
    pixmap = _empty_picture(layout.wood, resolution)
    painter = _painter_on(pixmap, layout.wood)
    _draw_plank(painter, layout.wood, theme)
    # Whoever asks for the steps may stop at any of them: no painter is left open.
    painter.end()
    # All pits are alike, and so are the two kalahs: each hollow is drawn once.
    for example, cells in (
        (0, [cell for cell in layout.order if not layout.is_kalah(cell)]),
        (layout.pits, [cell for cell in layout.order if layout.is_kalah(cell)]),
    ):
        yield
        rect = layout.cells[example]
        hollow = _empty_picture(rect, resolution)
        painter = _painter_on(hollow, rect)
        _draw_hollow(painter, layout.outline(example), theme)
        painter.end()
        painter = _painter_on(pixmap, layout.wood)
        for cell in cells:
            painter.drawPixmap(layout.cells[cell].topLeft() - QPointF(PADDING, PADDING), hollow)
        painter.end()
    return pixmap


def wood_shapes(layout: KalahLayout, theme: Theme) -> list[Shape]:
    """Return the board without stones as shapes, in the units of its picture.

    Clips, modes of composition and pens with gradients are avoided: files of vectors lack them.
    """
    wood = layout.wood.translated(QPointF(PADDING, PADDING) - layout.wood.topLeft())
    around = wood.adjusted(-PADDING, -PADDING, PADDING, PADDING)
    shapes: list[Shape] = [
        (around, lambda painter: _draw_shadow(painter, wood, theme)),
        (wood, lambda painter: _draw_face(painter, wood, theme)),
    ]
    for line, pen in _grain_within(wood) if theme.grained else ():
        edge = pen.widthF()
        area = line.boundingRect().adjusted(-edge, -edge, edge, edge)
        shapes.append((area, partial(_draw_line, line=line, pen=pen)))
    shapes.append((wood, lambda painter: _draw_edges(painter, wood, theme)))
    offset = wood.topLeft() - layout.wood.topLeft()
    for cell in layout.order:
        rim = layout.outline(cell).translated(offset)
        area = rim.boundingRect().adjusted(-2, -2, 2, 2)
        shapes.append((area, partial(_draw_hollow, rim=rim, theme=theme)))
    return shapes


def _empty_picture(rect: QRectF, resolution: float) -> QPixmap:
    """Return a transparent picture of *rect* with `PADDING` around it."""
    area = rect.adjusted(-PADDING, -PADDING, PADDING, PADDING)
    pixmap = QPixmap(
        max(2, math.ceil(area.width() * resolution)), max(2, math.ceil(area.height() * resolution))
    )
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(resolution)
    return pixmap


def _painter_on(pixmap: QPixmap, rect: QRectF) -> QPainter:
    """Return a painter on the picture of *rect*, in units of the scene."""
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate(QPointF(PADDING, PADDING) - rect.topLeft())
    return painter


def _rounded(rect: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    return path


def _draw_plank(painter: QPainter, wood: QRectF, theme: Theme) -> None:
    _draw_shadow(painter, wood, theme)
    _draw_face(painter, wood, theme)
    if theme.grained:
        # On top of what is there: it ends at the edge without a clip, which would be slow.
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceAtop)
        grain = QRectF(0, 0, wood.width() * _GRAIN_WIDTH, wood.height())
        painter.drawPixmap(wood, _grain(), grain)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    _draw_edges(painter, wood, theme)


def _draw_line(painter: QPainter, line: QPainterPath, pen: QPen) -> None:
    painter.strokePath(line, pen)


def _draw_shadow(painter: QPainter, wood: QRectF, theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    shadow = QColor(0, 0, 0, 26 if theme.dark else 11)
    for spread in range(5):
        rect = wood.adjusted(-spread, 4 - spread, spread, 5 + spread)
        painter.fillPath(_rounded(rect, WOOD_RADIUS + spread), shadow)
    painter.fillPath(_rounded(wood.translated(0, 4), WOOD_RADIUS), theme.wood_shade.darker(140))


def _draw_face(painter: QPainter, wood: QRectF, theme: Theme) -> None:
    light = QLinearGradient(wood.topLeft(), wood.bottomLeft())
    light.setColorAt(0.0, theme.wood.lighter(104))
    light.setColorAt(0.5, theme.wood)
    light.setColorAt(1.0, theme.wood_shade)
    painter.fillPath(_rounded(wood, WOOD_RADIUS), light)


def _draw_edges(painter: QPainter, wood: QRectF, theme: Theme) -> None:
    if theme.high_contrast:
        painter.strokePath(
            _rounded(wood.adjusted(1.5, 1.5, -1.5, -1.5), WOOD_RADIUS - 1.5),
            QPen(theme.outline, 3),
        )
        return
    edge = QLinearGradient(wood.topLeft(), wood.bottomLeft())
    edge.setColorAt(0.0, QColor(255, 255, 255, 70))
    edge.setColorAt(0.12, QColor(255, 255, 255, 0))
    painter.fillPath(_band(_rounded(wood.adjusted(1, 1, -1, -1), WOOD_RADIUS - 1), 2), edge)
    painter.strokePath(
        _rounded(wood.adjusted(8, 8, -8, -8), WOOD_RADIUS - 8),
        QPen(with_alpha(theme.board_text, 0.2), 1.4),
    )


def _band(path: QPainterPath, width: float) -> QPainterPath:
    """Return the area of a line along *path*, which can be filled with a gradient."""
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    return stroker.createStroke(path)


def _pen(line: GrainLine) -> QPen:
    tone = QColor(LIGHT_GRAIN if line.is_light else DARK_GRAIN)
    return QPen(with_alpha(tone, line.opacity), line.width)


@cache
def _grain() -> QPixmap:
    """Return a transparent picture of the grain for the widest board.

    It has one pixel a unit from top to bottom and `_GRAIN_WIDTH` across.
    """
    size = kalah_layout(12).wood.size()
    pixmap = QPixmap(math.ceil(size.width() * _GRAIN_WIDTH), math.ceil(size.height()))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(_GRAIN_WIDTH, 1)
    third = size.width() / 3
    for line in grain_lines():
        path = QPainterPath(QPointF(0, line.top))
        path.cubicTo(
            QPointF(third, line.top + line.sway[0]),
            QPointF(2 * third, line.top + line.sway[1]),
            QPointF(3 * third, line.top + line.sway[2]),
        )
        painter.strokePath(path, _pen(line))
    painter.end()
    return pixmap


def _grain_within(wood: QRectF) -> Iterator[tuple[QPainterPath, QPen]]:
    """Yield the lines of the grain, each cut off where *wood* ends, which has round corners."""
    widest = kalah_layout(12).wood.width()
    for line in grain_lines():
        middle = line.height_at(wood.width() / 2 / widest)
        beyond = max(0.0, WOOD_RADIUS - min(middle, wood.height() - middle) + line.width)
        if beyond >= WOOD_RADIUS:
            continue
        inset = WOOD_RADIUS - math.sqrt(WOOD_RADIUS**2 - beyond**2) + (2 if beyond else 0)
        path = QPainterPath()
        for step in range(_GRAIN_STEPS + 1):
            x = inset + (wood.width() - 2 * inset) * step / _GRAIN_STEPS
            point = wood.topLeft() + QPointF(x, line.height_at(x / widest))
            if step:
                path.lineTo(point)
            else:
                path.moveTo(point)
        pen = _pen(line)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        yield path, pen


def _draw_hollow(painter: QPainter, rim: QPainterPath, theme: Theme) -> None:
    rect = rim.boundingRect()
    depth = QRadialGradient(0.5, 0.5, 0.55)
    depth.setCoordinateMode(QGradient.CoordinateMode.ObjectMode)
    depth.setColorAt(0.0, theme.pit_shade)
    depth.setColorAt(1.0, theme.pit)
    painter.fillPath(rim, depth)
    if theme.high_contrast:
        painter.strokePath(rim, QPen(theme.outline, 2))
        return
    # The light comes from above: the upper rim throws its shadow into the hollow.
    for inset in range(1, 16, 2):
        inside = rect.adjusted(inset, inset + 2, -inset, -max(inset - 2, 0))
        shaded = QPainterPath(rim)
        shaded.addPath(_rounded(inside, min(inside.width(), inside.height()) / 2))
        painter.fillPath(shaded, QColor(25, 10, 0, 14))
    lip = QLinearGradient(rect.topLeft(), rect.bottomLeft())
    lip.setColorAt(0.0, QColor(30, 12, 0, 110))
    lip.setColorAt(0.5, QColor(30, 12, 0, 20))
    lip.setColorAt(0.62, QColor(255, 240, 220, 10))
    lip.setColorAt(1.0, QColor(255, 240, 220, 80))
    painter.fillPath(_band(rim, 1.8), lip)
