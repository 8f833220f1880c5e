"""A note in the status line: the progress of an export, with a Stop button."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from kalahloa.controllers.translation import fill
from kalahloa.views.look.plain_label import PlainLabel


class ExportNote(QWidget):
    """Visible only while something is being exported."""

    stopped = Signal()
    """Stop was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = PlainLabel(self)
        self.button = QToolButton(self)
        self.button.setText(self.tr("Stop"))
        self.button.setToolTip(self.tr("Write no file"))
        self.button.setAccessibleName(self.tr("Stop the export"))
        self.button.clicked.connect(self.stopped)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 12, 0)
        row.setSpacing(8)
        row.addWidget(self._label)
        row.addWidget(self.button)
        self.hide()

    def text(self) -> str:
        """Return what the note says."""
        return self._label.text()

    @Slot(float)
    def show_share(self, share: float) -> None:
        """Say that *share*, from 0 to 1, is done."""
        text = fill(self.tr("Exporting… {share} %"), share=int(100 * share))
        if text != self._label.text():
            self._label.setText(text)
        self.show()
