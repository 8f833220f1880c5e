"""A move's value on a board, as a small rounded label."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsSimpleTextItem

from kalahloa.controllers.base.translation import in_words
from kalahloa.models.search.score import Score
from kalahloa.views.boards.path_item import rescale, rounded_pen
from kalahloa.views.look.fonts import with_tabular_figures
from kalahloa.views.look.theme import Theme

_PADDING = 0.53
_HEIGHT = 1.65
_CHECK = 0.65
_AFTER_CHECK = 0.35
# All of these are multiples of the letters' size.


class ValueLabel(QGraphicsPathItem):
    """One move's value round a point of the scene, its letters *size* units high.

    The best proven value is filled with green, has a check mark and bold figures.  Other proven
    values are outlined in green, estimates have dashes, stronger ones for the best.  A bar below
    marks the move that was played.
    """

    def __init__(self, theme: Theme, font: QFont, size: int = 17) -> None:
        super().__init__()
        self._theme = theme
        self._font = with_tabular_figures(font)
        self._font.setPixelSize(size)
        self._size = size
        self._text = QGraphicsSimpleTextItem(self)
        self._check = QGraphicsPathItem(self)
        check = _CHECK * size
        mark = QPainterPath(QPointF(0, 0.55 * check))
        mark.lineTo(0.35 * check, 0.9 * check)
        mark.lineTo(check, 0.1 * check)
        self._check.setPath(mark)
        self._check.setPen(rounded_pen(theme.on_accent, 0.13 * size))
        self._played = QGraphicsPathItem(self)
        self._played.setPen(rounded_pen(theme.accent, 0.17 * size))
        self._played.hide()
        self.enlargement = 1.0
        """How much larger than *size* the label is drawn when it is said the next time."""
        self.value: Score | None = None
        self.best = False
        self.hide()

    @property
    def filled(self) -> bool:
        """Whether the label is filled and ticked: the value is proven, and the best."""
        return self.best and self.value is not None and self.value.proven

    @property
    def played(self) -> bool:
        """Whether the label is that of the move that was played."""
        return self._played.isVisible()

    def say(
        self,
        value: Score,
        centre: QPointF,
        room: float,
        *,
        best: bool,
        played: bool = False,
    ) -> None:
        """Show *value* round *centre*, no wider than *room*; *best*: no other move's is higher.

        *played*: the move was played.
        """
        if (value, best) != (self.value, self.best):
            self.value, self.best = value, best
            self._draw(value)
        width, height = self.path().boundingRect().width(), _HEIGHT * self._size
        self._played.setVisible(played)
        scale = min(self.enlargement, room / width)
        rescale(self, scale)
        self.setPos(centre - QPointF(scale * width / 2, scale * height / 2))
        self.show()

    def area(self) -> QRectF:
        """Return where the label lies in the scene."""
        return self.mapRectToScene(self.path().boundingRect())

    def _draw(self, value: Score) -> None:
        size, filled = self._size, self.filled
        if filled:
            weight = QFont.Weight.Bold
        else:
            weight = QFont.Weight.DemiBold if value.proven or self.best else QFont.Weight.Normal
        self._font.setWeight(weight)
        self._text.setFont(self._font)
        self._text.setBrush(self._theme.on_accent if filled else self._theme.text)
        self._text.setText(in_words(value.short))
        self._check.setVisible(filled)
        self.setBrush(self._theme.proven if filled else self._theme.panel)
        self.setPen(self._edge(value))
        written = self._text.boundingRect()
        left = _PADDING * size + ((_CHECK + _AFTER_CHECK) * size if filled else 0.0)
        height = _HEIGHT * size
        ground = QRectF(0, 0, max(left + written.width() + _PADDING * size, height), height)
        path = QPainterPath()
        path.addRoundedRect(ground, height / 2, height / 2)
        self.setPath(path)
        if not filled:
            left = (ground.width() - written.width()) / 2
        bar = QPainterPath(QPointF(0.3 * ground.width(), height + 0.2 * size))
        bar.lineTo(0.7 * ground.width(), height + 0.2 * size)
        self._played.setPath(bar)
        self._text.setPos(left, (height - written.height()) / 2)
        self._check.setPos(_PADDING * size, height / 2 - 0.5 * _CHECK * size)

    def _edge(self, value: Score) -> QPen:
        if self.filled:
            return QPen(Qt.PenStyle.NoPen)
        colour: QColor = self._theme.outline
        if value.proven:
            colour = self._theme.proven
        elif self.best:
            colour = self._theme.text
        pen = QPen(colour, 0.12 * self._size if value.proven or self.best else 0.07 * self._size)
        if not value.proven:
            pen.setDashPattern([3.0, 2.0])
        return pen
