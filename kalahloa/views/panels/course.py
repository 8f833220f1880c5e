"""The panel of the course: the page that is open, its exercise below it, and the contents."""

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
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
from kalahloa.views.panels.panel import Panel

BOARD_HEIGHT = 190
WIDE = 46
"""From so many times the height of a line on, text and figure stand side by side."""
VERDICT_LETTERS = 190
"""So many letters of what is said about an answer have room that is always kept."""
LETTERS = (0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
"""The sizes of letters that the wheel chooses, as factors."""
_EXERCISE_SHARE = 0.62
"""An exercise that takes more of the height is scrolled with its page."""


class CoursePanel(Panel):
    """Shows a page at a time; the exercise stays in sight below what is scrolled."""

    key = "course"
    context_commands = ("lesson", "lecture-mode", "print-handout")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._state = CourseState()
        self._letters = 1.0
        self._is_pinned = True
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
        self.scroller = QScrollArea(self)
        self.exercise = QWidget(self)
        self._arrange()
        self.page.set_theme(theme)
        self.hand_focus_to(self.page.text)

    # -- making --------------------------------------------------------------------------------

    def _arrange(self) -> None:
        page = self.page
        inside = QWidget(self.scroller)
        inside.setObjectName("lessonPage")
        tools = FlowRow(inside, (page.depth_box, page.here, page.tree_button))
        steps = side_by_side(page.back_button, page.forward_button, (page.count, 1), spacing=4)
        self._written = column_of(page.heading, page.text, spacing=8)
        self._drawn = column_of(
            *(page.board_place, page.figure, steps, page.what, page.why, page.table, tools),
            spacing=8,
        )
        self._columns = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._columns.setSpacing(10)
        self._columns.addLayout(self._written)
        self._columns.addLayout(self._drawn)
        self._page = column_of(self._columns, 1, spacing=8, margins=(0, 0, 6, 0))
        inside.setLayout(self._page)
        self.scroller.setWidget(inside)
        inside.setAutoFillBackground(False)
        self.scroller.viewport().setAutoFillBackground(False)
        self.scroller.viewport().installEventFilter(self)
        self.scroller.setWidgetResizable(True)
        self.scroller.setFrameShape(QFrame.Shape.NoFrame)
        self.scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        asked = side_by_side(page.check, page.another, 1, spacing=6)
        self.exercise.setLayout(
            column_of(
                *(page.question, page.form_place, asked, page.verdict),
                spacing=6,
                margins=(0, 0, 0, 0),
            )
        )
        self.exercise.setObjectName("plain")
        self._pinned = QVBoxLayout()
        self._pinned.addWidget(self.exercise)
        head = side_by_side((self.contents, 1), self.lecture_button, spacing=6)
        turning = side_by_side(self.previous, (self.where, 1), self.next, spacing=6)
        self.lay_out(head, (self.scroller, 1), self._pinned, turning, spacing=8)
        for label in (page.what, page.why, page.question, page.verdict):
            label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Show the course that *service* has, if it is one."""
        if isinstance(service, Course):
            service.changed.connect(self._show_contents)
            self.page.follow(service)
            self._show_contents()

    def refresh(self, change: Change) -> None:
        """Begin with the first chapter when the panel is first seen."""
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
        if self.page.board is not None:
            self.page.board.setFixedHeight(BOARD_HEIGHT)
        self.exercise.setVisible(self.page.state.question is not None)
        self._spread()
        if turned:
            self.where.setText(pages_text(self.page.state))
            self.scroller.verticalScrollBar().setValue(0)

    @Slot()
    def _show_verdict(self) -> None:
        if not self._is_pinned:
            self.scroller.ensureWidgetVisible(self.page.verdict)

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
        """Put text and figure side by side where there is room, and the exercise below them."""
        page = self.page
        line = self.fontMetrics().height() * self._letters
        has_figure = page.state.shown is not None or page.state.question is not None
        is_wide = has_figure and self.width() >= WIDE * line
        ways = QBoxLayout.Direction
        self._columns.setDirection(ways.LeftToRight if is_wide else ways.TopToBottom)
        self._columns.setStretch(0, 6 if is_wide else 0)
        self._columns.setStretch(1, 5 if is_wide else 0)
        for part in (page.text, page.heading, page.question, page.verdict):
            part.setMaximumWidth(max(200, page.text.readable_width()))
        width = max(1, min(self.width() - 40, page.text.readable_width()))
        letters = max(1, page.verdict.fontMetrics().averageCharWidth())
        lines = max(2, -(-VERDICT_LETTERS * letters // width))
        page.verdict.setMinimumHeight(lines * page.verdict.fontMetrics().lineSpacing())
        self._pin(self._exercise_height() <= _EXERCISE_SHARE * self.height())

    def _exercise_height(self) -> int:
        layout = self.exercise.layout()
        assert layout is not None
        return layout.totalHeightForWidth(max(1, self.width() - 26))

    def _pin(self, is_pinned: bool) -> None:
        """Have the exercise stay in sight, or be scrolled with its page."""
        if is_pinned is not self._is_pinned:
            self._is_pinned = is_pinned
            if is_pinned:
                self._page.removeWidget(self.exercise)
                self._pinned.addWidget(self.exercise)
            else:
                self._pinned.removeWidget(self.exercise)
                self._page.insertWidget(1, self.exercise)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Have the wheel with Ctrl change the size of the letters."""
        control = Qt.KeyboardModifier.ControlModifier
        is_inside = watched is self.scroller.viewport()
        if is_inside and isinstance(event, QWheelEvent) and event.modifiers() & control:
            if event.angleDelta().y():
                self._enlarge(1 if event.angleDelta().y() > 0 else -1)
            return True
        return super().eventFilter(watched, event)

    def _enlarge(self, way: int) -> None:
        at = min(max(0, LETTERS.index(self._letters) + way), len(LETTERS) - 1)
        self._letters = LETTERS[at]
        pixels = round(self.fontInfo().pixelSize() * self._letters)
        inside = self.scroller.widget()
        assert inside is not None
        for part in (inside, self.exercise):
            part.setStyleSheet(f"* {{ font-size: {pixels}px; }}")
        self.page.fit_table()
        self._spread()

    # -- what is asked for ---------------------------------------------------------------------

    @Slot(int)
    def _open(self, row: int) -> None:
        if self.page.course is not None and 0 <= row < len(self._state.headings):
            self.page.course.open(self._state.headings[row].name)
