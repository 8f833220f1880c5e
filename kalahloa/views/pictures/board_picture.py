"""Draws a board on any paper, as it looks in the window but without one.

The scene of a board that is never shown is walked item by item.  So a file of vectors has no
pictures of pixels in it, a large picture is sharp, and it can be drawn in bands, each of which
takes less than a frame.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QResizeEvent,
    QTransform,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsPixmapItem,
    QGraphicsScene,
    QGraphicsSimpleTextItem,
    QStyleOptionGraphicsItem,
)

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.record.annotation import NO_NOTES, Notes
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_view import MIN_BOARD_SIZE, BoardState, BoardView
from kalahloa.views.boards.path_item import Shape
from kalahloa.views.look.theme import theme_of
from kalahloa.views.pictures.job import Elsewhere, Job, Slice, Stopped, finish_picture
from kalahloa.views.pictures.options import BoardOptions

BAND_PIXELS = 150_000
"""How many pixels are drawn in one slice at most, which large areas need."""
SLICE_SECONDS = 0.006
"""How long a slice takes, but for the last of its shapes."""
WIDEST_BOARD = 1_000
"""Pixels; larger pictures are drawn in shapes, as a board's own pictures take too long then."""
SHARP = 1.05
"""A board's own pictures are enlarged by less."""
MARGIN = 0.015
"""The room round the board, as a share of the picture's width."""
_TITLE, _SUBTITLE = 0.032, 0.023
"""The heights of the letters of a caption, as shares of the picture's width."""
_LINE = 1.45
"""The height of a line, as a multiple of its letters'."""
_DOTS_PER_METRE = 3780
"""Of a picture that is not scaled: 96 dots an inch."""
_NO_TEXT_SMALLER = 9
_HINTS = (
    QPainter.RenderHint.Antialiasing
    | QPainter.RenderHint.TextAntialiasing
    | QPainter.RenderHint.SmoothPixmapTransform
)
_GRADIENT = re.compile(
    rb'(<(?:linear|radial)Gradient [^>]*)id="(\w+)"(.*?</(?:linear|radial)Gradient>\s*)', re.DOTALL
)
_SIZE = re.compile(rb'width="[\d.]+mm" height="[\d.]+mm"')
"""Of the whole picture; not every reader knows how many pixels a millimetre has."""
_USE = re.compile(rb"url\(#(\w+)\)")
Stroke = Callable[[QPainter], None]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a picture shows: a position, the move that led to it, its notes, and a caption."""

    position: Position
    last_move: int | None = None
    notes: Notes = NO_NOTES
    title: str = ""
    subtitle: str = ""


class BoardPicture:
    """A board of one game that can be drawn again and again; needs an application, no window."""

    def __init__(self, game: Game, options: BoardOptions, ground: QColor | None = None) -> None:
        """Draw on *ground*, by default the window's colour.

        Raises `BadFile` if the game has no graphical board.
        """
        made = board_class(game.key)
        if made is None:
            raise BadFile(
                QT_TRANSLATE_NOOP("Pictures", "{game} has no graphical board.").format(
                    game=quote(game.title)
                )
            )
        self.options = options
        self._theme = theme_of(options.dark)
        self._ground = self._theme.window if ground is None else ground
        self._board: BoardView = made(self._theme)
        self._board.speed = 0.0
        # The board draws no pictures of its own accord, as if it were still to be shown.
        self._board.setAttribute(Qt.WidgetAttribute.WA_PendingResizeEvent)
        # Until the first position is shown nobody knows its form.
        self._board.viewport().resize(MIN_BOARD_SIZE)
        self._scene: Scene | None = None
        self._shapes: dict[QGraphicsItem, Sequence[Shape] | None] = {}

    def close(self) -> None:
        """Release the board; it cannot be drawn afterwards."""
        self._board.deleteLater()

    def show(self, scene: Scene) -> None:
        """Draw *scene* from now on."""
        finish_picture(self.shown(scene))

    def shown(self, scene: Scene, share: float = 0.0) -> Job[None]:
        """Draw *scene* from now on, which for the first of all takes several slices.

        *share* is how much of the whole work is done before.
        """
        options = self.options
        self._scene = scene
        self._shapes.clear()
        self._board.show_state(
            BoardState(
                position=scene.position,
                last_move=scene.last_move,
                flipped=options.flipped,
                mirrored=options.mirrored,
                drawings=scene.notes.drawings,
            )
        )
        board = self._board.board_rect()
        width = min(options.width * options.scale, WIDEST_BOARD)
        size = QSize(width, math.ceil(width * board.height() / board.width()))
        view = self._board.viewport()
        if size != view.size():
            yield Slice(share)
            # Qt does not tell of sizes what is never shown.
            before = view.size()
            view.resize(size)
            self._board.resizeEvent(QResizeEvent(size, before))
            yield Slice(share)
        for _ in self._board.sharpened():
            yield Slice(share)

    # -- size ----------------------------------------------------------------------------------

    @property
    def size(self) -> QSize:
        """The size of the picture in pixels, after scaling, with a scene shown."""
        options = self.options
        return QSize(options.width, round(self._board_area().bottom())) * options.scale

    def _board_area(self) -> QRectF:
        """Return where the board is, with the room round it, in pixels before scaling."""
        board = self._board.board_rect()
        width = float(self.options.width)
        edge = MARGIN * width
        height = (width - 2 * edge) * board.height() / board.width() + 2 * edge
        return QRectF(0, self._caption_height(), width, height)

    def _caption_height(self) -> float:
        if not self.options.caption:
            return 0.0
        return (self._letters(_TITLE) + self._letters(_SUBTITLE)) * _LINE + self._letters(_TITLE)

    def _letters(self, share: float) -> float:
        return max(_NO_TEXT_SMALLER, share * self.options.width)

    # -- drawing -------------------------------------------------------------------------------

    def _strokes(self, within: QRectF, *, vectors: bool) -> Iterator[Stroke]:
        """Yield what draws the picture where it lies *within*, from the back to the front.

        All is in pixels before scaling.  Where *vectors* are written, letters become shapes: the
        font may be missing where the file is read.
        """
        assert self._scene is not None
        # To the last row, as the memory of a picture is not empty at first.
        whole = QRectF(0, 0, self.options.width, math.ceil(self._board_area().bottom()))
        yield lambda painter: painter.fillRect(whole, self._ground)
        if self.options.caption and within.top() < self._caption_height():
            yield from self._caption_lines(within)
        to_picture = self._transform()
        scale = to_picture.m11()
        as_shapes = vectors or scale * self.options.scale > SHARP * self._board.transform().m11()
        for item in _in_order(self._board.scene()):
            place = item.sceneTransform() * to_picture
            shapes = None
            if as_shapes and isinstance(item, QGraphicsPixmapItem):
                shapes = self._shapes_of(item)
            elif vectors and isinstance(item, QGraphicsSimpleTextItem):
                shapes = [(item.boundingRect(), partial(_draw_letters, item=item))]
            if shapes is None:
                shapes = [(item.boundingRect(), partial(_draw_item, item=item))]
            for area, draw in shapes:
                if place.mapRect(area).intersects(within):
                    yield partial(_draw_at, place=place, opacity=item.effectiveOpacity(), draw=draw)

    def _transform(self) -> QTransform:
        """Return how the scene of the board lies in the picture."""
        area, board = self._board_area(), self._board.board_rect()
        edge = MARGIN * self.options.width
        scale = (area.width() - 2 * edge) / board.width()
        place = QTransform.fromTranslate(area.left() + edge, area.top() + edge)
        return place.scale(scale, scale).translate(-board.left(), -board.top())

    def _shapes_of(self, item: QGraphicsPixmapItem) -> Sequence[Shape] | None:
        """Return what the board says of *item*, asked once for all bands."""
        if item not in self._shapes:
            self._shapes[item] = self._board.shapes_of(item)
        return self._shapes[item]

    def _caption_lines(self, within: QRectF) -> Iterator[Stroke]:
        """Yield what draws the lines of the caption that lie *within*."""
        assert self._scene is not None
        top = self._letters(_TITLE) * 0.6
        for text, share, weight, colour in (
            (self._scene.title, _TITLE, QFont.Weight.Bold, self._theme.text),
            (self._scene.subtitle, _SUBTITLE, QFont.Weight.Normal, self._theme.muted),
        ):
            height = self._letters(share) * _LINE
            # Letters of other scripts may be higher than a line.
            if within.intersects(QRectF(0, top - height, self.options.width, 3 * height)):
                path = self._line_path(shorten(text), top, height, weight)
                yield partial(_fill, path=path, colour=colour)
            top += height

    def _line_path(
        self, text: str, top: float, height: float, weight: QFont.Weight
    ) -> QPainterPath:
        """Return the letters of *text* in the middle of a line, cut off where it is too long."""
        font = QFont(QApplication.font())
        font.setPixelSize(max(1, round(height / _LINE)))
        font.setWeight(weight)
        metrics = QFontMetricsF(font)
        room = self.options.width * (1 - 2 * MARGIN)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        left = (self.options.width - metrics.horizontalAdvance(shown)) / 2
        path = QPainterPath()
        path.addText(QPointF(left, top + (height + metrics.capHeight()) / 2), font, shown)
        return path

    # -- pictures ------------------------------------------------------------------------------

    def painted(self, share: float = 0.0, seconds: float = SLICE_SECONDS) -> Job[QImage]:
        """Return the picture, in slices of so many *seconds*.

        *share* is how much of the whole work is done before.
        """
        size = self.size
        scale = self.options.scale
        image = QImage(size, QImage.Format.Format_RGB32)
        image.setDotsPerMeterX(_DOTS_PER_METRE * scale)
        image.setDotsPerMeterY(_DOTS_PER_METRE * scale)
        rows = max(1, BAND_PIXELS // size.width())
        for top in range(0, size.height(), rows):
            band = QRect(0, top, size.width(), rows)
            within = QRectF(0, top / scale, size.width() / scale, rows / scale)
            strokes = self._strokes(within, vectors=False)
            more = True
            while more:
                more = self._paint_some(image, band, strokes, seconds)
                yield Slice(share)
        return image

    def _paint_some(
        self, image: QImage, band: QRect, strokes: Iterator[Stroke], seconds: float
    ) -> bool:
        """Draw the next of *strokes* into *band*; return whether there may be more of them."""
        until = perf_counter() + seconds
        painter = QPainter(image)
        try:
            painter.setRenderHints(_HINTS)
            painter.setClipRect(band)
            painter.scale(self.options.scale, self.options.scale)
            for draw in strokes:
                draw(painter)
                if perf_counter() > until:
                    return True
            return False
        finally:
            painter.end()

    def image(self) -> QImage:
        """Return the picture, drawn at once."""
        return finish_picture(self.painted())

    def vectors(self, title: str = "") -> Job[bytes]:
        """Return the picture as a file of vectors (SVG) called *title*, in slices."""
        assert self._scene is not None
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
        generator.setOutputDevice(buffer)
        size = self.size
        generator.setSize(size)
        generator.setViewBox(QRect(QPoint(), size / self.options.scale))
        generator.setResolution(96)
        generator.setTitle(shorten(title))
        generator.setDescription(f"{self._scene.title}. {self._scene.subtitle}")
        painter = QPainter(generator)
        try:
            until = perf_counter() + SLICE_SECONDS
            for draw in self._strokes(QRectF(QPointF(), QSizeF(size)), vectors=True):
                draw(painter)
                if perf_counter() > until:
                    yield Slice(0.0)
                    until = perf_counter() + SLICE_SECONDS
        finally:
            painter.end()
        in_pixels = f'width="{size.width()}" height="{size.height()}"'.encode()
        written = bytes(data.data())
        return (yield Elsewhere(lambda _: share_gradients(_SIZE.sub(in_pixels, written, count=1))))


def png(image: QImage, stopped: Stopped = never) -> bytes:
    """Return *image* as the content of a PNG file; any thread may call this."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())


