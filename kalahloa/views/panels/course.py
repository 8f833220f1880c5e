"""The panel of the course: a page of text, its live figure or its exercise, and the contents."""

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import (
    QFrame,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.features.course.state import CourseState
from kalahloa.controllers.features.course.words import pages_text, where_text
from kalahloa.models.course.figure import Shown
from kalahloa.models.course.question import AnswerKind, CourseQuestion
from kalahloa.models.course.small_tree import SmallTree
from kalahloa.models.game.position import Position
from kalahloa.models.text.errors import KalahloaError
from kalahloa.views.accessibility import announce
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_state import BoardState
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.items.answer_form import AnswerForm
from kalahloa.views.items.lesson_text import LessonText
from kalahloa.views.items.table import AT_END, AT_START, FIT, STRETCH, TableColumn, TableView
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.number_field import WholeNumber
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel
from kalahloa.views.plots.tree_figure import TreeFigure

BOARD_HEIGHT = 190
SOLVED = "✓"


class CoursePanel(Panel):
    """Shows a page at a time; the board shows the node of the tree that one has gone to."""

    key = "course"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._course: Course | None = None
        self._state = CourseState()
        self.board: BoardView | None = None
        self.form: AnswerForm | None = None
        """The fields of the exercise, None on a page without one."""
        self.contents = DropDown(self)
        self.contents.setAccessibleName(self.tr("Chapter"))
        self.contents.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.contents.activated.connect(self._open)
        self.heading_label = self.make_sentence("cardTitle")
        self.where = self.make_line("muted")
        self.text = LessonText(self)
        self.figure = TreeFigure(theme, self)
        self.figure.chosen.connect(self._show_node)
        self.figure.toggled.connect(self._toggle_node)
        self.table = self._made_table()
        self.node = self.make_sentence()
        self.node.setObjectName("muted")
        self.result = self.make_sentence()
        self.question = self.make_sentence()
        self.verdict = self.make_sentence()
        self.verdict.setAccessibleName(self.tr("What is said about the answer"))
        self._made_buttons()
        self.scroller = QScrollArea(self)
        self._arrange()
        self._hide_all()
        self.hand_focus_to(self.text)

    # -- making --------------------------------------------------------------------------------

    def _made_table(self) -> TableView:
        table = TableView(self)
        table.setAccessibleName(self.tr("Figures of this page"))
        table.setShowGrid(True)
        table.horizontalHeader().setMinimumSectionSize(44)
        table.setWordWrap(True)
        table.setFrameShape(QFrame.Shape.NoFrame)
        return table

    def _made_buttons(self) -> None:
        self.depth_box = WholeNumber(self)
        self.depth_box.setAccessibleName(self.tr("Depth of the figure"))
        self.depth_box.setPrefix(self.tr("Depth") + " ")
        self.depth_box.valueChanged.connect(self._search_to)
        self.here = self.make_button(
            self.tr("At my position"),
            self._search_here,
            tip=self.tr("Search the figure at the position on the board of the window"),
        )
        self.here.setCheckable(True)
        self.tree_button = self.make_button(
            self.tr("Show in the search tree"),
            "figure-tree",
            tip=self.tr("Search it there, with its position on the board; your own game is kept"),
        )
        self.check = self.make_button(self.tr("Check"), self._check, style="primary")
        self.another = self.make_button(
            self.tr("Another"),
            self._ask_another,
            tip=self.tr("The same exercise with another position"),
        )
        self.previous = QPushButton(self.tr("Previous"), self)
        self.previous.clicked.connect(lambda: self._turn(-1))
        self.next = QPushButton(self.tr("Next"), self)
        self.next.clicked.connect(lambda: self._turn(1))

    def _arrange(self) -> None:
        inside = QWidget(self.scroller)
        inside.setObjectName("lessonPage")
        tools = QVBoxLayout()  # not side by side: a small window is too narrow for that
        tools.setSpacing(6)
        for tool in (self.depth_box, self.here, self.tree_button):
            tools.addWidget(tool, 0, Qt.AlignmentFlag.AlignLeading)
        asked = side_by_side(self.check, self.another, 1)
        self._board_place = QVBoxLayout()
        self._form_place = QVBoxLayout()
        self._page = column_of(
            *(self.heading_label, self.text, self._board_place, self.figure, self.node),
            *(self.table, self.result, tools, self.question, self._form_place, asked),
            *(self.verdict, 1),
            spacing=8,
            margins=(0, 0, 6, 0),
        )
        inside.setLayout(self._page)
        self.scroller.setWidget(inside)
        inside.setAutoFillBackground(False)
        self.scroller.viewport().setAutoFillBackground(False)
        self.scroller.setWidgetResizable(True)
        self.scroller.setFrameShape(QFrame.Shape.NoFrame)
        self.scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        turning = side_by_side(self.previous, (self.where, 1), self.next, spacing=6)
        self.lay_out(self.contents, (self.scroller, 1), turning, spacing=8)

    def _hide_all(self) -> None:
        for part in (
            *(self.figure, self.node, self.table, self.result, self.depth_box, self.here),
            self.tree_button,
            *(self.question, self.check, self.another, self.verdict),
        ):
            part.hide()

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Show the course that *service* has, if it is one."""
        if isinstance(service, Course):
            self._course = service
            service.changed.connect(self._show)
            self._show()

    def refresh(self, change: Change) -> None:
        """Begin with the first chapter when the panel is first seen."""
        course = self._course
        if course is not None and course.state.lesson is None and not course.state.busy:
            course.open(quietly=True)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.figure.set_theme(theme)
        if self.board is not None:
            self.board.set_theme(theme)
            self.board.setBackgroundBrush(theme.panel)

    # -- showing -------------------------------------------------------------------------------

    @Slot()
    def _show(self) -> None:
        assert self._course is not None
        before, state = self._state, self._course.state
        self._state = state
        self._show_contents(before, state)
        turned = (before.lesson, before.page) != (state.lesson, state.page)
        page = state.open_page
        if page is None:
            return
        if turned:
            self.heading_label.setText(page.title)
            self.text.show_paragraphs(page.paragraphs)
            self.where.setText(pages_text(state))
            self.scroller.verticalScrollBar().setValue(0)
        if turned or before.shown is not state.shown or before.question is not state.question:
            self._show_figure(state)
            self._show_question(state.question)
        self._show_verdict(before, state)
        if turned and before.lesson is not None:
            announce(self, f"{where_text(state)}: {page.title}")

    def _show_contents(self, before: CourseState, state: CourseState) -> None:
        if (before.headings, before.solved) != (state.headings, state.solved):
            with QSignalBlocker(self.contents):
                self.contents.clear()
                for heading in state.headings:
                    solved, every = state.solved_of(heading), len(heading.exercises)
                    done = SOLVED if solved == every else f"{solved}/{every}"
                    self.contents.addItem(f"{heading.number}. {heading.title}   {done}")
                    row = self.contents.count() - 1
                    self.contents.setItemData(row, heading.sentence, Qt.ItemDataRole.ToolTipRole)
                    told = fill(
                        self.tr("{number}. {title}, {solved} of {all} exercises solved"),
                        number=heading.number,
                        title=heading.title,
                        solved=solved,
                        all=every,
                    )
                    self.contents.setItemData(row, told, Qt.ItemDataRole.AccessibleTextRole)
        if state.lesson is not None and not state.busy:
            with QSignalBlocker(self.contents):
                self.contents.setCurrentIndex(
                    [one.name for one in state.headings].index(state.lesson.chapter.name)
                )

    def _show_figure(self, state: CourseState) -> None:
        shown, question = state.shown, state.question
        tree = shown.tree if shown is not None else question.tree if question is not None else None
        position = shown.position if shown is not None else question.position if question else None
        self._show_board(position, None)
        self.figure.setVisible(tree is not None)
        self.node.setVisible(tree is not None)
        self.node.setText("")
        if tree is not None and position is not None:
            hidden = frozenset() if question is None else question.hidden
            self.figure.show_tree(tree, self._sides(state), hidden)
            self._show_node(self.figure.current)
        rows = () if shown is None else shown.rows
        self.table.setVisible(bool(rows))
        if rows:
            self._fill_table(rows)
        self.result.setVisible(shown is not None and bool(shown.result))
        self.result.setText("" if shown is None else shown.result)
        self._show_tools(shown)

    def _sides(self, state: CourseState) -> tuple[str, str]:
        page = state.open_page
        assert page is not None
        described = page.page.exercise or (state.shown and state.shown.figure)
        assert described
        return described.ground.game.sides

    def _show_tools(self, shown: Shown | None) -> None:
        deeper = shown is not None and shown.figure.kind == "tree" and shown.figure.most > 1
        self.depth_box.setVisible(deeper)
        if shown is not None and deeper:
            with QSignalBlocker(self.depth_box):
                self.depth_box.setRange(1, shown.figure.most)
                self.depth_box.setValue(shown.figure.depth)
        searched = shown is not None and shown.figure.is_searched
        self.here.setVisible(searched)
        self.tree_button.setVisible(searched)
        self.here.setChecked(shown is not None and shown.is_own)

    def _fill_table(self, rows: tuple[tuple[str, ...], ...]) -> None:
        heads, *body = rows
        self.table.cells.set_columns(
            [
                TableColumn(
                    *(in_words(head), lambda row, n=n: in_words(row[n])),
                    align=AT_END if n else AT_START,
                    width=FIT if n else STRETCH,
                )
                for n, head in enumerate(heads)
            ]
        )
        self.table.cells.set_rows(body, anew=True)
        header = self.table.horizontalHeader()
        self.table.resizeRowsToContents()
        height = header.sizeHint().height() + 4
        height += sum(self.table.rowHeight(number) for number in range(len(body)))
        self.table.setFixedHeight(min(height + 16, 320))

    # -- the board -----------------------------------------------------------------------------

    def _show_board(self, position: Position | None, last: int | None) -> None:
        made = None
        if position is not None:
            page = self._state.open_page
            described = None if page is None else page.page.exercise or page.page.figure
            shown = self._state.shown
            ground = None if described is None else described.ground
            if shown is not None:
                ground = shown.figure.ground
            made = None if ground is None else board_class(ground.game.key)
        if self.board is not None and (made is None or type(self.board) is not made):
            self._board_place.removeWidget(self.board)
            self.board.hide()
            self.board.deleteLater()
            self.board = None
        if made is None or position is None:
            return
        if self.board is None:
            self.board = board = made(self.theme, self)
            board.speed = 0.0
            board.setFixedHeight(BOARD_HEIGHT)
            board.setAccessibleName(self.tr("Board of this page"))
            board.move_chosen.connect(self._choose_move)
            self._board_place.addWidget(board)
        question = self._state.question
        can_choose = (
            question is not None
            and (bool(question.choices) or question.form is AnswerKind.LINE)
            and last is None
        )
        self.board.show_state(BoardState(position, last_move=last, playable=can_choose))
        self.board.setBackgroundBrush(self.theme.panel)

    @Slot(int)
    def _show_node(self, index: int) -> None:
        """Show the position of a node on the board, and what there is to say of it."""
        tree = self.figure.tree
        if tree is None or self._state.lesson is None:
            return
        self.node.setText(self.figure.said(index))
        position = self._root_position()
        if position is not None:
            self._show_board(*_position_at(position, tree, index))

    def _root_position(self) -> Position | None:
        state = self._state
        if state.shown is not None:
            return state.shown.position
        return None if state.question is None else state.question.position

    @Slot(int)
    def _choose_move(self, move: int) -> None:
        position = self._root_position()
        if self.form is not None and position is not None:
            self.form.choose(position.format_move(move))

    # -- the exercise --------------------------------------------------------------------------

    def _show_question(self, question: CourseQuestion | None) -> None:
        for part in (self.question, self.check, self.another):
            part.setVisible(question is not None)
        if self.form is not None:
            self._form_place.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
            self.form = None
        if question is None:
            return
        self.question.setText(question.text)
        self.form = form = AnswerForm(question, self)
        form.edited.connect(self._show_answer)
        form.entered.connect(self._check)
        self._form_place.addWidget(form)
        QWidget.setTabOrder(self.figure, form)

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

    def _show_verdict(self, before: CourseState, state: CourseState) -> None:
        verdict = state.verdict
        self.verdict.setVisible(verdict is not None)
        if verdict is None:
            return
        sign = SOLVED if verdict.right else "✗"
        self.verdict.setText(f"{sign} {in_words(verdict.reason)}")
        if verdict is not before.verdict:
            announce(self, in_words(verdict.reason))
            self.scroller.ensureWidgetVisible(self.verdict)

    # -- what is asked for ---------------------------------------------------------------------

    @Slot()
    def _check(self) -> None:
        if self._course is None or self.form is None:
            return
        try:
            self._course.answer(self.form.words())
        except KalahloaError as error:
            self.verdict.setText(in_words(error))
            self.verdict.show()
            announce(self, in_words(error))

    @Slot()
    def _ask_another(self) -> None:
        if self._course is not None:
            self._course.another()

    @Slot(int)
    def _open(self, row: int) -> None:
        if self._course is not None and 0 <= row < len(self._state.headings):
            self._course.open(self._state.headings[row].name)

    @Slot(int)
    def _turn(self, way: int) -> None:
        self._try(lambda course: course.turn(self._state.page + way))

    @Slot(int)
    def _search_to(self, depth: int) -> None:
        self._try(lambda course: course.search_to(depth))

    @Slot()
    def _search_here(self) -> None:
        self._try(lambda course: course.search_here())

    def _try(self, deed: Callable[[Course], None]) -> None:
        """Do *deed*, and say why if it is not possible."""
        if self._course is not None:
            try:
                deed(self._course)
            except KalahloaError as error:
                self.remarked.emit(in_words(error))
                self._show_tools(self._state.shown)


def _position_at(position: Position, tree: SmallTree, index: int) -> tuple[Position, int | None]:
    """Return the position at the node *index*, and the move that led to it."""
    position = position.copy()
    last = None
    for last in tree.moves(index):
        position.make(last)
    return position, last
