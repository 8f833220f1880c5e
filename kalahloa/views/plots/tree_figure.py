"""A small tree as a figure: nodes with their values, branches with their moves."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainterPath,
    QPen,
)
from PySide6.QtWidgets import QGraphicsRectItem, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.course.figure_steps import FigureStep
from kalahloa.models.course.node_words import CUT, UNKNOWN, node_words, shown_value
from kalahloa.models.course.question import role
from kalahloa.models.course.small_tree import SmallNode, SmallTree
from kalahloa.views.accessibility import announce
from kalahloa.views.look.plain_label import plain_tool_tip
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.chart_view import ChartView
from kalahloa.views.plots.figure_data import FigureTable
from kalahloa.views.plots.tree_layout import TreeLayout, TreeRoom

MIN_HEIGHT = 90
_ANY_HEIGHT = (1 << 24) - 1
"""What Qt calls QWIDGETSIZE_MAX."""
_SMALL = 0.76
"""The size of names and moves, as a share of that of values."""


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
        self.step: FigureStep | None = None
        """The step of the search that is shown; None where all of the tree is."""
        self._fills = False
        self._has_roles = False
        self._sides = ("", "")
        self._layout: TreeLayout | None = None
        self._boxes: list[QRectF] = []
        self._frame: QGraphicsRectItem | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setAccessibleName(self.tr("Tree"))
        self.setMinimumHeight(MIN_HEIGHT)

    def sizeHint(self) -> QSize:
        """Return the size that the tree takes."""
        height = MIN_HEIGHT
        if self._layout is not None:
            height = max(MIN_HEIGHT, round(self._layout.room.height()) + 4 + self._bar_height())
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
            self.step = None
            self.draw()

    def show_step(self, step: FigureStep | None) -> None:
        """Show what is known at *step* of the search, or all of the tree."""
        if step is not self.step:
            self.step = step
            if step is not None:
                self.current = step.here
            self.draw()
            if step is not None:
                self.ensureVisible(self._boxes[step.here], 8, 8)

    def fill_height(self) -> None:
        """Have the tree fill whatever height the figure is given, from now on."""
        self._fills = True
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setMinimumHeight(0)
        self.setMaximumHeight(_ANY_HEIGHT)
        self.draw()

    def shows_all(self) -> bool:
        """Return whether all of the tree is in sight, without scrolling."""
        if self._layout is None:
            return True
        room, view = self._layout.room, self.viewport()
        return room.width() <= view.width() + 1 and room.height() <= view.height() + 1

    def set_marked(self, marked: frozenset[int]) -> None:
        """Show the nodes *marked* as such."""
        if marked != self.marked:
            self.marked = marked
            self.draw()

    def set_typed(self, typed: Mapping[int, str]) -> None:
        """Write *typed* in place of the values that are hidden."""
        if typed != self.typed:
            self.typed = dict(typed)
            self.draw()

    # -- drawing -------------------------------------------------------------------------------

    def _draw(self) -> None:
        scene, tree = self.scene(), self.tree
        scene.clear()
        self._frame, self._boxes = None, []
        if tree is None:
            return
        pens = _Pens(self.font())
        texts = [self._texts_of(tree, node) for node in tree]
        cut, view = pens.cut, self.viewport()
        height = view.height() if self._fills else 0
        room = TreeRoom(view.width(), height=height, limit=height)
        self._layout = self._laid_out(tree, pens, room)
        self._boxes = list(self._layout.boxes)
        if self._layout.upright and self._has_roles:
            self._draw_roles(tree, pens)
        for node in tree:
            if node.parent >= 0:
                self._draw_branch(node, pens)
        for index, place in self._layout.cuts.items():
            if self.step is None or index in self.step.cut:
                self._draw_cut(index, place, cut, pens)
        for node, text in zip(tree, texts, strict=True):
            self._draw_node(node, text, pens)
        if self.step is not None:
            self._draw_bounds(self.step, pens)
        scene.setSceneRect(self._layout.room)
        if not self._fills:
            height = self.sizeHint().height()
            if height != self.height():
                self.setFixedHeight(height)
        self._show_focus()

    def least_size(self, room: QSize, pixels: int) -> QSizeF:
        """Return the size of the tree in letters of so many *pixels*, to be seen in *room*."""
        if self.tree is None:
            return QSizeF()
        had_roles = self._has_roles
        font = QFont(self.font())
        font.setPixelSize(pixels)
        pens = _Pens(font)
        found = self._laid_out(self.tree, pens, TreeRoom(room.width(), limit=room.height()))
        self._has_roles = had_roles
        return found.room.size()

    def _laid_out(self, tree: SmallTree, pens: "_Pens", room: TreeRoom) -> TreeLayout:
        """Return how *tree* stands in *room*; see `TreeLayout.of`."""
        stacked, in_line = [], []
        for node in tree:
            # Room for what a step may write there, so that nothing moves from step to step.
            values = [
                in_words(shown_value(tree, node, self.hidden)),
                "+9" if node.is_leaf else "≥+9",
            ]
            values.append(self.typed.get(node.index, ""))
            stacked.append(pens.stacked(node.text, node.name, values))
            in_line.append(pens.in_line(node.name, values))
        room = replace(room, gap=pens.pad, branch=pens.line * 1.3)
        self._has_roles = not tree.negated and _has_simple_levels(tree)
        if self._has_roles:
            margin = pens.small.horizontalAdvance("MAX") + 2 * pens.pad
            found = TreeLayout.of(tree, (stacked, in_line), pens.cut, replace(room, margin=margin))
            if found.upright:
                return found
            self._has_roles = False
        return TreeLayout.of(tree, (stacked, in_line), pens.cut, room)

    def _texts_of(self, tree: SmallTree, node: SmallNode) -> tuple[str, str]:
        """Return the name of *node* and its value, as far as it is known."""
        if node.index in self.typed:
            return node.name, self.typed[node.index]
        if self.step is not None:
            return node.name, in_words(self.step.values.get(node.index, ""))
        return node.name, in_words(shown_value(tree, node, self.hidden))

    def _is_unseen(self, index: int) -> bool:
        return self.step is not None and index not in self.step.values

    def _is_on_path(self, index: int) -> bool:
        return self.step is not None and index in self.step.path

    def _draw_roles(self, tree: SmallTree, pens: "_Pens") -> None:
        """Write at the left who chooses at each level."""
        for node in tree:
            if node.is_leaf or any(one.ply == node.ply for one in tree.nodes[: node.index]):
                continue
            text = role(tree, node)
            place = QPointF(pens.pad, self._boxes[node.index].center().y() - pens.small_line / 2)
            self._write(text, pens.small_font, self.theme.muted, place)

    def _draw_branch(self, node: SmallNode, pens: "_Pens") -> None:
        theme, above, below = self.theme, self._boxes[node.parent], self._boxes[node.index]
        is_cut, is_unseen = self._is_cut(node), self._is_unseen(node.index)
        is_current = is_cut or self._is_on_path(node.index)
        colour = theme.accent if is_current else theme.outline
        style = Qt.PenStyle.DashLine if is_cut or is_unseen else Qt.PenStyle.SolidLine
        self.scene().addPath(
            self._curve(above, below), QPen(colour, pens.thick * (1.8 if is_current else 1), style)
        )
        text = f"{CUT} {node.text}" if is_cut else node.text
        wide, high = pens.small.horizontalAdvance(text), pens.small_line
        middle = self._label_place(above, below, wide, pens)
        ground = QRectF(middle.x() - wide / 2 - 2, middle.y() - high / 2, wide + 4, high)
        self.scene().addRect(ground, QPen(Qt.PenStyle.NoPen), QBrush(theme.panel))
        ink = theme.accent if is_current else theme.muted
        self._write(text, pens.small_font, ink, middle - QPointF(wide / 2, high / 2))

    def _curve(self, above: QRectF, below: QRectF) -> QPainterPath:
        """Return the branch between two boxes; it leaves and arrives in the way of the levels."""
        assert self._layout is not None
        if self._layout.upright:
            start = QPointF(above.center().x(), above.bottom())
            end = QPointF(below.center().x(), below.top())
            bend = QPointF(0, (end.y() - start.y()) / 2)
        else:
            start = QPointF(above.right(), above.center().y())
            end = QPointF(below.left(), below.center().y())
            bend = QPointF((end.x() - start.x()) / 2, 0)
        path = QPainterPath(start)
        path.cubicTo(start + bend, end - bend, end)
        return path

    def _label_place(self, above: QRectF, below: QRectF, wide: float, pens: "_Pens") -> QPointF:
        """Return the middle of a branch's text: it stands before the lower box."""
        assert self._layout is not None
        if self._layout.upright:
            return QPointF(below.center().x(), below.top() - 0.75 * pens.small_line)
        return QPointF(below.left() - wide / 2 - pens.pad, below.center().y())

    def _draw_cut(self, index: int, place: QPointF, size: QSizeF, pens: "_Pens") -> None:
        """Draw how many moves of the node *index* are cut off, in their place."""
        assert self.tree is not None
        theme = self.theme
        room = QRectF(place - QPointF(size.width(), size.height()) / 2, size)
        pen = QPen(theme.outline, pens.thick, Qt.PenStyle.DotLine)
        self.scene().addPath(self._curve(self._boxes[index], room), pen)
        path = QPainterPath()
        path.addRoundedRect(room, size.height() / 2, size.height() / 2)
        self.scene().addPath(path, pen, QBrush(theme.window))
        text = f"{CUT} {self.tree[index].pruned}"
        wide = pens.small.horizontalAdvance(text)
        corner = place - QPointF(wide / 2, pens.small_line / 2)
        self._write(text, pens.small_font, theme.text, corner)

    def _draw_node(self, node: SmallNode, texts: tuple[str, str], pens: "_Pens") -> None:
        """Draw a node: angular for MAX, round for MIN; what is not searched yet is dashed."""
        assert self.tree is not None
        room, theme = self._boxes[node.index], self.theme
        maximises = self.tree.maximises(node)
        path = QPainterPath()
        radius = pens.pad / 2 if maximises else room.height() / 2
        path.addRoundedRect(room, min(radius, room.width() / 2), radius)
        is_cut, is_unseen = self._is_cut(node), self._is_unseen(node.index)
        is_here = self.step is not None and self.step.here == node.index
        is_current = is_cut or self._is_on_path(node.index)
        style = Qt.PenStyle.DashLine if is_cut or is_unseen else Qt.PenStyle.SolidLine
        thick = pens.thick * (1.8 if is_current else 1)
        pen = QPen(theme.accent if is_current else theme.outline, thick, style)
        ground = theme.panel if node.is_leaf or is_unseen else theme.window
        ink, faint = theme.text, theme.muted
        if is_here:
            ground, ink, faint = theme.accent, theme.on_accent, theme.on_accent
        elif is_unseen or is_cut:
            ink = theme.muted
        self.scene().addPath(path, pen, QBrush(ground))
        name, value = texts
        middle = room.center()
        named, valued = pens.small.horizontalAdvance(name), pens.metrics.horizontalAdvance(value)
        assert self._layout is not None
        if self._layout.upright:
            top = middle.y() - (pens.small_line + pens.line) / 2
            at_name = QPointF(middle.x() - named / 2, top)
            at_value = QPointF(middle.x() - valued / 2, top + 0.9 * pens.small_line)
        else:
            left = middle.x() - (named + pens.pad + valued) / 2
            at_name = QPointF(left, middle.y() - pens.small_line / 2)
            at_value = QPointF(left + named + pens.pad, middle.y() - pens.line / 2)
        self._write(name, pens.small_font, faint, at_name)
        self._write(value, pens.font, ink, at_value)

    def _draw_bounds(self, step: FigureStep, pens: "_Pens") -> None:
        """Write alpha or beta beside the nodes on the way, where they have room."""
        for index, text in step.bounds.items():
            room, words = self._boxes[index], in_words(text)
            wide = pens.small.horizontalAdvance(words)
            corner = QPointF(room.right() + pens.pad, room.top() - pens.small_line * 0.15)
            taken = QRectF(corner, QSizeF(wide, pens.small_line))
            taken_by = (box for box in self._boxes if box is not room)
            if not any(box.intersects(taken) for box in taken_by):
                self._write(words, pens.small_font, self.theme.accent, corner)

    def _write(self, text: str, font: QFont, ink: QColor, corner: QPointF) -> None:
        if text:
            item = self.scene().addSimpleText(text, font)
            item.setBrush(ink)
            item.setPos(corner)

    def _is_cut(self, node: SmallNode) -> bool:
        """Return whether *node* is marked, or stands below a node that is."""
        assert self.tree is not None
        return bool(self.marked) and any(
            one.index in self.marked for one in self.tree.path(node.index)
        )

    def _show_focus(self) -> None:
        """Frame the current node while the keyboard is here."""
        if self._frame is not None:
            self.scene().removeItem(self._frame)
            self._frame = None
        if not self._boxes:
            return
        room = self._boxes[self.current].adjusted(-3, -3, 3, 3)
        if self.hasFocus():
            self._frame = self.scene().addRect(room, QPen(self.theme.accent, 2))
            self.ensureVisible(room, 0, 0)

    def said(self, index: int) -> str:
        """Return what there is to say of the node *index*."""
        assert self.tree is not None
        sentences = node_words(self.tree, self.tree[index], self._sides, self.hidden)
        if self._is_cut(self.tree[index]):
            sentences.append(self.tr("Marked."))
        return " ".join(map(in_words, sentences))

    def as_table(self) -> FigureTable:
        """Return the nodes in the order of the search, as far as they are known."""
        tree = self.tree
        if tree is None:
            return FigureTable()
        titles = (
            self.tr("node"),
            self.tr("moves"),
            self.tr("mover"),
            self.tr("value"),
            self.tr("cut off"),
        )
        rows = (
            (
                node.name,
                tree.line(node.index),
                self._sides[node.side] if tree.negated else role(tree, node),
                self._texts_of(tree, node)[1],
                node.pruned if node.pruned and self._shows_cut(node.index) else "",
            )
            for node in tree
        )
        return FigureTable.of(titles, tuple(rows))

    def summary(self) -> str:
        """Return the size of the tree, and what the root is worth."""
        tree = self.tree
        if tree is None:
            return ""
        words = self.tr("A tree of %n node(s)", "", len(tree))
        value = self._texts_of(tree, tree.root)[1]
        if not value or value == UNKNOWN:
            return f"{words}."
        return fill(self.tr("{tree}; the root is worth {value}."), tree=words, value=value)

    def choose_row(self, row: int) -> None:
        """Go to the node of *row*."""
        self.go_to(row)

    def _shows_cut(self, index: int) -> bool:
        return index not in self.hidden if self.step is None else index in self.step.cut

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


