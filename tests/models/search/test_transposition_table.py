"""The transposition table: entries, replacement, ages, and concurrent writers."""

import sys
from random import Random

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.value import WON
from kalahloa.models.search import transposition_table
from kalahloa.models.search.transposition_table import MAX_MEBIBYTES, Entry, TranspositionTable
from tests.memory import resident_bytes
from tests.pure_twin import load_pure

UPPER, LOWER, EXACT = 1, 2, 3
SOLVED = 255
EXTREMES = [
    Entry(move, value, depth, bound)
    for move in (-1, 0, 65534)
    for value in (-WON, -1, 0, WON)
    for depth in (0, 1, 127, 128, 254, SOLVED)
    for bound in (UPPER, LOWER, EXACT)
]


def bucket_mates(count: int) -> list[int]:
    """Return *count* keys of the same bucket, in any small table."""
    # Neighbours in the order in which a table distributes the keys.
    inverse = pow(0x9E3779B97F4A7C15, -1, 1 << 64)
    return [number * inverse % (1 << 64) for number in range(1, count + 1)]


@pytest.mark.parametrize("key", [0, 1, 1 << 63, (1 << 64) - 1, 0x123456789ABCDEF0])
def test_entries_with_extreme_values_are_read_back_unchanged(key: int):
    table = TranspositionTable(1)

    for entry in EXTREMES:
        table.forget()
        table.keep(key, entry)

        assert table.look_up(key) == entry


def test_an_unknown_key_has_no_entry():
    table = TranspositionTable(1)
    table.keep(5, Entry(1, 2, 3, EXACT))

    assert table.look_up(6) is None
    assert table.look_up(0) is None


def test_a_newer_entry_replaces_an_older_one_of_the_same_key():
    table = TranspositionTable(1)
    table.keep(5, Entry(1, 100, 9, EXACT))
    table.keep(5, Entry(2, -100, 3, LOWER))

    assert table.look_up(5) == Entry(2, -100, 3, LOWER)


def test_a_newer_entry_without_a_move_keeps_the_old_move():
    table = TranspositionTable(1)
    table.keep(5, Entry(7, 100, 9, EXACT))
    table.keep(5, Entry(-1, -100, 3, UPPER))

    assert table.look_up(5) == Entry(7, -100, 3, UPPER)


def test_a_full_bucket_replaces_its_shallowest_entry():
    table = TranspositionTable(1)
    keys = bucket_mates(5)
    for key, depth in zip(keys, (8, 3, SOLVED, 6, 1), strict=True):
        table.keep(key, Entry(1, 0, depth, EXACT))

    assert [table.look_up(key) is not None for key in keys] == [True, False, True, True, True]


def test_cleared_entries_are_not_found_and_are_replaced_first():
    table = TranspositionTable(1)
    keys = bucket_mates(8)
    for key in keys[:4]:
        table.keep(key, Entry(1, 0, SOLVED, EXACT))

    table.forget()

    assert all(table.look_up(key) is None for key in keys)
    assert table.hashfull() == 0
    for key in keys[4:]:
        table.keep(key, Entry(2, 0, 1, EXACT))
    assert all(table.look_up(key) == Entry(2, 0, 1, EXACT) for key in keys[4:])


def test_no_entry_reappears_however_often_the_table_is_cleared():
    table = TranspositionTable(1)
    table.keep(5, Entry(1, 100, 9, EXACT))

    for _ in range(200):
        table.forget()

        assert table.look_up(5) is None


def test_the_share_in_use_grows_from_0_to_1():
    table = TranspositionTable(1)
    random = Random(1)

    before = table.hashfull()
    for _ in range(300_000 if is_compiled() else 65_536):
        table.keep(random.getrandbits(64), Entry(1, 0, 1, EXACT))

    assert before == 0
    assert table.hashfull() > (0.95 if is_compiled() else 0.5)


def test_keys_that_differ_only_in_their_low_bits_spread_over_the_table():
    table = TranspositionTable(1)

    for key in range(1, 10_001):
        table.keep(key, Entry(1, 0, 1, EXACT))

    kept = sum(table.look_up(key) is not None for key in range(1, 10_001))
    assert kept > 9_900


