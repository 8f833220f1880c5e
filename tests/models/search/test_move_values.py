"""The values of moves: correct proofs, and estimates that are never called proven."""

from random import Random
from threading import Event

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.game import read_position
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import TimeSlice, Valuer, Values
from kalahloa.models.search.searchers import searchers
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.text.numbers import signed
from tests.models.games.kalah.kalah_minimax import minimax
from tests.oracles import oracle
from tests.scores import WINNER, estimate, exact

FEW_STONES = "<6,19,20,0,2,0,1,0,2,1,0,1,0,1,1> S"
MORE_STONES = "<6,10,6,4,0,6,1,0,0,5,4,3,0,5,4> S"
ESTIMATES_ONLY = (TimeSlice(0.0, 0.02),)
PROOFS_ONLY = (TimeSlice(30.0, 0.0),)


def start(key: str) -> Position:
    game = find_game(key)
    return game.start(game.rulebook.default)


def exact_values(position: Position) -> dict[int, int]:
    """Return every move's final margin for the one to move, by plain minimax."""
    side, memo, found = position.side, {}, {}
    for move in position.legal_moves():
        position.make(move)
        rest = minimax(position, memo)
        margin = position.in_kalah(side) - position.in_kalah(1 - side)
        found[move] = margin + (rest if position.side == side else -rest)
        position.unmake()
    return found


@pytest.mark.parametrize("end", ["mover-empty", "standard"])
def test_proven_values_are_the_minimax_values(end):
    position = read_position(FEW_STONES, KalahRules(end=end))

    values = Valuer(PROOFS_ONLY, 4).values(position)

    assert all(value.proven for value in values.values())
    assert {move: value.number for move, value in values.items()} == exact_values(position)
    assert all(value.short == signed(int(value.number)) for value in values.values())


def test_estimates_come_first_and_are_replaced_by_proven_values():
    position = read_position(MORE_STONES if is_compiled() else FEW_STONES, KalahRules())
    seen: list[Values] = []

    last = Valuer((TimeSlice(0.0, 0.05), TimeSlice(30.0, 0.0)), 16).values(
        position, report=seen.append
    )

    assert not any(value.proven for value in seen[0].values())
    assert all(set(values) == set(position.legal_moves()) for values in seen)
    assert all(value.proven for value in last.values())
    for move in last:
        trusted = [values[move] for values in seen if values[move].proven]
        assert set(trusted) == {last[move]}


def test_the_engine_alone_proves_no_value_of_kalah():
    position = read_position(FEW_STONES, KalahRules())

    values = Valuer(ESTIMATES_ONLY, 1).values(position)

    assert set(values) == set(position.legal_moves())
    assert not any(value.proven for value in values.values())


def test_a_win_in_one_is_proven_in_a_game_that_may_go_on_for_ever():
    position = start("loa")
    for text in oracle("loa")["endings"]["mover_wins"][0]["moves"][:-1]:
        position.make(position.read_move(text))

    values = Valuer(ESTIMATES_ONLY, 1).values(position)

    assert not can_be_solved(position)
    assert exact(1.0, position.side, kind=WINNER, plies=1) in values.values()


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
def test_every_legal_move_of_every_game_gets_a_value(key):
    position = start(key)
    evaluator = None if position.has_evaluation() else find_game(key).heuristic()

    values = Valuer(ESTIMATES_ONLY, 1).values(position, evaluator=evaluator)

    assert list(values) == position.legal_moves()


def test_a_stopped_valuer_reports_nothing_more():
    position = start("kalah")
    seen: list[Values] = []

    Valuer(proof_mebibytes=1).values(position, stopped=lambda: bool(seen), report=seen.append)

    assert len(seen) == 1


def test_a_valuer_can_be_stopped_while_it_allocates_memory(monkeypatch):
    memory = Event()
    monkeypatch.setattr(Engine, "warm_up", lambda _self: memory.wait())
    asked: list[int] = []

    def stopped() -> bool:
        asked.append(1)
        return len(asked) > 2

    values = Valuer(proof_mebibytes=1).values(start("kalah"), stopped=stopped)

    memory.set()
    assert values == {}
    assert len(asked) == 3


@pytest.mark.parametrize(
    ("number", "low", "high", "text"),
    [(1.4, -8, 8, "+1.4"), (9.5, -8, 8, "+8.0"), (-3.0, 2, 4, "+2.0")],
)
def test_an_estimate_is_clamped_to_the_proven_bounds(number, low, high, text):
    moved = estimate(number).within(low, high)

    assert moved.short == text
    assert low <= moved.number <= high
    assert not moved.proven


def test_all_first_moves_of_tic_tac_toe_are_proven_draws():
    values = Valuer(PROOFS_ONLY, 1).values(start("tictactoe"))

    assert values == {move: exact(0.0) for move in range(1, 10)}


def test_wins_and_losses_in_tic_tac_toe_are_proven():
    game = find_game("tictactoe")
    position = game.read("XX./OO./... X", game.rulebook.default)

    values = Valuer(PROOFS_ONLY, 1).values(position)

    assert values[3] == exact(1.0)
    assert values[9] == exact(-1.0)


# -- the value of a searcher's move ----------------------------------------------------------------


@pytest.mark.parametrize("key", ["kalah", "tictactoe"])
def test_what_a_searcher_calls_proven_is_what_the_solver_proves(key):
    game, chance, solver = find_game(key), Random(11), Solver(4)
    proven = 0
    for _ in range(6):
        position = game.start(game.rulebook.default)
        for _ in range(34 if key == "kalah" else 3):
            if len(position.legal_moves()) > 0:
                position.make(chance.choice(position.legal_moves()))
        if position.is_over():
            continue
        bounds = solver.values(position).moves
        for searcher in searchers():
            found = searcher.choose(position, Limits(depth=4), game.heuristic())
            if found.score.proven:
                proven += 1
                assert found.score.number == bounds[found.move].value

    assert proven


def test_wins_are_better_and_losses_worse_than_any_estimate_the_quick_win_and_the_slow_loss_best():
    ranked = [
        estimate(-9.0, kind=WINNER, is_lost=True),
        estimate(-2.0, kind=WINNER, is_lost=True),
        exact(-1.0, kind=WINNER, plies=2),
        exact(-1.0, kind=WINNER, plies=6),
        estimate(-6.0, kind=WINNER),
        estimate(-1.0, kind=WINNER),
        estimate(0.3, kind=WINNER),
        estimate(7.5, kind=WINNER),
        exact(1.0, kind=WINNER, plies=7),
        exact(1.0, kind=WINNER, plies=3),
    ]

    shuffled = Random(1).sample(ranked, len(ranked))
    assert sorted(shuffled, key=lambda value: value.order) == ranked


def test_where_margins_count_numbers_do_and_a_proven_one_is_better_than_an_estimate():
    ranked = [
        exact(-8.0),
        estimate(-3.5),
        estimate(2.0),
        exact(2.0),
        estimate(4.1),
    ]

    shuffled = Random(1).sample(ranked, len(ranked))
    assert sorted(shuffled, key=lambda value: value.order) == ranked
