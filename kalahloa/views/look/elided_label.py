"""A label of one line that is cut off with an ellipsis where it has no room."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import in_words
from kalahloa.models.text.quotation import MAX_SENTENCE
from kalahloa.views.look.plain_label import PlainLabel, plain_tool_tip


class ElidedLabel(QWidget):
    """Shows as much of `whole` as fits; where that is not all, the rest is in the tool tip.

    It asks for no width of its own, so that another text moves nothing else: the label that it
    contains is in no layout, and no layout up to the window's is done again because of it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.whole = ""
        """The text, whether it fits or not."""
        self.shows_parts = True
        """Whether a part of the text is shown where not all of it fits, rather than nothing."""
        self._label = PlainLabel(self)
        self._label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def setObjectName(self, name: str) -> None:
        """Set the object name, by which the style sheet styles the label."""
        self._label.setObjectName(name)
        self.updateGeometry()

    def setAlignment(self, alignment: Qt.AlignmentFlag) -> None:
        """Write the text at these edges."""
        self._label.setAlignment(alignment)

    def font(self) -> QFont:
        """Return the font that the text is written in."""
        return self._label.font()

    def text(self) -> str:
        """Return what is seen of `whole`."""
        return self._label.text()

    def setText(self, text: str) -> None:
        """Show *text* as far as it fits."""
        whole = in_words(text)
        if whole != self.whole:  # to measure it takes its time
            self.whole = whole
            # Which Qt tells screen readers, and then no longer what fits.
            self._label.setAccessibleName(whole)
            self._fit()

    def _fit(self) -> None:
        # No more than a label shows: Qt measures all of a text, and takes seconds for a file's.
        most = self.whole[: MAX_SENTENCE + 1]
        shown = self._label.fontMetrics().elidedText(
            most, Qt.TextElideMode.ElideRight, max(0, self._label.contentsRect().width())
        )
        self._label.setText(shown if self.shows_parts or shown == self.whole else "")
        self.setToolTip("" if shown == self.whole else plain_tool_tip(self.whole))

    def sizeHint(self) -> QSize:
        """Return the height of one line, and no width."""
        return QSize(0, self._label.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Do without any width."""
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        """Show as much as fits in another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much as fits now."""
        super().resizeEvent(event)
        self._label.setGeometry(self.rect())
        self._fit()
