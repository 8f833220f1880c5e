"""The endgames of Kalah: every margin is that of plain minimax."""

import mmap
import threading
from dataclasses import asdict
from math import comb
from random import Random

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.builder import (
    BuildStopped,
    build_tablebase,
    count_mismatches,
    new_memory,
)
from kalahloa.models.games.kalah.tablebase.tablebase import MAX_STONES, Tablebase, size_of
from kalahloa.models.games.kalah.tablebase.verification import table_margin
from tests.models.games.kalah.kalah_minimax import every_rule_set, minimax, position_of, spread
from tests.models.random_play import start
from tests.oracles import oracle
from tests.pure_twin import load_pure

KALAH = oracle("kalah")
# The most stones on boards of so many pits a side, for which every position is compared.
SMALL_BOARDS = (
    ((1, 15), (2, 8), (3, 8), (4, 6), (6, 4)) if is_compiled() else ((1, 8), (2, 5), (3, 3))
)
SAMPLED_STONES = 10 if is_compiled() else 4
SAMPLES = 40


def label(rules: KalahRules) -> str:
    return f"{rules.pits}-{rules.capture}-{rules.end}"


every_small_board = pytest.mark.parametrize(
    ("rules", "stones"),
    [
        pytest.param(rules, stones, id=f"{label(rules)}-{stones}")
        for pits, stones in SMALL_BOARDS
        for rules in every_rule_set(pits)
    ],
)
six_pits_by_rules = pytest.mark.parametrize("rules", every_rule_set(), ids=label)


def all_positions(rules: KalahRules, stones: int) -> list[Kalah]:
    """Return all positions with at most *stones* in the pits, with either side to move."""
    return [
        position_of(rules, pits, side)
        for total in range(stones + 1)
        for pits in spread(2 * rules.pits, total)
        for side in (0, 1)
    ]


@every_small_board
def test_every_position_of_a_small_board_is_worth_what_minimax_says(rules, stones):
    table = build_tablebase(rules, stones)
    memo: dict[bytes, int] = {}
    positions = all_positions(rules, stones)

    differing = [
        position.position_string()
        for position in positions
        if table_margin(table, position) != minimax(position, memo)
    ]

    assert len(positions) == 2 * table.size
    assert differing == []


@six_pits_by_rules
def test_sampled_positions_of_six_pits_are_worth_what_minimax_says(rules):
    table = build_tablebase(rules, SAMPLED_STONES)
    memo: dict[bytes, int] = {}
    rng = Random(6)

    for _ in range(SAMPLES):
        pits = [0] * 12
        for _ in range(rng.randint(5, 10) if is_compiled() else SAMPLED_STONES):
            pits[rng.randrange(12)] += 1
        position = position_of(rules, pits, rng.randrange(2))

        assert table_margin(table, position) == minimax(position, memo), position.position_string()


@pytest.mark.parametrize("rules", every_rule_set(4), ids=label)
def test_sowings_round_the_board_are_worth_what_minimax_says(rules):
    # The pit next to the kalah goes round with 6 stones, and ends where it began with 9.
    stones = 10
    table = build_tablebase(rules, stones)
    memo: dict[bytes, int] = {}

    for pit in (1, 3):
        for single in (1, 6):
            pits = [0] * 8
            pits[pit] = stones - 1
            pits[single] += 1
            position = position_of(rules, pits)
            assert table_margin(table, position) == minimax(position, memo), (
                position.position_string()
            )


@pytest.mark.parametrize("preset", list(KALAH["exact_positions"]))
def test_late_positions_are_worth_what_the_sources_say(preset):
    stones = 12 if is_compiled() else 6
    rules = find_game("kalah").rulebook.read(preset)
    table = build_tablebase(rules, stones)
    compared = 0

    for entry in KALAH["exact_positions"][preset]:
        position = Kalah(entry["pos"], 0, rules)
        margin = table_margin(table, position)
        if margin is None:
            continue
        compared += 1
        assert entry["pos"][6] - entry["pos"][13] + margin == entry["value"], entry

    assert compared >= (3 if is_compiled() else 1)


def test_a_table_holds_one_byte_a_position():
    table = build_tablebase(KalahRules(), 3)

    assert table.size == size_of(6, 3) == comb(15, 12)
    assert len(table.memory) == table.size
    assert table.stones == 3
    assert table.rules_key == KalahRules().tablebase_key()


def test_a_smaller_table_is_the_beginning_of_a_larger_one():
    rules = KalahRules(pits=3, capture="empty")
    smaller, larger = build_tablebase(rules, 3), build_tablebase(rules, 5)

    assert smaller.memory[:] == larger.memory[: smaller.size]


