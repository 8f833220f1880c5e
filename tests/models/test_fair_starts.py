"""The starts that are proven draws."""

import pytest

from kalahloa.models.fair_starts import fair_starts
from kalahloa.models.kalah_game import KalahRules, read_position
from tests.models.random_play import start


@pytest.mark.parametrize("preset", ["lecture", "empty-capture"])
def test_fair_starts_have_all_stones_in_the_pits_and_south_to_move(preset):
    rules = start("kalah", preset).rules

    for text in fair_starts(rules):
        position = read_position(text, rules)
        assert (position.in_pits(0), position.in_pits(1), position.side) == (24, 24, 0)
        assert position.in_kalah(0) == position.in_kalah(1) == 0


def test_where_no_fair_starts_are_known_there_are_none():
    assert fair_starts(KalahRules(pits=5, stones=1)) == ()
