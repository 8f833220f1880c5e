"""The guesses of a game's moves as a table."""

from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.features.guessing.words import guess_worth
from kalahloa.models.game.game import Game
from kalahloa.models.search.score import Score
from kalahloa.models.study.guessing import Guess, GuessScore
from kalahloa.views.items.table import AT_END, STRETCH, TableColumn, TableView


class GuessesTable(TableView):
    """Shows a row for each guess: what was guessed, what was played, the best move, the points."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game: Game | None = None
        guess, played, best = self.tr("Guess"), self.tr("Played"), self.tr("Best")
        self.cells.set_columns(
            (
                TableColumn(guess, lambda row: row.text, self._guessed, self._said, width=STRETCH),
                TableColumn(played, lambda row: row.played_text, self._played, width=STRETCH),
                TableColumn(best, lambda row: row.best_text, self._best, width=STRETCH),
                TableColumn(self.tr("Points"), _points, align=AT_END),
            )
        )

    def show_guesses(self, game: Game, score: GuessScore) -> None:
        """Show the guesses of *score*, and the one that has come."""
        is_other, self._game = game is not self._game, game
        old, new = self.cells.rows, score.guesses
        self.cells.set_rows(new, anew=is_other or new[: len(old)] != old)
        if len(new) > len(old):
            self.scrollToBottom()

    def _guessed(self, guess: Guess) -> str | None:
        return self._value(guess, None if guess.guessed is None else guess.guessed.value)

    def _played(self, guess: Guess) -> str | None:
        return self._value(guess, None if guess.played is None else guess.played.value)

    def _best(self, guess: Guess) -> str | None:
        return self._value(guess, guess.best_value)

    def _value(self, guess: Guess, value: Score | None) -> str | None:
        """Return what a move is worth, and to whom."""
        if value is None or self._game is None:
            return None
        side = self._game.sides[guess.side]
        return fill(self.tr("{worth}, for {side}"), worth=guess_worth(value), side=side)

    def _said(self, guess: Guess) -> str:
        assert self._game is not None
        points = guess.points
        told = self.tr("{side}: guessed {guess}, played {played}, best {best}, {points}")
        if points is None:
            said = self.tr("not judged")
        else:
            said = self.tr("1 point") if points == 1 else self.tr("%n points", "", points)
        return fill(
            told,
            side=in_words(self._game.sides[guess.side]),
            guess=guess.text,
            played=guess.played_text,
            best=guess.best_text,
            points=said,
        )


def _points(guess: Guess) -> str:
    return "–" if guess.points is None else str(guess.points)
