"""The perfect level: its moves are optimal, or not called proven."""

from dataclasses import asdict, replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kalahloa.compiled import is_compiled
from kalahloa.models.game.knowledge import Knowledge, KnowledgeSource
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.book.book import fixed_score
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.match.participant import read_participant
from kalahloa.models.search.lecture.scale import lecture_value
from kalahloa.models.search.levels import perfect
from kalahloa.models.search.levels.levels import HIGHEST, PERFECT, at_level
from kalahloa.models.search.levels.perfect import PerfectEngine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.work.cancellation import never
from tests.models.games.kalah.kalah_minimax import every_rule_set, minimax
from tests.models.random_play import start

DEEP = Limits(depth=99)
HEURISTIC = find_game("kalah").heuristic()
KNOWN = find_game("kalah").knowledge


def value_of(position: Kalah, memo: dict[bytes, int]) -> int:
    """Return the final score of South under perfect play from *position*."""
    if position.is_over():
        outcome = position.outcome()
        assert outcome is not None
        return outcome.score_for(0)
    value = fixed_score(position) + minimax(position.copy(), memo)
    return -value if position.side else value


@pytest.mark.parametrize("rules", every_rule_set(3))
@pytest.mark.parametrize("side", [0, 1])
def test_no_move_loses_a_stone_against_any_reply(rules, side):
    memo: dict[bytes, int] = {}
    chance = Random(side)
    level = at_level(PERFECT, knowledge=KNOWN)
    for _ in range(3):
        position = start("kalah", **asdict(replace(rules, stones=2)))
        while not position.is_over():
            if position.side != side:
                position.make(chance.choice(position.legal_moves()))
                continue
            before = value_of(position, memo)
            result = level.choose(position, DEEP, HEURISTIC)
            position.make(result.move)
            assert result.score.proven
            assert value_of(position, memo) == before
            assert round(lecture_value(result.score) / 100) == (-before if side else before)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=8, max_size=8), st.integers(0, 1))
def test_the_value_of_any_position_is_kept(cells, side):
    position = Kalah(cells, side, start("kalah", pits=3, stones=2).rules)
    assume(not position.is_over())
    memo: dict[bytes, int] = {}
    before = value_of(position, memo)

    position.make(at_level(PERFECT, 0, KNOWN).choose(position, DEEP, HEURISTIC).move)

    assert value_of(position, memo) == before


def test_of_optimal_moves_the_one_with_the_fewest_optimal_replies_is_chosen(monkeypatch):
    monkeypatch.setattr(perfect, "CHOICE_SECONDS", 60.0)
    game = find_game("tictactoe")
    position = game.start(game.rulebook.default)

    result = at_level(PERFECT).choose(position, DEEP, game.heuristic())

    # A corner: only the centre holds against it, one reply of eight.
    assert result.move in (1, 3, 7, 9)
    assert (lecture_value(result.score), result.score.proven) == (0.0, True)


def test_the_seed_decides_among_moves_equally_hard_to_answer(monkeypatch):
    monkeypatch.setattr(perfect, "CHOICE_SECONDS", 60.0)
    game = find_game("tictactoe")
    position = game.start(game.rulebook.default)

    chosen = [
        at_level(PERFECT, seed % 20).choose(position, DEEP, game.heuristic()).move
        for seed in range(40)
    ]

    assert set(chosen) == {1, 3, 7, 9}
    assert chosen[:20] == chosen[20:]


@pytest.mark.parametrize("limits", [Limits(depth=50), Limits(seconds=0.02)])
def test_without_a_proof_in_time_the_move_is_the_engines_and_not_proven(monkeypatch, limits):
    monkeypatch.setattr(perfect, "PROOF_SECONDS", 0.01)
    monkeypatch.setattr(perfect, "ENGINE_SECONDS", 0.01)
    monkeypatch.setattr(perfect, "SHORT_SECONDS", 0.001)
    position = start("kalah", pits=6, stones=6)

    result = at_level(PERFECT).choose(position, limits, HEURISTIC)

    assert result.move in position.legal_moves()
    assert not result.score.proven


def test_after_a_failed_proof_the_engine_has_some_time_left(monkeypatch):
    monkeypatch.setattr(perfect, "SHORT_SECONDS", 0.001)
    position = start("kalah", pits=6, stones=6)

    result = at_level(PERFECT).choose(position, Limits(seconds=0.01), HEURISTIC)

    assert result.move in position.legal_moves()
    assert not result.score.proven


def test_warming_up_makes_no_move():
    position = start("kalah", pits=3, stones=2)
    asked = []

    class Source(KnowledgeSource):
        def to_play(self, rules, stopped=never):
            asked.append(rules)
            return Knowledge(rules)

    PerfectEngine(knowledge=Source()).warm_up(position)

    assert position.ply == 0
    assert asked == [position.rules]


def test_a_stopped_perfect_engine_raises_search_stopped():
    level = at_level(PERFECT, knowledge=KNOWN)

    with pytest.raises(SearchStopped):
        level.choose(start("kalah"), DEEP, HEURISTIC, stopped=lambda: True)


def test_the_position_is_not_changed():
    position = start("kalah", pits=3, stones=2)
    before = position.position_string()

    at_level(PERFECT, 0, KNOWN).choose(position, DEEP, HEURISTIC)

    assert position.position_string() == before


def test_there_is_no_perfect_level_in_games_that_may_go_on_for_ever():
    with pytest.raises(BadCommand, match="may never end, so it has no perfect level"):
        read_participant("engine:level=perfect", find_game("loa"))


def test_the_perfect_level_is_one_above_the_highest():
    assert HIGHEST + 1 == PERFECT == 11
    assert at_level(PERFECT).title == "Engine, perfect"


if is_compiled():  # or it takes too long

    def test_perfect_play_keeps_the_value_against_every_level():
        game = find_game("kalah")
        for number in range(1, 9):
            first = at_level(PERFECT, number, game.knowledge)
            other = at_level(number, number)
            position = start("kalah", pits=4, stones=3)
            while not position.is_over():
                mover = other if position.side else first
                position.make(mover.choose(position, DEEP, game.heuristic()).move)

            outcome = position.outcome()
            assert outcome is not None
            assert outcome.score_for(0) >= 6
