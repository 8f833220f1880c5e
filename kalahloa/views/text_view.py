"""The text view: the board in characters, messages, and a line to type moves and commands."""

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QFontMetrics,
    QFontMetricsF,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.commands.reports import standing_report
from kalahloa.controllers.core.overlays import overlay_sentences
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.controllers.features.analysis.hint_words import hint_sentence
from kalahloa.controllers.features.first_steps.state import FirstStepsState
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.text.errors import KalahloaError
from kalahloa.views.accessibility import announce
from kalahloa.views.captions import premove_sentence, result_sentence
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.rule_words import game_in_words

MAX_MESSAGES = 2000
MAX_ANSWER = 50_000
"""Maximum length of a message, in characters."""
MAX_SPOKEN_LINES = 6
"""How many lines of a longer answer are spoken."""
LARGER = 3
"""How much larger the board's characters are than those of the messages, in points."""
MUCH_LARGER = 12
"""How much larger they are where there is a lot of room."""
BOARD_WIDTH, BOARD_HEIGHT = 0.6, 0.45
"""The parts of the view that a board of larger characters takes up at most."""
BESIDE_WIDTH = 0.72
"""A board that takes up at most this part of the width has the words on how it stands beside it."""
GAP = 18
"""Pixels between the board and the words beside it."""
QWIDGETSIZE_MAX = 16_777_215
"""Qt's name for no limit of a width."""
MIN_POINTS = 6
"""The smallest size of the board's characters, in points; a board that is wider still scrolls."""


