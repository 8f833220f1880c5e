"""Single margins of the endgames are held against the rules of the game."""

from random import Random

import pytest

from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.games.kalah.tablebase.verification import (
    fits_its_moves,
    position_at,
    sampled_wrong,
    table_margin,
)
from tests.models.games.kalah.kalah_minimax import every_rule_set

every_rule_set_of_three_pits = pytest.mark.parametrize("rules", every_rule_set(3))


@every_rule_set_of_three_pits
def test_every_margin_of_a_built_table_fits_its_moves(rules):
    table = build_tablebase(rules, 5)

    assert all(fits_its_moves(table, rules, place) for place in range(table.size))


@every_rule_set_of_three_pits
def test_a_margin_that_is_off_by_one_does_not_fit_its_moves(rules):
    table = build_tablebase(rules, 4)

    for place in range(table.size):
        right = table.memory[place]
        table.memory[place] = (right + 1) & 255
        assert not fits_its_moves(table, rules, place)
        table.memory[place] = right


def test_a_sample_finds_what_is_wrong_everywhere():
    rules = KalahRules(pits=3)
    table = build_tablebase(rules, 4)
    assert sampled_wrong(table, rules, 100, Random(1)) == 0

    table.memory[:] = bytes(byte ^ 64 for byte in table.memory[:])

    assert sampled_wrong(table, rules, 100, Random(1)) > 50


@every_rule_set_of_three_pits
def test_every_place_has_a_position_of_its_own(rules):
    table = build_tablebase(rules, 4)
    places = [position_at(table, place, rules) for place in range(table.size)]
    ongoing = [(position, margin) for position, margin in places if not position.is_over()]

    assert all(table_margin(table, position) == margin for position, margin in ongoing)
    assert len({position.position_string() for position, _ in ongoing}) == len(ongoing)
    with pytest.raises(IndexError):
        position_at(table, table.size, rules)
