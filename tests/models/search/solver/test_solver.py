"""The solver's exact values, compared with oracles and with plain minimax."""

from random import Random
from threading import Event

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.search import transposition_table
from kalahloa.models.search.solver import mtd
from kalahloa.models.search.solver import solver as solver_module
from kalahloa.models.search.solver.solution import Bounds
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.work.cancellation import Stop
from tests.models.games.kalah.kalah_minimax import every_rule_set, minimax
from tests.models.random_play import random_position, start
from tests.oracles import oracle

KALAH = oracle("kalah")
RULE_SETS = list(KALAH["rules"])
ENDGAME_STONES = 12 if is_compiled() else 6
MAX_STONES = 32 if is_compiled() else 11
"""The oracles' positions with more stones are searched by a benchmark only."""
MAX_SMALL = 20 if is_compiled() else 8


def exact_positions(rules: str) -> list[tuple[Kalah, dict]]:
    game_rules = start("kalah", rules).rules
    found = []
    for entry in KALAH["exact_positions"][rules]:
        cells = entry["pos"]
        if sum(cells[:6]) + sum(cells[7:13]) <= MAX_STONES:
            found.append((Kalah(cells, 0, game_rules), entry))
    assert len(found) > 5
    return found


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_moves_of_solved_positions_have_their_published_values(rules):
    solver = Solver(8)
    tablebase = build_tablebase(start("kalah", rules).rules, ENDGAME_STONES)

    for position, entry in exact_positions(rules):
        position.use_tablebase(tablebase)
        found = solver.values(position)

        assert found.proven
        assert {str(move): bounds.value for move, bounds in found.moves.items()} == entry["moves"]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("most", "grown"), [(1, 1), (3, 2), (8, 8)])
def test_a_full_table_grows_without_changing_the_values(monkeypatch, threads, most, grown):
    monkeypatch.setattr(solver_module, "FIRST_MEBIBYTES", 1)
    # As if few of them went into it.
    monkeypatch.setattr(mtd, "ENTRY_BYTES", 4000)
    solver = Solver(most, threads)

    found = solver.solve(start("kalah", pits=4, stones=3))

    assert found.bounds.value == 6
    assert solver.table_mebibytes() == grown


def test_a_table_that_grows_is_not_waited_for_when_the_solver_is_stopped(monkeypatch):
    monkeypatch.setattr(solver_module, "FIRST_MEBIBYTES", 1)
    monkeypatch.setattr(mtd, "ENTRY_BYTES", 4000)
    monkeypatch.setattr(transposition_table, "TAKEN_AT_ONCE", 16)  # of 16,384 buckets
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 500

    solver = Solver(8)
    found = solver.solve(start("kalah", pits=4, stones=3), stopped=stopped)

    assert solver.table_mebibytes() == 1
    assert not found.bounds.proven


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(8, 8, "+8"), (-8, -8, "−8"), (0, 0, "0"), (-2, 4, "−2 to +4"), (0, 4, "0 to +4")],
)
def test_bounds_are_written_with_a_sign_unless_zero(low, high, text):
    assert Bounds(low, high).text == text


@pytest.mark.parametrize("rules", RULE_SETS)
def test_small_boards_have_their_published_values(rules):
    solver = Solver(8)
    for board, value in KALAH["small_boards"][rules].items():
        pits, stones = map(int, board.split(","))
        if 2 * pits * stones > MAX_SMALL:
            continue
        solution = solver.solve(start("kalah", rules, pits=pits, stones=stones))

        assert solution.bounds == Bounds(value, value), board


@pytest.mark.parametrize("rules", every_rule_set(3))
def test_random_positions_have_their_minimax_values(rules):
    memo: dict[bytes, int] = {}
    chance = Random(7)
    solver = Solver(1)
    for _ in range(40):
        cells = [chance.randrange(4) for _ in range(8)]
        position = Kalah(cells, chance.randrange(2), rules)
        if position.is_over():
            continue
        fixed_score = position.in_kalah(position.side) - position.in_kalah(1 - position.side)

        solution = solver.solve(position)

        assert solution.bounds.value == fixed_score + minimax(position, memo)


@pytest.mark.parametrize("threads", [1, 2])
def test_whether_a_position_is_worth_at_least_a_number_is_decided(threads):
    chance = Random(11)
    solver = Solver(1, threads)
    for _ in range(12):
        position = Kalah([chance.randrange(4) for _ in range(8)], 0, KalahRules(pits=3))
        if position.is_over():
            continue
        value = Solver(1).solve(position).bounds.value
        assert value is not None
        for asked in (value, value + 1, value - 3, value + 4, -50, 50):
            found = solver.decide(position, asked)

            assert found.bounds.low <= value <= found.bounds.high
            assert found.bounds.says_at_least(asked) is (value >= asked)
            assert found.line == ()


