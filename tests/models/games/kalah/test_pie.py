"""The pie rule: after the first turn the second player may take over what the first has got."""

from dataclasses import replace
from random import Random

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.board import FIRST_TURN, MAY_SWAP, NO_PIE
from kalahloa.models.games.kalah.game import read_position, start_position
from kalahloa.models.games.kalah.notation import SWAP
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.record.json_record import record_from_json, record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import search_value
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.text.errors import BadPosition, IllegalMove

GAME = find_game("kalah")
PIE = KalahRules(pie="yes")
SMALL = [
    KalahRules(pits, stones, end, capture, "yes", remaining)
    for pits, stones in ((1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2))
    for end, capture, remaining in (
        ("mover-empty", "opposite", "owner"),
        ("standard", "empty", "owner"),
        ("standard", "opposite", "last-mover"),
    )
]


def after(*moves: int, rules: KalahRules = PIE) -> Kalah:
    position = start_position(rules)
    for move in moves:
        position.make(move)
    return position


def minimax(position: Kalah, memo: dict[str, int]) -> int:
    """Return the final margin for the side to move, by trying everything."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.score_for(position.side)
    key = position.position_string()
    if key not in memo:
        side, best = position.side, -999
        for move in position.legal_moves():
            position.make(move)
            value = minimax(position, memo)
            best = max(best, value if position.side == side else -value)
            position.unmake()
        memo[key] = best
    return memo[key]


def test_sides_may_be_swapped_once_right_after_the_first_turn():
    position = after()
    assert SWAP not in position.legal_moves()

    position.make(3)  # South moves again
    assert (position.side, position.pie()) == (0, FIRST_TURN)
    assert SWAP not in position.legal_moves()

    position.make(6)
    assert (position.side, position.pie()) == (1, MAY_SWAP)
    assert position.legal_moves()[-1] == SWAP

    position.make(2)
    assert position.pie() == NO_PIE
    assert SWAP not in position.legal_moves()


def test_swapping_turns_the_board_and_leaves_the_move_to_the_first_player():
    position = after(3, 6)
    stones = position.stones()

    position.make(SWAP)

    assert position.side == 0
    assert position.stones() == stones[7:] + stones[:7]
    assert position.pie() == NO_PIE
    assert position.hash == position.hash_from_scratch()
    assert position.hash == Kalah(position.stones(), 0, PIE).hash


def test_taking_a_swap_back_restores_everything():
    position = after(1)
    before = (position.position_string(), position.hash, position.legal_moves())

    position.make(SWAP)
    position.make(2)
    position.unmake()
    position.unmake()

    assert (position.position_string(), position.hash, position.legal_moves()) == before
    assert position.hash == position.hash_from_scratch()


def test_where_a_swap_is_possible_the_position_is_another_one():
    stones = after(1).stones()

    hashes = {Kalah(stones, 1, PIE, pie).hash for pie in (NO_PIE, FIRST_TURN, MAY_SWAP)}

    assert len(hashes) == 3


def test_without_the_option_nobody_ever_swaps_and_perft_is_what_it_was():
    position = after(1, rules=KalahRules())

    assert position.legal_moves() == [1, 2, 3, 4, 5, 6]
    assert start_position(KalahRules()).perft(6) == GAME.start(KalahRules()).perft(6)
    with pytest.raises(IllegalMove, match="under the pie rule"):
        position.read_move("swap")


def test_perft_counts_the_swap_as_one_more_move():
    assert after(1).perft(1) == after(1, rules=KalahRules()).perft(1) + 1
    position = after()

    def count(depth: int) -> int:
        if depth == 0:
            return 1
        leaves = 0
        for move in position.legal_moves():
            position.make(move)
            leaves += count(depth - 1)
            position.unmake()
        return leaves

    assert position.perft(4) == count(4)


@pytest.mark.parametrize("text", ["swap", "SWAP", " swap "])
def test_a_swap_is_written_and_read(text):
    position = after(1)

    assert position.read_turn(text) == [SWAP]
    assert position.format_move(SWAP) == "swap"
    assert position.describe(SWAP).startswith("North swaps sides")
    with pytest.raises(IllegalMove):
        position.read_move("100")


@pytest.mark.parametrize(("moves", "end"), [((), "S pie"), ((1,), "N swap"), ((1, 1), "S")])
def test_a_position_string_says_how_far_the_pie_rule_has_come(moves, end):
    position = after(*moves)
    text = position.position_string()

    same_side = read_position(text, PIE)

    assert text.endswith(f"> {end}")
    assert (same_side.position_string(), same_side.hash) == (text, position.hash)
    assert same_side.legal_moves() == position.legal_moves()


@pytest.mark.parametrize("rules", [KalahRules(), PIE])
def test_a_word_that_means_nothing_here_is_refused(rules):
    word = "cake" if rules is PIE else "swap"

    with pytest.raises(BadPosition, match=f"not '{word}'"):
        read_position(f"<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> N {word}", rules)


@pytest.mark.parametrize("word", ["pie", "swap"])
def test_a_game_that_is_over_has_nothing_to_swap(word):
    rules = KalahRules(pits=2, stones=1, pie="yes", end="standard")

    position = read_position(f"<2,1,1,0,0,1,1> N {word}", rules)

    assert position.pie() == NO_PIE
    assert position.position_string() == "<2,1,3,0,0,0,0> N"


def test_copies_know_whether_sides_may_be_swapped():
    assert after(1).copy().legal_moves() == after(1).legal_moves()
    assert after(1).copy(stack=False).pie() == MAY_SWAP


def test_the_steps_of_a_swap_lead_to_the_turned_board():
    position = after(3, 6)
    there = position.stones()
    for step in position.transition(SWAP):
        there[step.origin] -= step.count
        there[step.target] += step.count

    position.make(SWAP)

    assert there == position.stones()


def test_a_record_with_a_swap_is_kept_and_read_back():
    record = Record(GAME, PIE)
    for move in (3, 6, SWAP, 2):
        record.play(move)

    same_side = record_from_json(record_to_json(record))

    assert [node.text for node in same_side.line()] == ["3", "6", "swap", "2"]
    assert same_side.rules.pie == "yes"
    assert same_side.position.position_string() == record.position.position_string()
    same_side.undo()
    same_side.undo()
    assert same_side.position.legal_moves()[-1] == SWAP


@pytest.mark.parametrize("rules", SMALL, ids=GAME.rulebook.name_of)
def test_the_exact_search_is_right_about_every_move_before_and_after_a_swap(rules):
    dice = Random(5)
    position = start_position(rules)
    solver = Solver(1)
    memo: dict[str, int] = {}
    while not position.is_over():
        side = position.side
        for move, bounds in solver.values(position).moves.items():
            position.make(move)
            value = minimax(position, memo)
            assert bounds.value == (value if position.side == side else -value)
            position.unmake()
        if position.legal_moves()[-1] == SWAP:
            assert minimax(position, memo) == abs(minimax(after_swap(position), memo))
        position.make(dice.choice(position.legal_moves()))


def after_swap(position: Kalah) -> Kalah:
    turned = position.copy()
    turned.make(SWAP)
    return turned


def test_endgames_are_not_asked_while_sides_may_be_swapped():
    rules = KalahRules(pits=2, stones=2, pie="yes")
    position = start_position(rules)
    position.use_tablebase(build_tablebase(replace(rules, pie="no"), 8))
    memo: dict[str, int] = {}

    values = Solver(1).values(position).moves

    for move, bounds in values.items():
        position.make(move)
        value = minimax(position, memo)
        assert bounds.value == (value if position.side == 0 else -value)
        position.unmake()


def test_the_engine_swaps_what_is_good_for_the_other_side_and_keeps_the_rest():
    ahead = read_position("<3,5,0,1,1,1,0,1,1> N swap", replace(PIE, pits=3))
    behind = read_position("<3,0,5,1,0,1,1,1,1> N swap", replace(PIE, pits=3))

    assert Engine(1).analyse(ahead, Limits(depth=8)).lines[0].move == SWAP
    assert Engine(1).analyse(behind, Limits(depth=8)).lines[0].move != SWAP


def test_the_side_that_may_swap_is_judged_by_the_better_half_of_the_board():
    analysis = Engine(1).analyse(start_position(PIE), Limits(depth=1), lines=6)

    found = {line.move: search_value(line.score) for line in analysis.lines}
    assert set(found) == {1, 2, 3, 4, 5, 6}
    for move in (1, 2, 4, 5, 6):
        position = after(move)
        kept = Kalah(position.stones(), position.side, PIE)
        assert position.pie() == MAY_SWAP
        assert found[move] == -abs(sum(term.value for term in kept.evaluation_terms()))


def test_after_a_sowing_of_a_full_round_sides_may_be_swapped():
    rules = KalahRules(pits=5, stones=12, pie="yes")
    position = start_position(rules)

    position.make(1)

    assert position.side == 1
    assert position.pie() == MAY_SWAP
    assert SWAP in position.legal_moves()
