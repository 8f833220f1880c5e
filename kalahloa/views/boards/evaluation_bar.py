"""A bar beside the board that shows which side stands better."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from kalahloa.lazy_imports import lazy_imports
from kalahloa.views.evaluation import BarEvaluation
from kalahloa.views.look.contrast import contrast
from kalahloa.views.look.fonts import with_tabular_figures
from kalahloa.views.look.plain_label import plain_tool_tip
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.figure import DataFigure

with lazy_imports():
    from kalahloa.views.plots import figure_data
if TYPE_CHECKING:
    from kalahloa.views.plots.figure_data import FigureTable

WIDTH = 30
_INSET = 5
_PAST = 2
"""How far the middle line goes beyond the bar, in pixels."""
_CORNER = 7.0
_TEXT_PIXELS = 11
_MIN_PIXELS = 6


class EvaluationBar(DataFigure, QWidget):
    """The share of the side at the bottom is filled with its colour; the worth stands at the end.

    While nothing is known of a new position, the bar stays as it was, without a text.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.evaluation: BarEvaluation | None = None
        """What is shown, None where nothing is known."""
        self.share = 0.5
        """How much of the bar is the first side's."""
        self._colours = (QColor("#2b2b30"), QColor("#f4f0e4"))
        self._flipped = False
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Evaluation"))

    def sizeHint(self) -> QSize:
        """Return a slim size."""
        return QSize(WIDTH, 120)

    def forget(self) -> None:
        """Show nothing, and both shares equal, until something is known."""
        self.share = 0.5
        self.show_evaluation(None, None, self._flipped)

    def show_evaluation(
        self,
        evaluation: BarEvaluation | None,
        colours: tuple[QColor, QColor] | None,
        flipped: bool,
    ) -> None:
        """Show *evaluation* in the *colours* of the sides; *flipped*: the first one is on top."""
        before = (self.evaluation, self._colours, self._flipped)
        self.evaluation, self._flipped = evaluation, flipped
        if colours is not None:
            self._colours = colours
        if evaluation is not None:
            self.share = evaluation.share
        if (self.evaluation, self._colours, self._flipped) != before:
            sentence = self.summary()
            self.setAccessibleDescription(sentence)
            self.setToolTip(plain_tool_tip(sentence))
            self.update()

    def summary(self) -> str:
        """Return what the position is worth."""
        return "" if self.evaluation is None else self.evaluation.sentence

    def as_table(self) -> "FigureTable":
        """Return how much of the bar is filled for each side."""
        if self.evaluation is None:
            return figure_data.FigureTable()
        shares = (self.evaluation.share, 1 - self.evaluation.share)
        return figure_data.FigureTable.of(
            (self.tr("side"), self.tr("share of the bar")),
            tuple(
                (side, f"{share:.0%}")
                for side, share in zip(self.evaluation.sides, shares, strict=True)
            ),
        )

    def set_theme(self, theme: Theme) -> None:
        """Draw in *theme*."""
        self.theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both shares, the middle, and the text at the end of the side that stands better."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(self.rect()).adjusted(_INSET, 6, -_INSET, -6)
        outline = QPainterPath()
        outline.addRoundedRect(bar, _CORNER, _CORNER)
        painter.setClipPath(outline)
        below, above = (1, 0) if self._flipped else (0, 1)
        share = 1.0 - self.share if self._flipped else self.share
        painter.fillRect(bar, self._colours[above])
        filled = QRectF(bar)
        filled.setTop(bar.bottom() - share * bar.height())
        painter.fillRect(filled, self._colours[below])
        if self.evaluation is not None:
            self._draw_text(painter, bar, self.evaluation, below)
        painter.setClipping(False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.theme.outline, 1.2))
        painter.drawPath(outline)
        painter.setPen(QPen(self.theme.text, 1.4, Qt.PenStyle.DotLine))
        middle = bar.center().y()
        painter.drawLine(QPointF(bar.left() - _PAST, middle), QPointF(bar.right() + _PAST, middle))

    def _draw_text(
        self, painter: QPainter, bar: QRectF, evaluation: BarEvaluation, below: int
    ) -> None:
        side = evaluation.leader if evaluation.leader is not None else below
        font = with_tabular_figures(self.font())
        font.setBold(evaluation.proven)
        for pixels in range(_TEXT_PIXELS, _MIN_PIXELS - 1, -1):
            font.setPixelSize(pixels)
            if QFontMetricsF(font).horizontalAdvance(evaluation.text) <= bar.width() - 2:
                break
        painter.setFont(font)
        ground = self._colours[side]
        inks = (QColor("white"), QColor("black"))
        painter.setPen(max(inks, key=lambda ink: contrast(ink, ground)))
        area = bar.adjusted(-2, 4, 2, -4)
        end = Qt.AlignmentFlag.AlignBottom if side == below else Qt.AlignmentFlag.AlignTop
        painter.drawText(area, end | Qt.AlignmentFlag.AlignHCenter, evaluation.text)
