"""The answers to a student: they keep the value, vary, and can be the most tempting ones."""

from collections import Counter
from random import Random

from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.games.kalah.game import read_position, start_position
from kalahloa.models.games.kalah.knowledge import KalahKnowledge, book_alone
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.study.book_answers import Answerer
from kalahloa.models.study.book_page import page_of

RULES = KalahRules()
SEVERAL = "<6,20,13,3,2,1,0,2,1,0,1,3,0,2,0> S"
"""Four of five moves keep the value."""


def known() -> KalahKnowledge:
    return KalahKnowledge(RULES, build_tablebase(RULES, 15))


def several() -> Kalah:
    return read_position(SEVERAL, RULES)


def test_answers_keep_the_value_and_each_is_drawn_soon():
    knowledge, position = known(), several()
    keeping = {move.move for move in page_of(knowledge, position).keeping}
    answerer = Answerer(Random(5))

    drawn = Counter(answerer.answer(knowledge, position) for _ in range(40))

    assert len(keeping) == 4
    assert set(drawn) == keeping
    # By lot alone, the counts of 40 would differ by more.
    assert max(drawn.values()) - min(drawn.values()) <= 4


def test_tempting_answers_leave_the_smallest_share_of_moves_that_keep_the_value():
    knowledge, position = known(), several()
    page = page_of(knowledge, position)
    shares = {
        move.move: 1.0 if move.keepers is None else move.keepers / move.choices
        for move in page.keeping
    }
    answerer = Answerer(Random(5), tempting=True)

    drawn = {answerer.answer(knowledge, position) for _ in range(20)}

    assert min(shares.values()) < max(shares.values())
    assert drawn == {move for move, share in shares.items() if share == min(shares.values())}


def test_there_is_no_answer_where_nothing_is_known():
    assert Answerer(Random(5)).answer(Knowledge(RULES), start_position(RULES)) is None


def test_in_the_book_the_only_move_is_the_answer():
    assert Answerer(Random(5)).answer(book_alone(RULES), start_position(RULES)) == 3
