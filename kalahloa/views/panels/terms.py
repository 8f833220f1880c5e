"""The panel that shows what a move changes in the terms of the user's heuristic."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.lab.state import NO_LAB, LabState
from kalahloa.controllers.features.lab.words import (
    comparison_sentences,
    costs_text,
    failure_text,
    move_label,
)
from kalahloa.views.items.terms_table import TermsTable
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel

_MOVE_LENGTH = 12
"""How many characters of a move and its value there is room for: ``e8xb5  +2.56``."""


class TermsPanel(Panel):
    """The terms before and after a move, and in words how heuristic and engine differ.

    The moves are in the order in which the heuristic ranks them.
    """

    key = "terms"
    context_commands = ("run-heuristic", "keep-heuristic")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._lab: Lab | None = None
        self._labels: list[str] = []
        self.heading_label = self.make_line("cardTitle")
        self.facts = self.make_line("muted", at_end=True)
        self.moves = DropDown(self)
        self.moves.setAccessibleName(self.tr("Move to explain, best first"))
        self.moves.setToolTip(self.moves.accessibleName())
        self.moves.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.moves.setMinimumContentsLength(_MOVE_LENGTH)
        self.moves.setMaxVisibleItems(16)
        self.moves.activated.connect(self._choose)
        self.table = TermsTable(theme, self)
        self.table.setAccessibleName(self.tr("Terms before and after the move"))
        self.sentence = self.make_sentence()
        self.reason = self.make_sentence("muted")
        self.table.hide()
        self.moves.hide()
        self.hand_focus_to(self.moves)
        head = side_by_side((self.heading_label, 2), (self.facts, 1), self.moves)
        self.lay_out(
            head, (self.table, 1), self.sentence, self.reason, 0, spacing=6, margins=(12, 10, 12, 8)
        )

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Connect the lab, which runs the heuristic while the panel is visible."""
        if isinstance(service, Lab):
            self._lab = service
            self._watch()

    def set_in_front(self, in_front: bool) -> None:
        """Update the lab only while the panel is visible."""
        super().set_in_front(in_front)
        self._watch()

    def hideEvent(self, event: QHideEvent) -> None:
        """Tell the lab that the panel is hidden."""
        super().hideEvent(event)
        self._watch()

    def _watch(self) -> None:
        if self._lab is not None:
            self._lab.watch(self.key, self.is_seen)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.table.set_theme(theme)

    def refresh(self, change: Change) -> None:
        """Show the terms of the move that is looked at."""
        place, state = change.place, change.place.get(LabState) or NO_LAB
        self._watch()
        report, move = state.report, state.chosen_move
        self.table.setVisible(report is not None)
        self.moves.setVisible(move is not None)
        self.table.show_move(report, move)
        if report is None or move is None:
            self._labels = []
            self.heading_label.setText(self.title)
            self.facts.setText("")
            self.sentence.setText(self._why_nothing(place, state))
            self.reason.setText("")
            self.reason.hide()
            return
        self.heading_label.setText(fill(self.tr("What {move} changes"), move=move.text))
        side = place.game.sides[report.side]
        facts = fill(self.tr("for {side}, estimated"), side=side)
        self.facts.setText(" · ".join(filter(None, (facts, costs_text(report)))))
        labels = [move_label(one) for one in report.moves]
        if labels != self._labels:
            self._labels = labels
            self.moves.clear()
            self.moves.addItems(labels)
        self.moves.setCurrentIndex(report.moves.index(move))
        said = comparison_sentences(report, state.engine)
        if not report.terms:
            said.insert(0, self._about_weights())
        self.sentence.setText(said[0] if said else self.tr("Asking the engine…"))
        self.reason.setText(" ".join(said[1:]))
        self.reason.setVisible(len(said) > 1)

    def _about_weights(self) -> str:
        return self.tr(
            "A named number in capitals above the function, such as TOGETHER = 1.0, is a weight "
            "and has a row here."
        )

    def _why_nothing(self, place: Place, state: LabState) -> str:
        """Return why there are no terms, as a sentence."""
        heuristic = state.heuristic
        if state.problem:
            return in_words(state.problem)
        if state.failure is not None:
            return failure_text(state)
        if place.secret:
            return self.tr("Heuristics do not run until you have found the move.")
        if heuristic is None:
            return self.tr("Create a heuristic to see here how its terms value each move.")
        if heuristic.must_ask:
            return self.tr(
                "This heuristic comes from elsewhere and does not run until you allow it."
            )
        if place.outcome is not None:
            return self.tr("The game is over: there is nothing to evaluate.")
        return (
            self.tr("Running…") if state.running else self.tr("Choose Run to see its values here.")
        )

    @Slot(int)
    def _choose(self, number: int) -> None:
        place = self.place
        report = None if place is None or place.get(LabState) is None else place[LabState].report
        if report is not None and 0 <= number < len(report.moves):
            self.asked.emit("choose-move", [report.moves[number].text])
