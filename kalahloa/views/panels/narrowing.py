"""The line over a list of games that says that only some of them are listed."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.models.library.selection import Selection
from kalahloa.views.look.elided_label import ElidedLabel


class Narrowing(QWidget):
    """Says which games are listed, and has a button for all; hidden while all are."""

    changed = Signal()
    """`selection` is another one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self.selection: Selection | None = None
        """The games among which the others are looked for; None for all."""
        self.label = ElidedLabel(self)
        self.all_button = QPushButton(self.tr("Show all games"), self)
        self.all_button.setObjectName("link")
        self.all_button.clicked.connect(self.show_all)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.label, 1)
        row.addWidget(self.all_button)
        self.hide()

    @Slot(object, str)
    def show_only(self, selection: Selection, name: str) -> None:
        """List only the games of *selection*, which are called *name*."""
        self.selection = selection
        self.label.setText(fill(self.tr("Only: {games}"), games=name))
        self.show()
        self.changed.emit()

    @Slot()
    def show_all(self) -> None:
        """List all games again."""
        self.selection = None
        self.hide()
        self.changed.emit()
