"""The lines of an analysis, or the values of the moves, the best first, for item views."""

from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.models.game.position import Position
from kalahloa.models.record.record import Node
from kalahloa.models.search.move_values import Line
from kalahloa.models.search.score import Score
from kalahloa.models.study.line_words import LineWord, line_words, words_text
from kalahloa.views.boards.move_values import best_moves, board_value_text

Index = QModelIndex | QPersistentModelIndex
MAX_PLIES = 24
"""As much of a line is shown; more fits in no panel."""


class Subject(NamedTuple):
    """What lines are about: a node, and its position."""

    node: Node
    position: Position


@dataclass(frozen=True)
class LineRow:
    """One line: its words, and whether its move is the best, and was played in the record."""

    line: Line
    words: tuple[LineWord, ...]
    best: bool
    played: bool

    @property
    def value(self) -> Score:
        """The value of the first move, for the side that makes it."""
        return self.line.value


class LinesModel(QAbstractListModel):
    """One row a line.  While it is `held`, no row moves: values change where they stand."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[LineRow] = []
        self.subject: Subject | None = None
        """What the rows are about, None while there are none."""
        self.held = False
        self._latest: list[LineRow] = []
        self._words: dict[tuple[int, ...], tuple[LineWord, ...]] = {}

    def show_place(self, place: Place) -> None:
        """Show the lines of the analysis, or else the values that are wanted, at *place*."""
        live = place.get(Live)
        if live is not None and live.on:
            subject, lines = Subject(live.node, live.position), live.lines
        else:
            ranked = sorted(place.values.items(), key=lambda item: item[1].order, reverse=True)
            subject = Subject(place.node, place.position)
            lines = tuple(Line(move, value, (move,)) for move, value in ranked)
        is_other = self.subject is None or self.subject.node is not subject.node
        if is_other:
            self.subject = subject
            self._words.clear()
        best = best_moves({line.move: line.value for line in lines})
        followed = subject.node.followed
        played = None if followed is None else followed.move
        self._latest = [
            LineRow(line, self._words_of(line), line.move in best, line.move == played)
            for line in lines
        ]
        self._take(self._latest if is_other else self._calm())

    def let_go(self) -> None:
        """Show the rows in their order, and hold them no longer."""
        self.held = False
        self._take(self._latest)

    def _words_of(self, line: Line) -> tuple[LineWord, ...]:
        assert self.subject is not None
        moves = line.moves[:MAX_PLIES]
        if moves not in self._words:
            if len(self._words) > 500:
                self._words.clear()
            self._words[moves] = line_words(*self.subject, moves)
        return self._words[moves]

    def _calm(self) -> list[LineRow]:
        """Return the newest rows; where they are held, in the order of before."""
        if not self.held or len(self.rows) != len(self._latest):
            return self._latest
        latest = {row.line.move: row for row in self._latest}
        kept = []
        for row in self.rows:
            new = latest.get(row.line.move)
            if new is None:
                kept.append(row)
            else:
                line = Line(row.line.move, new.value, row.line.moves)
                kept.append(LineRow(line, row.words, new.best, new.played))
        return kept

    def _take(self, rows: list[LineRow]) -> None:
        if len(rows) != len(self.rows):
            self.beginResetModel()
            self.rows = list(rows)
            self.endResetModel()
        elif rows != self.rows:
            self.rows = list(rows)
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{board_value_text(row.value)}  {words_text(row.words)}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row)
        return None

    def _spoken(self, row: LineRow) -> str:
        trust = self.tr("proven") if row.value.proven else self.tr("estimated")
        sentence = self.tr("{value}, {trust}: {moves}")
        if row.played:
            sentence = self.tr("{value}, {trust}, played: {moves}")
        value, moves = board_value_text(row.value), words_text(row.words)
        return fill(sentence, value=value, trust=trust, moves=moves)
