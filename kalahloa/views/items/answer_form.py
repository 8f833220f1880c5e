"""The fields in which a question of the course is answered."""

from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.features.course.words import form_hint
from kalahloa.models.course.question import NONE, AnswerKind, CourseQuestion, read_nodes, role
from kalahloa.models.text.errors import KalahloaError
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.flow_row import FlowRow
from kalahloa.views.look.plain_label import PlainLabel

MAX_TYPED = 80
_NO_PLACE = "\N{FIGURE SPACE}\N{PUNCTUATION SPACE}"
"""As wide as a number and its point: no button grows when it is pressed."""
VALUE_LETTERS = 5
"""So many letters of a value are seen."""


class AnswerForm(QWidget):
    """Fields for values, names of nodes or a number; buttons for moves.

    It is made anew for each question.
    """

    edited = Signal()
    """The answer is another one."""
    entered = Signal()
    """Enter was pressed in a field: the answer is complete."""

    def __init__(self, question: CourseQuestion, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = question
        self.fields: dict[int, QLineEdit] = {}
        """The fields for values, by the indices of their nodes."""
        self.line: QLineEdit | None = None
        """The field for names of nodes, or for a number."""
        self.buttons: list[QPushButton] = []
        """The moves, in the order in which they are offered."""
        self._pressed: list[int] = []
        layout = QVBoxLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        if question.form is AnswerKind.VALUES:
            layout.addWidget(self._made_fields())
        elif question.form in (
            AnswerKind.NODES,
            AnswerKind.LINE,
            AnswerKind.NUMBER,
            AnswerKind.HEURISTIC,
        ):
            names = {
                AnswerKind.LINE: self.tr("Your moves"),
                AnswerKind.NODES: self.tr("Nodes"),
                AnswerKind.NUMBER: self.tr("Number"),
                AnswerKind.HEURISTIC: self.tr("Heuristic"),
            }
            self.line = self._field(names[question.form])
            self.line.setPlaceholderText(form_hint(question.form))
            layout.addWidget(self.line)
        else:
            layout.addWidget(self._made_buttons())
        self.setLayout(layout)

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setMaxLength(MAX_TYPED)
        field.setAccessibleName(name)
        field.textChanged.connect(self.edited)
        field.returnPressed.connect(self.entered)
        return field

    def _made_fields(self) -> FlowRow:
        tree = self.question.tree
        assert tree is not None
        form = FlowRow(self)
        for index in self.question.asked:
            node = tree[index]
            name = node.name if tree.negated else f"{node.name}  {role(tree, node)}"
            field = self._field(fill(self.tr("Value of {node}"), node=name))
            field.setFixedWidth(field.fontMetrics().averageCharWidth() * VALUE_LETTERS + 24)
            pair = QWidget(self)
            label = PlainLabel(pair, name)
            label.setBuddy(field)
            row = side_by_side(label, field, spacing=6)
            row.setContentsMargins(0, 0, 8, 0)
            pair.setLayout(row)
            form.add(pair)
            self.fields[index] = field
        return form

    def _made_buttons(self) -> FlowRow:
        row = FlowRow(self)
        for number in range(len(self.question.choices)):
            button = QPushButton(self)
            button.setObjectName("choice")
            button.setCheckable(True)
            button.toggled.connect(partial(self._toggle, number))
            row.add(button)
            self.buttons.append(button)
        self._show_texts()
        return row

    # -- choosing ------------------------------------------------------------------------------

    @Slot(int, bool)
    def _toggle(self, number: int, pressed: bool) -> None:
        if self.question.form is AnswerKind.MOVE and pressed:
            self._pressed = [number]
            for other, button in enumerate(self.buttons):
                with QSignalBlocker(button):
                    button.setChecked(other == number)
        elif pressed and number not in self._pressed:
            self._pressed.append(number)
        elif not pressed and number in self._pressed:
            self._pressed.remove(number)
        self._show_texts()
        self.edited.emit()

    def _show_texts(self) -> None:
        for number, (button, choice) in enumerate(
            zip(self.buttons, self.question.choices, strict=True)
        ):
            text = choice.text
            if choice.note:
                text = f"{text}   {in_words(choice.note)}"
            if self.question.form is AnswerKind.ORDER:
                is_pressed = number in self._pressed
                place = f"{self._pressed.index(number) + 1}." if is_pressed else _NO_PLACE
                text = f"{place}  {text}"
            button.setText(text.replace("&", "&&"))

    def choose(self, text: str) -> None:
        """Press or release the button of the move *text*, or add it to the line of moves."""
        if self.question.form is AnswerKind.LINE and self.line is not None:
            self.line.setText(f"{self.line.text()} {text}".strip())
            return
        for button, choice in zip(self.buttons, self.question.choices, strict=True):
            if choice.text == text:
                button.toggle()

    def toggle_node(self, index: int) -> None:
        """Add the node *index* to the names that are written, or take it away."""
        tree, line = self.question.tree, self.line
        if tree is None or line is None or self.question.form is not AnswerKind.NODES:
            return
        name = tree[index].name
        names = [word for word in line.text().split() if word.lower() != NONE]
        kept = [word for word in names if word.upper() != name]
        line.setText(" ".join(kept if len(kept) < len(names) else [*names, name]))

    def take_focus(self) -> None:
        """Give the keyboard to the first field or button."""
        first = next(iter(self.fields.values()), None) or self.line
        if first is None and self.buttons:
            self.buttons[0].setFocus(Qt.FocusReason.TabFocusReason)
        elif first is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)

    # -- the answer ----------------------------------------------------------------------------

    def marked(self) -> frozenset[int]:
        """Return the indices of the nodes that are named, as far as they can be read."""
        tree, line = self.question.tree, self.line
        if tree is None or line is None or self.question.form is not AnswerKind.NODES:
            return frozenset()
        try:
            return read_nodes(tree, line.text().split())
        except KalahloaError:
            return frozenset()

    def typed_values(self) -> dict[int, str]:
        """Return what is written for values, by the indices of the nodes."""
        return {index: field.text().strip() for index, field in self.fields.items() if field.text()}

    def words(self) -> list[str]:
        """Return the answer as the words that would be typed."""
        question = self.question
        if question.form is AnswerKind.VALUES:
            assert question.tree is not None
            return [
                f"{question.tree[index].name}={text}" for index, text in self.typed_values().items()
            ]
        if self.line is not None:
            return self.line.text().split()
        chosen = [question.choices[number].text for number in self._pressed]
        return chosen or ([NONE] if question.form is AnswerKind.MOVES else [])
