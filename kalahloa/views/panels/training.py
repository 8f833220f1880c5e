"""The card of all exercises: what to do, and the four buttons Hint, Show, Again and Next."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QVBoxLayout, QWidget

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.commands.declaration import ExerciseDeclaration
from kalahloa.controllers.commands.exercise_card import (
    Ask,
    ExerciseCard,
    ExerciseChoice,
    ExerciseTable,
)
from kalahloa.controllers.core.exercises import ExerciseHere
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.features import declarations
from kalahloa.views.accessibility import discard
from kalahloa.views.items.table import STRETCH, TableColumn, TableModel, TableView
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.flow_row import FlowRow
from kalahloa.views.look.icons import themed_icon
from kalahloa.views.look.keys import tip_of
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.scroll import Scroll

WIDE = 330
"""From this width on, in pixels, the four buttons stand in one row."""
MIN_TABLE = 90
EXERCISES = {
    declared.exercise.key: declared.exercise
    for declared in declarations()
    if declared.exercise is not None
}
"""The kinds of exercises by the keys of their pages."""


class TrainingPanel(Panel):
    """Shows the card of the exercise whose page this is; on other pages of the one on the board."""

    key = "training"
    is_form = True
    context_commands = ("hint", "exercise-show", "exercise-again", "exercise-next", "", "own-game")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._page = ""
        self._drawn: object = None
        self._asks: dict[QPushButton, Ask] = {}
        self._boxes: list[tuple[ExerciseChoice, DropDown]] = []
        self._more: list[QPushButton] = []
        self._fact_labels: list[tuple[PlainLabel, PlainLabel]] = []
        scroll = Scroll(self)
        self._inside = scroll.inside
        self._make_parts(self._inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 8, 10)
        layout.addWidget(scroll)
        self.hand_focus_to(self.next_button)
        self._show_icons()

    # -- making --------------------------------------------------------------------------------

    def _make_parts(self, inside: QWidget) -> None:
        self.head = self.title_label()
        self.aside = self.make_line("muted", at_end=True)
        self.bar = self.make_progress_bar(self.tr("Progress of the exercise"))
        self.bar.setFixedHeight(6)
        self._facts = QWidget(self)
        self._fact_rows = QGridLayout(self._facts)
        self._fact_rows.setContentsMargins(0, 2, 0, 2)
        self._fact_rows.setHorizontalSpacing(14)
        self._fact_rows.setVerticalSpacing(5)
        self._fact_rows.setColumnStretch(1, 1)
        self._choices = QWidget(self)
        self._choice_rows = QVBoxLayout(self._choices)
        self._choice_rows.setContentsMargins(0, 0, 0, 0)
        self._choice_rows.setSpacing(6)
        self.told = self.make_sentence(lines=True)
        self.model: TableModel[tuple[str, ...]] = TableModel(self)
        self.table = TableView(self, self.model)
        self.table.setMinimumHeight(MIN_TABLE)
        self.table.setAccessibleName(self.tr("Results of the exercise"))
        self.note = self.make_sentence("muted", lines=True)
        self.hint_button = self._ask_button(self.tr("Hint"), "quiet")
        self.show_button = self._ask_button(self.tr("Show"), "quiet")
        self.again_button = self._ask_button(self.tr("Again"), "quiet")
        self.next_button = self._ask_button(self.tr("Next"), "primary")
        self._four = (self.hint_button, self.show_button, self.again_button, self.next_button)
        self._buttons = QGridLayout()
        self._buttons.setSpacing(6)
        self._arrange(wide=False)
        self._links = FlowRow(self)
        column = column_of(
            *(side_by_side(self.head, (self.aside, 1)), self.bar, self._choices, self._facts),
            *(self.told, self._buttons, self._links, (self.table, 1), self.note, 0),
            spacing=8,
            margins=(2, 0, 4, 2),
        )
        inside.setLayout(column)

    def _ask_button(self, text: str, style: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(style)
        button.setMinimumWidth(0)
        button.clicked.connect(lambda: self._ask(button))
        return button

    def _ask(self, button: QPushButton) -> None:
        ask = self._asks.get(button)
        if ask is None:
            return
        words = list(ask.words)
        if button is self.next_button:  # choices without a command go with the start
            for choice, box in self._boxes:
                if not choice.command:
                    words += str(box.currentData()).split()
        self.asked.emit(ask.command, words)

    def _arrange(self, *, wide: bool) -> None:
        """Put the four buttons in one row where there is room, or else in two."""
        for number, button in enumerate(self._four):
            row, column = (0, number) if wide else divmod(number, 2)
            self._buttons.addWidget(button, row, column)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the buttons for the width."""
        super().resizeEvent(event)
        needed = 4 * max(button.sizeHint().width() for button in self._four)
        self._arrange(wide=event.size().width() >= max(WIDE, needed + 40))

    def _show_icons(self) -> None:
        for button, name in (
            (self.hint_button, "hint"),
            (self.show_button, "show"),
            (self.again_button, "rematch"),
        ):
            button.setIcon(themed_icon(name, self.theme.text, self.theme.disabled))

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self._show_icons()

    # -- showing -------------------------------------------------------------------------------

    def turn_to(self, page: str) -> None:
        """Show the exercise of *page*, or else the one on the board."""
        if page != self._page:
            self._page = page
            if self.place is not None and self.is_seen:
                self.refresh(Change.everything(self.place))
            else:
                self._is_stale = True

    def refresh(self, change: Change) -> None:
        """Draw the card."""
        place = change.place
        exercise = self._exercise(place)
        card = exercise.card(place)
        drawn = (exercise, card)
        if drawn != self._drawn:
            self._drawn = drawn
            self._show_card(exercise, card)
            if self.unscrolled_height() > self.height():
                self.room_wanted.emit()
        self._show_possible(place)

    def _exercise(self, place: Place) -> ExerciseDeclaration:
        here = place.get(ExerciseHere)
        on_board = None if here is None else EXERCISES.get(here.key)
        return EXERCISES.get(self._page) or on_board or next(iter(EXERCISES.values()))

    def _show_card(self, exercise: ExerciseDeclaration, card: ExerciseCard) -> None:
        self.head.setText(translate("Panels", exercise.title))
        self.aside.setText(card.aside)
        self.bar.setVisible(bool(card.total))
        self.bar.setRange(0, max(1, card.total))
        self.bar.setValue(card.done)
        self.told.setText(card.feedback if card.is_on else card.task)
        self.told.setVisible(bool(self.told.text()))
        self.note.setText(card.note)
        self.note.setVisible(bool(card.note))
        self._show_facts(card.facts)
        self._show_choices(card.choices)
        self._show_table(card.table)
        self._asks = {
            self.hint_button: card.hint,
            self.show_button: card.show,
            self.again_button: card.again,
            self.next_button: card.next,
        }
        self.next_button.setText(self.tr("Next") if card.is_on else self.tr("Start"))
        self._show_more(card.more)

    def _show_facts(self, facts: tuple[tuple[str, str], ...]) -> None:
        said = self.tr("{name}: {value}")
        while len(self._fact_labels) < len(facts):
            name, value = PlainLabel(self._facts), PlainLabel(self._facts)
            name.setObjectName("muted")
            name.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
            value.setWordWrap(True)
            row = len(self._fact_labels)
            self._fact_rows.addWidget(name, row, 0)
            self._fact_rows.addWidget(value, row, 1)
            self._fact_labels.append((name, value))
        for number, labels in enumerate(self._fact_labels):
            shown = facts[number] if number < len(facts) else ("", "")
            for label, text in zip(labels, shown, strict=True):
                label.setText(text)
                label.setVisible(bool(text))
            labels[1].setAccessibleName(fill(said, name=shown[0], value=shown[1]))
        self._facts.setVisible(bool(facts))

    def _show_choices(self, choices: tuple[ExerciseChoice, ...]) -> None:
        if [(one.name, one.options) for one, _ in self._boxes] != [
            (one.name, one.options) for one in choices
        ]:
            for _, box in self._boxes:
                discard(box)
            self._boxes = [(one, self._choice_box(one)) for one in choices]
        for one, (_, box) in zip(choices, self._boxes, strict=True):
            if one.command or one.chosen != self._chosen_before(one):
                box.setCurrentIndex(max(0, box.findData(one.chosen)))
            box.setEnabled(bool(one.options))
        self._boxes = [(one, box) for one, (_, box) in zip(choices, self._boxes, strict=True)]
        self._choices.setVisible(bool(choices))

    def _chosen_before(self, choice: ExerciseChoice) -> str:
        return next((one.chosen for one, _ in self._boxes if one.name == choice.name), "")

    def _choice_box(self, choice: ExerciseChoice) -> DropDown:
        box = self.make_choice(choice.name)
        for word, label in choice.options:
            box.addItem(label, word)
        box.setCurrentIndex(max(0, box.findData(choice.chosen)))
        if choice.command:
            box.activated.connect(
                lambda row: self.asked.emit(choice.command, str(box.itemData(row)).split())
            )
        self._choice_rows.addWidget(box)
        return box

    def _show_table(self, table: ExerciseTable | None) -> None:
        self.table.setVisible(table is not None)
        if table is None:
            return
        if tuple(one.title for one in self.model.columns) != table.columns:
            self.model.set_columns([_column(table, number) for number in range(len(table.columns))])
        before = len(self.model.rows)
        self.model.set_rows(table.rows)
        if len(table.rows) > before:
            self.table.scrollToBottom()

    def _show_more(self, asks: tuple[Ask, ...]) -> None:
        while len(self._more) < len(asks):
            button = self._ask_button("", "link")
            self._links.add(button)
            self._more.append(button)
        for number, button in enumerate(self._more):
            ask = asks[number] if number < len(asks) else None
            button.setVisible(ask is not None)
            if ask is not None:
                button.setText(ask.label)
                self._asks[button] = ask
        self._links.setVisible(bool(asks))
        self._links.updateGeometry()

    def _show_possible(self, place: Place) -> None:
        for button, ask in self._asks.items():
            command = BY_KEY[ask.command]
            possible = command.possible(place)
            button.setEnabled(possible)
            button.setToolTip(tip_of(command) if possible else command.why_not(place))


def _column(table: ExerciseTable, number: int) -> TableColumn[tuple[str, ...]]:
    """Return the column with this *number*; a screen reader says the whole row at the first."""

    def said(row: tuple[str, ...]) -> str:
        pairs = zip(table.columns, row, strict=True)
        return ", ".join(f"{name} {cell}" for name, cell in pairs if cell)

    return TableColumn(
        table.columns[number],
        lambda row: row[number],
        said=None if number else said,
        width=STRETCH,
    )
