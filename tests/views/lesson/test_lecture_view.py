"""Lecture mode: all of a page in sight, in large letters, by keys."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget

from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.course.chapter import chapters, find_chapter
from kalahloa.models.game.registry import find_game
from kalahloa.views.lesson.lecture_view import LETTERS, LectureView
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import DARK, LIGHT
from tests.models.course.student import Student

LEFT = Qt.MouseButton.LeftButton
SIZES = ((1024, 768), (1366, 768), (1920, 1080), (3840, 2160), (768, 1024), (960, 540))
PAGES = [(chapter.name, number) for chapter in chapters() for number in range(len(chapter.pages))]


class Lecturer:
    """Somebody who holds a lecture."""

    def __init__(self, qtbot, size: tuple[int, int], chapter: str, page: int) -> None:
        self.qtbot = qtbot
        self.app = open_app(find_game("kalah"))
        self.course = self.app[Course]
        self.open(chapter, page)
        self.frame = QWidget()
        self.frame.setStyleSheet(style_sheet(LIGHT))
        self.view = LectureView(LIGHT, self.course, self.frame)
        self.view.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self.left: list[bool] = []
        self.view.left.connect(lambda: self.left.append(True))
        self.view.resize(*size)
        self.view.show()
        qtbot.waitExposed(self.view)
        self.view.activateWindow()
        qtbot.waitUntil(self.view.isActiveWindow)

    def open(self, chapter: str, page: int = 0) -> None:
        self.course.open(chapter, page)
        self.done()

    def done(self) -> None:
        self.qtbot.waitUntil(lambda: not self.course.state.busy, timeout=30_000)

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.view, key)
        self.done()

    def settle(self) -> None:
        """Wait until all is arranged."""
        for _ in range(3):
            QApplication.processEvents()

    def is_told_in_its_card(self) -> bool:
        """Return whether what is told of a step is inside its card, and not one upon the other."""
        what, why, card = self.view.page.what, self.view.page.why, self.view.told
        seen = [part.geometry() for part in (what, why) if part.isVisible()]
        apart = len(seen) < 2 or not seen[0].intersects(seen[1])
        return apart and all(card.rect().contains(part) for part in seen)

    def title(self) -> str:
        return self.view.page.heading.text()

    def cut_off(self) -> list[str]:
        """Return the labels of which a part is not seen."""
        found = []
        for label in self.view.findChildren(QLabel):
            if not label.isVisible() or not label.text():
                continue
            if label.wordWrap():
                is_whole = label.heightForWidth(label.width()) <= label.height() + 1
            else:
                wide = label.fontMetrics().horizontalAdvance(label.text())
                is_whole = wide <= label.width()
            corner = label.mapTo(self.view, label.rect().bottomRight())
            if not is_whole or not self.view.rect().contains(corner):
                found.append(f"{label.text()} {label.size().toTuple()}")
        return found

    def smallest_letters(self) -> int:
        labels = (self.view.page.text, self.view.page.what, self.view.page.question)
        return min(label.fontInfo().pixelSize() for label in labels)


@pytest.fixture
def lecture(qtbot) -> Iterator[Callable[..., Lecturer]]:
    made: list[Lecturer] = []

    def begin(
        size: tuple[int, int] = (1024, 768), chapter: str = "alpha-beta", page: int = 0
    ) -> Lecturer:
        made.append(Lecturer(qtbot, size, chapter, page))
        return made[-1]

    yield begin
    for one in made:
        one.view.close()
        one.frame.deleteLater()
        one.app.shut_down()


# -- keys ------------------------------------------------------------------------------------------


def test_page_down_and_page_up_turn_pages(lecture):
    lecturer = lecture()
    titles = [page.title for page in find_chapter("alpha-beta").pages]

    for title in titles:
        assert lecturer.title() == title
        lecturer.press(Qt.Key.Key_PageDown)
    assert lecturer.view.chapter.text() == "Move ordering"
    lecturer.press(Qt.Key.Key_PageUp)

    assert lecturer.title() == titles[-1]
    assert lecturer.view.place.text() == "Chapter 5, page 6 of 6"


def test_the_keys_are_said_on_the_buttons_and_the_buttons_do_the_same(lecture):
    lecturer = lecture()
    texts = [label.text() for label in lecturer.view.next.findChildren(QLabel)]
    assert texts[0] == "Page down" and texts[1].startswith("Next page")

    QTest.mouseClick(lecturer.view.next, LEFT)
    lecturer.done()
    assert lecturer.title() == "Alpha and beta"
    QTest.mouseClick(lecturer.view.previous, LEFT)
    lecturer.done()

    assert lecturer.title() == "What cannot matter"


def test_arrow_keys_step_through_the_search(lecture):
    lecturer = lecture()
    page = lecturer.view.page
    assert page.count.text() == "12 steps"

    lecturer.press(Qt.Key.Key_Right)
    assert page.count.text() == "step 1 of 12"
    assert page.what.text().startswith("The search starts")
    for _ in range(6):
        lecturer.press(Qt.Key.Key_Right)

    assert "The search cuts" in page.why.text()
    assert page.figure.step.cut == {4}
    assert page.board.position.position_string() == "XOX/OO./.XO X".replace("OO.", "OOX")
    lecturer.press(Qt.Key.Key_Left)
    assert page.count.text() == "step 6 of 12" and not page.figure.step.cut


def test_a_click_on_a_node_shows_the_step_that_is_about_it(lecture):
    lecturer = lecture()
    figure = lecturer.view.page.figure

    QTest.mouseClick(figure.viewport(), LEFT, pos=figure.middle_of(4).toPoint())

    assert figure.step.here == 4
    assert lecturer.view.page.what.text() == "X tries move 6."


def test_escape_leaves_also_from_a_field(lecture):
    lecturer = lecture(page=4)
    assert isinstance(QApplication.focusWidget(), QLineEdit)

    lecturer.press(Qt.Key.Key_Escape)

    assert lecturer.left and not lecturer.view.isVisible()


def test_space_reads_on_where_the_text_is_too_long(lecture):
    lecturer = lecture()
    view = lecturer.view
    view.page.text.show_paragraphs(["A long sentence that fills much of the line. " * 40])
    view._fit_page()
    assert view.read_on.isVisible()
    bar = view.scroller.verticalScrollBar()
    lecturer.qtbot.waitUntil(lambda: bar.maximum() > 0)

    lecturer.press(Qt.Key.Key_Space)

    assert bar.value() > 0


# -- exercises -------------------------------------------------------------------------------------


def test_the_answer_appears_in_its_place_and_nothing_moves(lecture):
    lecturer = lecture(page=4)
    view, page = lecturer.view, lecturer.view.page
    exercise = find_chapter("alpha-beta").pages[4].exercise
    parts = (page.check, page.another, page.form, page.question, view.stage, view.text_card)
    before = [part.mapTo(view, part.rect().topLeft()) for part in parts]

    QTest.keyClicks(QApplication.focusWidget(), "B")
    lecturer.press(Qt.Key.Key_Return)
    assert page.verdict.text().startswith("✗")
    page.form.line.clear()
    QTest.keyClicks(page.form.line, " ".join(Student(exercise).solve(page.state.question)))
    QTest.mouseClick(page.check, LEFT)

    assert page.verdict.text().startswith("✓ Right")
    assert not lecturer.cut_off()
    assert [part.mapTo(view, part.rect().topLeft()) for part in parts] == before


# -- sizes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_off_on_any_page(lecture, size):
    lecturer = lecture(size, "game-trees")
    scale = min(size[0] / 1024, size[1] / 768) if size[0] > size[1] else size[0] / 768
    for number, (chapter, page) in enumerate(PAGES):
        if number % len(SIZES) != SIZES.index(size) and size != SIZES[0]:
            continue  # the projector shows all of them, every other size some
        lecturer.open(chapter, page)

        lecturer.settle()
        assert not lecturer.cut_off(), (chapter, page)
        assert lecturer.is_told_in_its_card(), (chapter, page)
        assert not lecturer.view.page.is_table_elided(), (chapter, page)
        assert (lecturer.view.width(), lecturer.view.height()) == size
        assert lecturer.smallest_letters() >= int(LETTERS * scale), (chapter, page)
        assert (
            lecturer.view.page.text.height() >= lecturer.view.page.text.document().size().height()
        )


def test_the_view_is_drawn_in_dark_colours(lecture):
    lecturer = lecture()

    lecturer.view.set_theme(DARK)

    assert lecturer.view.page.figure.theme is DARK
    assert DARK.window.name() in lecturer.view.styleSheet()
