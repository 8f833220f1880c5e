"""A small tree as a figure: nodes with their values, branches with their moves."""

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QFontMetricsF, QKeyEvent, QMouseEvent, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QWidget

from kalahloa.controllers.base.translation import in_words
from kalahloa.models.course.node_words import CUT, node_words, shown_value
from kalahloa.models.course.small_tree import SmallNode, SmallTree
from kalahloa.views.accessibility import announce
from kalahloa.views.look.plain_label import plain_tool_tip
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.chart_view import ChartView
from kalahloa.views.plots.tree_layout import TreeLayout

GAP = 8.0
LEAST_HEIGHT = 90


class TreeFigure(ChartView):
    """Shows a `SmallTree`; arrow keys go from node to node, a click or Space toggles a mark."""

    chosen = Signal(int)
    """The index of the node that the keys or the mouse have gone to."""
    toggled = Signal(int)
    """The index of a node that was clicked, or on which Space was pressed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.tree: SmallTree | None = None
        self.hidden: frozenset[int] = frozenset()
        self.marked: frozenset[int] = frozenset()
        """The indices of the nodes that are marked."""
        self.typed: Mapping[int, str] = {}
        """What is written in place of values that are hidden, by index."""
        self.current = 0
        self._sides = ("", "")
        self._layout: TreeLayout | None = None
        self._boxes: list[QRectF] = []
        self._frame: QGraphicsRectItem | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setAccessibleName(self.tr("Tree"))
        self.setMinimumHeight(LEAST_HEIGHT)

    def sizeHint(self) -> QSize:
        """Return the size that the tree takes."""
        height = LEAST_HEIGHT
        if self._layout is not None:
            height = max(LEAST_HEIGHT, round(self._layout.room.height()) + 4 + self._bar_height())
        return QSize(260, height)

    def _bar_height(self) -> int:
        """Return how much room the scroll bar below the tree takes, 0 if there is none."""
        assert self._layout is not None
        is_wider = self._layout.room.width() > self.viewport().width()
        return self.horizontalScrollBar().sizeHint().height() if is_wider else 0

    # -- showing -------------------------------------------------------------------------------

    def show_tree(
        self, tree: SmallTree, sides: tuple[str, str], hidden: frozenset[int] = frozenset()
    ) -> None:
        """Show *tree* from now on, without the values of the nodes *hidden*."""
        if tree is not self.tree or hidden != self.hidden:
            self.tree, self.hidden, self._sides = tree, hidden, sides
            self.marked, self.typed, self.current = frozenset(), {}, 0
            self._draw()

    def set_marked(self, marked: frozenset[int]) -> None:
        """Show the nodes *marked* as such."""
        if marked != self.marked:
            self.marked = marked
            self._draw()

    def set_typed(self, typed: Mapping[int, str]) -> None:
        """Write *typed* in place of the values that are hidden."""
        if typed != self.typed:
            self.typed = dict(typed)
            self._draw()

    # -- drawing -------------------------------------------------------------------------------

    def _draw(self) -> None:
        scene, tree = self.scene(), self.tree
        scene.clear()
        self._frame, self._boxes = None, []
        if tree is None:
            return
        metrics = QFontMetricsF(self.font())
        texts = [self._text_of(tree, node) for node in tree]
        widths = [metrics.horizontalAdvance(text) + 14 for text in texts]
        high = metrics.height() + 8
        self._layout = TreeLayout.of(tree, widths, high, float(self.viewport().width()), GAP)
        self._boxes = list(self._layout.boxes)
        middles = [room.center() for room in self._boxes]
        for node in tree:
            if node.parent >= 0:
                self._draw_branch(middles[node.parent], middles[node.index], node, metrics)
        for node, text in zip(tree, texts, strict=True):
            self._draw_node(node, text, metrics)
        scene.setSceneRect(self._layout.room)
        height = self.sizeHint().height()
        if height != self.height():
            self.setFixedHeight(height)
        self._show_focus()

    def _text_of(self, tree: SmallTree, node: SmallNode) -> str:
        value = self.typed.get(node.index) or in_words(shown_value(tree, node, self.hidden))
        cut = f"  {CUT}{node.pruned}" if node.pruned and node.index not in self.hidden else ""
        return f"{node.name}  {value}{cut}"

    def _draw_branch(
        self, above: QPointF, below: QPointF, node: SmallNode, metrics: QFontMetricsF
    ) -> None:
        is_cut = self._is_cut(node)
        colour = self.theme.accent if is_cut else self.theme.outline
        pen = QPen(colour, 1.5, Qt.PenStyle.DotLine if is_cut else Qt.PenStyle.SolidLine)
        self.scene().addLine(above.x(), above.y(), below.x(), below.y(), pen)
        text = f"{CUT} {node.text}" if is_cut else node.text
        middle = self._middle_of_branch(node)
        wide, high = metrics.horizontalAdvance(text), metrics.height()
        ground = QRectF(middle.x() - wide / 2 - 2, middle.y() - high / 2, wide + 4, high)
        self.scene().addRect(ground, QPen(Qt.PenStyle.NoPen), QBrush(self.theme.panel))
        item = self.scene().addSimpleText(text, self.font())
        item.setBrush(self.theme.accent if is_cut else self.theme.muted)
        item.setPos(middle.x() - wide / 2, middle.y() - high / 2)

    def _middle_of_branch(self, node: SmallNode) -> QPointF:
        """Return the middle of what is seen of the branch to *node*."""
        assert self._layout is not None
        above, below = self._boxes[node.parent], self._boxes[node.index]
        if self._layout.upright:
            share = 0.55
        else:
            seen = (above.right() + below.left()) / 2
            share = (seen - above.center().x()) / (below.center().x() - above.center().x())
        return above.center() * (1 - share) + below.center() * share

    def _draw_node(self, node: SmallNode, text: str, metrics: QFontMetricsF) -> None:
        """Draw a node: angular and light for MAX, round and dark for MIN, leaves without ground."""
        assert self.tree is not None
        room, theme = self._boxes[node.index], self.theme
        maximises = self.tree.maximises(node)
        path = QPainterPath()
        radius = 2.0 if maximises else room.height() / 2
        path.addRoundedRect(room, radius, radius)
        is_cut = self._is_cut(node)
        pen = QPen(theme.accent if is_cut else theme.outline, 2 if is_cut else 1)
        ink = theme.text
        brush = QBrush(theme.panel)
        if not node.is_leaf:
            brush = QBrush(theme.border if maximises else theme.muted)
            ink = theme.text if maximises else theme.panel
        self.scene().addPath(path, pen, brush)
        item = self.scene().addSimpleText(text, self.font())
        item.setBrush(ink)
        wide = metrics.horizontalAdvance(text)
        item.setPos(room.center() - QPointF(wide / 2, metrics.height() / 2))

    def _is_cut(self, node: SmallNode) -> bool:
        """Return whether *node* is marked, or stands below a node that is."""
        assert self.tree is not None
        return bool(self.marked) and any(
            one.index in self.marked for one in self.tree.path(node.index)
        )

    def _show_focus(self) -> None:
        """Frame the current node while the keyboard is here, and tell it to a screen reader."""
        if self._frame is not None:
            self.scene().removeItem(self._frame)
            self._frame = None
        if not self._boxes:
            self.setAccessibleDescription("")
            return
        room = self._boxes[self.current].adjusted(-3, -3, 3, 3)
        if self.hasFocus():
            self._frame = self.scene().addRect(room, QPen(self.theme.accent, 2))
            self.ensureVisible(room, 0, 0)
        self.setAccessibleDescription(self.said(self.current))

    def said(self, index: int) -> str:
        """Return what there is to say of the node *index*."""
        assert self.tree is not None
        sentences = node_words(self.tree, self.tree[index], self._sides, self.hidden)
        if self._is_cut(self.tree[index]):
            sentences.append(self.tr("Marked."))
        return " ".join(map(in_words, sentences))

    # -- keys and mouse ------------------------------------------------------------------------

    def node_at(self, point: QPointF) -> int:
        """Return the index of the node at *point*, in pixels of the viewport, or -1."""
        place = self.mapToScene(point.toPoint())
        return next((n for n, room in enumerate(self._boxes) if room.contains(place)), -1)

    def middle_of(self, index: int) -> QPointF:
        """Return the middle of the node *index*, in pixels of the viewport."""
        return QPointF(self.mapFromScene(self._boxes[index].center()))

    def go_to(self, index: int) -> None:
        """Make the node *index* the current one."""
        if index != self.current:
            self.current = index
            self._show_focus()
            self.chosen.emit(index)
            if self.hasFocus():
                announce(self, self.said(index))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what is under the pointer, and go there."""
        index = self.node_at(event.position())
        said = "" if index < 0 else self.said(index)
        self.setToolTip(plain_tool_tip(said))
        if index >= 0:
            self.go_to(index)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Toggle the node under the pointer."""
        index = self.node_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or index < 0:
            event.ignore()
            return
        self.go_to(index)
        self.toggled.emit(index)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do nothing more: the press has toggled."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from node to node, or toggle one."""
        key = Qt.Key(event.key())
        modified = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modified or self.tree is None or self._layout is None:
            event.ignore()
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.toggled.emit(self.current)
        elif key in _WAYS:
            self._step(*_WAYS[key])
        else:
            event.ignore()

    def _step(self, right: int, down: int) -> None:
        """Go to the node above, to the first one below, or to the next one of the level."""
        assert self.tree is not None and self._layout is not None
        deeper, beside = (down, right) if self._layout.upright else (right, down)
        node = self.tree[self.current]
        if deeper < 0 and node.parent >= 0:
            self.go_to(node.parent)
        elif deeper > 0 and node.children:
            self.go_to(node.children[0])
        elif beside:
            level = [one.index for one in self.tree if one.ply == node.ply]
            at = level.index(self.current) + beside
            if 0 <= at < len(level):
                self.go_to(level[at])


_WAYS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
