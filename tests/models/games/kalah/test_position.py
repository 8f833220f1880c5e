"""Kalah: sowing, captures and ends under the four rule sets, and its words."""

from random import Random

import pytest

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.transition import Action, Step
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.text.errors import BadPosition, IllegalMove
from tests.models.random_play import start

GAME = find_game("kalah")
START = "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"
LAST = "<3,5,6,0,0,1,1,2,0> S"
"""South's last stone goes to its kalah; then South has none, North three."""


def read(text: str, preset: str = "lecture") -> Position:
    """Return the position in *text*, whose number of pits is taken over into the rules."""
    pits = text[1:].split(",")[0]
    return GAME.read(text, GAME.rulebook.read(preset, {"pits": pits}))


def after(text: str, *moves: int, preset: str = "lecture") -> str:
    position = read(text, preset)
    for move in moves:
        assert move in position.legal_moves()
        position.make(move)
    return position.position_string()


# -- sowing ----------------------------------------------------------------------------------------


def test_south_begins_with_four_stones_in_each_of_six_pits():
    position = start("kalah")

    assert position.position_string() == START
    assert position.legal_moves() == [1, 2, 3, 4, 5, 6]


def test_a_sowing_puts_one_stone_into_each_cell_and_passes_the_own_kalah():
    assert after(START, 4) == "<6,1,0,4,4,4,0,5,5,5,4,4,4,4,4> N"


def test_a_last_stone_in_the_own_kalah_earns_another_sowing():
    assert after(START, 3) == "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> S"
    assert after(START, 3, 6) == "<6,2,0,4,4,0,5,5,0,5,5,5,5,4,4> N"


def test_north_sows_in_its_own_order():
    assert after(START, 1, 3) == "<6,0,1,0,5,5,5,5,4,4,4,0,5,5,5> N"


def test_a_sowing_skips_the_opponents_kalah():
    assert after("<3,0,0,1,0,5,1,1,1> S", 3) == "<3,1,0,2,0,0,2,2,2> N"


def test_a_last_stone_in_an_own_empty_pit_takes_the_opposite_stones():
    # From pit 1 to the empty pit 2; opposite pit 2 is North's pit 2.
    assert after("<3,0,0,1,0,1,2,3,4> S", 1) == "<3,4,0,0,0,1,2,0,4> N"


def test_a_stone_that_goes_round_the_board_captures_in_the_pit_it_came_from():
    # Seven stones go round the 3-pit board past the other kalah, back into pit 1.
    assert after("<3,0,0,7,1,1,1,1,1> S", 1) == "<3,4,0,0,2,2,2,2,0> N"


def test_a_last_stone_in_the_opponents_empty_pit_takes_nothing():
    assert after("<3,0,0,1,1,2,0,1,1> S", 3) == "<3,1,0,1,1,0,1,1,1> N"


@pytest.mark.parametrize(
    ("preset", "board"),
    [
        ("lecture", "<3,0,0,0,1,1,1,0,3> N"),
        ("standard", "<3,0,0,0,1,1,1,0,3> N"),
        ("empty-capture", "<3,1,0,0,0,1,1,0,3> N"),
        ("empty-capture-lecture-end", "<3,1,0,0,0,1,1,0,3> N"),
    ],
)
def test_an_empty_opposite_pit_lets_the_stone_lie_unless_empty_captures_count(
    preset: str, board: str
):
    assert after("<3,0,0,1,0,1,1,0,3> S", 1, preset=preset) == board


def test_one_pit_a_side_is_a_game():
    position = start("kalah", pits=1, stones=1)

    position.make(1)

    assert position.position_string() == "<1,1,1,0,0> S"
    assert position.outcome().winner is None


def test_twelve_pits_of_twelve_stones_are_a_game():
    position = start("kalah", pits=12, stones=12)

    position.make(1)

    assert sum(position.stones()) == 288
    assert position.side == 0  # the twelfth stone is the one for the kalah