def test_what_is_decided_takes_less_than_the_value():
    position = start("kalah", pits=3, stones=3)
    value = Solver(8).solve(position)

    decided = Solver(8).decide(position, -4)

    assert decided.bounds.low >= -4 and not decided.bounds.proven
    assert 0 < decided.nodes < value.nodes / 2


def test_what_is_out_of_reach_is_decided_without_a_search():
    position = random_position("kalah", 5, 14)

    assert Solver(1).decide(position, 49).nodes == Solver(1).decide(position, -48).nodes == 0


def test_sowings_round_the_board_are_ordered_by_their_gain():
    chance = Random(5)
    positions = []
    for _ in range(14):
        cells = [chance.randrange(3) for _ in range(8)]
        cells[chance.randrange(3)] = 7 + chance.randrange(4)
        cells[4 + chance.randrange(3)] = 7 + chance.randrange(4)
        positions.append(Kalah(cells, 0, KalahRules(pits=3)))

    nodes = sum(Solver(1).solve(position, guess=0).nodes for position in positions)

    assert nodes == 9_540  # more, once such sowings count as gaining nothing


def test_the_principal_variation_leads_to_the_value():
    solver = Solver(4)
    position = random_position("kalah", 5, 14)
    position.use_tablebase(build_tablebase(position.rules, ENDGAME_STONES))
    if not is_compiled():
        position = start("kalah", pits=2, stones=2)

    solution = solver.solve(position)

    side = position.side
    for move in solution.line:
        assert move in position.legal_moves()
        position.make(move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.score_for(side) == solution.bounds.value


def test_two_threads_find_the_same_values():
    position = random_position("kalah", 3, 12 if is_compiled() else 40)
    alone, together = (Solver(4, threads).values(position) for threads in (1, 2))

    assert alone.proven
    assert dict(alone.moves) == dict(together.moves)


def test_a_stopped_search_returns_valid_bounds():
    position = start("kalah")
    heard = []

    def stopped() -> bool:
        heard.append(True)
        return len(heard) > 3

    solution = Solver(1).solve(position, stopped=stopped)

    assert not solution.bounds.proven
    assert solution.bounds.low <= 8 <= solution.bounds.high
    assert solution.line == ()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_ends_a_search_that_would_take_for_ever(threads):
    stop = Stop()

    found = Solver(1, threads).values(
        start("kalah", pits=8, stones=8), stopped=stop, report=lambda _: stop.set()
    )

    assert not found.proven
    assert found.nodes > 0


def test_without_time_the_known_bounds_are_returned():
    position = start("kalah")

    assert Solver(1).has_value(position, 0, seconds=0.0) is None
    assert set(Solver(1).moves_at_least(position, 0, seconds=0.0).values()) == {None}
    assert Solver(1).solve(position, guess=0, seconds=0.0).nodes == 0
    assert Solver(1).decide(position, 8, seconds=0.0).bounds.says_at_least(8) is None


def test_a_stopped_caller_does_not_wait_for_memory(monkeypatch):
    memory = Event()
    monkeypatch.setattr(solver_module, "TranspositionTable", lambda _: memory.wait())
    stop = Stop()
    stop.set()

    ready = Solver(1).warm_up(stop)

    memory.set()
    assert not ready


def test_nothing_is_searched_after_a_stop():
    position = start("kalah")

    found = Solver(1).values(position, stopped=lambda: True, with_lines=False)

    assert sorted(found.moves) == position.legal_moves()
    assert not found.proven
    assert found.nodes == 0


def test_every_first_move_of_tictactoe_draws():
    found = Solver(1).values(start("tictactoe"))

    assert found.moves == dict.fromkeys(range(1, 10), Bounds(0, 0))


def test_a_game_that_may_go_on_for_ever_is_rejected():
    with pytest.raises(ValueError, match="may go on for ever"):
        Solver(1).solve(start("loa"))


def test_a_finished_game_is_rejected():
    position = start("tictactoe")
    for move in (1, 4, 2, 5, 3):
        position.make(move)

    with pytest.raises(ValueError, match="The game is over"):
        Solver(1).values(position)


def test_a_tablebase_of_other_rules_is_rejected():
    tablebase = build_tablebase(start("kalah", "standard").rules, 2)

    with pytest.raises(ValueError, match="other rules"):
        start("kalah").use_tablebase(tablebase)
