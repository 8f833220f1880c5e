"""A note in the status line: the progress of building a tablebase, with a Cancel button."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from kalahloa.controllers.translation import fill
from kalahloa.views.look.plain_label import PlainLabel


class BuildingNote(QWidget):
    """Visible only while a tablebase is being built."""

    cancelled = Signal()
    """Cancel was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = PlainLabel(self)
        self.button = QToolButton(self)
        self.button.setText(self.tr("Cancel"))
        self.button.setToolTip(self.tr("Play and show values without a tablebase"))
        self.button.setAccessibleName(self.tr("Cancel building the tablebase"))
        self.button.clicked.connect(self.cancelled)
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
        """Say that *share*, from 0 to 1, is built; None hides the note."""
        if share is not None:
            self._label.setText(
                fill(self.tr("Building the tablebase… {share} %"), share=int(100 * share))
            )
        self.setVisible(share is not None)