# -- ends ------------------------------------------------------------------------------------------


def test_the_game_ends_when_the_side_to_move_has_no_stone():
    position = read(LAST)

    position.make(3)

    assert position.position_string() == "<3,6,9,0,0,0,0,0,0> S"
    assert position.outcome().reason == "North wins by 9 to 6."
    assert position.outcome().score == -3
    assert position.legal_moves() == []


@pytest.mark.parametrize(
    ("preset", "board"),
    [
        ("lecture", "<3,5,5,0,0,0,2,2,2> N"),
        ("standard", "<3,5,11,0,0,0,0,0,0> N"),
        ("empty-capture", "<3,5,11,0,0,0,0,0,0> N"),
        ("empty-capture-lecture-end", "<3,5,5,0,0,0,2,2,2> N"),
    ],
)
def test_only_the_standard_end_comes_when_the_side_that_just_moved_has_no_stone(
    preset: str, board: str
):
    assert after("<3,4,5,0,0,2,1,2,2> S", 3, preset=preset) == board


@pytest.mark.parametrize("seed", range(50))
def test_both_ends_have_the_same_boards_until_a_side_has_no_stone(seed: int):
    chance = Random(seed)
    lecture, standard = start("kalah"), start("kalah", "standard")

    while not standard.is_over():
        assert lecture.position_string() == standard.position_string()
        move = chance.choice(standard.legal_moves())
        lecture.make(move)
        standard.make(move)

    assert 0 in (lecture.in_pits(0), lecture.in_pits(1))


def test_a_draw_is_told_with_the_stones_of_either_side():
    position = read("<3,6,6,0,0,0,0,0,0> N")

    assert position.is_over()
    assert position.outcome().winner is None
    assert position.outcome().reason == "Draw: 6 stones in each kalah."


def test_a_finished_position_is_swept_when_it_is_set_up():
    assert read("<3,1,2,0,0,0,1,1,1> S").position_string() == "<3,1,5,0,0,0,0,0,0> S"


def test_unmake_takes_the_sweeping_back():
    position = read(LAST)

    position.make(3)
    position.unmake()

    assert position.position_string() == LAST


# -- words -----------------------------------------------------------------------------------------


def test_a_turn_of_several_sowings_is_read_at_once():
    position = start("kalah")

    assert position.read_turn("3-6") == [3, 6]
    assert position.read_turn("3") == [3]
    assert position.position_string() == START


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is not a move; type the number of a pit, 1 to 6."),
        ("x", "'x' is not a move; type the number of a pit, 1 to 6."),
        ("-3", "'' is not a move"),
        ("7", "There is no pit 7; South's pits are 1 to 6."),
        ("0", "There is no pit 0; South's pits are 1 to 6."),
        ("²", "'²' is not a move"),
        ("4-3", "After 4 the turn is over and North is to move."),
        ("3-3", "South's pit 3 is empty; these hold stones: 1, 2, 4, 5, 6."),
    ],
)
def test_a_wrong_move_gets_a_sentence_and_changes_nothing(text: str, sentence: str):
    position = start("kalah")

    with pytest.raises(IllegalMove) as caught:
        position.read_turn(text)

    assert str(caught.value).startswith(sentence)
    assert position.position_string() == START


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A position is <n,south kalah,"),
        ("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", "A position is"),
        (START[:-1] + "X", "The side to move is S or N, not 'X'."),
        ("<3,0,0,1,1,1,1,1,1> S", "The position has 3 pits per side, but the rules have 6."),
        ("<6,0,0,4,4> S", "A board with 6 pits per side has 14 cells, not 4."),
        (START.replace("4", "-4", 1), "A position is"),
        (
            START.replace("4", "9999"),
            "A cell cannot hold fewer than 0 stones, nor the board more than",
        ),
    ],
)
def test_a_wrong_position_gets_a_sentence(text: str, sentence: str):
    with pytest.raises(BadPosition) as caught:
        GAME.read(text, GAME.rulebook.default)

    assert str(caught.value).startswith(sentence)


