"""The text view: the board in characters, messages, and a line to type moves and commands."""

from collections import deque

from PySide6.QtCore import QEvent, QStringListModel, Qt, Slot
from PySide6.QtGui import QFont, QFontDatabase, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QCompleter,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.place import Cause, Change, Place
from kalahloa.controllers.typed import Interpreter
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
    """Shows the document as text and plays from typed lines.

    While it is hidden, it draws nothing: it keeps the newest place and what is said.
    """

    def __init__(self, interpreter: Interpreter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._interpreter = interpreter
        self._place: Place | None = None
        self._unsaid: deque[str] = deque(maxlen=MAX_MESSAGES)
        self._caption = PlainLabel(self)
        self._caption.setObjectName("cardTitle")
        self._caption.setWordWrap(True)
        self.diagram = QPlainTextEdit(self)
        self.diagram.setObjectName("diagram")
        self.diagram.setAccessibleName(self.tr("Board"))
        self.messages = QPlainTextEdit(self)
        self.messages.setObjectName("messages")
        self.messages.setAccessibleName(self.tr("Messages"))
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
        self.line.setAccessibleName(self.tr("Move or command"))
        self.line.setPlaceholderText(self.tr("A move or a command; help lists them all"))
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

    def set_font_size(self, points: int) -> None:
        """Set the size of the characters, in points."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSize(points)
        for widget in (self.messages, self.line):
            widget.setFont(font)
        large = QFont(font)
        large.setPointSize(points + 3)
        self.diagram.setFont(large)
        self._show_place()

    @Slot(str)
    def say(self, sentence: str) -> None:
        """Add *sentence* to the messages."""
        if sentence:
            rest = "…" if len(sentence) > MAX_ANSWER else ""
            self._unsaid.append(sentence[:MAX_ANSWER] + rest)
            self._write_unsaid()

    def _write_unsaid(self) -> None:
        while self._unsaid and self.isVisible():
            self.messages.appendPlainText(self._unsaid.popleft())

    @Slot()
    def _entered(self) -> None:
        line = self.line.text().strip()
        self.line.clear()
        if not line:
            return
        self.line.remember(line)
        self.say(f"> {line}")
        try:
            self.say(self._interpreter.execute(line))
        except KalahloaError as error:
            self.say(str(error))
        # What was typed is answered in sight, also after scrolling up.
        bar = self.messages.verticalScrollBar()
        bar.setValue(bar.maximum())

    @Slot(object)
    def show_change(self, change: Change) -> None:
        """Show the place, and say what has happened."""
        before, self._place = self._place, change.place
        for sentence in self._sentences(change, before):
            self.say(sentence)
        self._show_place()

    def _sentences(self, change: Change, before: Place | None) -> list[str]:
        place, node = change.place, change.place.node
        said = []
        if change.is_new:
            said.append(
                self.tr("{game}, {rules} rules.").format(
                    game=place.game.title, rules=place.game.rulebook.name_of(place.rules)
                )
            )
        elif Cause.WALK in change.causes and node.parent is None:
            said.append(self.tr("At the start."))
        elif Cause.WALK in change.causes:
            after = self.tr("After {side}: {move}")
            said.append(after.format(side=place.game.sides[node.side], move=node.text))
        else:
            moves = [came for came in change.came if came is not node]
            for ply in [*moves, node] if Cause.MOVE in change.causes else []:
                said.append(f"{place.game.sides[ply.side]}: {ply.text}")
        if change.moved and node.outcome is not None:
            said.append(node.outcome.reason)
        if place.hint is not None and (before is None or before.hint != place.hint):
            said.append(self.tr("Hint: {label}").format(label=place.hint.label))
        return said

    def _show_place(self) -> None:
        place = self._place
        if place is None or not self.isVisible():
            return
        diagram = place.position.diagram(place.flipped)
        if diagram != self.diagram.toPlainText():
            self.diagram.setPlainText(diagram)
        # Just as high as the board, to leave the rest to the messages.
        lines = diagram.count("\n") + 1
        room = 2 * round(self.diagram.document().documentMargin()) + 12
        self.diagram.setFixedHeight(lines * self.diagram.fontMetrics().lineSpacing() + room)
        self._caption.setText(result_sentence(place))
        self._words.setStringList(self._interpreter.completions(""))

    def showEvent(self, event: QShowEvent) -> None:
        """Show what has happened while the view was hidden."""
        super().showEvent(event)
        self._write_unsaid()
        self._show_place()