def share_gradients(svg: bytes) -> bytes:
    """Return *svg* with each gradient written once; Qt writes it for every shape anew."""
    first: dict[bytes, bytes] = {}
    same: dict[bytes, bytes] = {}

    def define(found: re.Match[bytes]) -> bytes:
        name, rest = found[2], found[1] + found[3]
        if rest in first:
            same[name] = first[rest]
            return b""
        first[rest] = same[name] = name
        return found[0]

    svg = _GRADIENT.sub(define, svg)
    return _USE.sub(lambda found: b"url(#" + same.get(found[1], found[1]) + b")", svg)


def _in_order(scene: QGraphicsScene) -> Iterator[QGraphicsItem]:
    """Yield what is seen of *scene*, from the back to the front.

    Without what keeps its size in pixels, as the window's own caption does.
    """
    on_glass = QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations
    # Asked for all items, a scene without an index gives them in any order, whatever it is told.
    for item in scene.items(
        scene.itemsBoundingRect(),
        Qt.ItemSelectionMode.IntersectsItemBoundingRect,
        Qt.SortOrder.AscendingOrder,
    ):
        # Not by `parentItem`: where there is none, PySide takes the item for Python's own.
        if item.topLevelItem() is item and not item.flags() & on_glass:
            yield from _with_children(item)


