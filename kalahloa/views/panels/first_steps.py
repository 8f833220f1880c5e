"""The panel in which the rules are learnt: the steps, a table on the current one, buttons."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.first_steps.state import FirstStepsState, StepPhase
from kalahloa.controllers.features.first_steps.words import time_left
from kalahloa.models.game.first_steps import ExplainedRow, Explanation, FirstStep
from kalahloa.views.items.step_signs import CurrentRow, SlopeSign, StepSign
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.scroll import Scroll

_EDGE = 8
"""Pixels between the edge of a row's ground and what stands in it."""


class FirstStepsPanel(Panel):
    """Shows how far one is in the lesson on the board, and leads through it."""

    key = "first_steps"
    context_commands = ("previous-rule", "exercise-show", "exercise-next", "own-game")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._drawn: object = None
        self.left = self.make_line("muted", at_end=True)
        self.steps = QWidget(self)
        self.table = QWidget(self)
        self.nothing = self.make_sentence("muted")
        self.nothing.setText(
            self.tr("Learn the rules of a game on the board, in a minute or two, move by move.")
        )
        self.begin_button = self.make_button(self.tr("Start"), "learn-rules", style="primary")
        self.back_button = self.make_button(self.tr("Back"), "previous-rule", style="quiet")
        self.show_button = self.make_button(self.tr("Show me"), "exercise-show", style="quiet")
        self.skip_button = self.make_button(self.tr("Skip"), "exercise-next", style="quiet")
        self.leave_button = self.make_button(self.tr("Leave"), "own-game", style="link")
        self.play_button = self.make_button(self.tr("Play a game"), "play-learnt", style="primary")
        self.again_button = self.make_button(self.tr("Again"), "learn-rules", style="quiet")
        self.foot = self.make_sentence("muted")
        self.foot.setText(self.tr("Make the move to go on."))
        for button in (self.back_button, self.show_button, self.skip_button):
            button.setMinimumWidth(0)
        self._scroll = scroll = Scroll(self)
        buttons = side_by_side(
            *(self.begin_button, self.play_button, self.again_button),
            *(self.back_button, self.show_button, self.skip_button, 1),
            spacing=6,
        )
        scroll.inside.setLayout(
            column_of(
                side_by_side(self.title_label(), (self.left, 1)),
                *(self.nothing, self.steps, self.table, 1),
                spacing=10,
                margins=(2, 0, 4, 2),
            )
        )
        foot = side_by_side((self.foot, 1), 0, self.leave_button)
        self.lay_out((scroll, 1), buttons, foot, spacing=6, margins=(12, 10, 8, 8))
        self.hand_focus_to(self.show_button)

    def set_theme(self, theme: Theme) -> None:
        """Draw the signs in other colours."""
        super().set_theme(theme)
        self._drawn = None
        if self.place is not None:
            self._show(self.place)

    def refresh(self, change: Change) -> None:
        """Show how far one is."""
        self._show(change.place)

    def _show(self, place: Place) -> None:
        state = place.get(FirstStepsState)
        if (state, place.game) == self._drawn:
            return
        self._drawn = (state, place.game)
        over = state is not None and state.phase is StepPhase.OVER
        for button in (self.back_button, self.show_button, self.skip_button):
            button.setVisible(state is not None and not over)
        for button in (self.play_button, self.again_button):
            button.setVisible(over)
        self.leave_button.setVisible(state is not None)
        self.begin_button.setVisible(state is None)
        self.nothing.setVisible(state is None)
        self.foot.setVisible(state is not None and not over)
        self.left.setText("" if state is None else time_left(state))
        self._show_steps(state)
        table = None if state is None or over else state.step.explanation
        self._show_table(table)
        self._scroll.updateGeometry()  # the panel is not told of what is hidden inside

    # -- the steps -------------------------------------------------------------------------------

    def _show_steps(self, state: FirstStepsState | None) -> None:
        grid = _emptied(self.steps)
        self.steps.setVisible(state is not None)
        for number, step in enumerate(() if state is None else state.steps):
            assert state is not None
            current = number == state.number and state.phase is not StepPhase.OVER
            done = number in state.done
            if current:
                grid.addWidget(CurrentRow(self.theme, self.steps), number, 0, 1, 2)
            sign = StepSign(number + 1, self.theme, self.steps)
            sign.current, sign.done = current, done
            sign.setContentsMargins(_EDGE, 0, 0, 0)
            label = self._label(in_words(step.title), bold=current, muted=not (current or done))
            label.setAccessibleName(self._told(step, number, state))
            grid.addWidget(sign, number, 0, Qt.AlignmentFlag.AlignCenter)
            grid.addWidget(label, number, 1)
        grid.setColumnMinimumWidth(0, 2 * _EDGE + 26)
        grid.setColumnStretch(1, 1)

    def _told(self, step: FirstStep, number: int, state: FirstStepsState) -> str:
        """Return what a screen reader says of a row of the list."""
        if number == state.number and state.phase is not StepPhase.OVER:
            words = self.tr("Step {number}, the current one: {title}")
        elif number in state.done:
            words = self.tr("Step {number}, done: {title}")
        else:
            words = self.tr("Step {number}: {title}")
        return fill(words, number=number + 1, title=step.title)

    def _label(self, text: str, *, bold: bool = False, muted: bool = False) -> PlainLabel:
        label = PlainLabel(self, text)
        label.setObjectName("cardTitle" if bold else "muted" if muted else "")
        label.setWordWrap(True)
        label.setContentsMargins(0, 6, _EDGE, 6)
        return label

    # -- the table -------------------------------------------------------------------------------

    def _show_table(self, table: Explanation | None) -> None:
        grid = _emptied(self.table)
        self.table.setVisible(table is not None)
        if table is None:
            return
        title = self._label(in_words(table.title), bold=True)
        note = self._label(in_words(table.note), muted=True)
        title.setContentsMargins(0, 8, 0, 0)
        note.setContentsMargins(0, 0, 0, 4)
        grid.addWidget(title, 0, 0, 1, 4)
        grid.addWidget(note, 1, 0, 1, 4)
        for number, row in enumerate(table.rows, 2):
            self._add_row(grid, number, row)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(3, 4)

    def _add_row(self, grid: QGridLayout, number: int, row: ExplainedRow) -> None:
        if row.current:
            grid.addWidget(CurrentRow(self.theme, self.table, barred=True), number, 0, 1, 4)
        if row.slope is not None:
            sign = SlopeSign(row.slope, self.theme, self.table)
            grid.addWidget(sign, number, 0, Qt.AlignmentFlag.AlignCenter)
        grid.setColumnMinimumWidth(0, 0 if row.slope is None else 2 * _EDGE + 28)
        name = self._label(in_words(row.name), bold=row.current)
        if row.slope is None:
            name.setContentsMargins(_EDGE, 6, _EDGE, 6)
        effect = self._label(in_words(row.effect), bold=row.current, muted=not row.current)
        effect.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(name, number, 1)
        grid.addWidget(self._label(in_words(row.count)), number, 2)
        grid.addWidget(effect, number, 3)

    def steps_shown(self) -> list[str]:
        """Return what is said of the steps, to be looked at."""
        return [label.accessibleName() for label in self.steps.findChildren(QLabel)]


def _emptied(box: QWidget) -> QGridLayout:
    """Return the layout of *box* without the widgets that were in it."""
    for child in box.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        child.setParent(None)
        child.deleteLater()
    layout = box.layout()
    if isinstance(layout, QGridLayout):
        return layout
    grid = QGridLayout(box)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(2)
    grid.setVerticalSpacing(2)
    return grid
