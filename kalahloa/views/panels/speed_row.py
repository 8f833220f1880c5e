"""A row that tells how fast the engine is with a heuristic, and what is done to find out."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from kalahloa.controllers.features.lab.speed_words import speed_sentences
from kalahloa.controllers.features.lab.state import LabSpeed
from kalahloa.views.accessibility import announce
from kalahloa.views.look.plain_label import PlainLabel


class SpeedRow(QFrame):
    """Visible while there is something to tell; a screen reader is told each sentence."""

    asked = Signal(str, object)
    """The key of a command that is to be done, and the list of its words."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("question")
        self.label = PlainLabel(self)
        self.label.setWordWrap(True)
        self.stop = QPushButton(self.tr("Stop"), self)
        self.stop.setObjectName("offer")
        self.stop.setAccessibleName(self.tr("Stop measuring the speed"))
        self.stop.clicked.connect(lambda: self.asked.emit("stop-measuring", []))
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 6, 8, 6)
        row.addWidget(self.label, 1)
        row.addWidget(self.stop)
        self.hide()

    def show_speed(self, known: LabSpeed) -> None:
        """Show the speed that is *known*, or nothing."""
        text = speed_sentences(known)
        if text != self.label.text():
            self.label.setText(text)
            if text:
                announce(self, text)
        self.stop.setVisible(known.running)
        self.setVisible(known.is_known)
