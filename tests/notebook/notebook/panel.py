"""The panel of the notebook."""

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from kalahloa.controllers.core.place import Change
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel
from notebook.state import NotebookState


class NotebookPanel(Panel):
    """Shows the notes on the position, and how many there are of others."""

    key = "notebook"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.words = PlainLabel(self)
        self.button = QPushButton("Note position", self)
        self.button.clicked.connect(lambda: self.asked.emit("note-position", []))
        layout = QVBoxLayout(self)
        layout.addWidget(self.words)
        layout.addWidget(self.button)

    def heading(self) -> str:
        """Return the panel's title."""
        return "Notebook"

    def refresh(self, change: Change) -> None:
        """Show the notes on the place."""
        state = change.place[NotebookState]
        words = [note.words or "Noted" for note in state.here]
        self.words.setText(" · ".join([*words, f"{len(state.notes)} in all"]))
