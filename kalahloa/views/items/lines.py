"""What is known of the moves of a position, the best first, for item views.

A row is a move with its value, exact or estimated, the line it comes from, how that is known, and
how often it was played in the library.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.features.book.words import (
    after_words,
    move_loss_words,
    source_words,
)
from kalahloa.models.game.position import Position
from kalahloa.models.library.positions import MoveCount
from kalahloa.models.record.record import Node
from kalahloa.models.search.move_values import Line
from kalahloa.models.search.score import Score
from kalahloa.models.study.line_words import LineWord, line_words, words_text
from kalahloa.models.text.numbers import signed
from kalahloa.views.boards.move_values import best_moves

if TYPE_CHECKING:
    from kalahloa.models.study.book_page import ProvenMove, ProvenPage

Index = QModelIndex | QPersistentModelIndex
MAX_PLIES = 24
"""As much of a line is shown; more fits in no panel."""
TICK = "✓"
"""What stands before the source of an exact value."""


class Subject(NamedTuple):
    """What lines are about: a node, and its position."""

    node: Node
    position: Position


@dataclass(frozen=True)
class LineRow:
    """A move with its `words`, those of the moves of its line, and what is known of it.

    `value` is for the side that makes it; without one it is listed since it was played in the
    library, as `count` says.  `best`, `only` and `played` are whether it is the best one, the only
    one that is right, and the one that was played in the record.  `known` is what book, tablebase
    and proofs say of it.
    """

    moves: tuple[int, ...]
    words: tuple[LineWord, ...]
    value: Score | None = None
    best: bool = False
    only: bool = False
    played: bool = False
    known: "ProvenMove | None" = None
    count: MoveCount | None = None

    @property
    def move(self) -> int:
        """The move that the row is about."""
        return self.moves[0]

    @property
    def text(self) -> str:
        """The value as boards have it; empty without one."""
        return "" if self.value is None else in_words(self.value.short)

    @property
    def shares(self) -> tuple[int, int, int]:
        """In how many games the first side won, nobody did, and the second side won."""
        count = self.count
        return (0, 0, 0) if count is None else (count.first_wins, count.draws, count.second_wins)


class LinesModel(QAbstractListModel):
    """One row a move.  While it is `held`, no row goes elsewhere: values change where they are."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[LineRow] = []
        self.subject: Subject | None = None
        """What the rows are about, None while there are none."""
        self.choices = 0
        """How many legal moves there are."""
        self.held = False
        self._place: Place | None = None
        self._latest: list[LineRow] = []
        self._words: dict[tuple[int, ...], tuple[LineWord, ...]] = {}

    def show_place(
        self,
        place: Place,
        page: "ProvenPage | None" = None,
        counts: tuple[MoveCount, ...] = (),
    ) -> None:
        """Show what is known of the moves at *place*, or where the analysis is locked.

        *page* is what book, tablebase and proofs have of the place, and *counts* are the moves that
        were played there in the library.
        """
        live = place.get(Live)
        is_on = live is not None and live.on
        subject = Subject(place.node, place.position)
        if live is not None and is_on:
            subject = Subject(live.node, live.position)
        is_other = self.subject is None or self.subject.node is not subject.node
        if is_other:
            self.subject = subject
            self.choices = len(subject.position.legal_moves())
            self._words.clear()
        if subject.node is not place.node:
            page, counts = None, ()
        self._place = place
        self._latest = self._rows_of(_lines(place, live), page, counts)
        self._take(self._latest if is_other else self._calm())

    @property
    def is_whole(self) -> bool:
        """Whether the exact values of all legal moves are listed."""
        exact = [row for row in self._latest if row.value is not None and row.value.proven]
        return bool(exact) and len(exact) == self.choices

    def let_go(self) -> None:
        """Show the rows in their order, and hold them no longer."""
        self.held = False
        self._take(self._latest)

    def _rows_of(
        self, lines: list[Line], page: "ProvenPage | None", counts: tuple[MoveCount, ...]
    ) -> list[LineRow]:
        assert self.subject is not None
        position, followed = self.subject.position, self.subject.node.followed
        played = None if followed is None else followed.move
        best = best_moves({line.move: line.value for line in lines})
        is_whole = len(lines) == self.choices and all(line.value.proven for line in lines)
        is_only = is_whole and len(best) == 1 and self.choices > 1
        counted: Mapping[str, MoveCount] = {count.text: count for count in counts}
        rows = [
            LineRow(
                line.moves,
                self._words_of(line.moves),
                line.value,
                line.move in best,
                is_only and line.move in best,
                line.move == played,
                None if page is None else page.move(line.move),
                counted.get(position.format_move(line.move)) if counted else None,
            )
            for line in lines
        ]
        listed = {row.move for row in rows}
        legal = {position.format_move(move): move for move in position.legal_moves() if counts}
        for count in counts:
            move = legal.get(count.text)
            if move is not None and move not in listed:
                words = self._words_of((move,))
                rows.append(LineRow((move,), words, played=move == played, count=count))
        return rows

    def _words_of(self, moves: tuple[int, ...]) -> tuple[LineWord, ...]:
        assert self.subject is not None
        moves = moves[:MAX_PLIES]
        if moves not in self._words:
            if len(self._words) > 500:
                self._words.clear()
            self._words[moves] = line_words(*self.subject, moves)
        return self._words[moves]

    def _calm(self) -> list[LineRow]:
        """Return the newest rows; where they are held, in the order of before."""
        if not self.held or len(self.rows) != len(self._latest):
            return self._latest
        latest = {row.move: row for row in self._latest}
        kept = []
        for row in self.rows:
            new = latest.get(row.move)
            kept.append(row if new is None else replace(new, moves=row.moves, words=row.words))
        return kept

    def _take(self, rows: list[LineRow]) -> None:
        if len(rows) != len(self.rows):
            self.beginResetModel()
            self.rows = list(rows)
            self.endResetModel()
        elif rows != self.rows:
            self.rows = list(rows)
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    # -- in words ------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{row.text}  {words_text(row.words)}".strip()
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (self._spoken(row), self.details(row))))
        return None

    def _spoken(self, row: LineRow) -> str:
        moves = words_text(row.words)
        if row.value is None:
            sentence = self.tr("{moves}, played") if row.played else "{moves}"
            return fill(sentence, moves=moves)
        trust = self.tr("proven") if row.value.proven else self.tr("estimated")
        sentence = self.tr("{value}, {trust}: {moves}")
        if row.played:
            sentence = self.tr("{value}, {trust}, played: {moves}")
        return fill(sentence, value=row.text, trust=trust, moves=moves)

    def source(self, row: LineRow) -> str:
        """Return how the value of *row* is known, in a word or two; empty without a value."""
        if row.value is None:
            return ""
        if row.value.proven:
            source = None if row.known is None else row.known.source
            words = self.tr("proven") if source is None else source_words(source)
            return f"{TICK} {words}"
        if row.value.depth:
            return fill(self.tr("depth {depth}"), depth=row.value.depth)
        return self.tr("estimated")

    def details(self, row: LineRow) -> str:
        """Return what the row itself has no room for: what the move loses, and what follows."""
        return ", ".join(self._details(row))

    def _details(self, row: LineRow) -> Iterator[str]:
        place, known = self._place, row.known
        assert place is not None and self.subject is not None
        if row.only:
            yield self.tr("only move")
        if known is not None:
            if known.source is not None:
                yield source_words(known.source)
            if loss := move_loss_words(place.game, known):
                yield loss
            if known.value is not None:
                yield after_words(place.game, known, place.side)
        if row.count is None:
            return
        yield (
            self.tr("played once")
            if row.count.count == 1
            else self.tr("played %n times", "", row.count.count)
        )
        if sum(row.shares):
            first, second = place.game.sides
            yield fill(
                self.tr("{first} won {won}, {drawn} drawn, {second} won {lost}"),
                first=first,
                second=second,
                won=row.count.first_wins,
                drawn=row.count.draws,
                lost=row.count.second_wins,
            )
        if row.count.mean_score is not None:
            mean = row.count.mean_score
            score = signed(mean, 1) if round(mean, 1) else "0"
            yield fill(self.tr("mean score {score}"), score=score)


def _lines(place: Place, live: Live | None) -> list[Line]:
    """Return a line for each move of which the value is known, or wanted at *place*."""
    exact = {} if live is None else {line.move: line for line in live.proven}
    if live is not None and live.on:
        lines = [exact.pop(line.move, line) for line in live.lines]
        if not exact:
            return lines  # the best first, as the analysis has them
    else:
        values = place.values.items()
        lines = [exact.pop(move, Line(move, value, (move,))) for move, value in values]
    return sorted((*lines, *exact.values()), key=lambda line: line.value.order, reverse=True)
