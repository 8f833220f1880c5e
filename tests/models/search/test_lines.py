"""The lines of an analysis: of best play, as many as asked for, and within its limits."""

from itertools import pairwise

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.game import read_position
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import FoundValues, TimeSlice, Valuer
from kalahloa.models.search.solver.solver import Solver
from tests.models.random_play import random_position

FEW_STONES = "<6,19,20,0,2,0,1,0,2,1,0,1,0,1,1> S"
DEPTH = 4 if is_compiled() else 2


def start(key: str) -> Position:
    game = find_game(key)
    return game.start(game.rulebook.default)


def test_the_best_lines_are_those_of_the_engine():
    position = start("loa")

    found = Valuer().analyse(position, 3, limits=Limits(depth=DEPTH))

    expected = Engine(16, network=True).analyse(position, Limits(depth=DEPTH), lines=3).lines
    assert found.depth == DEPTH
    assert found.best == tuple(line.move for line in expected)
    assert [found.values[move].number for move in found.best] == [
        line.score.number for line in expected
    ]
    assert found.lines[found.best[0]][0] == found.best[0]
    assert found.moves == tuple(position.legal_moves())


def test_all_moves_have_values_beside_the_best_ones():
    position = start("loa")
    limits = Limits(seconds=0.6 if is_compiled() else 3.0)

    found = Valuer().analyse(position, 2, all_moves=True, limits=limits)

    assert set(found.values) == set(position.legal_moves())
    assert all(value.depth <= found.depth for value in found.values.values())


def test_the_first_report_comes_before_anything_deep():
    seen: list[FoundValues] = []

    Valuer().analyse(start("loa"), 2, limits=Limits(depth=2), report=seen.append)

    assert seen[0].depth == 1
    assert [found.depth for found in seen] == sorted(found.depth for found in seen)
    assert all(a.nodes <= b.nodes and a.seconds <= b.seconds for a, b in pairwise(seen))


def test_a_stopped_analysis_returns_what_it_has():
    seen: list[FoundValues] = []

    found = Valuer().analyse(start("loa"), 2, stopped=lambda: bool(seen), report=seen.append)

    assert len(seen) == 1
    assert found.values


@pytest.mark.parametrize("end", ["mover-empty", "standard"])
def test_proven_lines_lead_to_a_game_worth_what_is_said(end):
    position = read_position(FEW_STONES, KalahRules(end=end))

    found = Valuer((TimeSlice(30.0, 0.02),), 4).analyse(position)

    exact = Solver(1).values(position).moves
    for move in position.legal_moves():
        assert found.values[move].proven
        assert found.values[move].number == exact[move].value
        played = position.copy()
        for one in found.lines[move]:
            played.make(one)
        assert played.is_over()
        margin = played.in_kalah(position.side) - played.in_kalah(1 - position.side)
        assert margin == exact[move].value


def test_what_the_engine_expects_is_no_line_of_a_proven_value():
    position = read_position(FEW_STONES, KalahRules())

    found = Valuer((TimeSlice(30.0, 0.02),), 4).analyse(position, limits=Limits(seconds=0.05))

    for move, value in found.values.items():
        line = found.lines[move]
        assert line[0] == move
        if value.proven and len(line) > 1:
            played = position.copy()
            for one in line:
                played.make(one)
            assert Solver(1).values(position).moves[move].value == value.number


def test_another_table_and_more_threads_are_used_from_the_next_search_on():
    valuer = Valuer()
    valuer.tune(2, 2)

    found = valuer.analyse(start("loa"), 1, limits=Limits(depth=DEPTH))

    assert (valuer._engine.mebibytes, valuer._engine.threads) == (2, 2)
    assert found.depth == DEPTH
    with pytest.raises(ValueError, match="thread"):
        valuer.tune(2, 0)


# -- an engine that remembers ----------------------------------------------------------------------


def test_what_is_remembered_changes_no_value_where_the_past_counts():
    """Values are those of an empty table; only the moves are tried in another order."""
    remembering = Engine(4, remembers=True)
    for seed in range(6):
        position = random_position("loa", seed, 20)
        if position.is_over():
            continue
        for _ in range(2):
            found = remembering.analyse(position, Limits(depth=DEPTH), lines=2)
            fresh = Engine(4).analyse(position, Limits(depth=DEPTH), lines=2)
            assert [line.score for line in found.lines] == [line.score for line in fresh.lines]
            position.make(found.lines[0].move)
            if position.is_over():
                break


def test_no_value_of_a_deeper_search_is_remembered_where_the_past_counts():
    remembering = Engine(4, remembers=True)
    for seed in range(4):
        position = random_position("loa", seed, 20)
        remembering.analyse(position, Limits(depth=DEPTH + 2))

        found = remembering.analyse(position, Limits(depth=DEPTH), lines=3)

        fresh = Engine(4).analyse(position, Limits(depth=DEPTH), lines=3)
        assert [line.score for line in found.lines] == [line.score for line in fresh.lines]


@pytest.mark.skipif(not is_compiled(), reason="uncompiled, nothing is kept")
def test_the_next_position_of_a_game_that_always_ends_is_searched_faster():
    remembering = Engine(16, remembers=True)
    position = start("kalah")
    line = remembering.analyse(position, Limits(depth=10)).lines[0].line
    position.make(line[0])

    again = remembering.analyse(position, Limits(depth=9)).nodes

    assert again < Engine(16).analyse(position, Limits(depth=9)).nodes / 2


def test_other_rules_begin_with_an_empty_table():
    remembering = Engine(4, remembers=True)
    other = find_game("kalah").start(KalahRules(end="standard"))
    remembering.analyse(start("kalah"), Limits(depth=DEPTH + 2))

    found = remembering.analyse(other, Limits(depth=DEPTH + 2))

    fresh = Engine(4).analyse(other, Limits(depth=DEPTH + 2))
    assert found.lines == fresh.lines
    assert found.nodes == fresh.nodes