@pytest.mark.parametrize("mebibytes", [1, 3])
def test_a_growing_table_keeps_its_entries_but_no_cleared_ones(mebibytes: int):
    table = TranspositionTable(mebibytes)
    random = Random(3)
    forgotten, *keys = (random.getrandbits(64) for _ in range(20_000))
    table.keep(forgotten, Entry(1, 0, 255, EXACT))
    table.forget()
    keys += bucket_mates(4)
    for number, key in enumerate(keys):
        table.keep(key, Entry(number % 4096, number % 999 - 500, number % 200, 1 + number % 3))
    before = [table.look_up(key) for key in keys]
    used = table.hashfull()

    table.grow()

    assert [table.look_up(key) for key in keys] == before
    assert table.look_up(forgotten) is None
    assert table.mebibytes == 2 * mebibytes
    assert table.bytes_held() == 2 * mebibytes << 20
    assert table.hashfull() < 0.7 * used


@pytest.mark.parametrize("asked", [1, 2])
def test_a_table_that_is_not_to_grow_any_more_is_left_as_it_was(asked: int, monkeypatch):
    monkeypatch.setattr(transposition_table, "TAKEN_AT_ONCE", 1 << 12)  # of 16,384 buckets
    table = TranspositionTable(1)
    random = Random(4)
    keys = [random.getrandbits(64) for _ in range(5_000)]
    for number, key in enumerate(keys):
        table.keep(key, Entry(number % 4096, 0, number % 200, EXACT))
    before = [table.look_up(key) for key in keys]
    answers = iter([False] * asked + [True])

    assert not table.grow(lambda: next(answers))

    assert [table.look_up(key) for key in keys] == before
    assert table.bytes_held() == 1 << 20
    assert table.mebibytes == 1
    assert table.grow()
    assert [table.look_up(key) for key in keys] == before


def test_a_table_is_left_as_it_was_where_asking_fails():
    table = TranspositionTable(1)
    table.keep(5, Entry(1, 2, 3, EXACT))

    def fail() -> bool:
        raise ValueError

    with pytest.raises(ValueError):
        table.grow(fail)

    assert table.bytes_held() == 1 << 20
    assert table.look_up(5) == Entry(1, 2, 3, EXACT)


@pytest.mark.parametrize("mebibytes", [1, 3, 100])
def test_a_table_has_the_requested_size(mebibytes: int):
    assert TranspositionTable(mebibytes).bytes_held() == mebibytes << 20


if sys.platform.startswith("linux"):

    def test_a_table_allocates_the_requested_memory():
        before = resident_bytes()
        table = TranspositionTable(100)
        held = resident_bytes() - before
        del table

        assert 95 << 20 <= held <= 105 << 20
        assert resident_bytes() - before < 5 << 20


@pytest.mark.parametrize("mebibytes", [0, -1, MAX_MEBIBYTES + 1])
def test_a_size_out_of_range_is_rejected(mebibytes: int):
    with pytest.raises(ValueError, match="MiB"):
        TranspositionTable(mebibytes)


def test_halves_of_different_entries_match_no_key():
    # The result of two threads that write the same entry at the same time.
    table = load_pure()["search.transposition_table"].TranspositionTable(1)
    ours, theirs = Entry(1, 100, 9, EXACT), Entry(2, -100, 3, LOWER)
    one, other = bucket_mates(2)
    table.keep(one, ours)
    place = table.place(one)
    first = table.entries[place]
    table.forget()
    table.keep(other, theirs)

    table.entries[place] = first  # the second word is theirs

    assert table.look_up(one) is None
    assert table.look_up(other) is None


def test_both_modes_store_the_same_entries():
    random = Random(2)
    one, other = (
        TranspositionTable(1),
        load_pure()["search.transposition_table"].TranspositionTable(1),
    )
    keys = [random.getrandbits(64) for _ in range(30_000)]
    shared = bucket_mates(50)

    for table in (one, other):
        for number, key in enumerate(keys + shared):
            entry = Entry(number % 4096, number % 999 - 500, number % 200, 1 + number % 3)
            table.keep(key, entry)

    assert [one.look_up(key) for key in keys + shared] == [
        other.look_up(key) for key in keys + shared
    ]


def test_moves_can_be_kept_without_their_values():
    table = TranspositionTable(1)
    entries = {key * 0x9E3779B97F4A7C15 % 2**64: key % 60000 for key in range(1, 500)}
    for key, move in entries.items():
        table.keep(key, Entry(move, 31_000, SOLVED, EXACT))

    table.keep_moves()

    for key, move in entries.items():
        entry = table.look_up(key)
        if is_compiled():
            assert entry == Entry(move, 0, 0, UPPER)
        else:
            assert entry is None
