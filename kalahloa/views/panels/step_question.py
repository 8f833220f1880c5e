"""The question which moves a search will skip, to be answered by clicks or keys."""

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.features.trees.steps import TreeSteps
from kalahloa.controllers.features.trees.steps_words import judged_words, score_words, waiting_title
from kalahloa.models.search.steps.prediction import PredictionQuestion
from kalahloa.views.items.flat_rows import TICKED, FlatCell, FlatRows
from kalahloa.views.look.plain_label import PlainLabel

MAX_ROWS = 3
"""So many rows of moves are seen of a level; the others are scrolled to."""


class _Branches(QListView):
    """Moves to be ticked, one beside the other; Enter answers, Space ticks."""

    answered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = FlatRows(parent=self)
        self.setModel(self._rows)
        self.setAccessibleName(self.tr("Skipped moves"))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSpacing(2)
        # Only what is ticked is chosen: the current one has an edge while the keyboard is here.
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setObjectName("branches")
        row = self.fontMetrics().height() + 14
        self.setFixedHeight(row + 8)
        self.clicked.connect(self._on_click)
        self._ticked: set[int] = set()

    def show_branches(self, texts: list[str]) -> None:
        """Show *texts*, none of them ticked."""
        self._ticked = set()
        box = {Qt.ItemDataRole.CheckStateRole: Qt.CheckState.Unchecked}
        self._rows.set_rows([(FlatCell(text, box, TICKED),) for text in texts])
        if texts:
            self.setCurrentIndex(self._rows.index(0, 0))
        rows = 1 if len(texts) <= 6 else min(MAX_ROWS, 1 + len(texts) // 8)
        self.setFixedHeight(rows * (self.fontMetrics().height() + 14) + 8)

    def count(self) -> int:
        """Return the number of moves."""
        return self._rows.rowCount()

    def tick_all(self, ticked: bool) -> None:
        """Tick all moves, or none."""
        for row in range(self.count()):
            self._tick(self._rows.index(row, 0), ticked)
        self._remember()

    def ticked(self) -> list[int]:
        """Return the numbers of the moves that are ticked."""
        return self._rows.ticked()

    def _tick(self, index: QModelIndex, ticked: bool) -> None:
        state = Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        self._rows.setData(index, state, Qt.ItemDataRole.CheckStateRole)

    @Slot(QModelIndex)
    def _on_click(self, index: QModelIndex) -> None:
        """Tick also where the text was clicked, and not the box."""
        is_ticked = index.row() in self.ticked()
        if is_ticked == (index.row() in self._ticked):
            self._tick(index, not is_ticked)
        self._remember()

    def _remember(self) -> None:
        self._ticked = set(self.ticked())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer with Enter; tick with Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.answered.emit()
            return
        super().keyPressEvent(event)
        self._remember()


class StepQuestion(QWidget):
    """Asks which moves are skipped, at up to two levels, and says how the answer was."""

    answered = Signal(object)
    """The list of the numbers of the branches that were ticked."""
    shown = Signal()
    """The answer is to be shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question: PredictionQuestion | None = None
        self.labels = (PlainLabel(self), PlainLabel(self))
        self.lists = (_Branches(self), _Branches(self))
        self.all_buttons = (self._button(self.tr("All")), self._button(self.tr("All")))
        self.answer_button = QPushButton(self.tr("Answer"), self)
        self.answer_button.setObjectName("primary")
        self.answer_button.clicked.connect(self._answer)
        self.none_button = self._button(self.tr("Nothing is skipped"))
        self.none_button.clicked.connect(self._answer_none)
        self.show_button = self._button(self.tr("Show me"))
        self.show_button.clicked.connect(self.shown)
        self.verdict = PlainLabel(self)
        self.verdict.setWordWrap(True)
        layout = QVBoxLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for number in (0, 1):
            head = QHBoxLayout()
            head.addWidget(self.labels[number], 1)
            head.addWidget(self.all_buttons[number])
            layout.addLayout(head)
            layout.addWidget(self.lists[number])
            self.lists[number].answered.connect(self._answer)
        self.all_buttons[0].clicked.connect(lambda: self._tick_all(0))
        self.all_buttons[1].clicked.connect(lambda: self._tick_all(1))
        buttons = QHBoxLayout()
        buttons.addWidget(self.answer_button)
        buttons.addWidget(self.none_button)
        buttons.addWidget(self.show_button)
        buttons.addStretch(1)
        layout.addLayout(buttons)
        layout.addWidget(self.verdict)
        self.setLayout(layout)

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName("link")
        return button

    def show_steps(self, steps: TreeSteps) -> None:
        """Show what is asked, or how the answer was; hidden where neither is."""
        question, asking = steps.question, steps.asking
        if question is not None and question is not self._question and asking:
            self._show_question(question, steps.sides)
        self._question = question
        for level in (0, 1):
            is_there = asking and question is not None and level < len(question.levels)
            for part in (self.labels[level], self.lists[level], self.all_buttons[level]):
                part.setVisible(is_there)
        for button in (self.answer_button, self.none_button, self.show_button):
            button.setVisible(asking)
        judgement = steps.judgement
        if judgement is not None:
            self.verdict.setText(judged_words(judgement, steps.score))
        else:
            self.verdict.setText(score_words(steps.score))
        self.verdict.setVisible(steps.predicting and bool(self.verdict.text()))
        self.setVisible(steps.predicting)

    def _show_question(self, question: PredictionQuestion, sides: tuple[str, str]) -> None:
        every = self.tr("All")
        for number, level in enumerate(question.levels):
            title = waiting_title(level.side, level.after, sides)
            self.labels[number].setText(title)
            self.lists[number].setAccessibleName(title)
            self.lists[number].show_branches([branch.text for branch in level.branches])
            self.all_buttons[number].setAccessibleName(f"{title}: {every}")

    def take_focus(self) -> None:
        """Give the keyboard to the first list."""
        self.lists[0].setFocus()

    def has_focus(self) -> bool:
        """Whether the keyboard is anywhere here."""
        return any(child.hasFocus() for child in self.findChildren(QWidget))

    def _tick_all(self, number: int) -> None:
        branches = self.lists[number]
        branches.tick_all(len(branches.ticked()) < branches.count())

    @Slot()
    def _answer(self) -> None:
        question = self._question
        if question is None:
            return
        chosen = list(self.lists[0].ticked())
        if len(question.levels) > 1:
            here = len(question.levels[0].branches)
            chosen += [here + row for row in self.lists[1].ticked()]
        self.answered.emit(chosen)

    @Slot()
    def _answer_none(self) -> None:
        self.answered.emit([])
