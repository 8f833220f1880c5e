"""The headline above the board: what there is to say, in full, in letters one cannot miss."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from kalahloa.views.look.fonts import enlarge
from kalahloa.views.look.plain_label import PlainLabel

TITLE_SIZE, DETAIL_SIZE = 1.6, 1.12
"""The sizes of both lines, as multiples of the interface's."""

_SIDE, _BELOW, _BETWEEN = 6, 6, 1


class HeadlineView(QWidget):
    """A title, and a sentence below it; both may take two lines, and neither is ever cut off.

    What is said for the moment, a refusal or a hint, takes the place of the sentence until
    something else is to be said.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = PlainLabel(self)
        self._title.setObjectName("headline")
        self._detail = PlainLabel(self)
        self._detail.setObjectName("headlineDetail")
        self.said = ("", "")
        """What is said until something else is, with what is said for the moment left out."""
        self._moment = ""
        self._labels = (self._title, self._detail)
        self.set_centred(False)
        for label in self._labels:
            label.setWordWrap(True)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        column = QVBoxLayout(self)
        column.setContentsMargins(_SIDE, 0, _SIDE, _BELOW)
        column.setSpacing(_BETWEEN)
        column.addWidget(self._title)
        column.addWidget(self._detail)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        enlarge(self._title, TITLE_SIZE, QFont.Weight.DemiBold)
        enlarge(self._detail, DETAIL_SIZE)
        self._fit()

    def _fit(self) -> None:
        """Keep a line for each text, also while there is none."""
        for label in self._labels:
            label.setMinimumHeight(label.fontMetrics().height())

    def changeEvent(self, event: QEvent) -> None:
        """Keep lines of another height in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def say(self, title: str, detail: str) -> None:
        """Show *title* and *detail*, which stay until other ones are said."""
        if (title, detail) != self.said:
            self.said = (title, detail)
            self._moment = ""
            self._show()

    def say_for_the_moment(self, sentence: str) -> None:
        """Show *sentence* in place of the detail; an empty one takes it back."""
        self._moment = sentence
        self._show()

    def _show(self) -> None:
        title, detail = self.said
        self._title.setText(title)
        self._detail.setText(self._moment or detail)

    def texts(self) -> tuple[str, str]:
        """Return what both lines say."""
        return self._title.text(), self._detail.text()

    @property
    def usual_height(self) -> int:
        """The height of the headline where each of its texts has one line."""
        return self._height([label.fontMetrics().height() for label in self._labels])

    def height_at(self, width: int) -> int:
        """Return the height at which nothing is cut off in *width*."""
        inner = max(1, width - 2 * _SIDE)
        return self._height(
            [
                max(label.fontMetrics().height(), label.heightForWidth(inner))
                for label in self._labels
            ]
        )

    def _height(self, lines: list[int]) -> int:
        return sum(lines) + _BETWEEN + _BELOW

    def set_centred(self, centred: bool) -> None:
        """Write in the middle, above a board that is wide and low, or from the board's edge."""
        across = Qt.AlignmentFlag.AlignHCenter if centred else Qt.AlignmentFlag.AlignLeading
        for label in self._labels:
            label.setAlignment(across | Qt.AlignmentFlag.AlignVCenter)
