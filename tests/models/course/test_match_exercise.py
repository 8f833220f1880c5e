"""The exercise of writing a heuristic: a short match in a process of its own."""

import pytest

from kalahloa.models.course.chapter import chapters
from kalahloa.models.course.exercise_generator import make_question
from kalahloa.models.course.match_exercise import MatchQuestion, ShortMatch
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.text.errors import BadCommand

GOOD = '''"""Stones in the own kalah minus those in the opponent's."""


def evaluate(position):
    count = getattr(position, "in_kalah", None) or position.kalah
    return count(position.side) - count(1 - position.side)
'''
BAD = '"""Wants to lose."""\n\n\n' + GOOD.partition("\n\n\n")[2].replace("return ", "return -")


@pytest.fixture
def question() -> MatchQuestion:
    exercise = next(
        one for chapter in chapters() for one in chapter.exercises if one.kind == "beat"
    )
    made = make_question(exercise, 1)
    assert isinstance(made, MatchQuestion)
    return made


def keep(name: str, text: str) -> str:
    HeuristicStore().save(HeuristicSource(name, "kalah", text))
    return name


def test_a_good_heuristic_beats_level_3(question):
    match = question.check([keep("mine", GOOD)])
    assert isinstance(match, ShortMatch)

    verdict = match.play()

    assert verdict.right, verdict.reason
    assert verdict.reason.startswith("Right: mine scored ")


def test_one_that_wants_to_lose_does_and_is_told_by_how_much(question):
    verdict = question.check([keep("worse", BAD)]).play()

    assert not verdict.right
    assert "worse scored only" in verdict.reason and "more than half" in verdict.reason


@pytest.mark.parametrize(
    "text", ["def evaluate(position):\n    return 1 / 0\n", "def evaluate(position):\n    1 +\n"]
)
def test_a_heuristic_that_fails_is_a_wrong_answer_with_a_sentence(question, text):
    verdict = question.check([keep("broken", text)]).play()

    assert not verdict.right
    assert verdict.reason.endswith(".") and len(verdict.reason) > 20


def test_a_heuristic_that_is_not_there_or_not_trusted_does_not_run(question):
    assert not question.check(["nobody"]).play().right
    name = keep("changed", GOOD)
    path = HeuristicStore().path("kalah", name)
    path.write_text("raise SystemExit\n" + GOOD, encoding="utf-8")

    verdict = question.check([name]).play()

    assert not verdict.right and verdict.reason.endswith(".")


def test_a_match_can_be_stopped(question):
    match = question.check([keep("mine", GOOD)])

    with pytest.raises(SearchStopped):
        match.play(lambda: True)


def test_no_name_is_no_answer(question):
    with pytest.raises(BadCommand, match="the name of one"):
        question.check([])
