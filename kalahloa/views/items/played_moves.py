"""The moves played somewhere in the library, with their results, for item views."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.book.words import value_words
from kalahloa.controllers.features.library.library_view import Explored
from kalahloa.models.library.positions import MoveCount
from kalahloa.views.boards.move_values import board_value_text
from kalahloa.views.items.table import (
    AT_END,
    AT_START,
    FIT,
    STRETCH,
    Index,
    TableColumn,
    TableModel,
)
from kalahloa.views.look.theme import Theme

MOVE, COUNT, RESULTS, MEAN, VALUE = range(5)
"""The columns."""
SHARES_ROLE = Qt.ItemDataRole.UserRole
"""How many games the first side won, were drawn, and the second side won."""


@dataclass(frozen=True)
class PlayedMove:
    """A row: a move, how often it was played and how that ended, and its proven value."""

    count: MoveCount
    value: str

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts of the columns, in their order."""
        move = self.count
        mean = "" if move.mean_score is None else _signed(move.mean_score)
        return move.text, f"{move.count:,}" if move.count else "–", "", mean, self.value

    @property
    def ended(self) -> int:
        """How many of the games are over."""
        return self.count.first_wins + self.count.draws + self.count.second_wins


class PlayedMovesModel(TableModel[PlayedMove]):
    """One row a move: how often, the results, the mean score and the proven value."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sides = ("", "")
        titles = (self.tr("Move"), self.tr("Games"), self.tr("Results"), self.tr("Mean"))
        aligned = (AT_START, AT_END, AT_START, AT_END, AT_END)
        self.set_columns(
            [
                TableColumn(
                    *(title, lambda row, n=n: row.texts[n]),
                    tip=self._tip if n == RESULTS else None,
                    said=self._said if n == MOVE else None,
                    align=align,
                    width=STRETCH if n == RESULTS else FIT,
                    more={SHARES_ROLE: _shares},
                )
                for n, (title, align) in enumerate(
                    zip((*titles, self.tr("Proven")), aligned, strict=True)
                )
            ]
        )

    def show(self, explored: Explored | None, place: Place | None) -> None:
        """Show what was found at *place*; nothing where either is None."""
        rows = []
        if explored is not None and place is not None:
            first, second = place.game.sides
            self._sides = (in_words(first), in_words(second))
            values = _values(explored, place)
            played = {move.text for move in explored.moves}
            others = [MoveCount(text, 0, 0, 0, 0, None) for text in values if text not in played]
            rows = [
                PlayedMove(move, values.get(move.text, "")) for move in (*explored.moves, *others)
            ]
        self.set_rows(rows, anew=True)

    def _tip(self, row: PlayedMove) -> str | None:
        return self._results(row.count) if row.ended else None

    def _results(self, move: MoveCount) -> str:
        return fill(
            self.tr("{first} won {won}, {drawn} drawn, {second} won {lost}"),
            first=self._sides[0],
            second=self._sides[1],
            won=move.first_wins,
            drawn=move.draws,
            lost=move.second_wins,
        )

    def _said(self, row: PlayedMove) -> str:
        move = row.count
        parts = [fill(self.tr("{move}: played {n} times"), move=move.text, n=move.count)]
        if row.ended:
            parts.append(self._results(move))
        if move.mean_score is not None:
            parts.append(fill(self.tr("mean score {score}"), score=_signed(move.mean_score)))
        if row.value:
            parts.append(fill(self.tr("proven value {value}"), value=row.value))
        return ", ".join(parts)


def _shares(row: PlayedMove) -> tuple[int, int, int]:
    return row.count.first_wins, row.count.draws, row.count.second_wins


def _values(explored: Explored, place: Place) -> Mapping[str, str]:
    """Return the proven values of the moves by their texts, those that are shown elsewhere first.

    They are for the side that makes the move.
    """
    values = {text: value_words(value) for text, value in explored.book.items()}
    for move, value in place.values.items():
        if value.proven:
            values[place.position.format_move(move)] = board_value_text(value)
    return values


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-", "−") if round(number, 1) else "0"


class ResultsDelegate(QStyledItemDelegate):
    """Draws the results as a bar: the first side's wins, draws, the second side's wins."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.colours: tuple[QColor, QColor] | None = None
        """The colours of the two sides, None for those of the theme."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the bar."""
        self.initStyleOption(option, index)
        widget = option.widget
        style = QApplication.style() if widget is None else widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        shares = index.data(SHARES_ROLE)
        if shares is None or not sum(shares):
            return
        high = max(6, option.fontMetrics.capHeight())
        bar = option.rect.adjusted(5, 0, -5, 0)
        bar.setTop(option.rect.center().y() - high // 2)
        bar.setHeight(high)
        first, second = self.colours or (self.theme.text, self.theme.border)
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        x, done = bar.left(), 0
        for share, colour in zip(shares, (first, self.theme.muted, second), strict=True):
            done += share
            end = bar.left() + round(bar.width() * done / sum(shares))
            painter.setBrush(colour)
            painter.drawRect(x, bar.top(), end - x, high)
            x = end
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self.theme.outline)
        painter.drawRect(bar.adjusted(0, 0, -1, -1))
        painter.restore()
