"""The panel in which comments are read and written, marks are set, and the review says why."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Slot
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QPushButton, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.commands.command import translated
from kalahloa.controllers.commands.study_commands import MARK_COMMANDS
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.controllers.features.reviews.mistake_words import facts_here
from kalahloa.models.game.line import format_line
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.game.position import Position
from kalahloa.models.record.annotation import MAX_COMMENT_TEXT, Mark
from kalahloa.models.record.record import Node
from kalahloa.views.items.sentence_button import SentenceButton
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.line_preview import LinePreviewPanel

_HEIGHT = 170
"""How high the panel likes to be, in pixels."""
_MIN_LINES, _ROUND = 2, 5
"""The least height of the field, in lines, and pixels round them."""


class CommentPanel(LinePreviewPanel):
    """A field for the comment on the current position, and a row of switches for the marks.

    Above them stands, where a review has found it, why the current move is a mistake, a sentence
    each.  Pointing at one plays the moves that show it on a small board; a click goes there.

    Each change is written to the record at once.  The field has an undo of its own.  While one
    types it stays at the position where that began, whatever a computer plays; it follows a walk of
    the user's own, and the current position again as soon as it is left.
    """

    key = "comment"
    is_told_at_once = True
    ignored = frozenset({Cause.FINDINGS})
    context_commands = ("undo-edit", "redo-edit", "uncomment")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._shown: tuple[Node | None, str] = (None, "")
        self._typing: Node | None = None
        """Where the user types."""
        self.move_label = self.make_line("muted", at_end=True)
        self.facts: tuple[MoveFact, ...] = ()
        self._explained: Place | None = None
        """Where `facts` are about the last move; `place` may be a newer one."""
        self.reasons: list[SentenceButton] = []
        self._why = QFrame(self)
        self._why.setObjectName("reasons")
        self._why.setAccessibleName(self.tr("Why"))
        self._sentences = column_of(spacing=0, margins=(0, 0, 0, 0))
        self._why.setLayout(self._sentences)
        self._why.hide()
        self.marks: dict[Mark, QPushButton] = {}
        for mark, command in MARK_COMMANDS:
            button = QPushButton(mark.value, self)
            button.setObjectName("mark")
            button.setCheckable(True)
            button.setAutoDefault(False)
            name = in_words(mark.title)
            button.setAccessibleName(name)
            button.setAccessibleDescription(translated(command.tip))
            button.setToolTip(f"{name} ({command.shortcuts[0]})")
            button.clicked.connect(lambda _=False, key=command.key: self._switch(key))
            self.marks[mark] = button
        self.field = QPlainTextEdit(self)
        self.field.setObjectName("comment")
        self.field.setAccessibleName(self.title)
        self.field.setTabChangesFocus(True)
        lines = _MIN_LINES * self.field.fontMetrics().lineSpacing()
        self.field.setMinimumHeight(lines + _ROUND)
        self.field.textChanged.connect(self._write)
        self.field.installEventFilter(self)
        self.hand_focus_to(self.field)
        marks = side_by_side(*self.marks.values(), (self.move_label, 1), spacing=3)
        self.lay_out(self._why, marks, (self.field, 1), margins=(14, 12, 14, 12))

    def sizeHint(self) -> QSize:
        """Return a size for a few lines."""
        return QSize(super().sizeHint().width(), _HEIGHT)

    def refresh(self, change: Change) -> None:
        """Show the comment and the marks of the current position."""
        if not self._stays(change):
            self._typing = None
        node = self._typing or change.place.node
        is_move = node.parent is not None
        self.move_label.setText(
            fill(self.tr("after {move}"), move=node.text) if is_move else self.tr("at the start")
        )
        self._explain(change.place, facts_here(change.place) if node is change.place.node else ())
        for mark, button in self.marks.items():
            button.setEnabled(is_move)
            button.setChecked(mark in node.notes.marks)
        self.field.setPlaceholderText(
            self.tr("Comment on this move") if is_move else self.tr("Comment on this game")
        )
        # What is typed here comes back by a change, and must keep its cursor and its undo.
        if (node, node.comment) != self._shown:
            self._show(node)

    def _explain(self, place: Place, facts: tuple[MoveFact, ...]) -> None:
        """Show *facts* about the current move of *place*."""
        self._explained = place
        if facts == self.facts:
            return
        self.facts = facts
        for button in self.reasons:
            self._sentences.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.reasons = []
        for fact in facts:
            button = SentenceButton(fact.text, self._why, can_be_clicked=bool(fact.moves))
            button.setAccessibleDescription(self.tr("Shows the moves on the board"))
            button.pointed.connect(partial(self._point, fact, button))
            button.clicked.connect(partial(self._follow, fact))
            self._sentences.addWidget(button)
            self.reasons.append(button)
        self._why.setVisible(bool(facts))

    def _point(self, fact: MoveFact, button: SentenceButton, is_on: bool) -> None:
        """Play the moves of *fact* out beside *button* while that is pointed at."""
        place = self._explained
        if is_on and place is not None:
            self.play_out(self._position_before(place), fact.moves, button, button.rect())
        else:
            self.stop_preview()

    def _follow(self, fact: MoveFact) -> None:
        """Go to the end of the moves of *fact*, in a variation if they were not played."""
        place = self._explained
        if place is None or place.node.parent is None:
            return
        self.stop_preview()
        texts = format_line(self._position_before(place), fact.moves)
        self.asked.emit("follow-line", [str(place.node.parent.number), *texts])

    @staticmethod
    def _position_before(place: Place) -> Position:
        before = place.position.copy()
        before.unmake()
        return before

    def _stays(self, change: Change) -> bool:
        """Return whether *change* is none with which the user, who types, has gone elsewhere."""
        typing, place = self._typing, change.place
        if typing is None or change.is_new or typing.number in change.went:
            return False
        has_walked = Cause.WALK in change.causes and Cause.MOVE not in change.causes
        return typing is place.node or place.autoplaying or not has_walked

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the current position again as soon as the field is left."""
        if event.type() == QEvent.Type.FocusOut and self._typing is not None:
            self._typing = None
            if self.place is not None:
                self.refresh(Change.everything(self.place))
        return False

    def _show(self, node: Node) -> None:
        self._shown = (node, node.comment)
        self.field.blockSignals(True)
        self.field.setPlainText(node.comment)
        self.field.blockSignals(False)

    @Slot()
    def _write(self) -> None:
        """Have the text written to the record; what is beyond its limit is taken back."""
        place = self.place
        if place is None:
            return
        node = self._typing or place.node
        text = self.field.toPlainText()
        if len(text) <= MAX_COMMENT_TEXT:
            self._typing = node if self.field.hasFocus() else None
            self._shown = (node, text)
            self.asked.emit("comment-at", [str(node.number), text])
            return
        self.asked.emit("comment-at", [str(node.number), text])  # which says why not
        self._show(node)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)

    def _switch(self, key: str) -> None:
        """Ask for the command *key* of a mark, and show what is true whatever it does."""
        self.asked.emit(key, [])
        if self.place is not None:
            for mark, button in self.marks.items():
                button.setChecked(mark in self.place.node.notes.marks)
