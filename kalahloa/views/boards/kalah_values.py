"""The values of the moves, as labels at the pits of a Kalah board."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsScene, QGraphicsSimpleTextItem

from kalahloa.models.search.move_values import MoveValue
from kalahloa.views.boards.kalah_layout import KalahLayout
from kalahloa.views.boards.kalah_marks import LABEL_Z, sized
from kalahloa.views.look.theme import Theme

_SIZE = 17
_HEIGHT = 28.0
_PADDING = 9.0
_GAP = 5.0
"""Between two labels."""
_CHECK = 11.0
_AFTER_CHECK = 6.0


class ValueLabel(QGraphicsPathItem):
    """One move's value round *centre*, no wider than *room*.

    A proven value is a filled green label with a check mark and bold figures, an estimate an
    outlined label with plain figures, so that they can be told apart without colours.
    """

    def __init__(self, theme: Theme, font: QFont, centre: QPointF, room: float) -> None:
        super().__init__()
        self._theme = theme
        self._font = font
        self._centre = centre
        self._room = room
        self._text = QGraphicsSimpleTextItem(self)
        self._check = QGraphicsPathItem(self)
        mark = QPainterPath(QPointF(0, 0.55 * _CHECK))
        mark.lineTo(0.35 * _CHECK, 0.9 * _CHECK)
        mark.lineTo(_CHECK, 0.1 * _CHECK)
        self._check.setPath(mark)
        cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        self._check.setPen(QPen(self._ink(True), 2.2, Qt.PenStyle.SolidLine, cap, join))
        self.value: MoveValue | None = None
        self.hide()

    def _ink(self, proven: bool) -> QColor:
        return self._theme.on_accent if proven else self._theme.text

    def say(self, value: MoveValue) -> None:
        """Show *value*."""
        if value != self.value:
            self.value = value
            self._draw(value)
        self.show()

    def _draw(self, value: MoveValue) -> None:
        proven = value.proven
        weight = QFont.Weight.Bold if proven else QFont.Weight.Normal
        self._text.setFont(sized(self._font, _SIZE, weight))
        self._text.setBrush(self._ink(proven))
        self._text.setText(value.text.replace("-", "−"))
        self._check.setVisible(proven)
        self.setBrush(self._theme.proven if proven else self._theme.panel)
        edge = QPen(self._theme.border, 1.2)
        self.setPen(QPen(Qt.PenStyle.NoPen) if proven else edge)
        written = self._text.boundingRect()
        left = _PADDING + (_CHECK + _AFTER_CHECK if proven else 0.0)
        width = left + written.width() + _PADDING
        ground = QPainterPath()
        ground.addRoundedRect(QRectF(0, 0, width, _HEIGHT), _HEIGHT / 2, _HEIGHT / 2)
        self.setPath(ground)
        self._text.setPos(left, (_HEIGHT - written.height()) / 2)
        self._check.setPos(_PADDING, (_HEIGHT - _CHECK) / 2)
        scale = min(1.0, self._room / width)
        self.setScale(scale)
        self.setPos(self._centre - QPointF(scale * width / 2, scale * _HEIGHT / 2))


class KalahValues:
    """The labels of all cells of one board; that of a kalah is the value of swapping sides."""

    def __init__(
        self, scene: QGraphicsScene, layout: KalahLayout, theme: Theme, font: QFont
    ) -> None:
        self._labels: dict[int, ValueLabel] = {}
        for cell in layout.order:
            if layout.is_kalah(cell):
                # Under the label that says that a press on it swaps sides.
                centre = layout.cells[cell].center() + QPointF(0, 34)
            else:
                centre = layout.hint_centre(cell)
            label = ValueLabel(theme, font, centre, layout.pitch - _GAP)
            label.setZValue(LABEL_Z - 1)
            scene.addItem(label)
            self._labels[cell] = label

    def clear(self) -> None:
        """Hide all values."""
        for label in self._labels.values():
            label.hide()

    def say(self, cell: int, value: MoveValue) -> None:
        """Write *value* at the pit *cell*."""
        self._labels[cell].say(value)

    def shown(self) -> dict[int, tuple[str, bool]]:
        """Return the values that are seen, by cell: the text, and whether it is marked proven."""
        return {
            cell: (label.value.text, label.value.proven)
            for cell, label in self._labels.items()
            if label.isVisible() and label.value is not None
        }