def _with_children(item: QGraphicsItem) -> Iterator[QGraphicsItem]:
    if not item.isVisible():
        return
    behind = QGraphicsItem.GraphicsItemFlag.ItemStacksBehindParent
    children = item.childItems()
    for child in children:
        if child.flags() & behind:
            yield from _with_children(child)
    if not _is_empty(item):
        yield item
    for child in children:
        if not child.flags() & behind:
            yield from _with_children(child)


def _is_empty(item: QGraphicsItem) -> bool:
    return isinstance(item, QGraphicsPathItem) and item.path().isEmpty()


def _draw_at(
    painter: QPainter, place: QTransform, opacity: float, draw: Callable[[QPainter], None]
) -> None:
    painter.save()
    painter.setTransform(place, True)
    painter.setOpacity(opacity)
    draw(painter)
    painter.restore()


def _draw_item(painter: QPainter, item: QGraphicsItem) -> None:
    item.paint(painter, QStyleOptionGraphicsItem(), None)


def _fill(painter: QPainter, path: QPainterPath, colour: QColor) -> None:
    painter.fillPath(path, colour)


def _draw_letters(painter: QPainter, item: QGraphicsSimpleTextItem) -> None:
    """Draw the text of *item* as shapes."""
    path = QPainterPath()
    path.addText(QPointF(0, QFontMetricsF(item.font()).ascent()), item.font(), item.text())
    painter.fillPath(path, item.brush())
