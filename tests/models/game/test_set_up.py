"""Boards that are set up cell by cell: any legal position goes in and comes out the same."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.models.game.draft import Draft
from kalahloa.models.game.registry import find_game, own_games
from kalahloa.models.game.set_up import SetUp
from tests.models.random_play import GAME_RULES, STEADY, play, start


def empty(key: str, **options: object) -> SetUp:
    """Return the empty board of the game *key*, with these *options* of its default rules."""
    game = find_game(key)
    assert game.set_up is not None
    return game.set_up.empty(game.rulebook.read(None, options))


# -- what holds for all games --------------------------------------------------------------------


@pytest.mark.parametrize(("key", "preset"), GAME_RULES)
@STEADY
@given(choices=st.lists(st.integers(0, 999), max_size=80))
def test_a_position_that_can_come_about_is_set_up_and_read_back_the_same(key, preset, choices):
    position = start(key, preset)
    play(position, choices)
    game = find_game(key)

    set_up = game.set_up.of(position)

    again = game.read(set_up.text(), position.rules)
    assert set_up.text() == position.position_string()
    assert (again.position_string(), again.side) == (position.position_string(), position.side)
    assert game.set_up.read(set_up.text(), position.rules) == set_up
    assert Draft.of(game, position.rules, set_up.text()).set_up == set_up


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.key)
@pytest.mark.parametrize("seed", range(60))
def test_a_board_filled_at_random_is_a_position_or_is_told_why_it_is_none(game, seed):
    dice = Random(seed)
    set_up = game.set_up.empty(game.rulebook.default)
    for _ in range(dice.randrange(60)):
        cell = dice.randrange(len(set_up.contents))
        content = dice.choice([0, 1, 2, dice.randrange(set_up.most + 1)])
        set_up = dice.choice(
            [
                set_up.put(cell, content),
                set_up.step(cell, dice.choice([-1, 1])),
                set_up.carry(cell, dice.randrange(len(set_up.contents))),
                set_up.swapped(),
                set_up.with_side(dice.randrange(2)),
            ]
        )
    draft = Draft.of(game, set_up.rules).edited(set_up)

    assert (draft.position is None) == bool(draft.problem)
    assert game.set_up.read(draft.text, set_up.rules) == set_up
    if draft.position is not None:
        assert draft.position.side == set_up.side


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.key)
def test_swapping_the_sides_twice_changes_nothing(game):
    dice = Random(3)
    contents = [dice.randrange(3) for _ in game.set_up.empty(game.rulebook.default).contents]
    set_up = game.set_up(game.rulebook.default, tuple(contents), 1)

    swapped = set_up.swapped()

    assert swapped.side == 0
    assert swapped.contents != set_up.contents
    assert swapped.swapped() == set_up


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.key)
def test_carrying_from_a_cell_to_itself_or_from_an_empty_one_changes_nothing(game):
    set_up = game.set_up.empty(game.rulebook.default).put(1, 1)

    assert set_up.carry(1, 1) == set_up
    assert set_up.carry(0, 1) == set_up


# -- pieces --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["loa", "tictactoe"])
def test_clicks_go_round_the_kinds_of_pieces_in_both_directions(key):
    set_up = empty(key)

    assert [set_up.step(4, by).contents[4] for by in (1, 2, 3, -1, -2, -3)] == [1, 2, 0, 2, 1, 0]


def test_a_piece_that_is_carried_replaces_the_one_it_comes_to():
    set_up = empty("loa").put(0, 1).put(9, 2).carry(0, 9)

    assert set_up.contents[:10] == (0,) * 9 + (1,)
    assert set_up.text() == "8/8/8/8/8/8/1b6/8 b"


def test_swapped_pieces_change_their_colour_and_the_side_to_move():
    set_up = empty("loa").put(0, 1).put(63, 2).swapped()

    assert set_up.text() == "7b/8/8/8/8/8/8/w7 w"


def test_the_pieces_of_each_side_are_counted():
    set_up = empty("loa").put(0, 1).put(5, 2).put(6, 2)

    assert [set_up.status(side) for side in (0, 1)] == ["1 piece", "2 pieces"]


# -- stones --------------------------------------------------------------------------------------


def test_stones_are_added_and_taken_away_and_never_less_than_none():
    set_up = empty("kalah").step(2, 1).step(2, 1)

    assert set_up.contents[2] == 2
    assert set_up.step(2, -3).contents[2] == 0
    assert set_up.put(2, 10_000).contents[2] == 9999


def test_stones_that_are_poured_over_are_added():
    set_up = empty("kalah").put(0, 3).put(6, 4).carry(0, 6)

    assert (set_up.contents[0], set_up.contents[6]) == (0, 7)


def test_stones_are_counted_in_pits_in_kalahs_and_in_all():
    set_up = empty("kalah").put(0, 3).put(6, 4).put(7, 1).put(13, 2)

    assert set_up.status(0) == "7 stones, 3 in the pits and 4 in the kalah"
    assert set_up.status(1) == "3 stones, 1 in the pits and 2 in the kalah"
    assert set_up.total() == "10 stones in all; a game starts with 48."


def test_pits_keep_their_numbers_and_stones_on_a_board_of_another_size():
    set_up = empty("kalah", pits=3).put(0, 1).put(2, 3).put(3, 9).put(4, 4).put(7, 8)
    rules = find_game("kalah").rulebook.read

    assert set_up.with_rules(rules(None, {"pits": 4})).text() == "<4,9,8,1,0,3,0,4,0,0,0> S"
    assert set_up.with_rules(rules(None, {"pits": 2})).text() == "<2,9,8,1,0,4,0> S"


def test_whether_sides_may_be_swapped_is_set_up_only_under_the_pie_rule():
    set_up = empty("kalah", pie="yes").put(1, 1).with_phase(2)

    assert set_up.text().endswith(" S swap")
    assert len(set_up.phases()) == 3
    plain = set_up.with_rules(find_game("kalah").rulebook.default)
    assert (plain.phase, plain.phases()) == (0, ())
    assert plain.text().endswith("> S")
