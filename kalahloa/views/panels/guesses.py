"""The panel in which the moves of a game are guessed: whose, the score, and all guesses."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.guessing.commands import BOTH, SIDES, WINNER
from kalahloa.controllers.features.guessing.state import Guessing
from kalahloa.controllers.features.guessing.words import share, sides_sentence, summary
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.models.study.guessing import NO_GUESSES
from kalahloa.views.items.guesses import GuessesTable
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel


class GuessesPanel(Panel):
    """A card with the score, a row for each guess, and buttons to begin and to stop."""

    key = "guesses"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.score = self.make_line("muted", at_end=True)
        self.table = GuessesTable(self)
        self.table.setAccessibleName(self.tr("Guesses"))
        self.note = self.make_sentence("muted")
        self.sides = DropDown(self)
        self.sides.setAccessibleName(self.tr("Whose moves are guessed"))
        self._names: tuple[str, ...] = ()
        self._shown: tuple[object, ...] = ()
        self.start_button = self.make_button(
            self.tr("Guess from here"), self._start, style="primary"
        )
        self.stop_button = self.make_button(self.tr("Stop"), "guess")
        self.keep_button = self.make_button(self.tr("Save my guesses"), "keep-guesses")
        self.table.hide()  # its height is not asked for before there is anything in it
        self.keep_button.hide()
        self.stop_button.hide()
        self.hand_focus_to(self.start_button)
        head = side_by_side(self.title_label(), (self.score, 1))
        buttons = side_by_side(self.keep_button, 1, self.sides, self.start_button, self.stop_button)
        self.lay_out(head, (self.table, 1), self.note, buttons)

    def refresh(self, change: Change) -> None:
        """Show how guessing stands."""
        place = change.place
        state = place.get(Guessing)
        possible = BY_KEY["guess"].possible(place)
        seen = None if state is None else (state.sides, state.total, state.score, state.running)
        shown = (place.game, seen, possible)
        if shown == self._shown:
            return
        self._shown = shown
        running = state is not None and state.running
        self._offer_sides(place)
        self.table.show_guesses(place.game, NO_GUESSES if state is None else state.score)
        has_guesses = state is not None and bool(state.score.guesses)
        self.score.setText(share(state.score) if state is not None and has_guesses else "")
        self.note.setText(self._note(place, state))
        self.table.setVisible(has_guesses)
        self.stop_button.setVisible(running)
        for widget in (self.sides, self.start_button):
            widget.setVisible(not running)
        self.keep_button.setVisible(has_guesses and not running)
        self.start_button.setEnabled(possible)
        self.start_button.setToolTip("" if possible else BY_KEY["guess"].why_not(place))

    def _note(self, place: Place, state: Guessing | None) -> str:
        if state is None:
            return self.tr("Guess each move. You get points for every guess, and the game goes on.")
        if not state.running:
            return summary(state.score)
        done = len(state.score.guesses)
        sentence = self.tr("{sides} {done} of {total} done.")
        sides = sides_sentence(place.game, state.sides)
        return fill(sentence, sides=sides, done=done, total=state.total)

    def _offer_sides(self, place: Place) -> None:
        first, second = (in_words(side) for side in place.game.sides)
        names = (self.tr("The winner"), first, second, self.tr("Both sides"))
        if names != self._names:
            self._names = names
            self.sides.clear()
            for name, word in zip(names, (WINNER, *SIDES, BOTH), strict=True):
                self.sides.addItem(name, word)

    @Slot()
    def _start(self) -> None:
        self.asked.emit("guess", [self.sides.currentData()])
