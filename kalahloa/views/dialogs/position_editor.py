"""The dialog in which any position of any game is set up."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QWidget,
)

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.game.draft import Draft, Revisions
from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game, loadable_games
from kalahloa.models.game.set_up import SetUp
from kalahloa.models.text.quotation import quote
from kalahloa.views.accessibility import announce
from kalahloa.views.dialogs.dialog import Dialog
from kalahloa.views.dialogs.fields import Choice, FieldSentence, Form
from kalahloa.views.dialogs.position_board import PositionBoard
from kalahloa.views.dialogs.rules_form import RulesForm
from kalahloa.views.look.plain_label import plain_tool_tip

LINES_OF_HIGH = 26
"""From how many lines of text a dialog counts as high."""
SPEAKING_PAUSE_MS = 250
"""How long nothing changes before a screen reader is told how it stands."""


@dataclass(frozen=True)
class SetUpGame:
    """What was set up: `start` is a position string, or None for the usual start of the rules.

    `study` is whether to study it, rather than to play.
    """

    game: Game
    rules: Any
    start: str | None
    study: bool = False


class PositionEditorDialog(Dialog):
    """A board to be filled by mouse, keys or text, and a sentence on what has come of it."""

    def __init__(
        self,
        draft: Draft,
        parent: QWidget | None = None,
        *,
        for_start: bool = False,
        flipped: bool = False,
    ) -> None:
        """Begin with *draft*.

        *for_start* is whether a position is wanted for another dialog, which asks what to do
        with it; *flipped* is how the board is shown (see `BoardState`).
        """
        super().__init__("", parent)
        self.setWindowTitle(self.tr("Set up a position"))
        self._revisions = Revisions(draft)
        self._for_start = for_start
        self._studies = False
        self._showing = False
        self._game: Game | None = None
        self._verdict = ""
        self._said = ""
        self._speaking = single_shot(self, self._speak, SPEAKING_PAUSE_MS)
        self.position_board = PositionBoard(self, flipped=flipped)
        self.position_board.edited.connect(self._board_edited)
        self.position_board.typed.connect(self._typed)
        self.position_board.refused.connect(self._refuse)
        self.position_board.line.returnPressed.connect(self._speak)
        self._make_fields(draft)
        self._make_buttons()
        self._show()
        self.problem.show()
        self.finish(self._form, self.rules_form, beside=self.position_board)

    # -- what it is made of --------------------------------------------------------------------

    def _make_fields(self, draft: Draft) -> None:
        self.games = Choice(self)
        self.games.setAccessibleName(self.tr("Game"))
        self._loadable = loadable_games().games
        for entry in self._loadable:
            self.games.addItem(quote(in_words(entry.title)), entry.key)
        self.games.currentIndexChanged.connect(self._game_chosen)
        sides = QWidget(self)
        side_row = QHBoxLayout(sides)
        side_row.setContentsMargins(0, 0, 0, 0)
        self.sides = (QRadioButton(sides), QRadioButton(sides))
        self._side_group = QButtonGroup(self)
        for number, button in enumerate(self.sides):
            side_row.addWidget(button)
            self._side_group.addButton(button, number)
        side_row.addStretch(1)
        self._side_group.idClicked.connect(self._side_chosen)
        self.phase = Choice(self)
        self.phase.setAccessibleName(self.tr("Phase"))
        self.phase.currentIndexChanged.connect(self._phase_chosen)
        self.hint = FieldSentence()
        self._form = Form()
        self._form.add(self.tr("Game"), self.games)
        self._form.add(self.tr("To move"), sides, first=self.sides[0])
        self.totals = FieldSentence()
        self._form.add_wide(self.totals)
        self._phase_row = self._form.rowCount()
        self._form.add(self.tr("Phase"), self.phase)
        self._form.add(self.tr("Board"), self._board_buttons(), first=self.undo_button)
        self._form.add_wide(self.hint)
        self.rules_form = RulesForm(draft.game, draft.rules)
        self.rules_form.changed.connect(self._rules_chosen)

    def _board_buttons(self) -> QWidget:
        """Return the buttons that change the whole board."""
        held = QWidget(self)
        grid = QGridLayout(held)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(8)
        self.undo_button = self._button(self.tr("Undo"), self.tr("Take back the last change"))
        self.redo_button = self._button(self.tr("Redo"), self.tr("Redo the change"))
        self.clear_button = self._button(self.tr("Clear"), self.tr("Clear the board"))
        self.start_button = self._button(
            self.tr("Standard start"), self.tr("Set up the normal starting position")
        )
        self.swap_button = self._button(
            self.tr("Swap sides"), self.tr("Swap the two sides, and the side to move")
        )
        self.flip_button = self._button(self.tr("Flip board"), self.tr("Turn the board round"))
        buttons = (
            (self.undo_button, self._undo),
            (self.redo_button, self._redo),
            (self.clear_button, self._clear),
            (self.start_button, self._to_start),
            (self.swap_button, self._swap),
            (self.flip_button, self.position_board.flip),
        )
        for number, (button, slot) in enumerate(buttons):
            button.clicked.connect(slot)
            grid.addWidget(button, *divmod(number, 2))
        for keys, slot in (
            (QKeySequence.StandardKey.Undo, self._undo),
            (QKeySequence.StandardKey.Redo, self._redo),
        ):
            action = QAction(self)
            action.setShortcuts(keys)
            action.triggered.connect(slot)
            self.addAction(action)
        return held

    def _button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setToolTip(tip)
        button.setAccessibleDescription(tip)
        button.setAutoDefault(False)
        return button

    def _make_buttons(self) -> None:
        self.start_game = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        use = self.tr("Use this position")
        self.start_game.setText(use if self._for_start else self.tr("Start a game"))
        self.buttons.accepted.connect(self.accept)
        self.study: QPushButton | None = None
        if not self._for_start:
            self.study = self.buttons.addButton(
                self.tr("Study it"), QDialogButtonBox.ButtonRole.ActionRole
            )
            self.study.clicked.connect(self._accept_to_study)

    # -- what is asked of it -------------------------------------------------------------------

    @property
    def draft(self) -> Draft:
        """What has been set up so far."""
        return self._revisions.current

    def choice(self) -> SetUpGame:
        """Return what was set up."""
        draft = self.draft
        return SetUpGame(draft.game, draft.rules, draft.start, self._studies)

    def accept(self) -> None:
        """Close the dialog, unless nothing can be begun from what was set up."""
        wanted = self.study if self._studies else self.start_game
        if wanted is not None and wanted.isEnabled():
            super().accept()
        else:
            self._studies = False
            self._said = self._verdict
            self._speak()

    # -- what is done --------------------------------------------------------------------------

    def _go_on(self, draft: Draft, key: object = None) -> None:
        """Go on with *draft*; those with the same *key*, unless None, are one step."""
        if not self._showing:
            self._revisions.add(draft, key)
            self._show()

    def _edit(self, set_up: SetUp | None, key: object = None) -> None:
        if set_up is not None:
            self._go_on(self.draft.edited(set_up), key)

    @Slot(object, object)
    def _board_edited(self, set_up: SetUp, key: object) -> None:
        self._edit(set_up, key)

    @Slot(str)
    def _typed(self, text: str) -> None:
        self._go_on(self.draft.typed_anywhere(text, self._loadable), "text")

    @Slot()
    def _game_chosen(self) -> None:
        if not self._showing:
            game = find_game(self.games.currentData())
            self._go_on(Draft.of(game, game.rulebook.default))

    @Slot(int)
    def _side_chosen(self, side: int) -> None:
        set_up = self.draft.set_up
        self._edit(None if set_up is None else set_up.with_side(side))

    @Slot()
    def _phase_chosen(self) -> None:
        set_up = self.draft.set_up
        self._edit(None if set_up is None else set_up.with_phase(self.phase.currentIndex()))

    @Slot()
    def _rules_chosen(self) -> None:
        if not self._showing:
            # From where the first of several changes began: none of them loses what comes back.
            draft = self._revisions.before("rules").with_rules(self.rules_form.rules())
            self._go_on(draft, "rules")

    @Slot()
    def _clear(self) -> None:
        set_up = self.draft.set_up
        self._edit(None if set_up is None else set_up.empty(set_up.rules))

    @Slot()
    def _to_start(self) -> None:
        self._go_on(Draft.of(self.draft.game, self.draft.rules))

    @Slot()
    def _swap(self) -> None:
        set_up = self.draft.set_up
        self._edit(None if set_up is None else set_up.swapped())

    @Slot()
    def _undo(self) -> None:
        self._revisions.undo()
        self._show()

    @Slot()
    def _redo(self) -> None:
        self._revisions.redo()
        self._show()

    @Slot()
    def _accept_to_study(self) -> None:
        self._studies = True
        self.accept()

    # -- what is shown -------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the draft in all fields and on the board."""
        draft = self.draft
        self._showing = True
        self._show_game(draft)
        self.position_board.show_draft(draft)
        self._show_totals(draft)
        by_board = draft.set_up is not None
        for number, side in enumerate(self.sides):
            side.setEnabled(by_board)
            side.setChecked(number == draft.side)
        for button in (self.clear_button, self.swap_button):
            button.setEnabled(by_board)
        self.undo_button.setEnabled(self._revisions.can_undo)
        self.redo_button.setEnabled(self._revisions.can_redo)
        self._showing = False
        self._show_verdict(draft)

    def _show_game(self, draft: Draft) -> None:
        game = draft.game
        if game is not self._game:
            self._game = game
            self.games.setCurrentIndex(self.games.findData(game.key))
            self.rules_form.set_game(game, draft.rules)
            for button, side in zip(self.sides, game.sides, strict=True):
                name = quote(in_words(side))
                button.setText(name)
                button.setAccessibleName(fill(self.tr("{side} is to move"), side=name))
            hint = self.tr("Set up this board by typing the position as text.")
            self.hint.say(hint if draft.set_up is None else draft.set_up.hint)
            if self._form.parentWidget() is not None:
                self.order_tabs()
        elif draft.rules != self.rules_form.rules():
            self.rules_form.show_rules(draft.rules)
        phases = () if draft.set_up is None else draft.set_up.phases()
        if len(phases) != self.phase.count():
            self.phase.clear()
            for words in phases:
                self.phase.addItem(in_words(words))
        self._form.setRowVisible(self._phase_row, bool(phases))
        if draft.set_up is not None and phases:
            self.phase.setCurrentIndex(draft.set_up.phase)

    def _show_totals(self, draft: Draft) -> None:
        known = draft.set_up or draft.position
        words = []
        for side, name in enumerate(draft.game.sides):
            status = "" if known is None else in_words(known.status(side))
            if status:
                words.append(fill(self.tr("{side}: {status}."), side=name, status=status))
        if draft.set_up is not None and draft.set_up.total():
            words.append(in_words(draft.set_up.total()))
        self.totals.say(" ".join(words))

    def _show_verdict(self, draft: Draft) -> None:
        """Say what has come of it, and offer what makes sense with it."""
        over = draft.outcome
        why = ""
        if draft.problem:
            why = fill(self.tr("You cannot play this: {reason}"), reason=draft.problem)
        elif over is not None:
            why = fill(self.tr("The game is already over: {reason}"), reason=over.reason)
        self._allow(self.start_game, why)
        if self.study is not None:
            self._allow(self.study, why if draft.problem else "")
        if not why:
            side = draft.game.sides[draft.side]
            why = fill(self.tr("You can play this: {side} is to move."), side=side)
        elif over is not None and self.study is not None:
            why = " ".join([why, self.tr("You can only study it.")])
        self._say(why)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for two lines below the board, so that it keeps its size, where there is."""
        super().resizeEvent(event)
        line = self.fontMetrics().lineSpacing()
        is_high = self.height() >= LINES_OF_HIGH * line
        self.problem.setMinimumHeight(2 * line if is_high else 0)

    def _allow(self, button: QPushButton, why_not: str) -> None:
        """Enable *button*, or have it say *why_not*."""
        button.setEnabled(not why_not)
        button.setToolTip(plain_tool_tip(why_not))
        button.setAccessibleDescription(why_not)

    @Slot(str)
    def _refuse(self, sentence: str) -> None:
        """Say why nothing has changed, until something does."""
        self._say(self._verdict, sentence)

    def _say(self, verdict: str, refusal: str = "") -> None:
        """Show *verdict*, below a *refusal*, and have a screen reader speak what is new."""
        if refusal or verdict != self._verdict:
            self._said = refusal or verdict
            self._speaking.start()
        self._verdict = verdict
        self.problem.setText(f"{refusal}\n{verdict}" if refusal else verdict)

    @Slot()
    def _speak(self) -> None:
        announce(self.problem, self._said)
