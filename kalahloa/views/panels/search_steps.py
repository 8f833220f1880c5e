"""The panel in which one steps through a search, as it happened."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.features.trees.steps import TreeSteps
from kalahloa.controllers.features.trees.steps_state import NORMAL, PACES
from kalahloa.controllers.features.trees.steps_words import judged_words, remark_words
from kalahloa.models.search.steps.pseudocode import Algorithm
from kalahloa.models.search.steps.stack import remark_at, stack_rows, state_window
from kalahloa.models.search.steps.state import SearchState
from kalahloa.views.accessibility import announce
from kalahloa.views.items.step_stack import StackModel, StackView
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.elided_label import ElidedLabel
from kalahloa.views.look.icons import themed_icon
from kalahloa.views.look.later_drawing import LaterDrawing
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.look.turns import TurnQueue
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.pseudocode_view import PseudocodeView
from kalahloa.views.panels.step_question import StepQuestion
from kalahloa.views.panels.step_slider import StepSlider
from kalahloa.views.plots.window_line import WindowLine, WindowPicture

WIDE, MEDIUM = 820, 560
"""From these widths on, in pixels, three parts stand beside one another, or two."""
DEPTHS = (1, 2, 3, 4, 5, 6)
"""The plies down to which there can be steps."""
_TURNS = 1
_REST = ("stack", "window", "code")
"""What is drawn after the sentences, each in a turn of the event loop, in this order."""
_Draw = Callable[[TreeSteps, SearchState, Algorithm], None]
_BOX_WIDTH = 90
_MIN_WIDTH, _MIN_HEIGHT = 290, 4
_PLACES = {
    1: ((0, 0, 1), (1, 0, 1), (2, 0, 1)),
    2: ((0, 0, 1), (1, 0, 1), (0, 1, 2)),
    3: ((0, 0, 1), (0, 1, 1), (0, 2, 1)),
}
"""Row, column and number of rows of the sentences, the stack and the code, by the columns."""


class SearchStepsPanel(Panel):
    """Steps through the search that the tree shows: what happens, why, and in which line of code.

    While it is hidden nothing is drawn.
    """

    key = "search_steps"
    context_commands = ("step-start", "next-cut", "previous-cut", "next-best", "previous-best",
                        "play-steps", "predict-cuts")  # fmt: skip

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._steps: TreeSteps | None = None
        self._asked_question: object = None
        self._ticks_of: object = None
        self._was_secret = False
        self._is_told_by_key = False
        self.slider = StepSlider(theme, self)
        self.slider.moved.connect(self._go)
        self.slider.key_asked.connect(self._ask_by_key)
        self.start_button = self._tool("first", "step-start", self.tr("First step"))
        self.back_button = self._tool("previous", "step-back", self.tr("Previous step"))
        self.play_button = self._tool("continue", "play-steps", self.tr("Play"))
        self.forward_button = self._tool("next", "step-forward", self.tr("Next step"))
        self.end_button = self._tool("last", "step-end", self.tr("Last step"))
        self.count = self.make_line("muted", at_end=True)
        self.cut_button = self.make_button(self.tr("Next cut"), "next-cut", style="link")
        self.best_button = self.make_button(
            self.tr("Next best-move change"), "next-best", style="link"
        )
        self.predict_button = self.make_button(self.tr("Quiz me"), "predict-cuts", style="link")
        self.predict_button.setCheckable(True)
        self.predict_button.setToolTip(
            self.tr("Before each cut, say which moves the search will skip")
        )
        self.pace = self._box(self.tr("Pace"))
        for pace in PACES:
            self.pace.addItem(translate("TreeSteps", pace.title), pace)
        self.pace.setCurrentIndex(PACES.index(NORMAL))
        self.pace.activated.connect(self._set_pace)
        self.most_ply = self._box(self.tr("Depth of the steps"))
        self.most_ply.addItem(self.tr("All plies"), None)
        for depth in DEPTHS:
            self.most_ply.addItem(self.tr("%n ply(s)", "", depth), depth)
        self.most_ply.setToolTip(self.tr("Everything deeper is one step"))
        self.most_ply.activated.connect(self._set_depth)
        self.what = self._sentence("cardTitle")
        self.why = self._sentence("muted")
        self.question = StepQuestion(self)
        self.question.answered.connect(self._answer)
        self.question.shown.connect(self._reveal)
        self.model = StackModel(self)
        self.stack = StackView(self.model, self)
        self.stack.level_chosen.connect(self._go_to_level)
        self.window_title = PlainLabel(self)
        self.window_title.setObjectName("cardTitle")
        self.window_note = self.make_line("muted", at_end=True)
        self.line = WindowLine(theme, self)
        self.code_title = PlainLabel(self)
        self.code_title.setObjectName("cardTitle")
        self.code_note = self.make_line("muted", at_end=True)
        self.code = PseudocodeView(theme, self)
        self.empty = self.make_sentence("muted")
        self._parts = (QWidget(self), self.stack, QWidget(self))
        self._columns = 0
        self._choices = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.body, self._grid = self._make_body()
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.empty)
        self.pages.addWidget(self.body)
        self._controls = self._lay_out()
        self._spread()
        self._drawing = LaterDrawing(self.body, _TURNS)
        self._drawing.due.connect(self._draw)
        self._rest = TurnQueue(self, _REST.index)
        self.hand_focus_to(self.slider.slider)
        self._show_icons()
        self._draw()

    # -- making --------------------------------------------------------------------------------

    def _tool(self, icon: str, command: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("step")
        button.setProperty("icon_name", icon)
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.setIconSize(QSize(18, 18))
        button.clicked.connect(lambda: self.asked.emit(command, []))
        return button

    def _box(self, name: str) -> DropDown:
        box = self.make_choice(name)
        box.setMinimumContentsLength(4)
        box.setMinimumWidth(_BOX_WIDTH)
        return box

    def _sentence(self, look: str) -> PlainLabel:
        label = self.make_sentence(look)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.MinimumExpanding)
        # Room for two lines, so that what is below seldom moves.
        label.setMinimumHeight(2 * label.fontMetrics().lineSpacing() + 4)
        return label

    def _make_body(self) -> tuple[QScrollArea, QGridLayout]:
        """Return what can be scrolled, and the layout of its parts."""
        inside = QWidget(self)
        inside.setObjectName("plain")
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setHorizontalSpacing(14)
        window = _head(self.window_title, self.window_note)
        told = (self.what, self.why, self.question, window, self.line, 1)
        code = (_head(self.code_title, self.code_note), (self.code, 1))
        self._parts[0].setLayout(column_of(*told, spacing=4, margins=(0, 0, 0, 0)))
        self._parts[2].setLayout(column_of(*code, spacing=4, margins=(0, 0, 0, 0)))
        body = QScrollArea(self)
        body.setWidget(inside)
        body.setWidgetResizable(True)
        body.setFrameShape(QFrame.Shape.NoFrame)
        body.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        body.setMinimumHeight(40)
        return body, grid

    def _spread(self) -> None:
        """Put the parts beside one another as far as they have room."""
        width = self.width()
        columns = 3 if width >= WIDE else 2 if width >= MEDIUM else 1
        if columns == self._columns:
            return
        self._columns = columns
        for part, (row, column, rows) in zip(self._parts, _PLACES[columns], strict=True):
            self._grid.removeWidget(part)
            self._grid.addWidget(part, row, column, rows, 1)
        for column, stretch in enumerate((8, 9, 8) if columns == 3 else (1, 1, 0)):
            self._grid.setColumnStretch(column, stretch if column < columns else 0)
        ways = QBoxLayout.Direction
        is_narrow = columns == 1
        self._choices.setDirection(ways.TopToBottom if is_narrow else ways.LeftToRight)

    def _lay_out(self) -> tuple[QWidget, ...]:
        """Arrange all; return what is of no use while there is no search."""
        buttons = (
            *(self.start_button, self.back_button, self.play_button, self.forward_button),
            self.end_button,
        )
        head = side_by_side(*buttons, (self.slider, 3), (self.count, 1), spacing=4)
        asked = side_by_side(self.cut_button, self.best_button, self.predict_button, 1, spacing=4)
        chosen = side_by_side((self.most_ply, 1), (self.pace, 1), spacing=4)
        self._choices.setSpacing(4)
        self._choices.addLayout(asked, 1)
        self._choices.addLayout(chosen)
        self.lay_out(head, self._choices, (self.pages, 1), spacing=4, margins=(12, 8, 12, 8))
        return (
            *(*buttons, self.cut_button, self.best_button),
            *(self.predict_button, self.most_ply, self.pace),
        )

    def _show_icons(self) -> None:
        text, disabled = self.theme.text, self.theme.disabled
        for button in self.findChildren(QToolButton, "step"):
            button.setIcon(themed_icon(str(button.property("icon_name")), text, disabled))

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Follow the controller of the steps."""
        if isinstance(service, TreeSteps):
            self._steps = service
            service.changed.connect(self._on_changed)
            self._on_changed()

    def refresh(self, change: Change) -> None:
        """Draw anew if steps are hidden now, or no longer."""
        if change.is_new or change.place.secret is not self._was_secret:
            self._was_secret = change.place.secret
            self._on_changed()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.slider.set_theme(theme)
        self.line.set_theme(theme)
        self.code.set_theme(theme)
        self._show_icons()

    def minimumSizeHint(self) -> QSize:
        """Return the least size: of that width, all stands below one another.

        It asks for no height: a window that is made low has it below the tree until its panels are
        arranged for the new size.
        """
        return QSize(_MIN_WIDTH, _MIN_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the parts beside one another where they have room."""
        super().resizeEvent(event)
        self._spread()

    # -- showing -------------------------------------------------------------------------------

    @property
    def _is_hidden_from_user(self) -> bool:
        return self.place is not None and self.place.secret

    @Slot()
    def _on_changed(self) -> None:
        """Show the step: its number at once, all else in a moment."""
        steps = self._steps
        if steps is not None and self.is_seen:
            if steps.count:
                self.slider.show_steps(steps.count, steps.number)
            self._drawing.hold()
        else:
            self._is_stale = True

    @Slot()
    def _draw(self) -> None:
        steps = self._steps
        state = None if steps is None or self._is_hidden_from_user else steps.state
        for part in self._controls:
            part.setEnabled(state is not None)
        # Not hidden and shown: the window would lay itself out anew.
        self.pages.setCurrentWidget(self.empty if state is None else self.body)
        if steps is None or state is None:
            self.slider.show_steps(0, 0)
            self.slider.show_ticks(None)
            self._ticks_of = None
            self.count.setText("")
            self.empty.setText(
                self.tr("Search results are hidden until you have found the move.")
                if self._is_hidden_from_user
                else self.tr("Search the position, then step through the search here.")
            )
            return
        algorithm = steps.algorithm
        assert algorithm is not None
        self._draw_controls(steps)
        told = steps.description()
        self.what.setText(told.what)
        self.why.setText(told.why)
        self.question.show_steps(steps)
        if self.model.sides != steps.sides:
            self.stack.set_sides(steps.sides)
        self._speak(steps)
        draws = (self._draw_stack, self._draw_window, self._draw_code)
        for key, draw in zip(_REST, draws, strict=True):
            self._rest.add(key, partial(self._draw_part, draw))

    def _draw_part(self, draw: _Draw) -> None:
        """Draw one of the stack, the window and the code, in a turn of the event loop."""
        steps = self._steps
        state = None if steps is None or self._is_hidden_from_user else steps.state
        algorithm = None if steps is None else steps.algorithm
        if steps is not None and state is not None and algorithm is not None:
            draw(steps, state, algorithm)

    @property
    def is_drawn(self) -> bool:
        """Whether all that has changed is drawn."""
        return self.body.updatesEnabled() and self._rest.is_empty

    def _draw_controls(self, steps: TreeSteps) -> None:
        text = self.tr("step {number} of {count}")
        if not steps.is_stepping:
            text = self.tr("{count} steps")
        if steps.is_looking:
            text = self.tr("looking for cuts…")
        self.count.setText(fill(text, number=f"{steps.number + 1:,}", count=f"{steps.count:,}"))
        icon = "pause" if steps.playing else "continue"
        if self.play_button.property("icon_name") != icon:
            self.play_button.setProperty("icon_name", icon)
            name = self.tr("Pause") if steps.playing else self.tr("Play")
            self.play_button.setAccessibleName(name)
            self.play_button.setToolTip(name)
            self.play_button.setIcon(themed_icon(icon, self.theme.text, self.theme.disabled))
        self.predict_button.setChecked(steps.predicting)
        self.pace.setCurrentIndex(PACES.index(steps.pace))
        self.most_ply.setCurrentIndex(max(0, self.most_ply.findData(steps.most_ply)))
        found = steps.steps
        drawn = (found, found is not None and found.is_complete, steps.most_ply)
        if drawn != self._ticks_of:
            self._ticks_of = drawn
            self.slider.show_ticks(None if found is None else found.ticks)

    def _draw_stack(self, steps: TreeSteps, state: SearchState, algorithm: Algorithm) -> None:
        rows = stack_rows(state, algorithm.prunes, steps.is_negamax)
        self.model.show_rows(rows, steps.sides)

    def _draw_window(self, steps: TreeSteps, state: SearchState, algorithm: Algorithm) -> None:
        window = state_window(state, steps.is_negamax)
        view = state.node.side if steps.is_negamax else state.levels[0].node.side
        wins = self.tr("{side} wins")
        for part in (self.window_title, self.window_note, self.line):
            part.setVisible(not steps.asking)  # it would give the answer away, and takes room
        picture = WindowPicture(
            window,
            algorithm.prunes,
            fill(wins, side=steps.sides[1 - view]),
            fill(wins, side=steps.sides[view]),
        )
        self.line.show_picture(picture)
        self.window_title.setText(
            self.tr("The window") if algorithm.prunes else self.tr("The values")
        )
        note = fill(self.tr("values for {side}"), side=steps.sides[view])
        if algorithm.prunes and not window.is_open:
            note = self.tr("no values left between α and β")
        self.window_note.setText(note)

    def _draw_code(self, steps: TreeSteps, state: SearchState, algorithm: Algorithm) -> None:
        maximises = state.node.side == state.levels[0].node.side
        lines = algorithm.lines(state)
        if algorithm.is_negamax:
            title = self.tr("A node, in pseudocode")
        elif maximises:
            title = self.tr("A MAX node, in pseudocode")
        else:
            title = self.tr("A MIN node, in pseudocode")
        self.code_title.setText(title)
        if steps.asking:
            self.code.show_code(lines, -1, "")
            self.code_note.setText(in_words(steps.searcher_title))
        else:
            remark = remark_words(remark_at(state, algorithm))
            self.code.show_code(lines, algorithm.line_at(state), remark)
            fits = not remark or self.code.has_room
            self.code_note.setText(
                in_words(steps.searcher_title) if fits else self.code.remark.text()
            )

    def _speak(self, steps: TreeSteps) -> None:
        """Tell a screen reader the step that a key has led to, and what is asked."""
        if steps.question is not self._asked_question:
            self._asked_question = steps.question
            focused = QApplication.focusWidget()
            if steps.asking and focused is not None and self.isAncestorOf(focused):
                self.question.take_focus()
        if self._is_told_by_key:
            self._is_told_by_key = False
            told = steps.description()
            announce(self.slider.slider, f"{in_words(told.what)} {in_words(told.why)}")

    # -- what is asked for ---------------------------------------------------------------------

    @Slot(str)
    def _ask_by_key(self, command: str) -> None:
        self._is_told_by_key = True
        self.asked.emit(command, [])

    @Slot(int)
    def _go(self, number: int) -> None:
        if self._steps is not None:
            self._steps.go(number)

    @Slot(int)
    def _go_to_level(self, index: int) -> None:
        steps = self._steps
        if steps is not None and steps.steps is not None:
            steps.go(steps.steps.tree.entered_at(index))

    @Slot(int)
    def _set_pace(self, index: int) -> None:
        if self._steps is not None:
            self._steps.set_pace(PACES[index])

    @Slot(int)
    def _set_depth(self, index: int) -> None:
        if self._steps is not None:
            self._steps.show_to(self.most_ply.itemData(index))

    @Slot(object)
    def _answer(self, numbers: list[int]) -> None:
        if self._steps is not None:
            judgement = self._steps.answer(numbers)
            if judgement is not None:
                self._after_answer(judged_words(judgement, self._steps.score))

    @Slot()
    def _reveal(self) -> None:
        if self._steps is not None:
            judgement = self._steps.reveal()
            if judgement is not None:
                self._after_answer(judged_words(judgement, self._steps.score))

    def _after_answer(self, words: str) -> None:
        """Say how the answer was, and give the keyboard back to the steps."""
        announce(self.slider.slider, words)
        self.slider.slider.setFocus()


def _head(title: PlainLabel, note: ElidedLabel) -> QHBoxLayout:
    head = side_by_side(title, (note, 1))
    return head
