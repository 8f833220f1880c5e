"""The parts of a page of the course: text, board, tree with its steps, table and exercise."""

from collections.abc import Callable
from itertools import zip_longest

from PySide6.QtCore import QObject, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QPushButton, QToolButton, QVBoxLayout, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.features.course.state import CourseState
from kalahloa.controllers.features.course.words import form_hint, where_text
from kalahloa.models.course.figure import ShownFigure
from kalahloa.models.course.figure_steps import FigureSteps
from kalahloa.models.course.question import AnswerKind, CourseQuestion
from kalahloa.models.course.small_tree import SmallTree
from kalahloa.models.course.trial_search import StartingPoint
from kalahloa.models.game.position import Position
from kalahloa.models.text.errors import KalahloaError
from kalahloa.views.accessibility import announce, discard
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_state import BoardState
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.items.answer_form import AnswerForm
from kalahloa.views.items.lesson_text import LessonText
from kalahloa.views.items.table import AT_END, AT_START, FIT, STRETCH, TableColumn, TableView
from kalahloa.views.look.icons import themed_icon
from kalahloa.views.look.number_field import WholeNumber
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.tree_figure import TreeFigure

CELL_PADDING = 14
"""Pixels of a cell in which nothing is written."""
MAX_TWICE = 4
"""A table with more columns is never shown in two blocks."""
SOLVED, WRONG = "✓", "✗"


