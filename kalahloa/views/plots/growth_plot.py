"""Curves over depths with a logarithmic axis: how the nodes of each searcher grow."""

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainterPath,
    QPen,
)
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.models.search.comparison import Comparison
from kalahloa.views.accessibility import announce
from kalahloa.views.look.plain_label import plain_tool_tip
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.axes_view import STEPS, AxesView
from kalahloa.views.plots.cost_chart import (
    GrowthCurve,
    LogScale,
    apart,
    comparison_csv,
    growth_curves,
    tick_text,
)
from kalahloa.views.plots.figure_data import Cell, FigureTable

HEIGHT = 80
"""The least height, in pixels."""
DOT = 3.0
LABEL_SHARE = 0.45
"""Names have so much of the width at most."""
_REACH = 12.0
"""A click chooses a curve so near, in pixels."""


class GrowthPlot(AxesView):
    """Shows the nodes of a `Comparison` by depth; a click, or Up and Down, choose a searcher.

    Left and Right go along its curve.
    """

    font_share = 0.9

    chosen = Signal(int)
    """The number of the curve that was chosen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, HEIGHT, parent)
        self.comparison: Comparison | None = None
        self.curves: tuple[GrowthCurve, ...] = ()
        self.current = 0
        """The curve that is chosen."""
        self.at_depth = 1
        """The depth that the keys have gone to."""
        self._scale = LogScale(1, 10)
        self._pointed = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        """Return a size at which the curves can be told apart."""
        return QSize(320, 3 * HEIGHT)

    def show_comparison(self, comparison: Comparison | None) -> None:
        """Show *comparison* from now on."""
        self.comparison = comparison
        curves = () if comparison is None else growth_curves(comparison)
        if curves != self.curves:
            self.curves = curves
            self.current = min(self.current, max(0, len(curves) - 1))
            self.at_depth = min(self.at_depth, max(1, self._last_depth))
            self.draw()

    def set_current(self, number: int) -> None:
        """Mark the curve with this number."""
        if number != self.current and 0 <= number < len(self.curves):
            self.current = number
            self.draw()

    def as_table(self) -> FigureTable:
        """Return the nodes of each searcher by depth, and their growth."""
        depth = translate("Comparison", "depth {depth}")
        depths = range(1, self._last_depth + 1)
        titles = (
            translate("Comparison", "searcher"),
            *(fill(depth, depth=one) for one in depths),
            translate("Comparison", "growth per ply"),
        )
        rows: list[tuple[Cell, ...]] = [
            (one.title, *one.nodes, *[""] * (len(depths) - len(one.nodes)), one.factor)
            for one in self.curves
        ]
        return FigureTable.of(titles, tuple(rows))

    def summary(self) -> str:
        """Return with which searcher the nodes grow least and most."""
        if not self.curves:
            return ""
        least, most = (pick(self.curves, key=_growth) for pick in (min, max))
        sentence = translate(
            "Comparison",
            "Each extra ply multiplies the nodes of {least} by {small}, and those of {most} by "
            "{large}.",
        )
        return fill(
            sentence, least=least.title, small=least.factor, most=most.title, large=most.factor
        )

    def choose_row(self, row: int) -> None:
        """Choose the curve of *row*."""
        self._go_to(row, self.at_depth)

    def to_csv(self) -> str:
        """Return all numbers of the comparison as comma-separated values, with headings."""
        return "" if self.comparison is None else comparison_csv(self.comparison)

    @property
    def _last_depth(self) -> int:
        return max((len(curve.nodes) for curve in self.curves), default=1)

    # -- drawing -------------------------------------------------------------------------------

    def _draw(self) -> None:
        size = self._clear()
        font = self._label_font()
        metrics = QFontMetricsF(font)
        self._scale = LogScale.of(n for curve in self.curves for n in curve.nodes)
        ticks = [(tick, tick_text(tick)) for tick in self._scale.ticks()]
        left = max((metrics.horizontalAdvance(text) for _, text in ticks), default=0.0) + 8
        names = [f"×{curve.factor} {curve.title}" for curve in self.curves]
        right = max((metrics.horizontalAdvance(name) for name in names), default=0.0) + 14
        right = min(right, LABEL_SHARE * size.width())
        self._set_area(left, right + 4, metrics)
        if self.curves:
            self._draw_axes(ticks, font, metrics)
            for number in sorted(range(len(self.curves)), key=lambda n: n == self.current):
                self._draw_curve(number)
            self._draw_names(names, font, metrics, right)
        self._add_frame()

    def _place(self, depth: int, nodes: float) -> QPointF:
        steps = max(1, self._last_depth - 1)
        x = self._area.left() + self._area.width() * (depth - 1) / steps
        return QPointF(x, self._area.bottom() - self._area.height() * self._scale.share(nodes))

    def _draw_axes(
        self, ticks: list[tuple[float, str]], font: QFont, metrics: QFontMetricsF
    ) -> None:
        area, grid = self._area, QPen(self.theme.border, 1)
        for tick, text in ticks:
            y = self._place(1, tick).y()
            self.scene().addLine(area.left(), y, area.right(), y, grid)
            self._tick(text, y, font)
        for depth in range(1, self._last_depth + 1):
            text = str(depth)
            x = self._place(depth, 1).x() - metrics.horizontalAdvance(text) / 2
            self._text(text, font, self.theme.muted, QPointF(x, area.bottom() + 3))

    def _draw_curve(self, number: int) -> None:
        curve, is_current = self.curves[number], number == self.current
        colour = self.theme.accent if is_current else self.theme.outline
        pen = QPen(colour, 2.4 if is_current else 1.3)
        path = QPainterPath(self._place(1, curve.nodes[0]))
        for depth, nodes in enumerate(curve.nodes[1:], 2):
            path.lineTo(self._place(depth, nodes))
        self.scene().addPath(path, pen)
        for depth, nodes in enumerate(curve.nodes, 1):
            at = self._place(depth, nodes)
            radius = DOT + 2 if is_current and depth == self.at_depth else DOT
            self._dot(at, radius, colour, rim=1)

    def _draw_names(
        self, names: list[str], font: QFont, metrics: QFontMetricsF, room: float
    ) -> None:
        """Write the names beside the ends of the curves, none of them on another."""
        ends = [self._place(len(curve.nodes), curve.nodes[-1]) for curve in self.curves]
        height = metrics.height()
        heights = apart(
            [end.y() for end in ends], height * 0.95, height / 2, self._area.bottom() + height / 2
        )
        left = self._area.right() + 12
        for number, (name, end, y) in enumerate(zip(names, ends, heights, strict=True)):
            is_current = number == self.current
            colour = self.theme.accent if is_current else self.theme.outline
            self.scene().addLine(end.x() + DOT, end.y(), left - 3, y, QPen(colour, 0.7))
            text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room - 12)
            ink = self.theme.text if is_current else self.theme.muted
            self._text(text, font, ink, QPointF(left, y - height / 2))

    def said(self) -> str:
        """Return what the point says that the keys have gone to; empty without curves."""
        if not self.curves:
            return ""
        said = self.curves[self.current].said
        return said[min(self.at_depth, len(said)) - 1]

    # -- keys and mouse ------------------------------------------------------------------------

    def place_of(self, number: int, depth: int) -> QPointF:
        """Return where the curve with this number is at *depth*, in pixels of the viewport."""
        return self._place(depth, self.curves[number].nodes[depth - 1])

    def _near(self, at: QPointF) -> tuple[int, int] | None:
        """Return the curve and the depth of the point near *at*; None if there is none."""
        found = [
            ((self._place(depth, nodes) - at).manhattanLength(), number, depth)
            for number, curve in enumerate(self.curves)
            for depth, nodes in enumerate(curve.nodes, 1)
        ]
        distance, number, depth = min(found, default=(_REACH + 1, 0, 0))
        return (number, depth) if distance <= _REACH else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what is under the pointer."""
        near = self._near(event.position())
        self._point_at("" if near is None else self.curves[near[0]].said[near[1] - 1])

    def leaveEvent(self, event: QEvent) -> None:
        """Take back what was said."""
        self._point_at("")
        super().leaveEvent(event)

    def _point_at(self, said: str) -> None:
        if said != self._pointed:
            self._pointed = said
            self.pointed.emit(said)
            self.setToolTip(plain_tool_tip(said))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the point under the pointer."""
        near = self._near(event.position())
        if event.button() != Qt.MouseButton.LeftButton or near is None:
            event.ignore()
            return
        self._go_to(*near)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do nothing more: the press has chosen."""
        event.accept()

    def _go_to(self, number: int, depth: int) -> None:
        self.current = number
        self.at_depth = min(max(1, depth), len(self.curves[number].nodes))
        self.draw()
        self.chosen.emit(number)

    def _step_to(self, number: int, depth: int) -> None:
        self._go_to(number, depth)
        announce(self, self.said())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from curve to curve, or along one."""
        key = Qt.Key(event.key())
        across = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        modified = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modified or not self.curves:
            event.ignore()
        elif key in across:
            number = min(max(self.current + across[key], 0), len(self.curves) - 1)
            self._step_to(number, self.at_depth)
        elif key in STEPS:
            self._step_to(self.current, self.at_depth + STEPS[key])
        else:
            event.ignore()


def _growth(curve: GrowthCurve) -> float:
    return curve.nodes[-1] / max(1, curve.nodes[0])
