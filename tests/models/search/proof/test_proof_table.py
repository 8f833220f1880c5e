"""The table of proof-number search: entries, marks and replacement."""

from random import Random

import pytest

from kalahloa.models.search.proof.proof_table import ProofTable
from tests.models.search.test_transposition_table import bucket_mates
from tests.pure_twin import load_pure

OPEN, WIN, NO_WIN, DISPROVEN_ON_PATH = 1, 2, 3, 4
MOST = (1 << 42) - 1


@pytest.mark.parametrize("key", [1, 1 << 63, (1 << 64) - 1, 0x123456789ABCDEF0])
def test_entries_with_extreme_values_are_read_back_unchanged(key: int):
    table = ProofTable(1)

    for kind in (OPEN, WIN, NO_WIN, DISPROVEN_ON_PATH):
        for payload in (0, 1, 1 << 41, MOST):
            for nodes in (0, 1, 1 << 40, (1 << 62) + 1):
                table.keep(key, kind, payload, nodes)

                assert table.look_up(key) == (kind, payload, False)


def test_a_mark_stays_until_the_entry_changes():
    table = ProofTable(1)
    table.keep(5, WIN, 7, 100)

    table.mark_win(5)
    table.mark_win(6)

    assert table.look_up(5) == (WIN, 7, True)
    assert table.look_up(6) is None
    table.keep(5, WIN, 8, 100)
    assert table.look_up(5) == (WIN, 8, False)


def test_only_a_win_has_a_winning_move():
    table = ProofTable(1)
    table.keep(1, WIN, 4095 | 9 << 32, 1)
    table.keep(2, OPEN, 4095, 1)

    assert [table.winning_move(key) for key in (1, 2, 3)] == [4095, None, None]


def test_a_full_bucket_replaces_the_entry_with_the_fewest_nodes():
    table = ProofTable(1)
    keys = bucket_mates(5)
    for key, nodes in zip(keys, (1000, 20, 4_000_000, 300, 1), strict=True):
        table.keep(key, OPEN, 1, nodes)

    assert [table.look_up(key) is not None for key in keys] == [True, False, True, True, True]


def test_cleared_entries_are_not_found_and_are_replaced_first():
    table = ProofTable(1)
    keys = bucket_mates(8)
    for key in keys[:4]:
        table.keep(key, WIN, 1, 1 << 50)

    table.forget()

    assert all(table.look_up(key) is None for key in keys)
    for key in keys[4:]:
        table.keep(key, OPEN, 2, 1)
    assert all(table.look_up(key) == (OPEN, 2, False) for key in keys[4:])


def test_both_modes_store_the_same_entries():
    random = Random(3)
    one, other = ProofTable(1), load_pure()["search.proof.proof_table"].ProofTable(1)
    keys = [random.getrandbits(64) for _ in range(2_000)] + bucket_mates(50)

    for table in (one, other):
        for number, key in enumerate(keys):
            table.keep(key, 1 + number % 4, key & MOST, number * number)
            if number % 3 == 0:
                table.mark_win(key)

    assert [one.look_up(key) for key in keys] == [other.look_up(key) for key in keys]


@pytest.mark.parametrize("mebibytes", [0, -1])
def test_a_size_out_of_range_is_rejected(mebibytes: int):
    with pytest.raises(ValueError, match="MiB"):
        ProofTable(mebibytes)
