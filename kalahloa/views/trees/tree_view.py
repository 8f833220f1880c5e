"""The view of a search tree: rows that are drawn in turns of the event loop, walked by keys."""

from collections.abc import Iterator
from time import monotonic

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPixmap,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from kalahloa.controllers.features.trees.search_state import TreeRun
from kalahloa.controllers.features.trees.search_words import run_sentence, tree_node_words
from kalahloa.models.game.position import Position
from kalahloa.models.search.search_tree import TreeNode
from kalahloa.models.search.tree_lines import best_child
from kalahloa.views.accessibility import announce
from kalahloa.views.boards.wheel import WheelNotches
from kalahloa.views.look.frame_work import FrameWork
from kalahloa.views.look.later_drawing import MAX_SECONDS
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.figure import DataFigure
from kalahloa.views.plots.figure_data import FigureTable
from kalahloa.views.trees.layout import (
    LABELS,
    MARGIN,
    NO_NODE,
    Size,
    TreeCell,
    TreeLevel,
    TreePlan,
    View,
    plan,
)
from kalahloa.views.trees.row_items import RowItems, RowStyle
from kalahloa.views.trees.thumbnails import Key, Thumbnails
from kalahloa.views.trees.tree_table import listed_nodes, tree_table

MIN_ZOOM, MAX_ZOOM, ZOOM_STEP = 0.5, 16.0, 1.25
LETTERS = (1.0, 1.25, 1.5, 2.0)
"""How much larger everything can be drawn."""
NO_BOARDS, NO_CHIPS = 0.8, 0.64
"""Below these zooms there are no small boards, and nothing but bars."""
MAX_POSITIONS = 2_000
MIN_SIZE = QSize(160, 60)