def test_a_board_that_does_not_fit_the_rules_is_refused():
    with pytest.raises(BadPosition, match="14 cells"):
        Kalah([1, 0, 1, 0], 0, GAME.rulebook.default)


def test_the_transition_sows_stone_by_stone_and_then_collects():
    position = read("<3,0,0,1,0,1,2,3,4> S")

    assert position.transition(1) == (
        Step(Action.SOW, 0, 1, 0),
        Step(Action.COLLECT, 1, 3, 0, 1),
        Step(Action.COLLECT, 5, 3, 0, 3),
    )


def test_the_transition_of_the_last_move_sweeps_the_board():
    position = read(LAST)

    assert position.transition(3) == (
        Step(Action.SOW, 2, 3, 0),
        Step(Action.COLLECT, 4, 7, 1, 1),
        Step(Action.COLLECT, 5, 7, 1, 2),
    )


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        (START, 3, "South's pit 3: the last stone lands in South's kalah, so South moves again."),
        (START, 4, "South's pit 4: the last stone lands in North's pit 1."),
        (
            "<3,0,0,1,0,1,2,3,4> S",
            1,
            "South's pit 1: the last stone lands in South's empty pit 2 and captures "
            "3 stones from the opposite pit 2.",
        ),
        (LAST, 3, "South's pit 3: the last stone lands in South's kalah, and the game ends."),
    ],
)
def test_a_move_is_described(text: str, move: int, sentence: str):
    assert read(text).describe(move) == sentence


@pytest.mark.parametrize(
    ("move", "own", "sentence"),
    [
        (3, 0, "Your pit 3: the last stone lands in your kalah, so you move again."),
        (3, 1, "South's pit 3: the last stone lands in South's kalah, so South moves again."),
        (5, 0, "Your pit 5: the last stone lands in North's pit 2."),
        (5, 1, "South's pit 5: the last stone lands in your pit 2."),
    ],
)
def test_a_move_is_described_for_who_plays_a_side(move: int, own: int, sentence: str):
    assert find_game("kalah").describe(read(START), move, own) == sentence


def test_a_sowing_tells_where_the_last_stone_lands():
    sowing = start("kalah").sowing(3)

    assert sowing.origin == 2
    assert sowing.path == (3, 4, 5, 6)
    assert sowing.extra_turn
    assert sowing.captured_from == -1


def test_stones_are_counted_for_each_side():
    position = read("<3,5,6,0,2,1,1,2,0> S")

    assert [position.in_kalah(side) for side in (0, 1)] == [5, 6]
    assert [position.in_pits(side) for side in (0, 1)] == [3, 3]
    assert position.status(1) == "6 in the kalah"


def test_the_diagram_shows_the_lectures_layout_and_turns_by_half():
    position = read("<3,7,8,1,2,3,4,5,6> S")

    lines = position.diagram().splitlines()
    flipped = position.diagram(flipped=True).splitlines()

    assert lines[2].split("|")[2:5] == ["  4 ", "  5 ", "  6 "]  # North sows to the right
    assert lines[4].split("|")[2:5] == ["  3 ", "  2 ", "  1 "]  # South sows to the left
    assert lines[3].startswith("|  7 ") and lines[3].endswith("  8 |")
    assert flipped[2].split("|")[2:5] == ["  1 ", "  2 ", "  3 "]  # South above, to the right
    assert flipped[4].split("|")[2:5] == ["  6 ", "  5 ", "  4 "]  # North below, to the left
    assert flipped[3].startswith("|  8 ") and flipped[3].endswith("  7 |")
    assert [line.split()[-1] for line in (lines[0], lines[-1])] == ["North", "South"]
    assert [line.split()[-1] for line in (flipped[0], flipped[-1])] == ["South", "North"]
    assert flipped[0].split()[:-1] == lines[0].split()[:-1] == ["1", "2", "3"]
