"""Exact values are asked of the book, a tablebase and the solver, in one time."""

from dataclasses import replace
from itertools import count

import pytest

from kalahloa.models.game.knowledge import BuildStopped, Knowledge, KnowledgeSource
from kalahloa.models.game.registry import find_game
from kalahloa.models.search import exact_question
from kalahloa.models.search.exact_question import ExactQuestion
from kalahloa.models.text.errors import BadCommand, IllegalMove

KALAH = find_game("kalah")
SMALL = KALAH.start(KALAH.rulebook.read(None, {"pits": 3, "stones": 2}))


class Endless(KnowledgeSource):
    """Builds a tablebase until it is told to stop."""

    def __init__(self) -> None:
        super().__init__(("from the book",))
        self.asked = 0

    def for_position(self, position, *, stopped, **options) -> Knowledge:
        while not stopped():
            self.asked += 1
        raise BuildStopped


def question(source: KnowledgeSource, position=SMALL, **options) -> ExactQuestion:
    return ExactQuestion(replace(KALAH, load_knowledge=lambda: source), position, **options)


def test_the_time_ends_the_building_of_the_tablebase_as_well(monkeypatch):
    ticks = count()
    monkeypatch.setattr(exact_question, "monotonic", lambda: float(next(ticks)))
    source = Endless()
    asked = question(source, KALAH.start(KALAH.rulebook.default), seconds=9.0)

    found = asked.solve()

    assert 0 < source.asked < 9
    assert not found.bounds.proven
    assert found.seconds > 9
    assert asked.notes == ("from the book",)


def test_who_stops_the_question_stops_the_building():
    source = Endless()
    stop = iter(range(3))

    found = question(source, stopped=lambda: next(stop, None) is None).values()

    assert not found.proven


def test_the_value_is_the_same_with_and_without_what_is_known():
    alone, helped = question(KnowledgeSource()), question(KALAH.knowledge, cached=False)

    assert alone.solve().bounds == helped.solve().bounds
    assert alone.values().moves == helped.values().moves


@pytest.mark.parametrize("at_least", [4, 6])
def test_whether_the_value_is_at_least_a_number_is_decided(at_least: int):
    found = question(KnowledgeSource()).decide(at_least)

    assert found.bounds.says_at_least(at_least) == (at_least <= 4)


def test_what_cannot_be_solved_is_refused():
    loa = find_game("loa")
    with pytest.raises(BadCommand, match="may never end"):
        ExactQuestion(loa, loa.start(loa.rulebook.default))
    game = find_game("tictactoe")
    over = game.read("XXX/OO./... O", game.rulebook.default)
    with pytest.raises(IllegalMove, match="The game is over: X"):
        ExactQuestion(game, over)