def test_too_many_stones_other_rules_and_other_games_have_no_margin():
    table = build_tablebase(KalahRules(pits=2), 3)

    assert table_margin(table, position_of(KalahRules(pits=2), [1, 1, 1, 0])) is not None
    assert table_margin(table, position_of(KalahRules(pits=2), [1, 1, 1, 1])) is None
    assert table_margin(table, position_of(KalahRules(pits=3), [1, 0, 0, 1, 0, 0])) is None
    assert (
        table_margin(table, position_of(KalahRules(pits=2, end="standard"), [1, 0, 1, 0])) is None
    )
    assert (
        table_margin(table, position_of(KalahRules(pits=2, capture="empty"), [1, 0, 1, 0])) is None
    )
    assert table_margin(table, start("tictactoe")) is None


def test_the_stones_of_the_start_and_in_the_kalahs_do_not_matter():
    rules = KalahRules(pits=2, stones=9)
    table = build_tablebase(KalahRules(pits=2, stones=1), 4)
    bare = position_of(rules, [1, 0, 1, 2])
    late = Kalah([1, 0, 17, 1, 2, 15], 0, rules)

    assert table_margin(table, late) == table_margin(table, bare) is not None


def test_a_table_reads_memory_that_cannot_be_written_and_keeps_it():
    rules = KalahRules(pits=2)
    built = build_tablebase(rules, 4)

    table = Tablebase(rules, 4, bytes(built.memory))

    for position in all_positions(rules, 4):
        assert table_margin(table, position) == table_margin(built, position)


def test_memory_of_another_length_is_refused():
    with pytest.raises(ValueError, match="has 70 bytes, not 69"):
        Tablebase(KalahRules(pits=2), 4, bytes(69))


@pytest.mark.parametrize("stones", [-1, MAX_STONES + 1])
def test_numbers_of_stones_that_make_no_sense_are_refused(stones):
    with pytest.raises(ValueError, match="0 to 100 stones"):
        build_tablebase(KalahRules(pits=1), stones)


def test_tables_that_no_memory_can_hold_are_refused():
    with pytest.raises(ValueError, match="too much memory"):
        build_tablebase(KalahRules(pits=12), 60)


def test_the_sides_of_a_number_of_stones_come_by_rank():
    pure = load_pure()
    rules = pure["games.kalah.rules"].KalahRules(pits=3)
    table = pure["games.kalah.tablebase.tablebase"].Tablebase(rules, 2, bytes(size_of(3, 2)))
    cells = [0, 0, 2]

    sides = [list(cells)]
    while table.advance(cells):
        sides.append(list(cells))

    # A stone that moves forward lowers the rank.
    assert [table.rank(side) for side in sides] == list(range(6))
    assert sides == [[0, 0, 2], [0, 1, 1], [1, 0, 1], [0, 2, 0], [1, 1, 0], [2, 0, 0]]


def test_the_report_counts_all_positions():
    told = []

    table = build_tablebase(KalahRules(pits=3), 5, lambda done, total: told.append((done, total)))

    assert told == sorted(told)
    assert told[-1] == (table.size, table.size)


def test_a_build_that_is_told_to_stop_has_no_result():
    asked = []

    def stopped() -> bool:
        asked.append(1)
        return len(asked) > 5

    with pytest.raises(BuildStopped):
        build_tablebase(KalahRules(pits=3), 5, stopped=stopped)

    assert len(asked) == 6


def test_two_threads_build_the_same_table():
    rules = KalahRules(pits=4, capture="empty")

    one, two = build_tablebase(rules, 5), build_tablebase(rules, 5, threads=2)

    assert one.memory[:] == two.memory[:]


def test_two_threads_stop_when_they_are_told():
    stop = threading.Event()

    with pytest.raises(BuildStopped):
        build_tablebase(
            KalahRules(pits=4), 6, lambda *_: stop.set(), stopped=stop.is_set, threads=2
        )


@pytest.mark.parametrize("rules", every_rule_set(3), ids=label)
def test_a_wrong_margin_is_found(rules):
    table = build_tablebase(rules, 5)
    assert count_mismatches(table) == 0

    for place in range(0, table.size, 7):
        right = table.memory[place]
        table.memory[place] = (right + 1) & 255
        assert count_mismatches(table) > 0, place
        table.memory[place] = right

    assert count_mismatches(table) == 0


def test_new_memory_is_zeroed_and_can_be_written():
    memory = new_memory(5000)

    assert memory[:] == bytes(5000)
    memory[4999] = 1
    assert isinstance(memory, mmap.mmap)


@pytest.mark.parametrize("rules", every_rule_set(3), ids=label)
def test_the_table_is_the_same_in_both_modes(rules):
    pure = load_pure()
    twins = pure["games.kalah.rules"].KalahRules(**asdict(rules))

    one = build_tablebase(rules, 5)
    other = pure["games.kalah.tablebase.builder"].build_tablebase(twins, 5)

    assert one.memory[:] == other.memory[:]
