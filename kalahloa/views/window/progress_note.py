"""A note in the status line: the progress of something long, with a button that ends it."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.views.look.plain_label import PlainLabel


class ProgressNote(QWidget):
    """Visible only while something goes on."""

    stopped = Signal()
    """The button was pressed."""

    def __init__(self, progress: str, button: str, tip: str, name: str, parent: QWidget) -> None:
        """*progress* has a ``{share}``; the *button* has a *tip* and an accessible *name*."""
        super().__init__(parent)
        self._progress = progress
        self._label = PlainLabel(self)
        self.button = QToolButton(self)
        self.button.setText(button)
        self.button.setToolTip(tip)
        self.button.setAccessibleName(name)
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

    @Slot(object)
    def show_share(self, share: float | None) -> None:
        """Say that *share*, from 0 to 1, is done; None hides the note."""
        if share is not None:
            text = fill(self._progress, share=int(100 * share))
            if text != self._label.text():
                self._label.setText(text)
        self.setVisible(share is not None)
