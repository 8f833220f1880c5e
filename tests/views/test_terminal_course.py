"""The course in the terminal, by words alone."""

import pytest

from kalahloa.models.course.chapter import chapters
from kalahloa.models.course.exercise_generator import make_question
from kalahloa.models.course.progress import course_path, load_solved
from tests.models.course.student import Student
from tests.views.test_terminal import play

EXERCISES = [
    pytest.param(chapter.name, number + 1, page.exercise, id=f"{chapter.name}-{page.exercise.name}")
    for chapter in chapters()
    for number, page in enumerate(chapter.pages)
    if page.exercise is not None and page.exercise.kind != "beat"
]


@pytest.mark.parametrize(("chapter", "page", "exercise"), EXERCISES)
def test_an_exercise_is_solved_by_typing(chapter, page, exercise):
    words = Student(exercise).solve(make_question(exercise, 1))

    shown, code = play("kalah", f"lesson {chapter} {page}", f"solve {' '.join(words)}")

    assert code == 0
    assert "Type solve and" in shown
    assert shown.index("Type solve and") < shown.index("Right")
    assert load_solved(course_path()) == {f"{chapter}/{exercise.name}"}


def test_a_lesson_is_read_from_page_to_page():
    shown, _ = play("loa", "lesson", "lesson 5", "page next", "figuredepth 3", "page 9")

    assert "10. Endgames and proof (endgames): " in shown
    assert shown.index("page 1 of 6: What cannot matter") < shown.index("page 2 of 6: Alpha and")
    assert "Alpha-beta, depth 3: value" in shown
    assert "There is no page 9." in shown


def test_a_wrong_lesson_is_named():
    shown, _ = play("loa", "lesson alfa-beta")

    assert "There is no lesson 'alfa-beta'; did you mean alpha-beta?" in shown
