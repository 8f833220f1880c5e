"""A bar in three parts: what was won, drawn and lost."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPen
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import translate
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.chart_view import ChartView
from kalahloa.views.plots.figure_data import FigureTable

HEIGHT = 22


class ShareBar(ChartView):
    """Shows three numbers as parts of its width; told apart by patterns as well as by colours."""

    from_left = True

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.parts = (0, 0, 0)
        self._words = ""
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedHeight(HEIGHT)

    def sizeHint(self) -> QSize:
        """Return a size that is as wide as it needs to be."""
        return QSize(200, HEIGHT)

    def show_parts(self, parts: tuple[int, int, int], words: str) -> None:
        """Show the numbers won, drawn and lost; *words* say them."""
        if (parts, words) != (self.parts, self._words):
            self.parts, self._words = parts, words
            self.draw()

    def as_table(self) -> FigureTable:
        """Return the three numbers."""
        results = (
            translate("Plots", "won"),
            translate("Plots", "drawn"),
            translate("Plots", "lost"),
        )
        if not any(self.parts):
            return FigureTable()
        return FigureTable.of(
            (translate("Plots", "result"), translate("Plots", "games")),
            tuple(zip(results, self.parts, strict=True)),
        )

    def summary(self) -> str:
        """Return the three numbers in words."""
        return self._words

    def _draw(self) -> None:
        scene, theme = self.scene(), self.theme
        scene.clear()
        width, height = float(self.viewport().width()), float(self.viewport().height())
        scene.setSceneRect(QRectF(0, 0, width, height))
        total = sum(self.parts)
        if not total:
            return
        brushes = (
            QBrush(theme.text),
            QBrush(theme.muted, Qt.BrushStyle.Dense4Pattern),
            QBrush(theme.shade),
        )
        x = 0.0
        for part, brush in zip(self.parts, brushes, strict=True):
            wide = part * width / total
            if part:
                scene.addRect(QRectF(x, 1, wide, height - 2), QPen(theme.outline, 1), brush)
            x += wide

    def _show_focus(self) -> None:
        """It never has the keyboard."""
