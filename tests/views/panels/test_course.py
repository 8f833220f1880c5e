"""The panel of the course: pages, live figures, and exercises by mouse and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.models.course.chapter import chapters, find_chapter
from kalahloa.models.course.progress import course_path, load_solved
from kalahloa.models.course.question import AnswerKind
from kalahloa.models.game.registry import find_game
from kalahloa.views.look.theme import DARK
from kalahloa.views.panels.course import CoursePanel
from kalahloa.views.panels.panel import Panel
from tests.models.course.student import Student
from tests.views.conftest import Hands
from tests.views.panels.stage import Stage

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
TICTACTOE = find_game("tictactoe")


class Reader:
    """Somebody who reads the course."""

    def __init__(self, hands: Hands | Stage, panel: Panel, qtbot) -> None:
        self.hands = hands
        self.qtbot = qtbot
        self.course = hands.app[Course]
        self.done()
        assert isinstance(panel, CoursePanel)
        self.panel = panel

    def done(self) -> None:
        self.qtbot.waitUntil(lambda: bool(self.course.state.lesson) and not self.course.state.busy)

    def open(self, name: str, page: int = 0) -> None:
        self.course.open(name, page)
        self.done()

    def open_exercise(self, chapter: str, name: str) -> None:
        pages = find_chapter(chapter).pages
        numbers = [n for n, one in enumerate(pages) if one.exercise and one.exercise.name == name]
        self.open(chapter, numbers[0])

    def page_fits(self) -> bool:
        scroller = self.panel.scroller
        return scroller.widget().width() <= scroller.viewport().width()

    def click(self, button) -> None:
        self.panel.scroller.ensureWidgetVisible(button)
        QTest.mouseClick(button, LEFT)
        self.done()

    def solution(self) -> list[str]:
        page, question = self.course.state.open_page, self.course.state.question
        assert page is not None and page.page.exercise is not None and question is not None
        return Student(page.page.exercise).solve(question)

    def fill_in(self, words: list[str]) -> None:
        """Fill in the form as one does with mouse and keys."""
        form = self.panel.page.form
        assert form is not None
        if form.question.form is AnswerKind.VALUES:
            for word, field in zip(words, form.fields.values(), strict=True):
                QTest.keyClicks(field, word.partition("=")[2])
        elif form.question.form is AnswerKind.NODES:
            assert form.question.tree is not None
            tree, figure = form.question.tree, self.panel.page.figure
            for word in words:
                node = tree.named(word)
                assert node is not None
                figure.ensureVisible(figure._boxes[node.index], 0, 0)
                point = figure.middle_of(node.index).toPoint()
                QTest.mouseClick(figure.viewport(), LEFT, pos=point)
        elif form.line is not None:
            QTest.keyClicks(form.line, " ".join(words))
        else:
            for word in words:
                texts = [choice.text for choice in form.question.choices]
                self.click(form.buttons[texts.index(word)])


@pytest.fixture
def reader(show_panel, qtbot) -> Reader:
    stage = show_panel(CoursePanel, "kalah", (520, 800))
    BY_KEY["lesson"].perform(stage.app, [])
    return Reader(stage, stage.panel, qtbot)


@pytest.fixture
def in_window(open_window, qtbot) -> Reader:
    hands = open_window("kalah")
    hands.window.resize(1180, 900)
    hands.window.actions_by_name["lesson"].trigger()
    return Reader(hands, hands.window.panel_host.panel("course"), qtbot)


# -- reading ---------------------------------------------------------------------------------------


def test_the_course_opens_on_its_page_at_its_first_page(in_window):
    window, panel = in_window.hands.window, in_window.panel

    assert window.rooms.page.key == "course"
    assert panel.is_seen
    assert panel.page.heading.text() == "A tree of moves"
    assert panel.contents.count() == len(chapters())
    assert panel.contents.currentText().startswith("1. Game trees")
    assert panel.page.figure.isVisible() and panel.page.board is not None


def test_every_page_of_every_chapter_can_be_turned_to(reader):
    for chapter in chapters():
        for number, page in enumerate(chapter.pages):
            assert reader.panel.page.heading.text() == page.title
            assert reader.panel.where.whole == f"{number + 1} of {len(chapter.pages)}"
            assert (reader.panel.page.form is not None) == (page.exercise is not None)
            is_last = chapter is chapters()[-1] and number == len(chapter.pages) - 1
            if not is_last:
                reader.click(reader.panel.next)
    reader.click(reader.panel.next)
    assert reader.panel.page.heading.text() == chapters()[-1].pages[-1].title


def test_a_chapter_is_chosen_in_the_contents(reader):
    reader.panel.contents.setFocus()
    for _ in range(4):
        QTest.keyClick(reader.panel.contents, Qt.Key.Key_Down)
    reader.panel.contents.activated.emit(reader.panel.contents.currentIndex())
    reader.done()

    assert reader.course.state.lesson.chapter.name == "alpha-beta"


def test_the_text_is_read_without_marks_and_without_markup(reader):
    reader.open("alpha-beta", 1)

    text = reader.panel.page.text.toPlainText()
    assert "Alpha is the value the side to move is already sure of" in text
    assert "*" not in text and "<" not in text
    assert reader.panel.page.text.height() >= reader.panel.page.text.document().size().height()


# -- live figures ----------------------------------------------------------------------------------


def test_the_board_shows_the_node_that_one_goes_to(reader):
    panel = reader.panel
    root = panel.page.board.position.position_string()
    panel.page.figure.setFocus()
    figure = panel.page.figure
    QTest.keyClick(figure, Qt.Key.Key_Down if figure._layout.upright else Qt.Key.Key_Right)

    tree = panel.page.figure.tree
    assert panel.page.board.position.position_string() != root
    assert panel.page.board.state.last_move == tree[1].move
    assert panel.page.why.text() == panel.page.figure.said(1)


def test_another_depth_searches_the_figure_again(reader):
    before = len(reader.panel.page.figure.tree)

    reader.panel.page.depth_box.setFocus()
    QTest.keyClick(reader.panel.page.depth_box, Qt.Key.Key_Up)
    reader.done()

    assert len(reader.panel.page.figure.tree) > before
    assert "depth 2" in reader.panel.page.what.text()


def test_the_figure_can_be_searched_at_the_position_on_the_board(reader):
    reader.hands.document.new_game(TICTACTOE, start="XO./.XO/X.O X")

    reader.click(reader.panel.page.here)

    assert reader.panel.page.here.isChecked()
    assert reader.panel.page.board.position.position_string() == "XO./.XO/X.O X"
    reader.click(reader.panel.page.here)
    assert not reader.panel.page.here.isChecked()
    assert reader.panel.page.board.position.position_string() == "XOX/.O./.XO X"


def test_where_the_game_is_over_the_figure_stays(reader):
    reader.hands.document.new_game(TICTACTOE, start="XXX/OO./... O")

    reader.click(reader.panel.page.here)

    assert not reader.panel.page.here.isChecked()
    assert reader.panel.page.board.position.position_string() == "XOX/.O./.XO X"


# -- exercises -------------------------------------------------------------------------------------

EXERCISES = [
    (chapter.name, exercise.name)
    for chapter in chapters()
    for exercise in chapter.exercises
    if exercise.kind != "beat"
]


def test_each_exercise_is_solved_by_mouse_and_keys(reader):
    assert len(EXERCISES) >= 20
    for chapter, name in EXERCISES:
        reader.open_exercise(chapter, name)
        assert f"{chapter}/{name}" not in reader.course.state.solved

        reader.fill_in(reader.solution())
        reader.click(reader.panel.page.check)

        assert reader.panel.page.verdict.text().startswith("✓ Right"), (chapter, name)
        assert f"{chapter}/{name}" in reader.course.state.solved
    solved = {f"{chapter}/{name}" for chapter, name in EXERCISES}
    reader.qtbot.waitUntil(lambda: solved <= set(load_solved(course_path())))


def test_a_wrong_answer_says_why_and_an_empty_one_what_is_missing(reader):
    reader.open_exercise("alpha-beta", "cuts")
    reader.click(reader.panel.page.check)
    assert "Name at least one node" in reader.panel.page.verdict.text()

    reader.fill_in(["A"])
    reader.click(reader.panel.page.check)

    assert reader.panel.page.verdict.text() == "✗ A is the root, which every search visits."


def test_a_click_marks_a_node_and_another_one_takes_that_back(reader):
    reader.open_exercise("alpha-beta", "cuts")

    reader.fill_in(["2"])
    assert reader.panel.page.form.line.text() == "2"
    assert len(reader.panel.page.figure.marked) == 1
    reader.fill_in(["2"])

    assert reader.panel.page.form.line.text() == ""
    assert not reader.panel.page.figure.marked


def test_values_appear_in_the_tree_as_they_are_written(reader):
    reader.open_exercise("minimax", "values")
    index, field = next(iter(reader.panel.page.form.fields.items()))

    QTest.keyClicks(field, "+3")

    assert reader.panel.page.figure.typed == {index: "+3"}


def test_enter_in_a_field_checks_the_answer(reader):
    reader.open_exercise("game-trees", "leaves")
    field = reader.panel.page.form.line

    QTest.keyClicks(field, reader.solution()[0])
    QTest.keyClick(field, Qt.Key.Key_Return)

    assert reader.panel.page.verdict.text().startswith("✓ Right")


def test_a_move_can_be_chosen_on_the_board(reader):
    reader.open_exercise("horizon", "misjudged")
    form, board = reader.panel.page.form, reader.panel.page.board
    move = board.position.legal_moves()[0]

    board.move_chosen.emit(move)

    assert form.words() == [board.position.format_move(move)]


def test_another_variant_empties_the_form(reader):
    reader.open_exercise("minimax", "values")
    reader.fill_in(reader.solution())
    reader.click(reader.panel.page.check)

    reader.click(reader.panel.page.another)

    assert not reader.panel.page.verdict.text()
    assert all(not field.text() for field in reader.panel.page.form.fields.values())


def test_what_is_solved_is_ticked_in_the_contents(reader):
    for exercise in find_chapter("negamax").exercises:
        reader.open_exercise("negamax", exercise.name)
        reader.fill_in(reader.solution())
        reader.click(reader.panel.page.check)

    assert reader.panel.contents.itemText(2) == "3. Negamax   ✓"
    assert reader.panel.contents.itemText(1).endswith("0/2")


def test_a_line_is_made_of_the_moves_that_are_clicked(reader):
    reader.open_exercise("horizon", "unbeatable")
    form, board = reader.panel.page.form, reader.panel.page.board
    right = reader.solution()

    for move in map(int, right[:-1]):
        board.move_chosen.emit(move)
    reader.click(reader.panel.page.check)
    assert "add your next move" in reader.panel.page.verdict.text()
    board.move_chosen.emit(int(right[-1]))
    reader.click(reader.panel.page.check)

    assert form.words() == right
    assert reader.panel.page.verdict.text().startswith("✓")


# -- by keyboard alone, small, and dark ------------------------------------------------------------


def test_an_exercise_is_solved_without_the_mouse(reader):
    reader.open_exercise("alpha-beta", "cuts")
    panel = reader.panel
    panel.take_focus()
    for _ in range(12):
        if panel.page.figure.hasFocus():
            break
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert panel.page.figure.hasFocus()
    tree = panel.page.figure.tree
    wanted = {tree.named(word).index for word in reader.solution()}
    deeper = Qt.Key.Key_Down if panel.page.figure._layout.upright else Qt.Key.Key_Right
    beside = Qt.Key.Key_Right if panel.page.figure._layout.upright else Qt.Key.Key_Down
    for _ in range(2):
        QTest.keyClick(panel.page.figure, deeper)
        for _ in range(len(tree)):
            node = tree[panel.page.figure.current]
            if node.index in wanted and node.parent not in wanted:
                QTest.keyClick(panel.page.figure, Qt.Key.Key_Space)
                wanted.discard(node.index)
            QTest.keyClick(panel.page.figure, beside)
        back = Qt.Key.Key_Left if beside is Qt.Key.Key_Right else Qt.Key.Key_Up
        for _ in range(len(tree)):
            QTest.keyClick(panel.page.figure, back)
    for _ in range(12):
        if panel.page.check.hasFocus():
            break
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    QTest.keyClick(panel.page.check, Qt.Key.Key_Space)

    assert panel.page.verdict.text().startswith("✓ Right")


def test_the_panel_fits_a_small_window(in_window):
    window = in_window.hands.window
    window.resize(640, 480)
    in_window.qtbot.waitUntil(lambda: not window.rooms._later.isActive())

    for page in range(len(find_chapter("alpha-beta").pages)):
        in_window.open("alpha-beta", page)
        assert (window.width(), window.height()) == (640, 480)
        in_window.qtbot.waitUntil(in_window.page_fits)


def test_the_panel_is_drawn_in_dark_colours(reader):
    reader.panel.set_theme(DARK)

    assert reader.panel.page.figure.theme is DARK and reader.panel.page.board.theme is DARK
