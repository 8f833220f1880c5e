"""Base class of the graphical boards: scaling, banner, focus, keys, mouse and animation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QAbstractAnimation, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsPathItem,
    QGraphicsScene,
    QGraphicsSimpleTextItem,
    QGraphicsView,
    QWidget,
)

from kalahloa.models.position import Position
from kalahloa.models.search.move_values import MoveValue
from kalahloa.views.look.theme import Theme

BANNER_HEIGHT = 92.0
MARGIN = 16.0


@dataclass(frozen=True)
class BoardState:
    """The state that a board shows.

    `position` is a copy owned by the board, and `last_move` the move that led to it, or None.
    `before` is a copy of the position before that move if the move is to be animated.  `playable`
    is whether a human may move.  `title` and `subtitle` say whose turn it is, or who has won and
    how.  `hint` is a suggested move, with the label `hint_text`; `values` are the moves' values.
    """

    position: Position
    last_move: int | None = None
    before: Position | None = None
    playable: bool = False
    title: str = ""
    subtitle: str = ""
    hint: int | None = None
    hint_text: str = ""
    values: Mapping[int, MoveValue] = field(default_factory=dict)


class BoardView(QGraphicsView):
    """A board of any game, drawn as a scene in its own units and scaled to the widget.

    Subclasses implement the methods under "for a game's board".  Cells are numbered as in the
    game's model.  The view never changes the model: it emits `move_chosen` with a legal move, and
    `show_state` is called with the new position.
    """

    move_chosen = Signal(int)
    """A legal move that the player has chosen by click, drag or keys."""
    remark = Signal(str)
    """A sentence about what the mouse or the focus is on; empty when there is none."""
    refused = Signal(str)
    """Why the attempted move is not possible, as a sentence."""
    settled = Signal()
    """An animation has ended or was skipped."""
    focus_moved = Signal(int)
    """The keyboard focus is on this cell now."""
    cells_changed = Signal()
    """The result of `cell_name` or `cell_description` may have changed for some cells."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.state: BoardState | None = None
        self.flipped = False
        self.speed = 1.0
        self.focus_cell = -1
        self._animation: QAbstractAnimation | None = None
        self._signature: object = None
        self._pressed = False
        scene = QGraphicsScene(self)
        # An index pays off with thousands of items only, and slows down moving ones.
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(scene)
        self.setRenderHints(
            QPainter.RenderHint.Antialiasing
            | QPainter.RenderHint.TextAntialiasing
            | QPainter.RenderHint.SmoothPixmapTransform
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(260, 220)

    # -- for a game's board --------------------------------------------------------------------

    def board_rect(self) -> QRectF:
        """Return the rectangle of the board in the scene; the banner is placed above it."""
        raise NotImplementedError

    def build(self) -> None:
        """Create the items that depend only on the rules, the theme and `flipped`."""
        raise NotImplementedError

    def place(self, position: Position) -> None:
        """Place all pieces as in *position*, without animation."""
        raise NotImplementedError

    def animate(self, before: Position, move: int) -> QAbstractAnimation | None:
        """Return an animation of *move* from *before*, not yet started; None for no animation.

        When it ends or is stopped, `place` is called with the position after the move.
        """
        return None

    def mark(self) -> None:
        """Update the marks of selection, hover, last move and hint."""

    def cells(self) -> Sequence[int]:
        """Return all cells that can get the focus, in reading order on the screen."""
        raise NotImplementedError

    def cell_rect(self, cell: int) -> QRectF:
        """Return the rectangle of *cell* in the scene."""
        raise NotImplementedError

    def cell_name(self, cell: int) -> str:
        """Return the accessible name of *cell*, including its contents: ``a8 black``."""
        raise NotImplementedError

    def cell_description(self, cell: int) -> str:
        """Return the accessible description of *cell*, such as the value of its move."""
        return ""

    def choose(self, cell: int) -> None:
        """Handle a click on *cell*, or Enter."""
        raise NotImplementedError

    def release(self) -> None:
        """Clear the selection."""

    def hover(self, cell: int) -> None:
        """Handle the mouse or the focus entering *cell*, or leaving the cells (-1)."""

    def drag(self, point: QPointF) -> None:
        """Handle the mouse at *point* of the scene while the button is held."""

    def drop(self, cell: int) -> None:
        """Handle the button released over *cell* (-1 outside) after a press elsewhere."""

    # -- state ---------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position shown (or being animated to)."""
        assert self.state is not None
        return self.state.position

    @property
    def playable(self) -> bool:
        """Whether a human may move now."""
        return self.state is not None and self.state.playable and self._animation is None

    @property
    def animating(self) -> bool:
        """Whether a move is being animated."""
        return self._animation is not None

    def show_state(self, state: BoardState) -> None:
        """Show *state*; if it has `before`, animate the last move."""
        self.stop_animation()
        self.state = state
        self.release()
        signature = (state.position.rules, self.flipped, self.theme)
        if signature != self._signature:
            self._signature = signature
            self._rebuild()
        self._show_banner()
        animation = None
        if state.before is not None and state.last_move is not None and self.speed > 0:
            self.place(state.before)
            animation = self.animate(state.before, state.last_move)
        if animation is None:
            self.place(state.position)
            self.mark()
            self.cells_changed.emit()
            return
        self._animation = animation
        animation.setParent(self)
        animation.finished.connect(self._animation_ended)
        self.mark()
        animation.start()

    def refresh_state(self, state: BoardState) -> None:
        """Show all of *state* except its position, which must be the one already shown."""
        if self.state is None:
            self.show_state(state)
            return
        values_changed = state.values != self.state.values
        self.state = replace(state, position=self.state.position, before=None)
        self._show_banner()
        if not self.animating:
            self.mark()
            if values_changed:
                self.cells_changed.emit()

    def stop_animation(self) -> None:
        """End a running animation at once, and show the position after the move."""
        if self._animation is not None:
            self._animation.stop()
            self._animation_ended()

    def set_theme(self, theme: Theme) -> None:
        """Redraw everything in *theme*."""
        self.theme = theme
        self._redraw()

    def set_flipped(self, flipped: bool) -> None:
        """Show the board from the other side (or mirrored, as the game has it)."""
        self.flipped = flipped
        self._redraw()

    def _redraw(self) -> None:
        if self.state is not None:
            self._signature = None
            self.show_state(replace(self.state, before=None))

    @Slot()
    def _animation_ended(self) -> None:
        animation, self._animation = self._animation, None
        if animation is not None:
            animation.finished.disconnect(self._animation_ended)
            animation.deleteLater()
            self.place(self.position)
            self.mark()
            self.cells_changed.emit()
            self.settled.emit()

    def _rebuild(self) -> None:
        self.scene().clear()
        self.setBackgroundBrush(self.theme.window)
        board = self.board_rect()
        self._title = QGraphicsSimpleTextItem()
        self._subtitle = QGraphicsSimpleTextItem()
        for item, size, weight, colour in (
            (self._title, 26, QFont.Weight.Bold, self.theme.text),
            (self._subtitle, 15, QFont.Weight.Normal, self.theme.muted),
        ):
            font = QFont(self.font())
            font.setPixelSize(size)
            font.setWeight(weight)
            item.setFont(font)
            item.setBrush(colour)
            self.scene().addItem(item)
        self.build()
        self._focus_ring = QGraphicsPathItem()
        self._focus_ring.setPen(
            QPen(self.theme.accent, 3, Qt.PenStyle.DashLine, Qt.PenCapStyle.RoundCap)
        )
        self._focus_ring.setZValue(1000)
        self.scene().addItem(self._focus_ring)
        if self.focus_cell not in self.cells():
            # Another board may have fewer cells, or other ones.
            self.focus_cell = -1
        self._show_focus()
        self.setSceneRect(board.adjusted(-MARGIN, -BANNER_HEIGHT - MARGIN, MARGIN, MARGIN))
        self._fit()

    def _show_banner(self) -> None:
        assert self.state is not None
        board = self.board_rect()
        middle = board.center().x()
        for item, text, top in (
            (self._title, self.state.title, board.top() - BANNER_HEIGHT + 8),
            (self._subtitle, self.state.subtitle, board.top() - BANNER_HEIGHT + 48),
        ):
            item.setText(text)
            width = item.boundingRect().width()
            # A long sentence is made smaller rather than cut off.
            scale = min(1.0, board.width() / width) if width else 1.0
            item.setScale(scale)
            item.setPos(middle - scale * width / 2, top)

    # -- size ----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if not self.sceneRect().isEmpty():
            self.fitInView(self.sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)

    def cell_at(self, point: QPointF) -> int:
        """Return the cell at *point* of the scene, or -1."""
        for cell in self.cells():
            if self.cell_rect(cell).contains(point):
                return cell
        return -1

    # -- mouse ---------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self.state is None:
            super().mousePressEvent(event)
            return
        if self.animating:
            # A click during an animation skips it.
            self.stop_animation()
            return
        cell = self.cell_at(self.mapToScene(event.position().toPoint()))
        self._pressed = True
        self.set_focus_cell(-1)
        if cell >= 0:
            self.choose(cell)
        else:
            self.release()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # Treat a double click as two clicks.
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.state is None or self.animating:
            return
        point = self.mapToScene(event.position().toPoint())
        if self._pressed:
            self.drag(point)
        self.hover(self.cell_at(point))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self.state is None:
            super().mouseReleaseEvent(event)
            return
        # The button may also come up after a press that has ended an animation.
        pressed, self._pressed = self._pressed, False
        if pressed and not self.animating:
            self.drop(self.cell_at(self.mapToScene(event.position().toPoint())))

    def leaveEvent(self, event: object) -> None:
        if self.state is not None and not self.animating:
            self.hover(-1)

    # -- keys ----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        steps = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        if self.state is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in steps:
            self.move_focus(*steps[Qt.Key(key)])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.animating:
                self.stop_animation()
            elif self.focus_cell >= 0:
                self.choose(self.focus_cell)
        elif key == Qt.Key.Key_Escape:
            self.stop_animation()
            self.release()
        else:
            super().keyPressEvent(event)

    def move_focus(self, right: int, down: int) -> None:
        """Move the focus to the nearest cell in a direction; each argument is -1, 0 or 1."""
        if self.focus_cell < 0:
            self.set_focus_cell(self.first_focus())
            return
        start = self.cell_rect(self.focus_cell).center()

        def distance(cell: int) -> float:
            way = self.cell_rect(cell).center() - start
            ahead = way.x() * right + way.y() * down
            aside = abs(way.x() * down) + abs(way.y() * right)
            # Distance to the side counts more; cells behind do not count.
            return ahead + 2.5 * aside if ahead > 1 else float("inf")

        nearest = min(self.cells(), key=distance)
        if distance(nearest) < float("inf"):
            self.set_focus_cell(nearest)

    def first_focus(self) -> int:
        """Return the cell that gets the focus when the first arrow key is pressed."""
        return self.cells()[0]

    def set_focus_cell(self, cell: int) -> None:
        """Put the keyboard focus on *cell*, or nowhere with -1."""
        self.focus_cell = cell
        self._show_focus()
        if cell >= 0:
            self.hover(cell)
            self.focus_moved.emit(cell)

    def _show_focus(self) -> None:
        if self.state is None:
            return
        self._focus_ring.setVisible(self.focus_cell >= 0)
        if self.focus_cell >= 0:
            self._focus_ring.setPath(self.focus_path(self.focus_cell))

    def focus_path(self, cell: int) -> QPainterPath:
        """Return the outline of the focus at *cell*, in the scene."""
        path = QPainterPath()
        path.addRoundedRect(self.cell_rect(cell).adjusted(3, 3, -3, -3), 8, 8)
        return path


def with_alpha(colour: QColor, alpha: float) -> QColor:
    """Return *colour* with an opacity from 0 to 1."""
    faint = QColor(colour)
    faint.setAlphaF(alpha)
    return faint
