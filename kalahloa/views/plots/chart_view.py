"""What plots and bars share: a scene that is drawn anew for another size, font or theme."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.figure import DataFigure


class ChartView(DataFigure, QGraphicsView):
    """A view of a few dozen items, which `_draw` makes and `_show_focus` frames."""

    from_left = False
    """Whether the chart runs from left to right in every language, as for time and numbers."""

    pointed = Signal(str)
    """What is under the pointer, in words; empty if there is nothing."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        if self.from_left:  # before there is a scene, which a change of direction draws
            self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        scene = QGraphicsScene(self)
        # Few items, all of them in sight: an index would cost more than it saves.
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setBackgroundBrush(Qt.BrushStyle.NoBrush)
        self.viewport().setAutoFillBackground(False)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setMouseTracking(True)

    def _draw(self) -> None:
        """Make all items anew."""
        raise NotImplementedError

    def _show_focus(self) -> None:
        """Show whether the keyboard is here."""
        raise NotImplementedError

    def draw(self) -> None:
        """Draw anew, and tell a screen reader what there is to see."""
        self._draw()
        self.setAccessibleDescription(self.summary())

    def to_csv(self) -> str:
        """Return the numbers as a table of comma-separated values, with a line of headings."""
        return self.as_table().to_csv()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self.theme = theme
        self.draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw for the new size."""
        super().resizeEvent(event)
        self.draw()

    def changeEvent(self, event: QEvent) -> None:
        """Draw in another font, or the other way round."""
        super().changeEvent(event)
        kinds = (QEvent.Type.FontChange, QEvent.Type.LayoutDirectionChange)
        if event.type() in kinds and self.scene() is not None:
            self.draw()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the keyboard is here."""
        super().focusInEvent(event)
        self._show_focus()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take that back."""
        super().focusOutEvent(event)
        self._show_focus()