class CommandLine(QLineEdit):
    """A line with a history and completion.

    Up and down walk through what was typed before; Tab puts in one completion after the other, then
    what was typed again, and leaves the line only backwards (Shift+Tab).  On an empty line undo,
    redo and Space are left to the window: they apply to the game.
    """

    def __init__(
        self, completions: Callable[[str], list[str]], parent: QWidget | None = None
    ) -> None:
        """Make an empty line; *completions* returns what a beginning can be completed to."""
        super().__init__(parent)
        self._completions = completions
        self._history: list[str] = []
        self._place = 0
        self._draft = ""
        self._choices: list[str] = []
        self._choice = 0
        self._is_composing = False
        self.textEdited.connect(self._forget_choices)

    def pop_text(self) -> str:
        """Return what was typed, remember it and empty the line."""
        line = self.text().strip()
        if line and (not self._history or self._history[-1] != line):
            self._history.append(line)
        self._place = len(self._history)
        self._draft = ""
        self._forget_choices()
        self.setText("")  # what was entered does not come back by undo, as it would after clear()
        return line

    def event(self, event: QEvent) -> bool:
        """Complete on Tab."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and _is_tab(event):
            QGuiApplication.inputMethod().commit()
            self._complete()
            return True
        return super().event(event)

    def keeps(self, event: QKeyEvent) -> bool | None:
        """Leave keys to the window on an empty line (see `window.field_keys`)."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        walks = control and event.key() in (Qt.Key.Key_Z, Qt.Key.Key_Y)
        is_for_the_game = walks or event.key() == Qt.Key.Key_Space
        is_empty = not (self.text() or self._is_composing)
        return False if is_for_the_game and is_empty else None

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember the composed text, which is not in the line yet."""
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def _complete(self) -> None:
        if not self._choices:
            typed = self.text()
            found = [word for word in self._completions(typed) if word != typed]
            self._choices = [*found, typed] if found else []
            self._choice = -1
        if self._choices:
            self._choice = (self._choice + 1) % len(self._choices)
            self._put(self._choices[self._choice])

    @Slot()
    def _forget_choices(self) -> None:
        self._choices = []

    def _put(self, text: str) -> None:
        """Replace the text, in a way that undo takes back."""
        choices = self._choices
        self.selectAll()
        self.insert(text)  # counts as typed
        self._choices = choices

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        place = max(0, min(len(self._history), self._place + step))
        if place == self._place:
            return
        if self._place == len(self._history):
            self._draft = self.text()
        self._place = place
        self._forget_choices()
        self._put(self._draft if place == len(self._history) else self._history[place])


def _is_tab(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Tab and event.modifiers() == Qt.KeyboardModifier.NoModifier


class TextView(QFrame):
    """Shows the document as text and plays from typed lines.

    While it is hidden, it draws nothing: it keeps the newest place and what is said.
    """

    def __init__(self, interpreter: Interpreter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._interpreter = interpreter
        self._place: Place | None = None
        self._points = 0
        self._reports_steps = False
        self._drawn = ""
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
        self._follows = True
        """Whether the end of the messages stays in sight when the view changes its size."""
        bar = self.messages.verticalScrollBar()
        bar.rangeChanged.connect(self._follow)
        bar.actionTriggered.connect(self._stay)
        self._standing = PlainLabel(self, lines=True)
        self._standing.setObjectName("standing")
        self._standing.setWordWrap(True)
        self.diagram.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.diagram.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.line = CommandLine(interpreter.completions, self)
        self.line.setObjectName("commandLine")
        self.line.setAccessibleName(self.tr("Move or command"))
        self.line.setPlaceholderText(self.tr("A move or a command; type help for a list"))
        self.line.returnPressed.connect(self._entered)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 16)
        layout.addWidget(self._caption)
        head = QWidget(self)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight, head)
        self._head.setContentsMargins(0, 0, 0, 0)
        self._head.addWidget(self.diagram, 10)  # as wide as it may be
        self._head.addWidget(self._standing, 1)
        layout.addWidget(head)
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
        words = self._standing.font()
        words.setPointSize(points)
        self._standing.setFont(words)
        self._points = points
        self._drawn = ""
        self._show_place()

    def set_reports_steps(self, reports: bool) -> None:
        """Set whether the steps of each move are reported from now on."""
        self._reports_steps = reports

    @Slot(str)
    def say(self, sentence: str) -> None:
        """Add *sentence* to the messages."""
        if sentence:
            sentence = in_words(sentence)
            rest = "…" if len(sentence) > MAX_ANSWER else ""
            self._unsaid.append(sentence[:MAX_ANSWER] + rest)
            self._write_unsaid()

    @Slot(str)
    def answer(self, sentence: str) -> None:
        """Add *sentence*, the answer to a typed line, to the messages, and speak it.

        Of a long one the beginning is spoken, and where the rest is.
        """
        self.say(sentence)
        lines = in_words(sentence).split("\n")
        rest = len(lines) - MAX_SPOKEN_LINES
        if rest > 1:
            more = fill(self.tr("{count} more lines are in Messages."), count=rest)
            lines[MAX_SPOKEN_LINES:] = [more]
        announce(self.line, "\n".join(lines))

    def _write_unsaid(self) -> None:
        while self._unsaid and self.isVisible():
            self.messages.appendPlainText(self._unsaid.popleft())

    @Slot()
    def _entered(self) -> None:
        line = self.line.pop_text()
        if not line:
            return
        self.say(f"> {line}")
        # The cursor stays with its line when earlier ones are dropped.
        echo = QTextCursor(self.messages.document().lastBlock())
        self._interpreter.set_columns(self._columns())
        try:
            self.answer(self._interpreter.execute(line))
        except KalahloaError as error:
            self.answer(in_words(error))
        self._scroll_to(echo)

    def _scroll_to(self, echo: QTextCursor) -> None:
        """Show what was typed at *echo* and its answer: all of it, or its beginning."""
        self._follows = False
        bar = self.messages.verticalScrollBar()
        bar.setValue(min(echo.block().firstLineNumber(), bar.maximum()))

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
        lesson = place.get(FirstStepsState)
        if change.is_new and (lesson is None or not lesson.number):
            said.append(game_in_words(place.game, place.rules))
        elif Cause.WALK in change.causes and node.parent is None:
            said.append(self.tr("At the start."))
        elif Cause.WALK in change.causes:
            after = self.tr("After {side}: {move}")
            said.append(fill(after, side=place.game.sides[node.side], move=node.text))
        else:
            said += _told_of_moves(change, steps=self._reports_steps)
        has_ended = before is not None and before.node is node and before.ending is None
        if place.ending is not None and (change.moved or has_ended):
            said.append(in_words(place.ending.reason))
        if place.premove is not None and (before is None or place.premove != before.premove):
            said.append(premove_sentence(place))
        known = None if before is None or before.hint is None else before.hint.news
        if place.hint is not None and place.hint.news != known:
            said.append(hint_sentence(place))
        return said

    def _show_place(self) -> None:
        place = self._place
        if place is None or not self.isVisible():
            return
        diagram = place.diagram
        if self._drawn != diagram:
            self._drawn = diagram
            self._draw(diagram)
        self._caption.setText(result_sentence(place))
        rows = [*standing_report(place), "", in_words(place.game.hint)]
        standing = "\n".join(rows).strip()
        if self._standing.text() != standing:
            self._standing.setText(standing)
            self._fit_diagram()

    def _draw(self, diagram: str) -> None:
        self.diagram.setPlainText(diagram)
        self._fit_diagram()

    def _fit_diagram(self) -> None:
        """Give the board as large characters as there is room for, and just the height it needs."""
        lines = self.diagram.toPlainText().split("\n")
        longest = "0" * max(map(len, lines))
        margins = 2 * round(self.diagram.document().documentMargin())
        frame = 2 * self.diagram.frameWidth()
        room = self._room() - frame - margins
        most = self._height_for_diagram()
        font = QFont(self.messages.font())
        for points in range(self._points + MUCH_LARGER, MIN_POINTS - 1, -1):
            font.setPointSize(points)
            metrics = QFontMetrics(font)
            width = metrics.horizontalAdvance(longest)
            height = len(lines) * metrics.lineSpacing() + margins + 12
            if points > self._points + LARGER:
                fits = width <= BOARD_WIDTH * room and height <= BOARD_HEIGHT * self.height()
            else:
                fits = width <= room and height <= most
            if fits:
                break
        self.diagram.setFont(font)
        self.diagram.setFixedHeight(height)
        spare = room - width - 2 * GAP
        beside = width <= BESIDE_WIDTH * room and self._standing.heightForWidth(spare) <= height
        self._head.setDirection(
            QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        )
        self._head.setSpacing(GAP if beside else 4)
        # No least width: the view can become narrower.
        self.diagram.setMaximumWidth(width + margins + frame + 2 if beside else QWIDGETSIZE_MAX)
        self._standing.setVisible(beside or height + self._standing_height() <= most)

    def _room(self) -> int:
        """Return how wide the contents are."""
        layout = self.layout()
        assert layout is not None
        edges = layout.contentsMargins()
        return self.contentsRect().width() - edges.left() - edges.right()

    def _standing_height(self) -> int:
        """Return how high the sentences are below the board."""
        return self._standing.heightForWidth(self._room()) + self._head.spacing()

    def _height_for_diagram(self) -> int:
        """Return the height that a caption of two lines, low messages and the typed line leave."""
        layout = self.layout()
        assert layout is not None
        edges = layout.contentsMargins()
        room = self.contentsRect().height() - edges.top() - edges.bottom() - 3 * layout.spacing()
        caption = 2 * self._caption.fontMetrics().lineSpacing()  # it changes more often
        return room - caption - self.messages.minimumHeight() - self.line.sizeHint().height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the board."""
        super().resizeEvent(event)
        if self._drawn:
            self._fit_diagram()

    def _columns(self) -> int:
        """Return how many characters fit in a line of the messages."""
        margins = 2 * round(self.messages.document().documentMargin())
        room = self.messages.viewport().width() - margins
        bar = self.messages.verticalScrollBar()
        if not bar.isVisible():  # a long answer will have one
            room -= bar.sizeHint().width()
        return int(room / max(1.0, QFontMetricsF(self.messages.font()).horizontalAdvance("0")))

    def showEvent(self, event: QShowEvent) -> None:
        """Show what has happened while the view was hidden."""
        super().showEvent(event)
        self._write_unsaid()
        self._show_place()
        self._follows = True
        self._follow()

    @Slot()
    def _follow(self) -> None:
        """Show the end of the messages, unless somebody has scrolled, or an answer is in sight."""
        if self._follows:
            bar = self.messages.verticalScrollBar()
            bar.setValue(bar.maximum())

    @Slot()
    def _stay(self) -> None:
        """Leave the messages where somebody scrolls to, until their end is reached again."""
        bar = self.messages.verticalScrollBar()
        self._follows = bar.sliderPosition() == bar.maximum()


def _told_of_moves(change: Change, *, steps: bool) -> list[str]:
    """Return the moves played, each with its *steps* and the remarks of overlays that are on."""
    place = change.place
    position = place.position.copy()
    for _ in change.played:
        position.unmake()
    told = []
    for ply in change.played:
        assert ply.move is not None
        told.append(f"{in_words(place.game.sides[ply.side])}: {ply.text}")
        position.make(ply.move)
        told += overlay_sentences(place, position, every=steps)
    return told
