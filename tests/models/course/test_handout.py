"""What is handed out of a chapter, and the answers to its exercises."""

import pytest

from kalahloa.models.course.chapter import chapters
from kalahloa.models.course.handout import make_handout
from kalahloa.models.course.question import AnswerKind, AnswerVerdict

KEYS = [chapter.name for chapter in chapters()]


@pytest.mark.parametrize("number", range(len(KEYS)), ids=KEYS)
def test_every_answer_that_is_handed_out_is_right(number):
    chapter = chapters()[number]
    handout = make_handout(chapter)
    assert [one.page.title for one in handout.pages] == [page.title for page in chapter.pages]

    for page in handout.pages:
        assert (page.shown is not None) == (page.page.page.figure is not None)
        question = page.question
        if question is None:
            continue
        if question.form is AnswerKind.HEURISTIC:
            assert question.solution() == ()
            continue
        verdict = question.check(question.solution())
        assert isinstance(verdict, AnswerVerdict)
        assert verdict.right, (page.page.title, question.solution(), verdict.reason)
