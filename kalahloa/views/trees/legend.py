"""What the marks in a search tree mean, in one line of its panel's header."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from kalahloa.views.look.icons import themed_icon
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme

_MARK = QSize(16, 14)
_APART = 12
"""The room between two entries, in pixels."""


class Legend(QWidget):
    """Shows as many entries as there is room for, the most important first."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.entries: list[QWidget] = []
        """The entries, each a mark and what it means."""
        self._marks: list[tuple[QLabel, Callable[[QPainter, Theme], None]]] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(_APART, 0, _APART, 0)
        row.setSpacing(_APART)
        row.addStretch(1)
        for words, draw in (
            (self.tr("cut"), _draw_cut),
            (self.tr("proven value"), _draw_proven),
            (self.tr("the path to the node"), _draw_way),
            (self.tr("not shown yet"), _draw_unseen),
            (self.tr("from the table"), _draw_table),
        ):
            row.addWidget(self._made(words, draw))
        self.set_theme(theme)

    def _made(self, words: str, draw: Callable[[QPainter, Theme], None]) -> QWidget:
        entry = QWidget(self)
        mark = QLabel(entry)
        text = PlainLabel(entry, words)
        text.setObjectName("muted")
        row = QHBoxLayout(entry)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(5)
        row.addWidget(mark)
        row.addWidget(text)
        self.entries.append(entry)
        self._marks.append((mark, draw))
        return entry

    def set_theme(self, theme: Theme) -> None:
        """Draw the marks in the colours of *theme*."""
        ratio = self.devicePixelRatioF()
        for mark, draw in self._marks:
            picture = QPixmap(_MARK * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw(painter, theme)
            painter.end()
            mark.setPixmap(picture)

    def minimumSizeHint(self) -> QSize:
        """Return no width: without room nothing is shown."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what there is no room for."""
        super().resizeEvent(event)
        left = event.size().width() - _APART
        widths = [entry.sizeHint().width() for entry in self.entries]
        for entry, wide in zip(self.entries, widths, strict=True):
            left -= wide + _APART
            entry.setVisible(left >= 0)


def _box() -> QRectF:
    return QRectF(1.5, 1.5, _MARK.width() - 3, _MARK.height() - 3)


def _draw_cut(painter: QPainter, theme: Theme) -> None:
    themed_icon("scissors", theme.muted, theme.disabled).paint(painter, 0, 0, 14, 14)


def _draw_proven(painter: QPainter, theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.proven)
    painter.drawRoundedRect(_box(), 5, 5)


def _draw_way(painter: QPainter, theme: Theme) -> None:
    painter.setPen(QPen(theme.accent, 2))
    middle = _MARK.height() / 2
    painter.drawLine(QPointF(0, middle), QPointF(_MARK.width(), middle))


def _draw_unseen(painter: QPainter, theme: Theme) -> None:
    painter.setPen(QPen(theme.outline, 1, Qt.PenStyle.DashLine))
    painter.drawRoundedRect(_box(), 3, 3)


def _draw_table(painter: QPainter, theme: Theme) -> None:
    painter.setPen(QPen(theme.text, 1, Qt.PenStyle.DotLine))
    painter.drawRoundedRect(_box(), 3, 3)
