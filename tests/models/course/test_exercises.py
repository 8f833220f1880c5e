"""The exercises of all chapters: a student solves them, and wrong answers get a reason."""

from itertools import permutations, product

import pytest

from kalahloa.models.course.chapter import chapters
from kalahloa.models.course.exercise import CourseExercise
from kalahloa.models.course.exercise_generator import make_question, searched_replies
from kalahloa.models.course.line_question import LineQuestion
from kalahloa.models.course.pruning import leaves_in_order
from kalahloa.models.course.question import AnswerKind, CourseQuestion, how_to_answer
from kalahloa.models.text.errors import BadCommand
from tests.models.course.student import Student, wrong_answers
from tests.models.random_play import lecture_order

EXERCISES = [
    pytest.param(exercise, id=f"{chapter.name}-{exercise.name}")
    for chapter in chapters()
    for exercise in chapter.exercises
    if exercise.kind != "beat"
]
SEEDS = range(1, 5)


def questions(exercise: CourseExercise) -> list[CourseQuestion]:
    return [make_question(exercise, seed) for seed in SEEDS]


@pytest.mark.parametrize("exercise", EXERCISES)
def test_a_student_solves_every_variant(exercise):
    student = Student(exercise)

    for question in questions(exercise):
        words = student.solve(question)
        verdict = question.check(words)
        assert verdict.right, (words, verdict.reason)
        assert verdict.reason


@pytest.mark.parametrize("exercise", EXERCISES)
def test_wrong_answers_get_a_reason(exercise):
    student = Student(exercise)

    for question in questions(exercise):
        right = student.solve(question)
        for words in wrong_answers(question, right):
            verdict = question.check(words)
            assert not verdict.right, words
            assert verdict.reason.endswith(".") and len(verdict.reason) > 20


@pytest.mark.parametrize("exercise", EXERCISES)
def test_another_seed_asks_something_else_and_the_same_seed_the_same(exercise):
    first, again = make_question(exercise, 1), make_question(exercise, 1)
    boards = {question.position.position_string() for question in questions(exercise)}

    assert first.position.position_string() == again.position.position_string()
    assert first.text == again.text
    assert len(boards) > 1


@pytest.mark.parametrize("exercise", EXERCISES)
def test_what_is_no_answer_is_refused_with_a_sentence(exercise):
    question = make_question(exercise, 1)

    for words in ([], ["?!"], ["A=x"], ["Z99"], ["1e999"], ["nan"], ["²"]):
        with pytest.raises(BadCommand, match=r"\.$"):
            question.check(words)
    assert "solve" in how_to_answer(question)


def test_an_order_is_right_exactly_if_no_other_needs_fewer_leaves():
    exercise = next(
        one for chapter in chapters() for one in chapter.exercises if one.kind == "order"
    )
    question = make_question(exercise, 1)
    student = Student(exercise)
    assert question.form is AnswerKind.ORDER and question.tree is not None
    moves = lecture_order(question.position)
    texts = [choice.text for choice in question.choices]
    counts = {}

    for order in permutations(range(len(moves))):
        _, leaves = student.visited(question.position, exercise.depth, [moves[n] for n in order])
        assert leaves == leaves_in_order(question.tree, order)
        counts[order] = leaves
    for order, leaves in counts.items():
        verdict = question.check([texts[number] for number in order])
        assert verdict.right == (leaves == min(counts.values()))
        assert str(leaves) in verdict.reason


def test_ten_lines_beat_the_depth_that_a_tutorial_calls_unbeatable():
    exercise = next(
        one for chapter in chapters() for one in chapter.exercises if one.kind == "line"
    )
    start = exercise.ground.position()
    lines = Student(exercise).winning_lines(start)
    replies, wins = searched_replies(exercise, start, 0)
    question = LineQuestion(text="?", position=start, side=0, replies=replies)

    assert wins == len(set(lines)) == 10
    for line in product(start.legal_moves(), repeat=3):
        try:
            verdict = question.check([str(move) for move in line])
        except BadCommand:
            continue  # a cell that is taken, or too many moves
        assert verdict.right == (line in lines)
        if verdict.right:
            with pytest.raises(BadCommand, match="The game is over after"):
                question.check([*map(str, line), "5"])
        if not verdict.right and line in {one[:3] for one in lines}:
            assert "not over" in verdict.reason


@pytest.mark.parametrize("seed", range(12))
def test_what_is_said_of_the_first_move_of_an_order_holds_for_every_continuation(seed):
    exercise = next(
        one for chapter in chapters() for one in chapter.exercises if one.kind == "order"
    )
    question = make_question(exercise, seed)
    assert question.tree is not None
    texts = [choice.text for choice in question.choices]
    orders = {
        order: leaves_in_order(question.tree, order) for order in permutations(range(len(texts)))
    }
    fewest = min(orders.values())

    for order, leaves in orders.items():
        if leaves == fewest:
            continue
        reason = question.check([texts[number] for number in order]).reason
        least = min(count for other, count in orders.items() if other[0] == order[0])
        assert ("can come first" in reason) == (least == fewest)
        named = reason.partition("start with ")[2]
        if least > fewest:
            best = next(number for number, text in enumerate(texts) if named.startswith(text))
            assert fewest in {count for other, count in orders.items() if other[0] == best}


def test_no_values_are_shown_that_are_asked_for():
    for chapter in chapters():
        for exercise in chapter.exercises:
            question = make_question(exercise, 1)
            assert question.text.endswith(("?", "."))
            assert set(question.asked) <= question.hidden
            if exercise.kind in ("cuts", "values"):
                assert question.tree is not None
                assert {node.index for node in question.tree.inner} <= question.hidden
