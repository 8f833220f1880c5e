"""A label of one line that is cut off with an ellipsis where it has no room."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.translation import in_words
from kalahloa.models.quotation import MAX_SENTENCE
from kalahloa.views.look.plain_label import PlainLabel, plain_tool_tip


class ElidedLabel(PlainLabel):
    """Shows as much of `whole` as fits; where that is not all, the rest is in the tool tip.

    It asks for no width of its own.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        self.whole = ""
        """The text, whether it fits or not."""
        super().__init__(parent)

    def setText(self, text: str) -> None:
        """Show *text* as far as it fits."""
        self.whole = in_words(text)
        self._fit()

    def _fit(self) -> None:
        # No more than a label shows: Qt measures all of a text, and takes seconds for a file's.
        most = self.whole[: MAX_SENTENCE + 1]
        shown = self.fontMetrics().elidedText(
            most, Qt.TextElideMode.ElideRight, max(0, self.contentsRect().width())
        )
        super().setText(shown)
        self.setToolTip("" if shown == self.whole else plain_tool_tip(self.whole))

    def sizeHint(self) -> QSize:
        """Ask for the height of a line and no width."""
        return QSize(0, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Do without any width."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much as fits now."""
        super().resizeEvent(event)
        self._fit()
