"""Lecture mode: a page of the course on the whole screen, in one large size of letters."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QFontMetrics, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.features.course.course import Course
from kalahloa.views.lesson.lesson_page import LessonPage, lines_height
from kalahloa.views.lesson.page_dots import PageDots
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.mirroring import key_as_read
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme

LETTERS = 22
"""The height of letters, in pixels, on the smallest projector; they grow with the screen."""
MIN_SIZE = QSize(1024, 768)
LARGER = (1.45, 1.3, 1.15, 1.07, 1.0)
"""Sizes of the text, as factors, of which the largest is taken at which all of it is seen."""
SMALLER = (1.0, 0.9, 0.8)
"""Sizes of the letters in a tree, as factors; a large tree is not seen whole otherwise."""
SHARES = (0.38, 0.44, 0.5, 0.56, 0.62, 0.31)
"""How much of the width the text takes, at least first."""
VERDICT_LINES = 3
MAX_ROWS = 9
"""A longer table stands in two blocks."""
MIN_BOARD = 0.26
"""The least height of a board above a tree, as a share of both."""
BACK = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}"
AHEAD = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


@dataclass(frozen=True)
class _Cut:
    """How the page is divided: which share the text takes, and the letters of text and tree."""

    share: float
    pixels: int
    tree: int
    fits: bool = True


class LectureView(QWidget):
    """Shows the page of the course that is open, and nothing else; keys turn pages and steps.

    Page up and Page down turn pages, the arrow keys step through the search of a figure, Escape
    leaves.  What is read from afar has the size `LETTERS` and more, and is never cut off: a text
    that is too long for that is scrolled by Space.
    """

    left = Signal()
    """The view was closed."""

    def __init__(self, theme: Theme, course: Course, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("lecture")
        self.setWindowTitle(self.tr("Lecture mode"))
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme = theme
        self._unit = 0.0
        self.page = LessonPage(theme, self)
        self.page.most_rows = MAX_ROWS
        self.page.shown.connect(self._show_page)
        self.page.remarked.connect(self._remark)
        self.chapter = self._label("lectureChapter")
        self.place = self._label("lecturePlace")
        self.dots = PageDots(theme, self)
        self.leave_button = self._key_button(self.tr("Leave"), self.tr("Esc"))
        self.leave_button.clicked.connect(self.close)
        previous, following = self.tr("Previous page"), self.tr("Next page")
        self.previous = self._key_button(f"{BACK}  {previous}", self.tr("Page up"))
        self.previous.clicked.connect(lambda: self.page.turn(-1))
        self.next = self._key_button(f"{following}  {AHEAD}", self.tr("Page down"), key_first=True)
        self.next.clicked.connect(lambda: self.page.turn(1))
        # Unlike angles, arrows are not mirrored by themselves.
        back, ahead = "→←" if self.isRightToLeft() else "←→"
        self.back = self._key_button("", back)
        self.back.setAccessibleName(self.tr("Step back"))
        self.back.clicked.connect(lambda: self.page.go_on(-1))
        self.forward = self._key_button("", ahead)
        self.forward.setAccessibleName(self.tr("Step forward"))
        self.forward.clicked.connect(lambda: self.page.go_on(1))
        self.step_word = self._label("lecturePlace")
        self.step_word.setText(self.tr("step"))
        self.read_on = self._key_button(self.tr("Read on"), self.tr("Space"))
        self.read_on.clicked.connect(self._read_on)
        self.your_turn = self._label("lectureTurn")
        self.your_turn.setText(self.tr("Your turn"))
        self._build()
        self.page.set_theme(theme)
        self._style()
        self.page.figure.fill_height()
        self.page.follow(course)
        self._show_page(True)

    # -- making --------------------------------------------------------------------------------

    def _label(self, name: str) -> PlainLabel:
        label = PlainLabel(self)
        label.setObjectName(name)
        return label

    def _key_button(self, text: str, key: str, *, key_first: bool = False) -> QPushButton:
        """Return a button on which its key is said."""
        button = QPushButton(self)
        button.setObjectName("lectureButton")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # each has a key of its own
        cap = PlainLabel(button, key)
        cap.setObjectName("keyCap")
        parts: list[QWidget] = [cap]
        if text:
            words = PlainLabel(button, text)
            words.setObjectName("lectureWord")
            parts.insert(1 if key_first else 0, words)
            button.setAccessibleName(text.strip(f"{BACK} {AHEAD}"))
        for part in parts:
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        button.setLayout(side_by_side(*parts))
        return button

    def _card(self, parent: QWidget) -> QFrame:
        card = QFrame(parent)
        card.setObjectName("card")
        return card

    def _build(self) -> None:
        page = self.page
        unused: tuple[QWidget, ...] = (page.depth_box, page.here, page.tree_button)
        for part in (*unused, page.back_button, page.forward_button):
            part.setParent(self._attic())
        self.head = QFrame(self)
        self.head.setObjectName("lectureHead")
        self.head.setLayout(side_by_side(self.chapter, self.place, 1, self.dots, self.leave_button))
        self.body = QWidget(self)
        """Text and drawing, which are divided by hand: see `_fit_page`."""
        self.text_card, self.stage = self._card(self.body), self._card(self.body)
        self.scroller = QScrollArea(self.text_card)
        self.scroller.setFrameShape(QFrame.Shape.NoFrame)
        self.scroller.setWidgetResizable(True)
        self.scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroller.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget(self.scroller)
        inside.setObjectName("plain")
        inside.setLayout(column_of(page.heading, page.text, 1, margins=(0, 0, 0, 0)))
        self.scroller.setWidget(inside)
        inside.setAutoFillBackground(False)
        self.scroller.viewport().setAutoFillBackground(False)
        page.text.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        page.text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page.text.setMaximumWidth(16_000)
        more = side_by_side(1, self.read_on)
        self.text_card.setLayout(column_of((self.scroller, 1), more))
        self._stage_column = column_of((page.board_place, 3), (page.figure, 5), page.table)
        self.stage.setLayout(self._stage_column)
        self.told = self._card(self)
        self._said = column_of(page.what, page.why, 1)
        self.told.setLayout(side_by_side((self._said, 1), page.count))
        self.exercise = self._card(self)
        asked = side_by_side(self.your_turn, (page.question, 1))
        filled = side_by_side((page.form_place, 1), page.another, page.check)
        self._asking = column_of(asked, filled, page.verdict)
        self._exercise_row = QHBoxLayout()
        self._exercise_row.addLayout(self._asking, 1)
        self.exercise.setLayout(self._exercise_row)
        self._steps_row = side_by_side(self.back, self.forward, self.step_word)
        self._foot = side_by_side(self.previous, 1, self._steps_row, 1, self.next)
        self._below = QVBoxLayout()
        for part in (self.told, self.exercise):
            self._below.addWidget(part)
        self._inner = column_of((self.body, 1), self._below, self._foot)
        outer = column_of(self.head, (self._inner, 1), spacing=0, margins=(0, 0, 0, 0))
        outer.setSizeConstraint(
            QLayout.SizeConstraint.SetNoConstraint
        )  # never more than the screen
        self.setLayout(outer)
        for label in (page.what, page.why, page.question, page.verdict, self.your_turn):
            label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        page.count.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignTrailing)

    def _attic(self) -> QWidget:
        """Return where parts stand that are of no use here."""
        found = self.findChild(QWidget, "attic")
        if found is None:
            found = QWidget(self)
            found.setObjectName("attic")
            found.hide()
        return found

    # -- size ----------------------------------------------------------------------------------

    @property
    def is_upright(self) -> bool:
        """Whether the text stands above what is drawn."""
        return self.height() > self.width()

    def _style(self) -> None:
        """Write and draw in the size that fits the screen."""
        least = MIN_SIZE.transposed() if self.is_upright else MIN_SIZE
        scale = min(self.width() / least.width(), self.height() / least.height())
        unit = max(scale, QApplication.font().pointSizeF() / 72 * 96 / LETTERS)
        if abs(unit - self._unit) < 0.01:
            return
        self._unit = unit
        theme = self._theme
        sizes = {name: round(size * unit) for name, size in _SIZES.items()}
        colours = {
            name: getattr(theme, name).name()
            for name in ("window", "panel", "border", "outline", "shade", "text", "muted", "accent")
        }
        self.setStyleSheet(_SHEET.format(**sizes, **colours))
        self._space(sizes)
        self.dots.set_size(sizes["dot"])

    def _space(self, sizes: dict[str, int]) -> None:
        gap, pad = sizes["gap"], sizes["pad"]
        for card in (self.text_card, self.told, self.exercise):
            around = card.layout()
            assert around is not None
            around.setContentsMargins(pad, pad // 2, pad, pad // 2)
            around.setSpacing(gap)
        self._stage_column.setContentsMargins(gap, gap, gap, gap)
        self._stage_column.setSpacing(gap)
        self._asking.setSpacing(gap // 2)
        inside = self.scroller.widget()
        assert inside is not None and inside.layout() is not None
        inside.layout().setSpacing(gap // 2)  # type: ignore[union-attr]
        for row in (self._below, self._exercise_row):
            row.setSpacing(gap)
        self._inner.setContentsMargins(sizes["edge"], gap, sizes["edge"], gap)
        self._inner.setSpacing(gap)
        self._steps_row.setSpacing(gap // 2)
        head = self.head.layout()
        assert head is not None
        head.setContentsMargins(sizes["edge"], gap // 2, sizes["edge"], gap // 2)
        head.setSpacing(gap)
        for button in self.findChildren(QPushButton, "lectureButton"):
            said = button.layout()
            assert said is not None
            said.setContentsMargins(sizes["gap"], gap // 2, sizes["gap"], gap // 2)
            said.setSpacing(gap)
            button.setMinimumSize(said.sizeHint())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write and draw in the size that fits."""
        super().resizeEvent(event)
        self._style()
        self._fit_page()

    def showEvent(self, event: QShowEvent) -> None:
        """Give the keyboard to the exercise, or to the page."""
        super().showEvent(event)
        self._fit_page()
        self._take_focus()

    # -- showing -------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._theme = theme
        self._unit = 0.0
        self.page.set_theme(theme)
        self.dots.set_theme(theme)
        self._style()
        self._fit_page()

    @Slot(bool)
    def _show_page(self, turned: bool) -> None:
        state, page = self.page.state, self.page
        lesson = state.lesson
        if lesson is None:
            return
        self.chapter.setText(lesson.chapter.title)
        place = self.tr("Chapter {chapter}, page {page} of {pages}")
        self.place.setText(
            fill(place, chapter=lesson.chapter.number, page=state.page + 1, pages=len(lesson.pages))
        )
        self.dots.show_page(state.page, len(lesson.pages))
        has_steps, question = page.steps is not None, state.question
        for part in (self.back, self.forward):
            part.setVisible(has_steps)
        self.told.setVisible(state.shown is not None and bool(state.shown.result))
        page.why.setVisible(has_steps)
        self.exercise.setVisible(question is not None)
        has_tree = question is not None and question.tree is not None
        if has_tree:
            self._exercise_row.addWidget(page.board_place)
        elif page.board is not None:
            self._stage_column.insertWidget(0, page.board_place, 3)
        self.stage.setVisible(state.shown is not None or question is not None)
        if turned:
            self.scroller.verticalScrollBar().setValue(0)
        self._fit_page()
        self._take_focus()

    def _take_focus(self) -> None:
        if self.page.form is not None:
            self.page.form.take_focus()
        else:
            self.setFocus()

    # -- so that nothing is cut off --------------------------------------------------------------

    def _fit_page(self) -> None:
        """Give each part the room that it needs, and write the text as large as it fits."""
        layout, page = self.layout(), self.page
        if layout is None or page.state.lesson is None or not self._unit:
            return
        self.step_word.setVisible(page.steps is not None and not self.is_upright)
        self.dots.setVisible(not self.is_upright)  # the page is said in words as well
        self._keep_room()
        layout.activate()
        body = self.body.rect()
        cut = self._best_cut(body)
        self.read_on.setVisible(not cut.fits)
        self._write(cut)
        self._divide(body, cut)
        room = self.stage.height() - 2 * round(_SIZES["gap"] * self._unit)
        self._fit_table(round(room * (0.72 if page.board is not None else 1)))

    def _fit_table(self, room: int) -> None:
        """Write the table as large as its cells are seen whole, and no higher than *room*."""
        table = self.page.table
        if not table.isVisibleTo(self):
            return
        stage = self.stage.layout()
        assert stage is not None
        for smaller in SMALLER:
            pixels = round(LETTERS * self._unit * smaller)
            if table.fontInfo().pixelSize() != pixels:
                table.setStyleSheet(f"font-size: {pixels}px;")
            stage.activate()
            self.page.fit_table(room)
            if not self.page.is_table_elided():
                return

    def _keep_room(self) -> None:
        """Keep room for the longest sentence of a step, and for what is said about an answer."""
        page, unit = self.page, self._unit
        pad, edge = round(_SIZES["pad"] * unit), round(_SIZES["edge"] * unit)
        width = self.width() - 2 * edge - 2 * pad - 4
        count = 0
        if page.steps is not None:
            metrics = QFontMetrics(page.count.font())
            counts = (page.count.text(), page.count_text(len(page.steps) - 1))
            count = max(map(metrics.horizontalAdvance, counts)) + metrics.averageCharWidth()
            page.count.setFixedWidth(count)
            count += round(_SIZES["gap"] * unit)
        told = page.told_height(width - count, self._said.spacing())
        self.told.setFixedHeight(max(told, page.count.sizeHint().height()) + 2 * (pad // 2) + 4)
        page.board_place.setMinimumWidth(0)
        page.board_place.setMaximumWidth(16_000)
        if page.form is not None:
            self._keep_room_for_answer(width)

    def _keep_room_for_answer(self, width: int) -> None:
        """Keep room in the card of the exercise, in lines of *width*; the board takes the rest."""
        page, unit = self.page, self._unit
        assert page.form is not None
        metrics = QFontMetrics(page.verdict.font())
        gap, pad = round(_SIZES["gap"] * unit), round(_SIZES["pad"] * unit)
        verdict = VERDICT_LINES * metrics.lineSpacing() + 2
        page.verdict.setFixedHeight(verdict)
        board = 0
        if page.board is not None and page.form.question.tree is not None:
            shape = page.board.board_rect()
            high = 7 * metrics.lineSpacing()
            board = round(min(high * shape.width() / max(1.0, shape.height()), width * 0.4))
            page.board_place.setFixedWidth(board)
            width -= board + gap
        asked = width - self.your_turn.sizeHint().width() - gap
        question = lines_height(metrics, page.question.text(), asked)
        page.question.setFixedHeight(question)
        buttons = page.another.sizeHint().width() + page.check.sizeHint().width() + 2 * gap
        form = page.form.heightForWidth(width - buttons)
        form = max(form, page.form.sizeHint().height(), page.check.sizeHint().height())
        page.form_place.setFixedHeight(form)
        inside = question + form + verdict + 2 * self._asking.spacing()
        self.exercise.setFixedHeight(inside + 2 * (pad // 2) + 4)

    def _best_cut(self, body: QRect) -> _Cut:
        """Return the first way to divide the page in which text and drawing have their room."""
        base = round(LETTERS * self._unit)
        has_stage = self.stage.isVisibleTo(self)
        if not has_stage or self.is_upright:
            shares: tuple[float, ...] = (1.0,)
        else:
            shares = (*SHARES, 1.0)
        fitting: list[_Cut] = []
        for share in shares:
            width = round(body.width() * share)
            height = round(body.height() * 0.55) if share == 1.0 and has_stage else body.height()
            for larger in LARGER:
                pixels = round(base * larger)
                if self._text_height(width, pixels) <= height:
                    fitting.append(_Cut(share, pixels, base))
                    if share < 1.0:
                        break
        if not fitting:
            return _Cut(max(shares[:-1], default=1.0), base, base, fits=False)
        for smaller in SMALLER:
            for cut in fitting:
                cut = replace(cut, tree=round(base * smaller))
                if not has_stage or self._stage_fits(body, cut):
                    return cut
        return replace(fitting[0], tree=round(base * SMALLER[-1]))

    def _text_height(self, width: int, pixels: int) -> int:
        """Return the height of the text's card at *width*, written in so many *pixels*."""
        page, unit = self.page, self._unit
        pad, gap = round(_SIZES["pad"] * unit), round(_SIZES["gap"] * unit)
        inner = width - 2 * pad - 4
        font = page.heading.font()
        metrics = QFontMetrics(font)
        title = lines_height(metrics, page.heading.text(), inner)
        return title + page.text.height_at(inner, pixels) + pad + gap + 4

    def _stage_fits(self, body: QRect, cut: _Cut) -> bool:
        """Return whether the tree is seen without scrolling, and a board is not too small."""
        page, gap = self.page, round(_SIZES["gap"] * self._unit)
        room = self._stage_room(body, cut)
        inner = QSize(room.width() - 2 * gap - 4, room.height() - 2 * gap - 4)
        if page.figure.tree is None or not page.figure.isVisibleTo(self):
            return True
        inner -= QSize(0, self._least_board(inner.height()))
        needed = page.figure.least_size(inner, cut.tree)
        return needed.width() <= inner.width() and needed.height() <= inner.height()

    def _least_board(self, height: int) -> int:
        """Return how much of *height* a board above the tree needs, with the gap between them."""
        if self.page.board_place.parentWidget() is not self.stage:
            return 0
        return round(height * MIN_BOARD + _SIZES["gap"] * self._unit)

    def _stage_room(self, body: QRect, cut: _Cut) -> QRect:
        gap = round(_SIZES["gap"] * self._unit)
        if cut.share < 1:
            width = body.width() - round(body.width() * cut.share) - gap
            return QRect(0, 0, width, body.height())
        text = min(self._text_height(body.width(), cut.pixels), round(body.height() * 0.55))
        return QRect(0, 0, body.width(), body.height() - text - gap)

    def _write(self, cut: _Cut) -> None:
        if self.page.text.fontInfo().pixelSize() != cut.pixels:
            self.page.text.setStyleSheet(f"font-size: {cut.pixels}px;")
        if self.page.figure.fontInfo().pixelSize() != cut.tree:
            self.page.figure.setStyleSheet(f"font-size: {cut.tree}px;")

    def _divide(self, body: QRect, cut: _Cut) -> None:
        if not self.stage.isVisibleTo(self):
            self.text_card.setGeometry(body)
            return
        room = self._stage_room(body, cut)
        room.moveBottomRight(body.bottomRight())
        gap = round(_SIZES["gap"] * self._unit)
        text = QRect(body)
        if cut.share < 1:
            text.setRight(room.left() - gap - 1)
        else:
            text.setBottom(room.top() - gap - 1)
        self._divide_stage(room, cut, gap)
        self.stage.setGeometry(room)
        self.text_card.setGeometry(text)

    def _divide_stage(self, room: QRect, cut: _Cut, gap: int) -> None:
        """Give the tree the height that it needs, and the rest to the board above it."""
        page, inner = self.page, QSize(room.width() - 2 * gap - 4, room.height() - 2 * gap - 4)
        if page.figure.isVisibleTo(self):
            inner -= QSize(0, self._least_board(inner.height()))
            needed = page.figure.least_size(inner, cut.tree)
            least = min(round(needed.height()) + 2, inner.height())
            page.figure.setMinimumHeight(max(0, least))

    # -- keys ----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn pages, go on with the steps, read on, or leave."""
        key = key_as_read(Qt.Key(event.key()), self)
        modified = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modified:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Escape:
            self.close()
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.page.turn(1 if key == Qt.Key.Key_PageDown else -1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.page.steps is not None:
            self.page.go_on(1 if key == Qt.Key.Key_Right else -1)
        elif key == Qt.Key.Key_Space and self.read_on.isVisible():
            self._read_on()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _read_on(self) -> None:
        """Scroll the text on, and from its end to its beginning."""
        bar = self.scroller.verticalScrollBar()
        if bar.value() >= bar.maximum():
            bar.setValue(0)
        else:
            bar.setValue(bar.value() + round(bar.pageStep() * 0.8))

    @Slot(str)
    def _remark(self, sentence: str) -> None:
        """Say *sentence* where the steps are told."""
        if self.told.isVisible():
            self.page.why.setText(sentence)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell that the window is to be seen again."""
        super().closeEvent(event)
        self.left.emit()


_SIZES = {
    "letters": 22,
    "title": 30,
    "small": 18,
    "cap": 17,
    "radius": 9,
    "cap_radius": 5,
    "gap": 12,
    "pad": 26,
    "edge": 20,
    "dot": 10,
    "line": 1,
    "two": 2,
    "field": 8,
    "field_wide": 14,
}
"""Pixels on the smallest projector."""
_SHEET = """
QWidget#lecture {{ background: {window}; }}
QWidget#lecture QWidget {{ font-size: {letters}px; }}
QFrame#lectureHead {{ background: {panel}; border-bottom: {line}px solid {border}; }}
QFrame#card {{
    background: {panel}; border: {line}px solid {border}; border-radius: {radius}px; margin: 0;
}}
QLabel {{ background: transparent; border: 0; color: {text}; }}
QWidget#lecture QLabel#lectureChapter {{ font-weight: 600; }}
QWidget#lecture QLabel#lecturePlace {{ color: {muted}; font-size: {small}px; }}
QWidget#lecture QLabel#muted {{ color: {muted}; font-size: {small}px; }}
QWidget#lecture QLabel#lessonTitle {{ font-size: {title}px; font-weight: 600; }}
QWidget#lecture QLabel#lectureTurn {{ font-weight: 600; }}
QPushButton#lectureButton {{
    background: {panel}; border: {line}px solid {border}; border-radius: {cap_radius}px;
    padding: 0;
}}
QPushButton#lectureButton:hover {{ border-color: {outline}; }}
QPushButton#lectureButton:pressed {{ background: {shade}; }}
QWidget#lecture QLabel#keyCap {{
    font-size: {cap}px; border: {line}px solid {outline}; border-radius: {cap_radius}px;
    padding: {two}px {field}px; color: {muted};
}}
QPushButton, QLineEdit {{
    border-radius: {cap_radius}px; padding: {field}px {field_wide}px; border-width: {two}px;
}}
QPushButton:focus, QLineEdit:focus {{
    border: {two}px solid {accent}; padding: {field}px {field_wide}px;
}}
"""
