"""A panel with the controllers of a game, and nothing else of the window."""

from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.models.text.errors import KalahloaError
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.panels.panel import Panel


class Stage:
    """A panel of class *kind*, which follows *app* and has done what it asks for.

    It takes a fifth of the time that a whole window takes.  `said` are the sentences that the
    window would show in its status line.
    """

    def __init__(self, kind: type[Panel], app: AppContext) -> None:
        self.app = app
        self.said: list[str] = []
        self.frame = QWidget()
        self.frame.setStyleSheet(style_sheet(LIGHT, False))
        self.panel: Any = kind(LIGHT, self.frame)
        QVBoxLayout(self.frame).addWidget(self.panel)
        for feature in app.features:
            self.panel.offer(feature)
        for controller in app.controllers:
            controller.message.connect(self.said.append)
        self.panel.remarked.connect(self.said.append)
        self.panel.asked.connect(self._ask)
        app.document.changed.connect(self.panel.show_change)
        self.panel.show_change(Change.everything(app.document.place))

    @property
    def document(self) -> Document:
        """The document that the panel is about."""
        return self.app.document

    @property
    def place(self) -> Place:
        """Where the document is."""
        return self.app.document.place

    def texts(self) -> list[str]:
        """Return the moves on the way to the current place."""
        return [node.text for node in self.document.node.path()[1:]]

    @Slot(str, object)
    def _ask(self, key: str, words: list[str]) -> None:
        try:
            answer = BY_KEY[key].perform(self.app, words)
        except KalahloaError as error:
            answer = str(error)
        if answer:
            self.said.append(answer)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier | None = None) -> None:
        """Press a key wherever the focus is."""
        target = QApplication.focusWidget() or self.panel
        QTest.keyClick(target, key, modifiers or Qt.KeyboardModifier.NoModifier)
