"""What is proven of the moves of a position, for item views; and how a proven value is drawn."""

from PySide6.QtCore import QObject, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.features.book.words import (
    ONLY_MARK,
    after_words,
    move_loss_words,
    ranked,
    source_words,
    value_words,
)
from kalahloa.models.game.game import Game
from kalahloa.models.study.book_page import ProvenMove, ProvenPage
from kalahloa.views.items.table import (
    AT_END,
    CENTRED,
    STRETCH,
    Index,
    TableColumn,
    TableModel,
    bold,
)
from kalahloa.views.look.fonts import with_tabular_figures
from kalahloa.views.look.theme import Theme

MOVE, VALUE, LOSS, AFTER = range(4)
"""The columns."""
KEEPS_ROLE = Qt.ItemDataRole.UserRole
"""Whether the move is proven to keep the value; None if its value is not known."""


class ProvenMovesModel(TableModel[ProvenMove]):
    """One row a move, the best first: its value, what it gives away, what comes after it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page: ProvenPage | None = None
        self._game: Game | None = None
        keeps = {KEEPS_ROLE: lambda move: None if move.value is None else move.keeps}
        fonts = {Qt.ItemDataRole.FontRole: lambda move: bold() if move.keeps else None}
        move, proven, loss = self.tr("Move"), self.tr("Proven"), self.tr("Loss")
        self.set_columns(
            (
                TableColumn(move, self._move, said=self._said, more={**keeps, **fonts}),
                TableColumn(proven, _value, align=CENTRED, more=keeps),
                TableColumn(loss, self._loss, align=AT_END, more=keeps),
                TableColumn(
                    *(self.tr("After it"), self._after, self._tip),
                    title_tip=self.tr("How many moves are right then"),
                    width=STRETCH,
                ),
            )
        )

    def show(self, game: Game | None, page: ProvenPage | None) -> None:
        """Show the moves of *page*, none where it is None."""
        if (game, page) != (self._game, self._page):
            self._game, self._page = game, page
            self.set_rows([] if page is None else ranked(page), anew=True)

    def _is_only(self, move: ProvenMove) -> bool:
        return self._page is not None and self._page.is_only_move and move.keeps

    def _move(self, move: ProvenMove) -> str:
        return f"{move.text} {ONLY_MARK}" if self._is_only(move) else move.text

    def _tip(self, move: ProvenMove) -> str | None:
        assert self._game is not None and self._page is not None
        return after_words(self._game, move, self._page.side)

    def _loss(self, move: ProvenMove) -> str:
        if move.value is None:
            return self.tr("unknown")
        if move.loss is None:
            return ""
        return self.tr("right") if not move.loss else value_words(-move.loss)

    def _after(self, move: ProvenMove) -> str:
        assert self._game is not None and self._page is not None
        if move.to_move is None:
            return self.tr("game over")
        whose = in_words(self._game.sides[move.to_move])
        if move.keepers is None:
            count = self.tr("unknown")
        else:
            count = fill(self.tr("{some} of {all}"), some=move.keepers, all=move.choices)
            if move.leaves_only_move:
                count = f"{count} {ONLY_MARK}"
        return fill(self.tr("{side}: {count}"), side=whose, count=count)

    def _said(self, move: ProvenMove) -> str:
        assert self._game is not None and self._page is not None
        if move.value is None:
            parts = [fill(self.tr("{move}: value unknown"), move=move.text)]
        else:
            told = fill(
                self.tr("{move}: {value} for {side}"),
                move=move.text,
                value=value_words(move.value),
                side=self._game.sides[self._page.side],
            )
            parts = [told]
        if self._is_only(move):
            parts.append(self.tr("only move"))
        if move.source is not None:
            parts.append(source_words(move.source))
        parts += [move_loss_words(self._game, move), after_words(self._game, move, self._page.side)]
        return ", ".join(part for part in parts if part)


def _value(move: ProvenMove) -> str:
    return "" if move.value is None else value_words(move.value)


class ProvenDelegate(QStyledItemDelegate):
    """Draws a proven value in a badge: filled where the move keeps the value, else outlined."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row; the width is that of the column."""
        return QSize(1, round(1.75 * QFontMetrics(option.font).height()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row's background and the badge."""
        self.initStyleOption(option, index)
        option.text = ""
        widget = option.widget
        style = QApplication.style() if widget is None else widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        text, keeps = index.data(), index.data(KEEPS_ROLE)
        if not text:
            return
        theme = self.theme
        badge = QRectF(option.rect).adjusted(5, 3.5, -5, -3.5)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen if keeps else QPen(theme.proven, 1.3))
        painter.setBrush(theme.proven if keeps else theme.window)
        painter.drawRoundedRect(badge, 5, 5)
        painter.setFont(
            bold_figures(option.font) if keeps else with_tabular_figures(QFont(option.font))
        )
        painter.setPen(theme.on_accent if keeps else theme.text)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()


def bold_figures(font: QFont) -> QFont:
    """Return *font* in bold, with figures that are all as wide as one another."""
    bold = with_tabular_figures(QFont(font))
    bold.setWeight(QFont.Weight.DemiBold)
    return bold
