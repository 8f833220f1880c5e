"""The panel of the course: the page that is open, its exercise below it, and the contents."""

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QFrame,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.features.course.state import CourseState
from kalahloa.controllers.features.course.words import pages_text
from kalahloa.views.lesson.lesson_page import SOLVED, LessonPage
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.flow_row import FlowRow
from kalahloa.views.look.theme import Theme
from kalahloa.views.look.turns import TurnQueue
from kalahloa.views.panels.panel import Panel

BOARD_HEIGHT, SMALL_BOARD = 190, 130
"""The heights of a board alone, and of one below a tree."""
WIDE = 46
"""From so many times the height of a line on, text and figure stand side by side."""
VERDICT_LETTERS = 190
"""So many letters of what is said about an answer have room that is always kept."""
LETTERS = (0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
"""The sizes of letters that the wheel chooses, as factors."""
TITLE = 1.3
"""The size of a page's title, as a factor."""
_TURNS = 3
"""The first chapter is opened so many turns after the panel is first seen."""
EXERCISE_SHARE = 0.55
"""An exercise that takes more of the height is scrolled with its page."""


class CoursePanel(Panel):
    """Shows a page at a time; the exercise stays in sight below what is scrolled."""

    key = "course"
    context_commands = ("lesson", "lecture-mode", "print-handout")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._state = CourseState()
        self._letters = 1.0
        self._is_pinned, self._is_wide = True, False
        self._turns = TurnQueue(self, lambda _key: 0, _TURNS)
        self.page = LessonPage(theme, self)
        self.page.asked.connect(self.asked)
        self.page.remarked.connect(self.remarked)
        self.page.shown.connect(self._show_page)
        self.page.judged.connect(self._show_verdict)
        self.contents = DropDown(self)
        self.contents.setAccessibleName(self.tr("Chapter"))
        self.contents.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.contents.activated.connect(self._open)
        self.lecture_button = self.make_button(self.tr("Lecture mode"), "lecture-mode")
        self.where = self.make_line("muted")
        self.where.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.previous = QPushButton(self.tr("Previous"), self)
        self.previous.clicked.connect(lambda: self.page.turn(-1))
        self.next = QPushButton(self.tr("Next"), self)
        self.next.clicked.connect(lambda: self.page.turn(1))
        self._arrange()
        self._write()
        self.page.set_theme(theme)
        self.hand_focus_to(self.page.text)

    # -- making --------------------------------------------------------------------------------

    def _arrange(self) -> None:
        page = self.page
        steps = side_by_side(page.back_button, page.forward_button, (page.count, 1), spacing=4)
        self.written = _made(column_of(page.heading, page.text, spacing=8))
        tools = FlowRow(self, (page.depth_box, page.here, page.tree_button))
        drawn = (page.figure, steps, page.what, page.why, page.board_place, page.table, tools)
        self.drawn = _made(column_of(*drawn, spacing=8))
        self.scroller, self._column = self._scroller(self.written, self.drawn)
        self.left_scroller, self._left_column = self._scroller()
        asked = side_by_side(page.check, page.another, 1, spacing=6)
        self.exercise = _made(
            column_of(page.question, page.form_place, asked, page.verdict, spacing=6)
        )
        self._left = column_of((self.left_scroller, 1), spacing=8)
        self._right = column_of((self.scroller, 1), self.exercise, spacing=8)
        self._sides = side_by_side((self._left, 6), (self._right, 5), spacing=18)
        head = side_by_side((self.contents, 1), self.lecture_button, spacing=6)
        turning = side_by_side(self.previous, (self.where, 1), self.next, spacing=6)
        self.lay_out(head, (self._sides, 1), turning, spacing=8)
        for label in (page.what, page.why, page.question, page.verdict):
            label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.left_scroller.hide()
        self._sides.setStretch(0, 0)

    def _scroller(self, *parts: QWidget) -> tuple[QScrollArea, QVBoxLayout]:
        """Return what scrolls *parts*, and the column that they stand in."""
        scroller = QScrollArea(self)
        column = column_of(*parts, 1, spacing=8, margins=(0, 0, 6, 0))
        scroller.setWidget(_made(column))
        scroller.viewport().setAutoFillBackground(False)
        scroller.viewport().installEventFilter(self)
        scroller.setWidgetResizable(True)
        scroller.setFrameShape(QFrame.Shape.NoFrame)
        scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return scroller, column

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Show the course that *service* has, if it is one."""
        if isinstance(service, Course):
            service.changed.connect(self._show_contents)
            self.page.follow(service)
            self._show_contents()

    def refresh(self, change: Change) -> None:
        """Begin with the first chapter when the panel is first seen."""
        self._turns.add("begin", self._begin)

    def _begin(self) -> None:
        """Open the first chapter, once the page is painted: its thread would hold that up."""
        course = self.page.course
        if course is not None and course.state.lesson is None and not course.state.busy:
            course.open(quietly=True)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.page.set_theme(theme)

    # -- showing -------------------------------------------------------------------------------

    @Slot(bool)
    def _show_page(self, turned: bool) -> None:
        self.exercise.setVisible(self.page.state.question is not None)
        self._spread()
        if turned:
            self.where.setText(pages_text(self.page.state))
            for scroller in (self.scroller, self.left_scroller):
                scroller.verticalScrollBar().setValue(0)

    @Slot()
    def _show_verdict(self) -> None:
        if not self._is_pinned:
            scroller = self.left_scroller if self._is_wide else self.scroller
            scroller.ensureWidgetVisible(self.page.verdict)

    @Slot()
    def _show_contents(self) -> None:
        assert self.page.course is not None
        before, state = self._state, self.page.course.state
        self._state = state
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

    # -- size ----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the page for the new size."""
        super().resizeEvent(event)
        self._spread()

    def _spread(self) -> None:
        """Put text and figure side by side where there is room, and keep room for sentences."""
        page, state = self.page, self.page.state
        line = self.fontMetrics().height() * self._letters
        has_figure = state.shown is not None or state.question is not None
        self._divide(has_figure and self.width() >= WIDE * line)
        readable = max(200, page.text.readable_width())
        for part in (page.text, page.heading, page.question, page.verdict):
            part.setMaximumWidth(readable)
        side = self.width() - 44
        if self._is_wide:
            side = (side - 18) // 2 - 10
        if page.steps is not None:
            page.keep_room(side)
        else:
            _give_back_room(page.what, page.why)
        letters = max(1, page.verdict.fontMetrics().averageCharWidth())
        lines = max(2, -(-VERDICT_LETTERS * letters // max(1, min(side, readable))))
        page.verdict.setMinimumHeight(lines * page.verdict.fontMetrics().lineSpacing())
        if page.board is not None:
            is_small = page.figure.tree is not None and page.figure.isVisibleTo(self)
            page.board.setFixedHeight(SMALL_BOARD if is_small else BOARD_HEIGHT)
        layout = self.exercise.layout()
        assert layout is not None
        self._pin(layout.totalHeightForWidth(max(1, side)) <= EXERCISE_SHARE * self.height())

    def _divide(self, is_wide: bool) -> None:
        """Put the text beside what is drawn, or above it."""
        if is_wide is self._is_wide:
            return
        self._is_wide = is_wide
        self._pin(True)
        if is_wide:
            self._left_column.insertWidget(0, self.written)
            self._left.addWidget(self.exercise)
        else:
            self._column.insertWidget(0, self.written)
            self._right.addWidget(self.exercise)
        self.left_scroller.setVisible(is_wide)
        self._sides.setStretch(0, 6 if is_wide else 0)

    def _pin(self, is_pinned: bool) -> None:
        """Have the exercise stay in sight, or be scrolled with its page."""
        if is_pinned is self._is_pinned:
            return
        self._is_pinned = is_pinned
        if is_pinned:
            (self._left if self._is_wide else self._right).addWidget(self.exercise)
        else:
            column = self._left_column if self._is_wide else self._column
            column.insertWidget(column.count() - 1, self.exercise)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Have the wheel with Ctrl change the size of the letters."""
        control = Qt.KeyboardModifier.ControlModifier
        is_inside = watched in (self.scroller.viewport(), self.left_scroller.viewport())
        if is_inside and isinstance(event, QWheelEvent) and event.modifiers() & control:
            if event.angleDelta().y():
                self._enlarge(1 if event.angleDelta().y() > 0 else -1)
            return True
        return super().eventFilter(watched, event)

    def _enlarge(self, way: int) -> None:
        at = min(max(0, LETTERS.index(self._letters) + way), len(LETTERS) - 1)
        self._letters = LETTERS[at]
        self._write()
        self.page.fit_table()
        self._spread()

    def _write(self) -> None:
        """Write the page in letters of the chosen size."""
        pixels = self.fontInfo().pixelSize() * self._letters
        for part in (self.written, self.drawn, self.exercise):
            part.setStyleSheet("" if self._letters == 1 else f"* {{ font-size: {pixels:.0f}px; }}")
        self.page.heading.setStyleSheet(f"font-size: {pixels * TITLE:.0f}px;")

    def changeEvent(self, event: QEvent) -> None:
        """Write the page in the interface's new letters."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "written"):
            self._write()

    # -- what is asked for ---------------------------------------------------------------------

    @Slot(int)
    def _open(self, row: int) -> None:
        if self.page.course is not None and 0 <= row < len(self._state.headings):
            self.page.course.open(self._state.headings[row].name)


def _made(layout: QLayout) -> QWidget:
    """Return a widget without a ground that has *layout*, up to its edges."""
    widget = QWidget()
    widget.setObjectName("plain")
    layout.setContentsMargins(0, 0, 0, 0)
    widget.setLayout(layout)
    return widget


def _give_back_room(*labels: QWidget) -> None:
    for label in labels:
        label.setMinimumHeight(0)
        label.setMaximumHeight(16_000)
