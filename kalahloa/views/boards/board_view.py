"""Base class of the graphical boards: scaling, focus, keys, mouse and animation."""

from dataclasses import replace

from PySide6.QtCore import QAbstractAnimation, QPoint, QPointF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from kalahloa.models.game.first_steps import NO_ILLUSTRATION
from kalahloa.models.game.position import Position
from kalahloa.models.game.set_up import SetUp
from kalahloa.views.boards.annotations import Annotations
from kalahloa.views.boards.board_hooks import BoardHooks
from kalahloa.views.boards.board_hooks import SideColours as SideColours
from kalahloa.views.boards.board_keys import BoardKeys
from kalahloa.views.boards.board_preferences import BOARDS
from kalahloa.views.boards.board_state import BoardState as BoardState
from kalahloa.views.boards.drawing_hand import DrawingHand
from kalahloa.views.boards.focus_ring import FocusRing
from kalahloa.views.boards.illustrator import NUMBER_SIZE, Illustrator, NumberedCells
from kalahloa.views.boards.pointers import PointedCells, Pointers
from kalahloa.views.boards.wheel import WheelNotches
from kalahloa.views.look.theme import Theme

MARGIN = 6
"""Pixels between the board and the edge of the view."""
MIN_BOARD_SIZE = QSize(160, 120)
USUAL = QSize(640, 560)
LEGIBLE = 10
"""Pixels; on a small board letters are enlarged to this size, as far as there is room for them."""


_BADGE_SIZE = 16


