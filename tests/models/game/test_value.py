"""Values of positions: what they say, and that the transposition table keeps them."""

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.game.value import (
    DECIDED,
    INFINITE,
    MAX_ESTIMATE,
    MAX_MARGIN,
    MAX_MARGIN_VALUE,
    MAX_MATE_PLIES,
    WON,
    is_capped,
    is_decided,
    is_loss,
    is_mate,
    is_value,
    is_win,
    margin_of,
    mate_in,
    mated_in,
    plies_of,
    value_from_tt,
    value_of_margin,
    value_to_tt,
    without_distance,
)
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits

MARGINS = (1, 2, 880, 9999, MAX_MARGIN)


@pytest.mark.parametrize("margin", MARGINS)
def test_margins_are_told_apart_from_estimates_and_distances(margin: int):
    won, lost = value_of_margin(margin), value_of_margin(-margin)

    assert MAX_ESTIMATE < DECIDED < won <= MAX_MARGIN_VALUE < WON < INFINITE
    assert (margin_of(won), margin_of(lost)) == (margin, -margin)
    assert is_win(won) and is_loss(lost) and is_decided(won) and is_decided(lost)
    assert not is_mate(won) and not is_mate(lost)


def test_only_the_largest_margin_is_a_bound():
    capped = [margin for margin in MARGINS if is_capped(value_of_margin(margin))]

    assert capped == [MAX_MARGIN]
    assert value_of_margin(MAX_MARGIN + 1) == value_of_margin(MAX_MARGIN)
    assert value_of_margin(-MAX_MARGIN - 1) == value_of_margin(-MAX_MARGIN)


@pytest.mark.parametrize("plies", [0, 1, 119, MAX_MATE_PLIES - 1])
def test_distances_are_kept_by_values(plies: int):
    assert is_mate(mate_in(plies)) and is_mate(mated_in(plies))
    assert plies_of(mate_in(plies)) == plies_of(mated_in(plies)) == plies
    assert is_win(mate_in(plies)) and is_loss(mated_in(plies))


@pytest.mark.parametrize(
    "value", [0, 250, -MAX_ESTIMATE, value_of_margin(8), mate_in(30), mated_in(119)]
)
def test_what_the_table_keeps_comes_back(value: int):
    ply = 20

    assert value_from_tt(value_to_tt(value, ply), ply) == value


def test_the_table_counts_distances_from_the_position():
    assert value_to_tt(mate_in(30), 20) == mate_in(10)
    assert value_to_tt(mated_in(30), 20) == mated_in(10)
    assert value_to_tt(value_of_margin(8), 20) == value_of_margin(8)


def test_a_value_without_distance_is_the_nearest_margin():
    assert without_distance(mate_in(5)) == MAX_MARGIN_VALUE == -without_distance(mated_in(5))
    assert without_distance(-300) == -300


def test_nothing_is_worth_more_than_a_win():
    assert is_value(WON) and is_value(-WON)
    assert not is_value(WON + 1) and not is_value(-WON - 1)


@pytest.mark.parametrize("stones", [1000, 9996])
def test_a_win_by_very_many_stones_is_told_to_the_last(stones: int):
    game = find_game("kalah")
    text = f"<1,{stones},0,1,1> S"
    position = game.read(text, game.fitting_rules(text, game.rulebook.default))

    best = Engine(1).analyse(position, Limits(depth=6)).lines[0]

    assert best.score.proven
    assert best.score.text == f"wins by {stones}"