class LessonPage(QObject):
    """The widgets of one page, children of *host*, which arranges them, and what they do.

    It follows the course: whoever shows a page shows the same one.  Parts that a page has no use
    for are hidden.
    """

    asked = Signal(str, object)
    """A command's key, and the list of its words."""
    remarked = Signal(str)
    """A sentence for the status line."""
    shown = Signal(bool)
    """Other parts are shown; the value is whether the page was turned."""
    judged = Signal()
    """Something was said about an answer."""

    def __init__(self, theme: Theme, host: QWidget) -> None:
        super().__init__(host)
        self.theme = theme
        self.host = host
        self.course: Course | None = None
        self.state = CourseState()
        self.steps: FigureSteps | None = None
        """The steps of the tree; None on a page without any."""
        self.step: int | None = None
        """The step that is shown; None while all of the tree is."""
        self.most_rows = 1_000
        """A table with more rows stands in two blocks, if it has few columns."""
        self.board: BoardView | None = None
        self.form: AnswerForm | None = None
        """The fields of the exercise, None on a page without one."""
        self.heading = self._sentence("lessonTitle")
        self.text = LessonText(host)
        self.board_place = QWidget(host)
        self.board_place.setLayout(_bare_column())
        self.figure = TreeFigure(theme, host)
        self.figure.chosen.connect(self._show_node)
        self.figure.toggled.connect(self._toggle_node)
        self.back_button = self._step_button("previous", self.tr("Step back"), -1)
        self.forward_button = self._step_button("next", self.tr("Step forward"), 1)
        self.count = PlainLabel(host)
        self.count.setObjectName("muted")
        self.what = self._sentence("cardTitle")
        self.why = self._sentence()
        self.table = self._made_table()
        self.question = self._sentence()
        self.form_place = QWidget(host)
        self.form_place.setLayout(_bare_column())
        self.verdict = self._sentence()
        self.verdict.setAccessibleName(self.tr("Feedback on your answer"))
        self._made_buttons()
        self._show_parts()

    # -- making --------------------------------------------------------------------------------

    def _sentence(self, style: str = "") -> PlainLabel:
        label = PlainLabel(self.host)
        label.setObjectName(style)
        label.setWordWrap(True)
        return label

    def _step_button(self, icon: str, name: str, way: int) -> QToolButton:
        button = QToolButton(self.host)
        button.setObjectName("step")
        button.setProperty("icon_name", icon)
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.setIconSize(QSize(18, 18))
        button.clicked.connect(lambda: self.go_on(way))
        return button

    def _made_table(self) -> TableView:
        table = TableView(self.host)
        table.setAccessibleName(self.tr("Figures of this page"))
        table.setShowGrid(True)
        table.horizontalHeader().setMinimumSectionSize(44)
        table.setWordWrap(True)
        table.setFrameShape(QFrame.Shape.NoFrame)
        return table

    def _made_buttons(self) -> None:
        self.depth_box = WholeNumber(self.host)
        self.depth_box.setAccessibleName(self.tr("Depth of the figure"))
        self.depth_box.setPrefix(self.tr("Depth") + " ")
        self.depth_box.valueChanged.connect(self._search_to)
        self.here = QPushButton(self.tr("At my position"), self.host)
        self.here.setCheckable(True)
        self.here.setObjectName("choice")
        self.here.setToolTip(self.tr("Search from the position on your board"))
        self.here.clicked.connect(self._search_here)
        self.tree_button = QPushButton(self.tr("Show in the search tree"), self.host)
        self.tree_button.setToolTip(
            self.tr("Search it there, with its position on the board; your game stays saved")
        )
        self.tree_button.clicked.connect(lambda: self.asked.emit("figure-tree", []))
        self.check = QPushButton(self.tr("Check"), self.host)
        self.check.setObjectName("primary")
        self.check.clicked.connect(self._check)
        self.another = QPushButton(self.tr("Another"), self.host)
        self.another.setToolTip(self.tr("The same exercise with another position"))
        self.another.clicked.connect(self._ask_another)

    # -- what the host calls -------------------------------------------------------------------

    def follow(self, course: Course) -> None:
        """Show the page of *course* that is open, from now on."""
        self.course = course
        course.changed.connect(self._show)
        self._show()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self.theme = theme
        self.figure.set_theme(theme)
        for button in (self.back_button, self.forward_button):
            icon = str(button.property("icon_name"))
            button.setIcon(themed_icon(icon, theme.text, theme.disabled))
        if self.board is not None:
            self.board.set_theme(theme)
            self.board.setBackgroundBrush(theme.panel)

    def turn(self, way: int) -> None:
        """Turn *way* pages, and say why if there is none."""
        self._try(lambda course: course.turn(self.state.page + way))

    # -- showing -------------------------------------------------------------------------------

    @Slot()
    def _show(self) -> None:
        assert self.course is not None
        before, state = self.state, self.course.state
        self.state = state
        page = state.open_page
        if page is None:
            return
        turned = (before.lesson, before.page) != (state.lesson, state.page)
        if turned:
            self.heading.setText(page.title)
            self.text.show_paragraphs(page.paragraphs)
        anew = before.shown is not state.shown or before.question is not state.question
        if turned or anew:
            self.steps = None if state.shown is None else FigureSteps.of(state.shown)
            self.step = None
            self._show_figure(state)
            self._show_question(state.question)
            self._show_parts()
            self.shown.emit(turned)
        self._show_verdict(before, state)
        if turned and before.lesson is not None:
            self._announce(f"{where_text(state)}: {page.title}")

    def _announce(self, sentence: str) -> None:
        """Tell *sentence* to a screen reader, unless another window does."""
        if self.host.isActiveWindow():
            announce(self.host, sentence)

    def _show_parts(self) -> None:
        """Hide what the page has no use for."""
        shown, question = self.state.shown, self.state.question
        tree = shown.tree if shown is not None else question.tree if question is not None else None
        has_steps = self.steps is not None
        is_searched = shown is not None and shown.figure.is_searched
        can_deepen = shown is not None and shown.figure.kind == "tree" and shown.figure.most > 1
        for part, is_there in (
            (self.board_place, self.board is not None),
            (self.figure, tree is not None),
            (self.back_button, has_steps),
            (self.forward_button, has_steps),
            (self.count, has_steps),
            (self.what, shown is not None and bool(shown.result)),
            (self.why, tree is not None),
            (self.table, shown is not None and bool(shown.rows)),
            (self.depth_box, can_deepen),
            (self.here, is_searched),
            (self.tree_button, is_searched),
            (self.question, question is not None),
            (self.form_place, question is not None),
            (self.check, question is not None),
            (self.another, question is not None),
            (self.verdict, question is not None),
        ):
            part.setVisible(is_there)

    def _show_figure(self, state: CourseState) -> None:
        shown, question = state.shown, state.question
        tree = shown.tree if shown is not None else question.tree if question is not None else None
        position = self._root_position()
        self._show_board(position, None)
        self.what.setText("" if shown is None else shown.result)
        self.why.setText("")
        if tree is not None and position is not None:
            hidden = frozenset() if question is None else question.hidden
            ground = self._ground()
            assert ground is not None
            self.figure.show_tree(tree, ground.game.sides, hidden)
            self.figure.show_step(None)
            self._show_node(self.figure.current)
        self._show_count()
        if shown is not None and shown.rows:
            self._fill_table(shown.rows)
        self._show_tools(shown)

    def _ground(self) -> StartingPoint | None:
        """Return where the figure or the exercise of the page takes place."""
        page = self.state.open_page
        if self.state.shown is not None:
            return self.state.shown.figure.ground
        if page is None or page.page.exercise is None:
            return None
        return page.page.exercise.ground

    def _root_position(self) -> Position | None:
        state = self.state
        if state.shown is not None:
            return state.shown.position
        return None if state.question is None else state.question.position

    def _show_tools(self, shown: ShownFigure | None) -> None:
        if shown is not None and shown.figure.kind == "tree":
            with QSignalBlocker(self.depth_box):
                self.depth_box.setRange(1, shown.figure.most)
                self.depth_box.setValue(shown.figure.depth)
        self.here.setChecked(shown is not None and shown.is_own)

    def _fill_table(self, rows: tuple[tuple[str, ...], ...]) -> None:
        """Show *rows*, of which many stand in two blocks side by side where the host wants that."""
        heads, *body = rows
        if len(body) > self.most_rows and len(heads) <= MAX_TWICE:
            half = (len(body) + 1) // 2
            empty = ("",) * len(heads)
            pairs = zip_longest(body[:half], body[half:], fillvalue=empty)
            heads, body = heads * 2, [left + right for left, right in pairs]
        firsts = len(rows[0])
        self.table.cells.set_columns(
            [
                TableColumn(
                    *(in_words(head), lambda row, n=n: in_words(row[n])),
                    align=AT_END if n % firsts else AT_START,
                    width=FIT if n % firsts else STRETCH,
                )
                for n, head in enumerate(heads)
            ]
        )
        self.table.cells.set_rows(body, anew=True)
        self.fit_table()

    def fit_table(self, room: int = 16_000) -> None:
        """Make the table as high as its rows are, but no higher than *room*."""
        self.table.resizeRowsToContents()
        rows = range(self.table.cells.rowCount())
        height = self.table.horizontalHeader().sizeHint().height() + 6
        height += sum(self.table.rowHeight(row) for row in rows)
        self.table.setFixedHeight(max(1, min(height, room)))

    def is_table_elided(self) -> bool:
        """Return whether a word of the table is not seen whole."""
        table, cells = self.table, self.table.cells
        metrics = table.fontMetrics()
        for column in range(cells.columnCount()):
            texts = [cells.columns[column].text(row) for row in cells.rows]
            words = [word for text in texts for word in (text.split() or [""])]
            wide = max((metrics.horizontalAdvance(word) for word in words), default=0)
            if wide + CELL_PADDING > table.columnWidth(column):
                return True
        return False

    # -- the steps of a search -----------------------------------------------------------------

    def go_on(self, way: int) -> None:
        """Show the next step of the search, or with -1 the one before."""
        if self.steps is None:
            return
        last = len(self.steps) - 1
        if self.step is None:
            number = 0 if way > 0 else last
        else:
            number = max(0, min(self.step + way, last))
        if number == self.step:
            end = self.tr("This is the last step of the search.")
            self.remarked.emit(end if way > 0 else self.tr("This is the first step of the search."))
            return
        self._show_step(number)

    def _show_step(self, number: int) -> None:
        assert self.steps is not None
        self.step = number
        step = self.steps.step(number)
        self.figure.show_step(step)
        self.what.setText(step.text.what)
        self.why.setText(step.text.why)
        self._show_count()
        position = self._root_position()
        if position is not None:
            self._show_board(*_position_at(position, self.steps.tree, step.here))
        self._announce(f"{in_words(step.text.what)} {in_words(step.text.why)}")

    def _show_count(self) -> None:
        if self.steps is None:
            self.count.setText("")
        elif self.step is None:
            self.count.setText(self.tr("%n step(s)", "", len(self.steps)))
        else:
            self.count.setText(self.count_text(self.step))

    def count_text(self, step: int) -> str:
        """Return which step of how many *step* is."""
        count = 0 if self.steps is None else len(self.steps)
        return fill(self.tr("step {number} of {count}"), number=step + 1, count=count)

    def keep_room(self, width: int) -> None:
        """Keep the room that the sentences of any step take in lines of *width*."""
        pairs = self._heights(width)
        for number, label in enumerate((self.what, self.why)):
            label.setFixedHeight(max((pair[number] for pair in pairs), default=0))

    def told_height(self, width: int, spacing: int) -> int:
        """Return the height of the sentences of any step, of which one follows the other."""
        pairs = self._heights(width)
        return max((what + (why and why + spacing) for what, why in pairs), default=0)

    def _heights(self, width: int) -> list[tuple[int, int]]:
        """Return how high what is told of a step, and why, can be in lines of *width*."""
        metrics = QFontMetrics(self.what.font()), QFontMetrics(self.why.font())
        return [
            (lines_height(metrics[0], what, width), lines_height(metrics[1], why, width))
            for what, why in self._sentences()
        ]

    def _sentences(self) -> list[tuple[str, str]]:
        """Return what is told of each step, and why, and of each node while no step is shown."""
        result = "" if self.state.shown is None else self.state.shown.result
        if self.steps is None:
            return [(result, "")]
        steps = [self.steps.step(number).text for number in range(len(self.steps))]
        nodes = self.steps.tree
        return [(one.what, one.why) for one in steps] + [
            (result, self.figure.said(node.index)) for node in nodes
        ]

    @Slot(int)
    def _show_node(self, index: int) -> None:
        """Show the position of a node on the board, and what there is to say of it."""
        tree = self.figure.tree
        if tree is None or self.state.lesson is None:
            return
        if self.step is None:
            self.why.setText(self.figure.said(index))
        position = self._root_position()
        if position is not None:
            self._show_board(*_position_at(position, tree, index))

    # -- the board -----------------------------------------------------------------------------

    def _show_board(self, position: Position | None, last: int | None) -> None:
        ground = self._ground()
        made = None if ground is None or position is None else board_class(ground.game.key)
        place = self.board_place.layout()
        assert place is not None
        if self.board is not None and (made is None or type(self.board) is not made):
            place.removeWidget(self.board)
            discard(self.board)
            self.board = None
        if made is None or position is None:
            return
        if self.board is None:
            self.board = board = made(self.theme, self.board_place)
            board.speed = 0.0
            board.setAccessibleName(self.tr("Board of this page"))
            board.move_chosen.connect(self._choose_move)
            place.addWidget(board)
        question = self.state.question
        can_choose = (
            question is not None
            and (bool(question.choices) or question.form is AnswerKind.LINE)
            and last is None
        )
        self.board.show_state(BoardState(position, last_move=last, playable=can_choose))
        self.board.setBackgroundBrush(self.theme.panel)

    @Slot(int)
    def _choose_move(self, move: int) -> None:
        position = self._root_position()
        if self.form is not None and position is not None:
            self.form.choose(position.format_move(move))

    # -- the exercise --------------------------------------------------------------------------

    def _show_question(self, question: CourseQuestion | None) -> None:
        place = self.form_place.layout()
        assert place is not None
        if self.form is not None:
            place.removeWidget(self.form)
            discard(self.form)
            self.form = None
        if question is None:
            return
        self.form = form = AnswerForm(question, self.form_place)
        hint = "" if form.line is not None else f" {form_hint(question.form)}"
        self.question.setText(f"{in_words(question.text)}{hint}")
        form.edited.connect(self._show_answer)
        form.entered.connect(self._check)
        place.addWidget(form)

    @Slot()
    def _show_answer(self) -> None:
        """Show in the tree what is written in the form."""
        if self.form is not None:
            if self.form.question.form is AnswerKind.NODES:
                self.figure.set_marked(self.form.marked())
            elif self.form.question.form is AnswerKind.VALUES:
                self.figure.set_typed(self.form.typed_values())

    @Slot(int)
    def _toggle_node(self, index: int) -> None:
        if self.form is not None:
            self.form.toggle_node(index)
        elif self.steps is not None:
            self._show_step(self.steps.first_of(index))

    def _show_verdict(self, before: CourseState, state: CourseState) -> None:
        verdict = state.verdict
        if verdict is None:
            self.verdict.setText("")
        elif verdict is not before.verdict or not self.verdict.text():
            sign = SOLVED if verdict.right else WRONG
            self._say_of_answer(f"{sign} {in_words(verdict.reason)}")

    def _say_of_answer(self, sentence: str) -> None:
        self.verdict.setText(sentence)
        self._announce(sentence)
        self.judged.emit()

    # -- what is asked for ---------------------------------------------------------------------

    @Slot()
    def _check(self) -> None:
        if self.course is None or self.form is None:
            return
        try:
            self.course.answer(self.form.words())
        except KalahloaError as error:
            self._say_of_answer(in_words(error))

    @Slot()
    def _ask_another(self) -> None:
        if self.course is not None:
            self.course.another()

    @Slot(int)
    def _search_to(self, depth: int) -> None:
        self._try(lambda course: course.search_to(depth))

    @Slot()
    def _search_here(self) -> None:
        self._try(lambda course: course.search_here())

    def _try(self, call: Callable[[Course], None]) -> None:
        """Do *call*, and say why if it is not possible."""
        if self.course is not None:
            try:
                call(self.course)
            except KalahloaError as error:
                self.remarked.emit(in_words(error))
                self._show_tools(self.state.shown)


def lines_height(metrics: QFontMetrics, text: str, width: int) -> int:
    """Return how high *text*, a sentence, is in lines of *width*."""
    if not text:
        return 0
    flags = Qt.TextFlag.TextWordWrap.value
    return metrics.boundingRect(0, 0, max(1, width), 100_000, flags, in_words(text)).height() + 2


def _bare_column() -> QVBoxLayout:
    column = QVBoxLayout()
    column.setContentsMargins(0, 0, 0, 0)
    return column


def _position_at(position: Position, tree: SmallTree, index: int) -> tuple[Position, int | None]:
    """Return the position at the node *index*, and the move that led to it."""
    position = position.copy()
    last = None
    for last in tree.moves(index):
        position.make(last)
    return position, last
