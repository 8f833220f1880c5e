"""The graphical view: the board of the current game."""

from PySide6.QtCore import QEvent, QPoint, Signal, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.features.analysis.threat_state import Threat
from kalahloa.controllers.features.first_steps.state import FirstStepsState
from kalahloa.controllers.features.lab.state import LabState
from kalahloa.controllers.features.lab.words import lab_arrows
from kalahloa.controllers.features.teaching.state import Teaching
from kalahloa.controllers.features.teaching.words import answer_label
from kalahloa.models.game.first_steps import NO_ILLUSTRATION
from kalahloa.models.game.position import Position
from kalahloa.models.record.annotation import Drawing
from kalahloa.models.search.score import Score
from kalahloa.views.accessibility import announce, discard
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_form import BoardForm
from kalahloa.views.boards.board_view import BoardState, BoardView
from kalahloa.views.boards.evaluation_bar import EvaluationBar
from kalahloa.views.captions import captions
from kalahloa.views.evaluation import evaluation_of
from kalahloa.views.headline import HeadlineView
from kalahloa.views.look.held_painting import HeldPainting
from kalahloa.views.look.later_drawing import TURN_MS
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme

CONTEXT_COMMANDS = (
    "undo",
    "redo",
    "hint",
    "threat",
    "values",
    "overlays",
    "flip",
    "figure-table",
    "",
    "comment",
    "mark-good",
    "mark-mistake",
    "clear-drawings",
    "",
    "copy-position",
    "copy-picture",
    "paste-game",
    "rematch",
    "play-from",
)
"""What a right click on the board offers."""
CENTRED_FROM = 1.4
"""A board that is so much wider than high has its headline in the middle."""
MIN_HEADLINE = 380
"""Minimum width in pixels of the headline, if the view has it."""
_TURNS = 2
"""The window is painted so many turns after a move: the first is for finding overlays."""


