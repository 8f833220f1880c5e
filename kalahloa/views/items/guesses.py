"""The guesses of a game's moves as rows, for item views."""

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.features.guessing.words import worth
from kalahloa.models.game.game import Game
from kalahloa.models.study.guessing import NO_GUESSES, Guess, Score

Index = QModelIndex | QPersistentModelIndex
GUESS, PLAYED, BEST, POINTS = range(4)
"""The columns."""


class GuessesModel(QAbstractTableModel):
    """One row a guess: what was guessed, what was played, the best move and the points."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._score: Score = NO_GUESSES
        self._game: Game | None = None

    def show(self, game: Game, score: Score) -> None:
        """Show the guesses of *score*; where one has come, only its row is added."""
        old, new = self._score.guesses, score.guesses
        if game is self._game and len(new) == len(old) + 1 and new[:-1] == old:
            self.beginInsertRows(QModelIndex(), len(old), len(old))
            self._score = score
            self.endInsertRows()
        elif game is not self._game or new != old:
            self.beginResetModel()
            self._game, self._score = game, score
            self.endResetModel()

    def guess(self, row: int) -> Guess:
        """Return the guess in *row*."""
        return self._score.guesses[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._score.guesses)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 4

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            names = (self.tr("Guess"), self.tr("Played"), self.tr("Best"), self.tr("Points"))
            return names[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        guess, column = self.guess(index.row()), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            points = "–" if guess.points is None else str(guess.points)
            return (guess.text, guess.played_text, guess.best_text, points)[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._value(guess, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == GUESS:
            return self._told(guess)
        return None

    def _value(self, guess: Guess, column: int) -> str | None:
        """Return what the move in *column* is worth, and to whom."""
        ply = {GUESS: guess.guessed, PLAYED: guess.played}.get(column)
        value = guess.best_value if column == BEST else None if ply is None else ply.value
        if value is None or self._game is None:
            return None
        side = self._game.sides[guess.side]
        return fill(self.tr("{worth}, for {side}"), worth=worth(value), side=side)

    def _told(self, guess: Guess) -> str:
        """Return what a screen reader says of a row."""
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


def _alignment(column: int) -> Qt.AlignmentFlag:
    across = Qt.AlignmentFlag.AlignRight if column == POINTS else Qt.AlignmentFlag.AlignLeading
    return across | Qt.AlignmentFlag.AlignVCenter