class _Pens:
    """What a tree is drawn with in a font: values in that, names and moves in a smaller one."""

    def __init__(self, font: QFont) -> None:
        self.font = QFont(font)
        self.font.setWeight(QFont.Weight.DemiBold)
        self.small_font = QFont(font)
        if font.pixelSize() > 0:
            self.small_font.setPixelSize(max(1, round(font.pixelSize() * _SMALL)))
        else:
            self.small_font.setPointSizeF(font.pointSizeF() * _SMALL)
        self.metrics, self.small = QFontMetricsF(self.font), QFontMetricsF(self.small_font)
        self.line, self.small_line = self.metrics.height(), self.small.height()
        self.pad = self.line * 0.3
        self.thick = max(1.0, self.line / 16)
        self.cut = QSizeF(self.small.horizontalAdvance(f"{CUT} 9") + 2 * self.pad, self.line * 1.2)
        """The size of the sign for moves that are cut off."""

    def stacked(self, move: str, name: str, values: Iterable[str]) -> QSizeF:
        """Return the size of a node that *move* leads to, with its value below its name."""
        wide = max(self.small.horizontalAdvance(name), *map(self.metrics.horizontalAdvance, values))
        wide = max(wide + 2 * self.pad, self.small.horizontalAdvance(move) + self.pad)
        return QSizeF(wide, self.line + self.small_line + self.pad * 0.5)

    def in_line(self, name: str, values: Iterable[str]) -> QSizeF:
        """Return the size of a node with its value beside its name."""
        wide = max(map(self.metrics.horizontalAdvance, values))
        wide += self.small.horizontalAdvance(name) + self.pad
        return QSizeF(wide + 2 * self.pad, self.line * 1.25)


def _has_simple_levels(tree: SmallTree) -> bool:
    """Return whether at each level the same side chooses."""
    sides: dict[int, int] = {}
    inner = (node for node in tree if not node.is_leaf)
    return all(sides.setdefault(node.ply, node.side) == node.side for node in inner)


_WAYS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
