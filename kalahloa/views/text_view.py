"""The text view: the board in characters, messages, and a line to type moves and commands."""

from PySide6.QtCore import QEvent, QStringListModel, Qt, Slot
from PySide6.QtGui import QFont, QFontDatabase, QKeyEvent
from PySide6.QtWidgets import (
    QCompleter,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.commands import Commands
from kalahloa.controllers.turn_controller import Cause, Hint, TurnController
from kalahloa.models.errors import KalahloaError
from kalahloa.views.captions import result_sentence
from kalahloa.views.look.plain_label import PlainLabel

MAX_MESSAGES = 2000
MAX_ANSWER = 50_000
"""Maximum length of a message, in characters."""


class CommandLine(QLineEdit):
    """A line with a history: the up and down arrows walk through what was typed before."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._history: list[str] = []
        self._place = 0
        self._draft = ""

    def remember(self, line: str) -> None:
        """Add *line* to the history and go to its end."""
        if line and (not self._history or self._history[-1] != line):
            self._history.append(line)
        self._place = len(self._history)
        self._draft = ""

    def event(self, event: QEvent) -> bool:
        """Leave undo, redo and, on an empty line, Space to the window: they apply to the game."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            goes_on = event.key() == Qt.Key.Key_Space and not self.text()
            if goes_on or (control and event.key() in (Qt.Key.Key_Z, Qt.Key.Key_Y)):
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        if self._place == len(self._history):
            self._draft = self.text()
        self._place = max(0, min(len(self._history), self._place + step))
        at_end = self._place == len(self._history)
        self.setText(self._draft if at_end else self._history[self._place])


class TextView(QFrame):
    """Shows the record as text and plays from typed lines."""

    def __init__(
        self, controller: TurnController, commands: Commands, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._controller = controller
        self._commands = commands
        self.flipped = False
        self._caption = PlainLabel(self)
        self._caption.setObjectName("cardTitle")
        self._caption.setWordWrap(True)
        self.diagram = QPlainTextEdit(self)
        self.diagram.setObjectName("diagram")
        self.diagram.setAccessibleName("Board")
        self.messages = QPlainTextEdit(self)
        self.messages.setObjectName("messages")
        self.messages.setAccessibleName("Messages")
        self.messages.setMaximumBlockCount(MAX_MESSAGES)
        for text in (self.diagram, self.messages):
            text.setReadOnly(True)
            text.setUndoRedoEnabled(False)
            text.setTabChangesFocus(True)
        self.messages.setMinimumHeight(60)
        self.diagram.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.diagram.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.line = CommandLine(self)
        self.line.setObjectName("commandLine")
        self.line.setAccessibleName("Move or command")
        self.line.setPlaceholderText("A move or a command; help lists them all")
        self.line.returnPressed.connect(self._entered)
        self._words = QStringListModel(self)
        completer = QCompleter(self._words, self)
        completer.setCompletionMode(QCompleter.CompletionMode.InlineCompletion)
        self.line.setCompleter(completer)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 16)
        layout.addWidget(self._caption)
        layout.addWidget(self.diagram, 0)
        layout.addWidget(self.messages, 1)
        layout.addWidget(self.line)
        self.setFocusProxy(self.line)
        self.set_font_size(13)
        controller.changed.connect(self._on_changed)
        controller.state_changed.connect(self._show_captions)
        controller.message.connect(self.say)
        controller.hinted.connect(self._on_hint)
        self._on_changed(Cause.NEW)

    def set_font_size(self, points: int) -> None:
        """Set the size of the characters, in points."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSize(points)
        for widget in (self.messages, self.line):
            widget.setFont(font)
        large = QFont(font)
        large.setPointSize(points + 3)
        self.diagram.setFont(large)
        self._show_diagram()

    def set_flipped(self, flipped: bool) -> None:
        """Show the board from the other side."""
        self.flipped = self._commands.flipped = flipped
        self._show_diagram()

    @Slot(str)
    def say(self, sentence: str) -> None:
        """Add *sentence* to the messages."""
        if sentence:
            rest = "…" if len(sentence) > MAX_ANSWER else ""
            self.messages.appendPlainText(sentence[:MAX_ANSWER] + rest)

    @Slot()
    def _entered(self) -> None:
        line = self.line.text().strip()
        self.line.clear()
        if not line:
            return
        self.line.remember(line)
        self.say(f"> {line}")
        try:
            self.say(self._commands.execute(line))
        except KalahloaError as error:
            self.say(str(error))

    @Slot(object)
    def _on_changed(self, cause: Cause) -> None:
        record = self._controller.record
        node = record.current
        if cause is Cause.NEW:
            rules = self._controller.game.rulebook.name_of(record.rules)
            self.say(f"{self._controller.game.title}, {rules} rules.")
        elif cause is Cause.MOVE:
            self.say(f"{node.ply}. {record.game.sides[node.side]}: {node.text}")
        elif node.parent is None:
            self.say("At the start.")
        else:
            self.say(f"After {node.ply}. {record.game.sides[node.side]}: {node.text}")
        if node.outcome is not None:
            self.say(node.outcome.reason)
        self._show_diagram()
        self._show_captions()
        self._words.setStringList(self._commands.completions(""))

    @Slot(object)
    def _on_hint(self, hint: Hint | None) -> None:
        if hint is not None:
            self.say(f"Hint: {hint.label}")

    def _show_diagram(self) -> None:
        diagram = self._controller.position.diagram(self.flipped)
        self.diagram.setPlainText(diagram)
        # Just as high as the board, to leave the rest to the messages.
        lines = diagram.count("\n") + 1
        room = 2 * round(self.diagram.document().documentMargin()) + 12
        self.diagram.setFixedHeight(lines * self.diagram.fontMetrics().lineSpacing() + room)

    @Slot()
    def _show_captions(self) -> None:
        self._caption.setText(result_sentence(self._controller))
