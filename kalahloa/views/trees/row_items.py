"""The items of one row of a search tree: few, as what looks alike is one path."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsPixmapItem,
    QGraphicsRectItem,
    QGraphicsScene,
    QGraphicsSimpleTextItem,
)

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.views.look.icons import themed_icon
from kalahloa.views.look.theme import Theme
from kalahloa.views.trees.layout import (
    LABELS,
    MARGIN,
    NO_NODE,
    CellGroup,
    CellState,
    Size,
    TreeCell,
    TreeLevel,
)

ROUND = 7.0
MAX_ROUND = 3.0
"""The radius of the corners of MIN's boxes, and of MAX's."""
MAX_DASHED = 16
"""In rows of more cells, lines that were not gone are thin instead of dashed."""
FADED = 0.35
CELLS_OF_A_PIECE = 4
"""The texts of so many cells are made at a time."""
_MIN, _SMALL, _USUAL = 7, 10, 11
_PILL = 15.0


@dataclass(frozen=True)
class RowStyle:
    """The colours and the font in which rows are drawn."""

    theme: Theme
    font: QFont

    def letters(self, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Return the font in a size."""
        return _letters(self.font.family(), pixels, weight.value)


@cache
def _letters(family: str, pixels: int, weight: int) -> QFont:
    font = QFont(family)
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight(weight))
    return font


@cache
def _advance(family: str, pixels: int, weight: int, text: str) -> float:
    return QFontMetricsF(_letters(family, pixels, weight)).horizontalAdvance(text)


PictureOf = Callable[[TreeCell], QPixmap | None]
"""Returns the small board of a cell, if it is drawn already."""