class BoardView(BoardHooks):
    """A board of any game, drawn as a scene in its own units and scaled to the widget.

    Subclasses implement the methods of `BoardHooks`.  Cells are numbered as in the
    game's model.  The view never changes the model: it emits `move_chosen` with a legal move, and
    `show_state` is called with the new position.

    The board takes all the room that there is.
    """

    move_chosen = Signal(int)
    """A legal move that the player has chosen by click, drag or keys."""
    remark = Signal(str)
    """A sentence about what the mouse or the focus is on; empty when there is none."""
    premove_chosen = Signal(object)
    """A move that the player has chosen for when the other side has moved; None to cancel it."""
    spoken = Signal(str)
    """A sentence for screen readers alone: what else is seen at once."""
    refused = Signal(str)
    """Why the attempted move is not possible, as a sentence."""
    settled = Signal()
    """An animation has ended or was skipped."""
    focus_moved = Signal(int)
    """The keyboard focus is on this cell now."""
    cells_changed = Signal()
    """The result of `cell_name` or `cell_description` may have changed for some cells."""
    cell_pressed = Signal(int)
    """A cell was pressed, by the keyboard or a screen reader, while a set-up is shown."""
    stepped = Signal(int)
    """The wheel was turned by a notch: -1 back (up), 1 forward (down)."""
    drawn = Signal(object)
    """A `Drawing` that is to be drawn, or rubbed out where it is already."""
    context_requested = Signal(QPoint)
    """A context menu is asked for, at this point of the screen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.state: BoardState | None = None
        self.speed = 1.0
        self.focus_cell = -1
        self._animation: QAbstractAnimation | None = None
        self._showing = False
        self._overlays_held = False
        self._ground: object = None
        self._turning = (False, False)
        self._pressed = False
        self._has_cancelled = False
        """Whether the right button was pressed to cancel a premove, and opens no menu."""
        self._mouse_was_at = QPointF()
        self._hand = DrawingHand(self.cell_at, self.cell_label)
        self._wheel = WheelNotches()
        self.keys = BoardKeys(self, self)
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
        BOARDS.changed.connect(self._follow_preferences)
        # A board has no reading direction: it is the same where one reads from the right.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setMinimumSize(MIN_BOARD_SIZE)

    # -- state ---------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position shown (or being animated to)."""
        assert self.state is not None
        return self.state.position

    @property
    def flipped(self) -> bool:
        """Whether the board is turned, so that the second side sits at the bottom."""
        return self.state is not None and self.state.flipped

    @property
    def mirrored(self) -> bool:
        """Whether left and right are exchanged."""
        return self.can_mirror and self.state is not None and self.state.mirrored

    @property
    def playable(self) -> bool:
        """Whether a human may move now."""
        return self.state is not None and self.state.playable and self._animation is None

    @property
    def premoving(self) -> bool:
        """Whether a human may choose a move before the side to move has moved."""
        is_possible = self.state is not None and self.state.premoves is not None
        return is_possible and self._animation is None

    @property
    def choosable(self) -> bool:
        """Whether a human may choose a move: now, or before the side to move has moved."""
        return self.playable or self.premoving

    @property
    def chooser(self) -> int:
        """The side for which moves are chosen: the one to move, or the other one."""
        return 1 - self.position.side if self.premoving else self.position.side

    @property
    def set_up(self) -> SetUp | None:
        """The position shown instead of the document's, or None."""
        return None if self.state is None else self.state.set_up

    @property
    def being_shown(self) -> bool:
        """Whether a new state is about to be drawn, so that marks need not be drawn before."""
        return self._showing

    @property
    def animating(self) -> bool:
        """Whether a move is being animated."""
        return self._animation is not None

    def hold_overlays(self) -> None:
        """Leave overlays as they are until `release_overlays`; nothing may be drawn meanwhile."""
        self._overlays_held = True

    @Slot()
    def release_overlays(self) -> None:
        """Show the overlays of the newest state, if they were held."""
        if self._overlays_held:
            self._overlays_held = False
            if self.state is not None:
                self.overlay()

    def show_overlays(self) -> None:
        """Show the overlays of the state as soon as they are not held."""
        if not self._overlays_held:
            self.overlay()

    @Slot()
    def _follow_preferences(self) -> None:
        """Show the same as before, as the user prefers it now."""
        if self.state is not None:
            self.show_state(replace(self.state, before=None, mirrored=BOARDS.mirrored))
            self._fit()

    def show_state(self, state: BoardState) -> None:
        """Show *state*; if it has `before`, animate the last move."""
        self.stop_animation()
        self.state = state
        self._showing = True
        self.release()
        self._showing = False
        ground = (state.position.rules, self.theme)
        if ground != self._ground:
            self._ground = ground
            self._rebuild()
        elif (self.flipped, self.mirrored) != self._turning:
            if self.turn():
                self._show_focus()
            else:
                self._rebuild()
        self._turning = (self.flipped, self.mirrored)
        self._hand.stop()
        animation = None
        if state.before is not None and state.last_move is not None and self.speed > 0:
            self.place(state.before)
            animation = self.animate(state.before, state.last_move)
        if animation is None:
            if state.set_up is None:
                self.place(state.position)
            else:
                self.place_set_up(state.set_up)
            self.update_hover()
            self.mark()
            self._point()
            self._annotate()
            self.cells_changed.emit()
            return
        self._animation = animation
        self._annotate()
        animation.setParent(self)
        animation.finished.connect(self._animation_ended)
        self.mark()
        self._point()
        self.cells_changed.emit()  # names are of the new position: moves are announced at once
        animation.start()

    def refresh_state(self, state: BoardState) -> None:
        """Show all of *state* except its position, which must be the one already shown.

        An animation goes on, unless the board is turned.
        """
        old = self.state
        if old is None:
            self.show_state(state)
            return
        new = replace(state, position=old.position, before=None)
        if (new.flipped, new.mirrored) != (old.flipped, old.mirrored):
            self.show_state(new)
            return
        if new == replace(old, before=None):
            return
        self.state = new
        if (new.drawings, new.mark) != (old.drawings, old.mark):
            self._annotate()
        if not self.animating:
            self.update_hover()
            self.mark()
            self._point()
            if (new.values, new.drawings, new.overlays) != (
                old.values,
                old.drawings,
                old.overlays,
            ):
                self.cells_changed.emit()

    def stop_animation(self) -> None:
        """End a running animation at once, and show the position after the move."""
        if self._animation is not None:
            self._animation.stop()
            self._animation_ended()

    def set_theme(self, theme: Theme) -> None:
        """Redraw everything in *theme*."""
        self.theme = theme
        if self.state is not None:
            self.show_state(replace(self.state, before=None))

    @Slot()
    def _animation_ended(self) -> None:
        animation, self._animation = self._animation, None
        if animation is not None:
            animation.finished.disconnect(self._animation_ended)
            animation.deleteLater()
            self.place(self.position)
            self.update_hover()
            self.mark()
            self._point()
            self._annotate()
            self.cells_changed.emit()
            self.settled.emit()

    def _rebuild(self) -> None:
        self.scene().clear()
        self.setBackgroundBrush(self.theme.window)
        self.build()
        self.annotations = Annotations(
            self.scene(), self.theme, self.font(), self.cell_of, self.cell_rect, self.cell_path
        )
        self._hand.annotations = self.annotations
        self.pointers = Pointers(
            self.scene(),
            self.theme,
            self.font(),
            PointedCells(self.cell_path, self.way, self.way_label, self.board_rect),
        )
        self.illustrator = Illustrator(
            self.scene(),
            self.theme,
            self.font(),
            NumberedCells(self.cell_rect, self.cell_path, self.way_through, self.number_place),
        )
        self._focus_ring = FocusRing(self.theme)
        self.scene().addItem(self._focus_ring)
        if self.focus_cell not in self.cells():
            # Another board may have fewer cells, or other ones.
            self.focus_cell = -1
        self._fit()

    def _point(self) -> None:
        """Point at where to look, and at what the other side threatens."""
        assert self.state is not None
        state, cells = self.state, frozenset(self.cells())
        hidden = self.animating or self.set_up is not None
        clue = () if hidden else tuple(cell for cell in state.clue if cell in cells)
        if clue or self.pointers.clue:
            self.pointers.show_clue(clue)
        premove = None if self.set_up is not None else state.premove
        marked = () if premove is None else self.move_cells(premove)
        if marked or self.pointers.premove.cells:
            self.pointers.premove.show(marked, self.tr("Premove"), self.enlarged(14, 1.6))
        threat = () if hidden or not cells.issuperset(state.threat) else state.threat
        if threat or self.pointers.threat.cells:
            self.pointers.threat.show(threat, state.threat_text, self.enlarged(14, 1.6))
        self._illustrate()

    def _illustrate(self) -> None:
        """Show what explains a rule, unless something moves."""
        assert self.state is not None
        hidden = self.animating or self.set_up is not None
        shown = NO_ILLUSTRATION if hidden else self.state.illustration
        self.illustrator.show(shown, self.enlarged(NUMBER_SIZE, 1.6))

    def _annotate(self) -> None:
        """Show what is drawn, and the mark of the last move once that is made."""
        assert self.state is not None
        self.annotations.show(self.state.drawings)
        self._show_mark()

    def _show_mark(self) -> None:
        assert self.state is not None
        move = None if self.animating else self.state.last_move
        cell = -1 if move is None else self.marked_cell(move)
        self.annotations.show_mark(self.state.mark, cell, self.enlarged(_BADGE_SIZE, 1.6))

    # -- size ----------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return USUAL

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        if self.state is not None and not self.animating:
            self.mark()  # labels are as large as the new scale asks for
            self._point()

    @property
    def ratio(self) -> float:
        """How wide the board is for its height; 1 while nothing is shown."""
        if self.state is None:
            return 1.0
        board = self.board_rect()
        return board.width() / board.height()

    def _fit(self) -> None:
        """Make the board as large as the view allows."""
        if self.state is None:
            return
        board = self.board_rect()
        size = self.viewport().size()
        width, height = max(1, size.width() - 2 * MARGIN), max(1, size.height() - 2 * MARGIN)
        scale = min(width / board.width(), height / board.height())
        self.setTransform(QTransform.fromScale(scale, scale))
        edge = MARGIN / scale
        self.setSceneRect(board.adjusted(-edge, -edge, edge, edge))
        self.rescaled()
        self._show_focus()
        self._show_mark()
        self._illustrate()

    def enlarged(self, size: float, most: float) -> float:
        """Return how much larger (1 to *most*) letters of *size* units must be to be `LEGIBLE`.

        In large print, they are as large as they may be.
        """
        if BOARDS.large_print:
            return most
        return min(most, max(1.0, LEGIBLE / (size * self.transform().m11())))

    def cell_at(self, point: QPointF) -> int:
        """Return the cell at *point* of the scene, or -1."""
        return next((cell for cell in self.cells() if self.cell_rect(cell).contains(point)), -1)

    # -- mouse ---------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = self.mapToScene(event.position().toPoint())
        if event.button() == Qt.MouseButton.RightButton and self._can_draw_at(point):
            self._hand.press(point, event.modifiers())
            return
        self._has_cancelled = event.button() == Qt.MouseButton.RightButton and self._cancel()
        if self._has_cancelled:
            return
        if event.button() != Qt.MouseButton.LeftButton or self.state is None:
            super().mousePressEvent(event)
            return
        self.stop_animation()
        cell = self.cell_at(point)
        self._pressed = True
        self.set_focus_cell(-1)
        if cell >= 0:
            self._choose(cell)
        else:
            self._cancel()
            self.release()

    def _can_draw_at(self, point: QPointF) -> bool:
        """Return whether the right button draws at *point* of the scene, and opens no menu."""
        may = self.state is not None and self.state.drawable and not self._pressed
        return may and self._hand.cell_at(point) >= 0

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # Treat a double click as two clicks, unless the first one has made a move.
        # Nor is a premove chosen or cancelled by the second half of a click.
        if self.animating and event.button() == Qt.MouseButton.LeftButton:
            self.stop_animation()
        elif self.premoving:
            event.accept()
        else:
            self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = self.mapToScene(event.position().toPoint())
        self._hand.move(point, event.modifiers())
        if self.state is None:
            return
        if self.focus_cell >= 0 and event.position() != self._mouse_was_at:
            # Qt also reports a mouse that rests where the window has changed below it.
            self.set_focus_cell(-1)
        self._mouse_was_at = event.position()
        if self.animating:
            return
        if self._pressed:
            self.drag(point)
        self.hover(self.cell_at(point))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton and self._hand.is_drawing:
            point = self.mapToScene(event.position().toPoint())
            if drawing := self._hand.release(point, event.modifiers()):
                self.drawn.emit(drawing)
            return
        if event.button() != Qt.MouseButton.LeftButton or self.state is None:
            super().mouseReleaseEvent(event)
            return
        # The button may also come up after a press that has ended an animation.
        pressed, self._pressed = self._pressed, False
        if pressed and not self.animating:
            self.drop(self.cell_at(self.mapToScene(event.position().toPoint())))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the cell on which the keys are."""
        super().focusInEvent(event)
        self._show_focus()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show no focus while it is elsewhere, and forget it if the mouse has taken it there."""
        super().focusOutEvent(event)
        self._show_focus()
        if event.reason() == Qt.FocusReason.MouseFocusReason:
            self.set_focus_cell(-1)

    def leaveEvent(self, event: object) -> None:
        if self.state is not None and not self.animating:
            self.hover(-1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() or event.phase() == Qt.ScrollPhase.ScrollMomentum:
            event.ignore()
            return
        notches = self._wheel.turned(event.angleDelta().y())
        for _ in range(abs(notches)):
            self.stepped.emit(-1 if notches > 0 else 1)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        cancelled, self._has_cancelled = self._has_cancelled, False
        if by_mouse and (cancelled or self._can_draw_at(self.mapToScene(event.pos()))):
            event.accept()
            return
        point = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.focus_cell >= 0:
            middle = self.mapFromScene(self.cell_rect(self.focus_cell).center())
            point = self.viewport().mapToGlobal(middle)
        self.context_requested.emit(point)
        event.accept()

    def press(self, cell: int) -> None:
        """Choose *cell*, or tell that it was pressed while a set-up is shown."""
        if self.set_up is None:
            self._choose(cell)
        else:
            self.cell_pressed.emit(cell)

    def _choose(self, cell: int) -> None:
        """Choose *cell*, and no longer the premove; on a cell of that, do nothing else."""
        premove = None if self.state is None else self.state.premove
        self._cancel()
        if premove is None or cell not in self.move_cells(premove):
            self.choose(cell)

    def _cancel(self) -> bool:
        """Cancel the premove; return whether there was one."""
        stands = self.state is not None and self.state.premove is not None
        if stands:
            self.premove_chosen.emit(None)
        return stands

    def emit_move(self, move: int) -> None:
        """Emit *move* as one to be made now, or as a premove."""
        if self.premoving:
            self.premove_chosen.emit(move)
        else:
            self.move_chosen.emit(move)

    # -- keys ----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.keys.press(event):
            event.ignore()  # Qt would keep the keys that scroll

    def withdraw(self) -> None:
        """Let go of what is selected, drawn or chosen in advance."""
        self._hand.stop()
        self.stop_animation()
        self._cancel()
        self.release()

    def choose_number(self, number: int) -> None:
        """Choose the cell that has the *number* (1 to 9), if the board numbers its cells."""
        self.stop_animation()
        cell = self.numbered_cell(number)
        if cell >= 0:
            self._choose(cell)

    def first_focus(self) -> int:
        """Return the cell that gets the focus when the first arrow key is pressed."""
        return self.cells()[0]

    def set_focus_cell(self, cell: int) -> None:
        """Put the keyboard focus on *cell*, or nowhere with -1."""
        self.focus_cell = cell
        self._show_focus()
        if cell >= 0:
            if self.set_up is None:
                self.hover(cell)
            self.focus_moved.emit(cell)

    def _show_focus(self) -> None:
        if self.state is None:
            return
        self._focus_ring.setVisible(self.focus_cell >= 0 and self.hasFocus())
        if self.focus_cell >= 0:
            scale = self.transform().m11()
            self._focus_ring.show_round(self.focus_path(self.focus_cell), scale)

    def focus_path(self, cell: int) -> QPainterPath:
        """Return the outline of the focus at *cell*, in the scene."""
        path = QPainterPath()
        path.addRoundedRect(self.cell_rect(cell).adjusted(3, 3, -3, -3), 8, 8)
        return path