class GraphicalView(QFrame):
    """Contains the board view of the document's game, and shows the current place on it."""

    remarked = Signal(str)
    """A sentence about what the mouse or the focus is on."""
    refused = Signal(str)
    """Why what the player tried is not possible."""
    asked = Signal(str, object)
    """A command's key, and the list of its words."""
    move_chosen = Signal(int)
    """A legal move that the player has chosen."""
    premove_chosen = Signal(object)
    """A premove that the player has chosen; None to cancel it."""
    cell_reached = Signal(int)
    """The keyboard focus of the board is on this cell now."""
    settled = Signal()
    """An animation has ended or was skipped."""
    form_changed = Signal(object)
    """The `BoardForm` of the board that is shown now."""
    menu_requested = Signal(QPoint, object)
    """Where a context menu is wanted (global), and the keys of its commands."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._speed = 1.0
        self._place: Place | None = None
        self._is_stale = False
        self._headline_waits = False
        self.board: BoardView | None = None
        self._painting: HeldPainting | None = None
        self._overlaying = single_shot(self, self._release_overlays, TURN_MS)
        self._shows_bar = True
        self._shows_arrows = True
        self.headline = HeadlineView(self)
        self.bar = EvaluationBar(theme, self)
        self.bar.hide()
        self._absent = PlainLabel(
            self, self.tr("This game has no graphical board; press F2 for text.")
        )
        self._absent.setWordWrap(True)
        self._absent.hide()

    # -- what the window sets ------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Draw the board in *theme*."""
        self._theme = theme
        self.bar.set_theme(theme)
        if self._place is not None:
            self._show_bar(self._place)
        if self.board is not None:
            self.board.set_theme(theme)

    def set_speed(self, speed: float) -> None:
        """Set the speed of animations: 1 is normal, 2 twice as fast, 0 disables them."""
        self._speed = speed
        if self.board is not None:
            self.board.speed = speed

    def set_switches(self, bar: bool, arrows: bool) -> None:
        """Set whether an evaluation *bar* is shown, and *arrows* to the best moves."""
        changed = (bar, arrows) != (self._shows_bar, self._shows_arrows)
        self._shows_bar, self._shows_arrows = bar, arrows
        if changed and self._place is not None and not self._is_stale:
            self._show_bar(self._place)
            if self.board is not None:
                self.board.refresh_state(self._state(self._place, None))

    @property
    def tells_later(self) -> bool:
        """Whether what the newest place is like is told when the last move has been shown."""
        return self._headline_waits

    @property
    def animating(self) -> bool:
        """Whether a move is being animated."""
        return self.board is not None and self.board.animating

    # -- what the document tells ---------------------------------------------------------------

    @Slot(object)
    def show_change(self, change: Change) -> None:
        """Show *change*; while hidden, keep its place until the view is shown."""
        last, self._place = self._place, change.place
        if not self.isVisible():
            self._is_stale = True
            return
        self._show_bar(change.place)
        if last is None or change.is_new or self._is_stale:
            self._show_everything()
        elif change.moved:
            self._show_move(change)
        elif self.board is not None:
            self.board.refresh_state(self._state(change.place, None))
        if change.moved or not self.animating:
            self._headline_waits = self.animating and _is_to_be_seen(change.place)
        if not self._headline_waits:
            self.headline.say(*captions(change.place))

    @Slot()
    def _end_animation(self) -> None:
        """Say in the headline what has come of the move that was animated."""
        if self._headline_waits and self._place is not None:
            self._headline_waits = False
            self.headline.say(*captions(self._place))

    def _show_everything(self) -> None:
        place = self._place
        assert place is not None
        self._is_stale = False
        self._make_board(place)
        self.headline.say(*captions(place))
        self._show_bar(place)
        if self.board is not None:
            self.board.show_state(self._state(place, None))
            self.board.release_overlays()
        self._lay_out()
        self.form_changed.emit(self.form())

    def _show_move(self, change: Change) -> None:
        board, place = self.board, change.place
        if board is None or self._painting is None:
            return
        self._painting.hold()  # nothing is painted in the turn of the change
        board.hold_overlays()
        if not self._overlaying.isActive():
            self._overlaying.start()
        before = change.before if board.speed > 0 else None
        board.show_state(self._state(place, before))

    def hold_painting(self) -> None:
        """Delay painting the window to a later turn of the event loop."""
        if self._painting is not None and self.window().isVisible():
            self._painting.hold()

    @Slot()
    def _release_overlays(self) -> None:
        if self.board is not None:
            self.board.release_overlays()

    @property
    def waits_for_painting(self) -> bool:
        """Whether the last change of the board is still to be painted."""
        return self._painting is not None and self._painting.holds

    @property
    def waits_for_overlays(self) -> bool:
        """Whether the overlays of the newest place are shown in a moment, before it is drawn."""
        return self._overlaying.isActive()

    def _show_bar(self, place: Place) -> None:
        """Show beside the board what the position is worth, if it is being found out."""
        live, made = place.get(Live), board_class(place.game.key)
        wanted = place.values_wanted or (live is not None and live.on)
        wanted = wanted and not place.secret
        shown = self._shows_bar and wanted and made is not None
        if shown is self.bar.isHidden():
            self.bar.forget()
            self.bar.setVisible(shown)
            self._lay_out()
        if made is not None and not self.bar.isHidden():
            colours = made.side_colours(self._theme)
            self.bar.show_evaluation(
                evaluation_of(place, made),
                None if colours is None else (colours[0][0], colours[1][0]),
                place.flipped,
            )

    def _arrows(self, place: Place) -> dict[int, Score] | None:
        """Return the moves to point out: the best lines; None for the best of the values."""
        live = place.get(Live)
        if not self._shows_arrows:
            return {}
        lab = place.get(LabState)
        if lab is not None and (ranked := lab_arrows(lab)):
            return ranked
        if live is None or not live.on or live.node is not place.node or not live.lines:
            return None
        return {line.move: line.value for line in live.lines}

    def _state(self, place: Place, before: Position | None) -> BoardState:
        hint, label = _pointed_out(place)
        threat, lesson = place.get(Threat), place.get(FirstStepsState)
        return BoardState(
            position=place.position,
            last_move=place.node.move,
            before=before,
            playable=place.human_may_move,
            premoves=place.premoves,
            premove=place.premove,
            title=captions(place)[0],
            names=self._seat_names(place),
            your_side=place.your_side,
            hint=hint,
            hint_text=label,
            clue=() if place.hint is None else place.hint.clue.cells,
            illustration=NO_ILLUSTRATION if lesson is None else lesson.illustration,
            threat=() if threat is None else threat.cells,
            threat_text="" if threat is None else self._threat_label(threat),
            values=place.values,
            arrows=self._arrows(place),
            played=None if place.ahead is None else place.ahead.move,
            drawings=place.node.notes.drawings,
            mark=place.mark,
            drawable=not place.answers,
            overlays=place.overlays_shown,
            flipped=place.flipped,
        )

    def _seat_names(self, place: Place) -> tuple[str, str]:
        """Return "You" and "Computer" where one plays against the other."""
        first, second = (player.is_computer for player in place.players)
        if first is second:
            return "", ""
        you, computer = self.tr("You"), self.tr("Computer")
        return (computer, you) if first else (you, computer)

    def _threat_label(self, threat: Threat) -> str:
        return fill(self.tr("Threat: {label}"), label=threat.label)

    def make_board(self) -> None:
        """Make the board that the place needs, so that it can have the focus before it is shown."""
        if self._place is not None:
            self._make_board(self._place)

    # -- places --------------------------------------------------------------------------------

    def form(self) -> BoardForm:
        """Return the form of the board, below its headline."""
        ratio = 1.0 if self.board is None else self.board.ratio
        return BoardForm(ratio, self.headline.usual_height)

    def _lay_out(self) -> None:
        """Put the headline on top, the board below it, and the bar close to the board."""
        width, height = self.width(), self.height()
        bar = 0 if self.bar.isHidden() else self.bar.width()
        form = BoardForm(1.0 if self.board is None else self.board.ratio, 0)
        self.headline.set_centred(form.ratio > CENTRED_FROM)
        usual = self.headline.usual_height
        wide = min(width - bar, form.width_at(height - usual))
        left = (width - bar - wide) // 2
        written = max(wide + bar, min(width - left, MIN_HEADLINE))
        head = min(self.headline.height_at(written), height // 2)
        wide = min(wide, form.width_at(height - head))
        high = min(height - head, form.height_at(wide))
        top = (height - head - high) // 2
        self.headline.setGeometry(left, top, written, head)
        self._absent.setGeometry(0, head, width, height - head)
        self.bar.setGeometry(left + wide, top + head, bar, high)
        if self.board is not None:
            self.board.setGeometry(left, top + head, wide, high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give each part its place."""
        super().resizeEvent(event)
        self._lay_out()

    def event(self, event: QEvent) -> bool:
        """Give each part its place when the headline needs more or fewer lines."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._lay_out()
        return super().event(event)

    # -- the board -----------------------------------------------------------------------------

    def _make_board(self, place: Place) -> None:
        made = board_class(place.game.key)
        if self.board is not None and made is type(self.board):
            return
        if self.board is not None:
            self.board.stop_animation()
            if self._painting is not None:
                self._painting.release()
            discard(self.board)
            self.board = None
        self._absent.setVisible(made is None)
        if made is None:
            return
        board = made(self._theme, self)
        board.setAccessibleName(fill(self.tr("{game} board"), game=place.game.title))
        board.speed = self._speed
        board.move_chosen.connect(self.move_chosen)
        board.premove_chosen.connect(self.premove_chosen)
        board.remark.connect(self.remarked)
        board.refused.connect(self.refused)
        board.settled.connect(self._end_animation)
        board.settled.connect(self.settled)
        board.stepped.connect(self._step)
        board.keys.asked.connect(self.asked)
        board.focus_moved.connect(self.cell_reached)
        board.spoken.connect(self._speak)
        board.drawn.connect(self._draw)
        board.context_requested.connect(self._ask_for_menu)
        self.setFocusProxy(board)
        self.board = board
        board.setVisible(True)
        self._painting = HeldPainting(board, _TURNS)
        self._painting.due.connect(board.release_overlays)

    @Slot(int)
    def _step(self, direction: int) -> None:
        """Walk by the wheel; at either end of the line it does nothing."""
        place = self._place
        if place is not None and (place.node.parent if direction < 0 else place.ahead) is not None:
            self.asked.emit("back" if direction < 0 else "forward", [])

    @Slot(str)
    def _speak(self, sentence: str) -> None:
        announce(self, sentence)

    @Slot(object)
    def _draw(self, drawing: Drawing) -> None:
        words = [drawing.shape.value, drawing.cell, drawing.to or "-", drawing.ink.value]
        self.asked.emit("draw", words)

    @Slot(QPoint)
    def _ask_for_menu(self, point: QPoint) -> None:
        self.menu_requested.emit(point, CONTEXT_COMMANDS)

    def showEvent(self, event: QShowEvent) -> None:
        """Draw the newest place if the view has missed a change."""
        super().showEvent(event)
        if self._is_stale and self._place is not None:
            self._show_everything()

    def hideEvent(self, event: QHideEvent) -> None:
        """End an animation, so that the computer need not wait for it."""
        if self.board is not None:
            self.board.stop_animation()
        super().hideEvent(event)


def _is_to_be_seen(place: Place) -> bool:
    """Return whether the last move is to be seen before the headline speaks of what follows."""
    side = place.node.side
    is_by_computer = side is not None and place.players[side].is_computer
    return is_by_computer or place.ending is not None or place.human_may_move


def _pointed_out(place: Place) -> tuple[int | None, str]:
    """Return the hint, or the answer to a move that is taken back, with its label."""
    hint = place.hint
    if hint is not None:
        return (None, "") if hint.shown_move is None else (hint.shown_move, hint.label)
    refuted = None if place.get(Teaching) is None else place[Teaching].refuted
    if refuted is None or refuted.node is not place.node:
        return None, ""
    return refuted.answer, answer_label(place.game, refuted)