class RowItems:
    """The items of *row* in *scene*, once they are `made` and until `remove` is called."""

    def __init__(
        self,
        row: TreeLevel,
        box_top: float,
        style: RowStyle,
        scene: QGraphicsScene,
        picture_of: PictureOf,
    ) -> None:
        self.row = row
        self._style = style
        self._scene = scene
        self._picture_of = picture_of
        self._top = row.top
        self._above = box_top
        self._right = scene.sceneRect().right()
        self._root = QGraphicsRectItem()
        self._root.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        self._paths: dict[str, QPainterPath] = {}
        self._boards: set[tuple[int, int | None, int]] = set()
        self._names: list[QGraphicsItem] = []

    def made(self) -> Iterator[None]:
        """Make all items in small pieces; the last one puts them into the scene."""
        row = self.row
        for group in row.groups:
            self._add_lines(group)
        yield
        for cell in row.cells:
            self._add_box(cell)
        yield
        self._add_paths()
        for number, cell in enumerate(row.cells):
            self._add_texts(cell)
            if row.size is Size.BOARD:
                self.show_board(cell, self._picture_of(cell))
            if number % CELLS_OF_A_PIECE == 0:
                yield
        for group in row.groups:
            if group.cut:
                self._add_cut(group)
        self._add_names()
        yield
        self._scene.addItem(self._root)

    def remove(self) -> None:
        """Take the items away."""
        self._scene.removeItem(self._root)

    def pin(self, left: float) -> None:
        """Keep the names of the level at the left edge of what is seen."""
        for name in self._names:
            name.setX(left + (0 if isinstance(name, QGraphicsRectItem) else MARGIN))

    # -- lines and boxes -----------------------------------------------------------------------

    def _path(self, kind: str) -> QPainterPath:
        path = self._paths.get(kind)
        if path is None:
            path = self._paths[kind] = QPainterPath()
        return path

    def _add_lines(self, group: CellGroup) -> None:
        """Draw the lines from the node above to its children."""
        if group.parent == NO_NODE:
            return
        start = QPointF(group.above, self._above)
        for cell in group.cells:
            kind = "line"
            if cell.state in (CellState.UNSEEN, CellState.CUT):
                kind = "faint line"
            elif cell.is_on_way:
                kind = "way"
            end = QPointF(cell.middle, self._top)
            bend = (end.y() - start.y()) * 0.6
            path = self._path(kind)
            path.moveTo(start)
            path.cubicTo(start + QPointF(0, bend), end - QPointF(0, bend), end)

    def _rect(self, cell: TreeCell) -> QRectF:
        return QRectF(cell.x, self._top, cell.width, self.row.box)

    def _add_box(self, cell: TreeCell) -> None:
        rect = self._rect(cell)
        radius = MAX_ROUND if cell.is_max else ROUND
        is_slip = self.row.size is Size.SLIP and not cell.is_on_way
        if is_slip and cell.state in (CellState.CUT, CellState.UNSEEN):
            # Hundreds of dashed boxes would take too long to paint.
            self._path("faint slip").addRect(rect.adjusted(0, rect.height() - 4, 0, 0))
            return
        if cell.state is CellState.CUT:
            kind = "cut box"
        elif cell.state is CellState.UNSEEN:
            kind = "unseen box"
        elif cell.is_shown:
            kind = "shown box"
        elif cell.is_on_way:
            kind = "way box"
        elif cell.is_from_table:
            kind = "table box"
        elif is_slip:
            kind = "slip"
        else:
            kind = "box"
        if kind == "slip":
            self._path(kind).addRect(rect)
        else:
            self._path(kind).addRoundedRect(rect, radius, radius)
        if is_slip and cell.height is not None:
            middle = rect.center().y() - cell.height * (rect.height() / 2 - 4)
            mark = "proven mark" if cell.is_proven else "mark"
            wide = max(2.0, rect.width() - 4)
            self._path(mark).addRect(QRectF(rect.center().x() - wide / 2, middle - 1, wide, 2))
        if cell.is_best and not cell.is_on_way:
            self._path("best").addRect(QRectF(rect.left(), rect.top() - 4, rect.width(), 2))
        if cell.is_again:
            inner = rect.adjusted(2.5, 2.5, -2.5, -2.5)
            self._path("again").addRoundedRect(inner, radius / 2, radius / 2)

    def _add_paths(self) -> None:
        """Add all shapes, one item for each kind; the last ones are on top."""
        theme = self._style.theme
        tint = QColor(theme.accent)
        tint.setAlphaF(0.16 if not theme.dark else 0.26)
        none, solid, dots = Qt.PenStyle.NoPen, Qt.PenStyle.SolidLine, Qt.PenStyle.DotLine
        # Dashes of many long lines take more than a frame to paint.
        dashes = Qt.PenStyle.DashLine if len(self.row.cells) <= MAX_DASHED else solid
        looks: dict[str, tuple[QColor, float, Qt.PenStyle, QColor | None]] = {
            "faint line": (theme.border, 1.0, dashes, None),
            "line": (theme.outline, 1.0, solid, None),
            "way": (theme.accent, 2.0, solid, None),
            "cut box": (theme.border, 1.0, dashes, theme.window),
            "unseen box": (theme.border, 1.0, dashes, theme.panel),
            "box": (theme.outline, 1.0, solid, theme.panel),
            "table box": (theme.text, 1.0, dots, theme.window),
            "slip": (theme.shade, 0.0, none, theme.shade),
            "faint slip": (theme.shade, 0.0, none, theme.shade),
            "way box": (theme.accent, 2.0, solid, theme.panel),
            "shown box": (theme.accent, 2.6, solid, tint),
            "mark": (theme.text, 0.0, none, theme.text),
            "proven mark": (theme.proven, 0.0, none, theme.proven),
            "best": (theme.text, 0.0, none, theme.text),
            "again": (theme.muted, 1.0, solid, None),
        }
        for kind, (colour, width, style, ground) in looks.items():
            path = self._paths.get(kind)
            if path is None:
                continue
            if kind == "shown box":  # on the ground of the others
                self._add_path(path, QPen(Qt.PenStyle.NoPen), theme.panel)
            self._add_path(path, QPen(colour, width, style), ground)

    def _add_path(self, path: QPainterPath, pen: QPen, ground: QColor | None) -> None:
        item = QGraphicsPathItem(path, self._root)
        pen.setCosmetic(pen.widthF() == 1.0)  # ten times as quick, also where letters are large
        item.setPen(pen)
        if ground is not None:
            item.setBrush(ground)

    # -- texts ---------------------------------------------------------------------------------

    def _text(
        self,
        text: str,
        middle: float,
        top: float,
        colour: QColor,
        pixels: int = _USUAL,
        weight: QFont.Weight = QFont.Weight.Normal,
        most: float = 0.0,
    ) -> QGraphicsSimpleTextItem:
        """Write *text* round *middle*, in smaller letters where it is wider than *most* (0: never).

        Not by a scale: Qt would draw every letter anew for each of them.
        """
        wide, size = self._wide(text, pixels, weight), pixels
        while most and wide > most and size > _MIN:
            size -= 1
            wide = self._wide(text, size, weight)
        item = QGraphicsSimpleTextItem(text, self._root)
        item.setFont(self._style.letters(size, weight))
        item.setBrush(colour)
        left = round(middle - wide / 2)
        if middle:  # the names of levels are pinned where they belong
            left = max(LABELS + 2, left)
        item.setPos(left, round(top + (pixels - size) / 2))
        return item

    def _wide(self, text: str, pixels: int, weight: QFont.Weight) -> float:
        return _advance(self._style.font.family(), pixels, weight.value, text)

    def _add_texts(self, cell: TreeCell) -> None:
        size = self.row.size
        if size is Size.SLIP and not cell.is_on_way:
            return
        theme = self._style.theme
        is_faint = cell.state in (CellState.UNSEEN, CellState.CUT)
        ink = theme.muted if is_faint else theme.text
        bold = QFont.Weight.DemiBold if cell.is_on_way or cell.is_best else QFont.Weight.Normal
        low = self._top + self.row.box
        room = cell.width - 4
        if size is Size.BOARD:
            if cell.text:
                self._text(cell.text, cell.middle, low + 2, ink, _USUAL, bold, cell.width + 12)
                low += 15
        elif cell.text:
            top = self._top + (self.row.box - 15) / 2
            self._text(cell.text, cell.middle, top, ink, _USUAL, bold, room)
        if cell.state is CellState.CUT:
            self._add_scissors(cell)
        elif cell.value:
            self._add_value(cell, low + 3)
        elif cell.state is CellState.OPEN:
            words = translate("SearchTree", "no value yet")
            self._text(words, cell.middle, low + 3, theme.muted, _SMALL, most=cell.width + 14)
        if cell.window:
            self._text(
                cell.window, cell.middle, low + 4 + _PILL, theme.accent, _SMALL, most=_WINDOW
            )
        elif cell.is_from_table and size is not Size.SLIP:
            words = translate("SearchTree", "table")
            self._text(words, cell.middle, low + 4 + _PILL, theme.muted, _SMALL, most=room)

    def _add_value(self, cell: TreeCell, top: float) -> None:
        """Write the value: proven ones on green, bounds that are proven in a green frame."""
        theme, weight = self._style.theme, QFont.Weight.DemiBold
        if not cell.is_proven:
            self._text(cell.value, cell.middle, top, theme.text, _USUAL, weight, cell.width + 8)
            return
        wide = min(self._wide(cell.value, _USUAL, weight), cell.width + 2) + 10
        path = QPainterPath()
        rect = QRectF(cell.middle - wide / 2, top, wide, _PILL)
        path.addRoundedRect(rect, _PILL / 2, _PILL / 2)
        if cell.is_bound:
            self._add_path(path, QPen(theme.proven, 1.3), theme.panel)
        else:
            self._add_path(path, QPen(Qt.PenStyle.NoPen), theme.proven)
        ink = theme.text if cell.is_bound else theme.on_accent
        self._text(cell.value, cell.middle, top, ink, _USUAL, weight, wide - 6)

    def _add_scissors(self, cell: TreeCell) -> None:
        theme = self._style.theme
        picture = themed_icon("scissors", theme.muted, theme.disabled).pixmap(24, 24)
        item = QGraphicsPixmapItem(picture, self._root)
        item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        item.setScale(0.6)
        item.setPos(cell.middle - 7, self._top - 17)

    def _add_cut(self, group: CellGroup) -> None:
        """Bracket what was cut off, and say why in few words."""
        theme = self._style.theme
        cut = [cell for cell in group.cells if cell.state is CellState.CUT]
        if not cut:
            return
        low = self._top + self.row.box + _CUT_BELOW[self.row.size]
        left, right = cut[0].x, cut[-1].x + cut[-1].width
        path = QPainterPath(QPointF(left, low - 5))
        path.lineTo(left, low)
        path.lineTo(right, low)
        path.lineTo(right, low - 5)
        self._add_path(path, QPen(theme.outline, 1), None)
        count = len(cut)
        words = fill(
            translate("SearchTree", "cut: {reason}, {count}"),
            reason=group.cut,
            count=translate("SearchTree", "%n move(s) not searched", "", count),
        )
        weight = QFont.Weight.DemiBold
        wide = self._wide(words, _SMALL, weight) + 16
        start = (left + right - wide) / 2
        start = min(start, self._right - wide - 2)
        start = max(float(LABELS + MARGIN), start)
        pill = QPainterPath()
        pill.addRoundedRect(QRectF(start, low - 8, wide, 17), 8.5, 8.5)
        self._add_path(pill, QPen(Qt.PenStyle.NoPen), theme.text)
        self._text(words, start + wide / 2, low - 6, theme.panel, _SMALL, weight)

    def _add_names(self) -> None:
        """Write the level's names at the left."""
        theme, row = self._style.theme, self.row
        top = row.top + row.box / 2 - 15
        bold = QFont.Weight.Bold
        ground = QGraphicsRectItem(0, row.top - 2, LABELS + MARGIN - 6, row.box + 4, self._root)
        ground.setPen(QPen(Qt.PenStyle.NoPen))
        ground.setBrush(theme.panel)
        self._names.append(ground)
        mover = fill(translate("SearchTree", "{side} moves"), side=row.mover) if row.mover else ""
        for text, colour, weight, shift in (
            (row.role, theme.text, bold, 0),
            (mover, theme.muted, QFont.Weight.Normal, 15),
        ):
            if text:
                name = self._text(text, 0, top + shift, colour, _USUAL, weight, LABELS - 4.0)
                name.setZValue(1)
                self._names.append(name)
        self.pin(0)

    # -- boards --------------------------------------------------------------------------------

    def show_board(self, cell: TreeCell, picture: QPixmap | None) -> None:
        """Show the small board of *cell*."""
        key = (cell.parent, cell.move, cell.node)
        if picture is None or key in self._boards:
            return
        size = picture.deviceIndependentSize()
        item = QGraphicsPixmapItem(picture, self._root)
        item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        room = self._rect(cell).adjusted(4, 4, -4, -4)
        scale = min(room.width() / max(1.0, size.width()), room.height() / max(1.0, size.height()))
        item.setScale(scale)
        item.setPos(room.center() - QPointF(scale * size.width() / 2, scale * size.height() / 2))
        if cell.state in (CellState.UNSEEN, CellState.CUT):
            item.setOpacity(FADED)
        self._boards.add(key)


_WINDOW = 190.0
"""The widest that a window is written, in pixels."""
_CUT_BELOW = {Size.SLIP: 10.0, Size.CHIP: 24.0, Size.BOARD: 40.0}