class TreeView(DataFigure, QGraphicsView):
    """Shows a `TreeRun` open along the way to one node, which keys and clicks change.

    It asks by signals; what is shown is set by `show_run`.
    """

    accessible_role = QAccessible.Role.Tree

    chosen = Signal(int)
    """The node that is to be looked at."""
    pointed = Signal(object)
    """The `TreeCell` under the mouse, None for none."""
    menu_wanted = Signal(object, QPoint)
    """The `TreeCell` that a context menu is wanted for (None for none), and where on the screen."""
    remarked = Signal(str)
    """A sentence about something that cannot be done."""
    zoomed = Signal(float)
    """Another zoom is used."""
    settled = Signal()
    """All rows are drawn; small boards may still come."""

    def __init__(self, theme: Theme, thumbnails: Thumbnails, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.thumbnails = thumbnails
        self.run: TreeRun | None = None
        self.shown = 0
        self.step: int | None = None
        self.max_side: int | None = 0
        self.plan = TreePlan()
        self.zoom = 1.0
        self.letters = 1.0
        self.is_folded = False
        self.kept_open: set[int] = set()
        self._positions: dict[int, Position] = {}
        self._keys: dict[tuple[int, int | None], tuple[Key, Position]] = {}
        self._items: list[RowItems] = []
        self._making: RowItems | None = None
        self._pieces: Iterator[None] = iter(())
        self._is_drawn = False
        self._is_resized = False
        self._since = 0.0
        self._rows_drawn: list[tuple[TreeLevel, float]] = []
        self._pointed: TreeCell | None = None
        self._is_centred = False
        self._wheel = WheelNotches()
        scene = QGraphicsScene(self)
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setBackgroundBrush(Qt.BrushStyle.NoBrush)
        self.viewport().setAutoFillBackground(False)
        self.setRenderHints(
            QPainter.RenderHint.Antialiasing
            | QPainter.RenderHint.TextAntialiasing
            | QPainter.RenderHint.SmoothPixmapTransform
        )
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as a board: a picture
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(MIN_SIZE)
        self.setAccessibleName(self.tr("Search tree"))
        self.horizontalScrollBar().valueChanged.connect(self._pin)
        self._work = FrameWork(self, self._draw)
        thumbnails.drawn.connect(self._show_board)
        thumbnails.forgotten.connect(self._draw_again)

    def sizeHint(self) -> QSize:
        """Return a size at which some levels have room."""
        return QSize(640, 420)

    # -- showing -------------------------------------------------------------------------------

    def show_run(
        self, run: TreeRun | None, shown: int = 0, step: int | None = None, max_side: int | None = 0
    ) -> None:
        """Show *run* open along the way to node *shown*, as it stood after *step*."""
        is_other = run is not self.run
        is_moved = is_other or shown != self.shown
        if not is_moved and (step, max_side) == (self.step, self.max_side):
            return
        if is_other:
            self._positions.clear()
            self._keys.clear()
            self.kept_open.clear()
            self._is_centred = False
        if is_moved:
            self.is_folded = False
        self.run, self.shown, self.step, self.max_side = run, shown, step, max_side
        self._lay_out()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self.theme = theme
        self._forget_items()
        self._lay_out()

    def set_zoom(self, zoom: float) -> None:
        """Give the rows *zoom* times the width of the view: 1 shows all of them."""
        zoom = min(MAX_ZOOM, max(MIN_ZOOM, zoom))
        if abs(zoom - 1) < 0.05:
            zoom = 1.0
        if zoom != self.zoom:
            self.zoom = zoom
            self._is_centred = False
            self._lay_out()
            self.zoomed.emit(zoom)

    def zoom_by(self, steps: int) -> None:
        """Zoom in by *steps*, or out if they are negative."""
        self.set_zoom(self.zoom * ZOOM_STEP**steps)

    def set_letters(self, letters: float) -> None:
        """Set the factor by which everything is enlarged."""
        if letters != self.letters:
            self.letters = letters
            self.setTransform(QTransform.fromScale(letters, letters))
            self._is_centred = False
            self._lay_out()

    def fold(self, folded: bool) -> None:
        """Hide the moves of the node that is looked at, or show them again."""
        if folded != self.is_folded:
            self.is_folded = folded
            self.kept_open.discard(self.shown)
            self._lay_out()

    def keep_open(self, node: int, is_open: bool) -> None:
        """Show the moves of *node* also while another one is looked at, or no longer."""
        if (node in self.kept_open) != is_open:
            (self.kept_open.add if is_open else self.kept_open.discard)(node)
            planned = self._planned()
            if is_open and planned.is_full:
                self.kept_open.discard(node)
                self.remarked.emit(self.tr("Too many branches are open; fold some first."))
            else:
                self._receive(planned)

    def fold_all(self) -> None:
        """Show no moves but those on the way."""
        if self.kept_open:
            self.kept_open.clear()
            self._lay_out()

    # -- layout and drawing --------------------------------------------------------------------

    @property
    def is_drawing(self) -> bool:
        """Whether rows are still to be drawn."""
        return self._work.is_active

    def _lay_out(self) -> None:
        if self.run is None:
            self.plan = TreePlan()
            self._keys.clear()
            self._forget_items()
            self.setAccessibleDescription("")
            return
        self._receive(self._planned())

    def _planned(self) -> TreePlan:
        """Return where everything is to stand."""
        if self.run is None:
            return TreePlan()
        if len(self._positions) > MAX_POSITIONS:
            self._positions.clear()
            self._keys.clear()
        room = self._room() / self.letters - LABELS - 2 * MARGIN - 2
        width, height = self.thumbnails.size(self.run.position)
        largest = Size.BOARD
        if self.zoom < NO_BOARDS:
            largest = Size.CHIP if self.zoom >= NO_CHIPS else Size.SLIP
        return plan(
            View(
                self.run,
                shown=self.shown,
                step=self.step,
                max_side=self.max_side,
                kept_open=self.kept_open,
                is_folded=self.is_folded,
                room=max(60.0, room * max(1.0, self.zoom)),
                board=(width + 8, height + 8),
                largest=largest,
                positions=self._positions,
            )
        )

    def _receive(self, planned: TreePlan) -> None:
        """Show everything where it is *planned*; rows are drawn in turns."""
        self.plan = planned
        self._is_resized = self._is_drawn = False
        # Before, as what is scrolled would be painted, too.
        self._begin_drawing()
        self.scene().setSceneRect(QRectF(0, 0, self.plan.width, self.plan.height))
        self._center()
        self.setAccessibleDescription(self.summary())

    def _begin_drawing(self) -> None:
        """Have rows drawn in the next turns, and nothing painted before."""
        if not self._work.is_active:
            self.viewport().setUpdatesEnabled(False)
            self._since = monotonic()
            self._work.start()

    def _room(self) -> int:
        """Return the width that there is, whether or not the view scrolls up and down."""
        return self.contentsRect().width() - _BAR

    def _center(self) -> None:
        """Bring the node that is looked at into sight, in the middle the first time."""
        found = self.plan.find(self.shown)
        if found is None:
            return
        row, cell = found
        rect = QRectF(cell.x, row.top, cell.width, row.box + 40)
        if not self._is_centred:
            self._is_centred = True
            self.centerOn(cell.middle, row.top)
        # What is below is what one wants to see next.
        below = rect.adjusted(-40, -20, 40, row.height)
        self.ensureVisible(below, 0, 0)
        # The names of the levels stand at the left edge, before all else.
        self.ensureVisible(rect.adjusted(-LABELS - MARGIN, 0, 0, 0), 4, 4)

    def _draw(self) -> Iterator[None]:
        """Draw rows that are not what is planned.

        Nothing is painted meanwhile, unless that takes long: of one change all rows are seen at
        once.
        """
        if monotonic() - self._since > MAX_SECONDS:
            self.viewport().setUpdatesEnabled(True)
        if self._is_resized:
            self._lay_out()
        if self._is_drawn:
            self._end_drawing()
            self.settled.emit()
            return
        rows = self.plan.rows
        while len(self._items) > len(rows):
            self._items.pop().remove()
            self._rows_drawn.pop()
        style = RowStyle(self.theme, self.font())
        for number, row in enumerate(rows):
            above = rows[number - 1] if number else row
            start = above.top + above.box + _START[above.size]
            wanted = (row, start)
            if number < len(self._items) and self._rows_drawn[number] == wanted:
                continue
            if self._making is None or self._making.row is not row:
                self._making = RowItems(row, start, style, self.scene(), self._picture)
                self._pieces = self._making.made()
            for _ in self._pieces:
                yield
            items, self._making = self._making, None
            items.pin(self._left())
            if number < len(self._items):
                self._items[number].remove()
                self._items[number], self._rows_drawn[number] = items, wanted
            else:
                self._items.append(items)
                self._rows_drawn.append(wanted)
        self._is_drawn = True  # it is painted in a turn of its own

    def _end_drawing(self) -> None:
        """Have all painted that is drawn."""
        self._work.stop()
        self._is_resized = False
        self._making = None
        self.viewport().setUpdatesEnabled(True)

    def _forget_items(self) -> None:
        self._end_drawing()
        for items in self._items:
            items.remove()
        self._items.clear()
        self._rows_drawn.clear()

    @Slot()
    def _draw_again(self) -> None:
        """Draw everything anew, because small boards look different."""
        self._forget_items()
        if self.run is not None:
            self._lay_out()

    def _left(self) -> float:
        return self.mapToScene(QPoint(0, 0)).x()

    @Slot()
    def _pin(self) -> None:
        for items in self._items:
            items.pin(self._left())

    def _picture(self, cell: TreeCell) -> QPixmap | None:
        """Return the small board of *cell*, or have it drawn."""
        key, position = self._key(cell)
        picture = self.thumbnails.picture(key)
        if picture is None:
            self.thumbnails.want(key, position)
        return picture

    def _key(self, cell: TreeCell) -> tuple[Key, Position]:
        """Return the position of *cell*, and what identifies its picture."""
        assert self.run is not None
        known = self._keys.get((cell.parent, cell.move))
        if known is None:
            position = self.position_of(cell)
            known = self._keys[cell.parent, cell.move] = self.thumbnails.key_of(position), position
        return known

    def position_of(self, cell: TreeCell) -> Position:
        """Return the position of *cell*, on which nobody makes moves."""
        assert self.run is not None
        if cell.parent == NO_NODE or cell.move is None:
            return self.run.position
        above = self._positions.get(cell.parent)
        if above is None:
            above = self._positions[cell.parent] = self.run.position_at(cell.parent)
        position = above.copy()
        position.make(cell.move)
        return position

    @Slot(object)
    def _show_board(self, key: Key) -> None:
        picture = self.thumbnails.picture(key)
        # Also in a row of which the rest is still to be made.
        for items in (*self._items, *filter(None, [self._making])):
            if items.row.size is Size.BOARD:
                for cell in items.row.cells:
                    known = self._keys.get((cell.parent, cell.move))
                    if known is not None and known[0] == key:
                        items.show_board(cell, picture)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and self.run is not None:
            # A window that opens gives the view several sizes in one turn.
            self._is_resized = True
            self._begin_drawing()

    def changeEvent(self, event: QEvent) -> None:
        """Draw in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.scene() is not None:
            self._forget_items()
            self._lay_out()

    # -- what is said --------------------------------------------------------------------------

    def as_table(self) -> FigureTable:
        """Return the way to the node that is looked at, and its moves."""
        if self.run is None:
            return FigureTable()
        nodes = listed_nodes(self.run, self.shown)
        return tree_table(self.run, nodes, self.max_side, self.step)

    def summary(self) -> str:
        """Return the result of the search, or of the current node while the search is stepped."""
        if self.run is None:
            return ""
        return run_sentence(self.run) if self.step is None else self.said()

    def choose_row(self, row: int) -> None:
        """Select the node of *row*."""
        if self.run is not None:
            self.chosen.emit(listed_nodes(self.run, self.shown)[row].index)

    def said(self) -> str:
        """Return what is said of the node that is looked at."""
        if self.run is None:
            return ""
        node = self.run.tree.node(self.shown)
        words = tree_node_words(self.run, node, self.max_side, self.step)
        return " ".join((words.sentence, *words.remarks))

    # -- mouse ---------------------------------------------------------------------------------

    def cell_at(self, point: QPoint) -> TreeCell | None:
        """Return the cell at *point* of the viewport."""
        place = self.mapToScene(point)
        found = self.plan.cell_at(place.x(), place.y())
        return None if found is None else found[1]

    def middle_of(self, node: int) -> QPoint:
        """Return where the middle of *node*'s box is in the viewport; it must have one."""
        found = self.plan.find(node)
        assert found is not None
        row, cell = found
        return self.mapFromScene(QPointF(cell.middle, row.top + row.box / 2))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the cell under the mouse."""
        super().mouseMoveEvent(event)
        self._point(self.cell_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self._point(None)

    def _point(self, cell: TreeCell | None) -> None:
        if cell != self._pointed:
            self._pointed = cell
            shape = Qt.CursorShape.ArrowCursor
            if cell is not None and cell.node != NO_NODE:
                shape = Qt.CursorShape.PointingHandCursor
            self.viewport().setCursor(shape)
            self.pointed.emit(cell)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Look at the node that is clicked; a click on that which is looked at folds it."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        cell = self.cell_at(event.position().toPoint())
        if cell is None:
            super().mousePressEvent(event)
        elif cell.node == NO_NODE:
            self.chosen.emit(cell.parent)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.keep_open(cell.node, cell.node not in self.kept_open)
        elif cell.node == self.shown:
            self.fold(not self.is_folded)
        else:
            self.chosen.emit(cell.node)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, scroll without."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(self._wheel.turned(event.angleDelta().y()))
            event.accept()
        else:
            super().wheelEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for a menu about the cell under the mouse, or the node that is looked at."""
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            self.menu_wanted.emit(self.cell_at(event.pos()), event.globalPos())
        else:
            found = self.plan.find(self.shown)
            point = self.rect().center() if found is None else self.middle_of(self.shown)
            cell = None if found is None else found[1]
            self.menu_wanted.emit(cell, self.viewport().mapToGlobal(point))
        event.accept()

    # -- keys ----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the tree by arrows; fold by Enter, zoom by + and -, go along best play by B."""
        plain = not event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        )
        if self.run is None or not plain:
            super().keyPressEvent(event)
            return
        key = Qt.Key(event.key()) if event.key() in _KEYS else None
        node = self.run.tree.node(self.shown)
        if key in _WALKS:
            self._go(self._walked(node, key))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.fold(not self.is_folded)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(1)
        elif key is Qt.Key.Key_Minus:
            self.zoom_by(-1)
        elif key is Qt.Key.Key_0:
            self.set_zoom(1.0)
        else:
            super().keyPressEvent(event)

    def _walked(self, node: TreeNode, key: Qt.Key | None) -> TreeNode | None:
        """Return the node that *key* leads to from *node*, None if there is none."""
        if key is Qt.Key.Key_Up:
            return node.parent
        if key is Qt.Key.Key_Down:
            self.fold(False)
            children = node.children
            return best_child(node) or (children[0] if children else None)
        if key is Qt.Key.Key_B:
            return best_child(node)
        if key is Qt.Key.Key_Home and node.parent is None:
            return None
        siblings = [] if node.parent is None else node.parent.children
        places = [one.index for one in siblings]
        at = places.index(node.index) if node.index in places else 0
        to = {
            Qt.Key.Key_Left: at - 1,
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(siblings) - 1,
        }.get(key or Qt.Key.Key_Left, at)
        return siblings[to] if 0 <= to < len(siblings) else None

    def _go(self, node: TreeNode | None) -> None:
        if node is not None and node.index != self.shown:
            self.chosen.emit(node.index)
            announce(self, self.said())


_BAR = 20
"""The room of a scroll bar, in pixels; Qt reckons with more than style sheets give it."""
_WALKS = frozenset(
    {
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_B,
    }
)
_KEYS = _WALKS | {
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Plus,
    Qt.Key.Key_Equal,
    Qt.Key.Key_Minus,
    Qt.Key.Key_0,
}
_START = {Size.SLIP: 34.0, Size.CHIP: 34.0, Size.BOARD: 49.0}
"""Where lines to the children begin, below a box, in pixels."""
