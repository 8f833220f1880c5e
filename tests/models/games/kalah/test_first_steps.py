"""What the lesson of Kalah says of its positions, sown once more by hand."""

import re

import pytest

from kalahloa.models.game.first_steps import after_line
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.position import Kalah

GAME = find_game("kalah")
STEPS = {step.title: step for step in GAME.lesson}
PLACE = r"(your kalah|your pit \d|the other side's pit \d)"


def position_of(title: str) -> Kalah:
    position = after_line(GAME.start(GAME.rulebook.default), STEPS[title].line)
    assert isinstance(position, Kalah)
    return position


def sown(position: Kalah, pit: int) -> tuple[int, int, bool]:
    """Sow South's *pit* stone by stone: how many, the last cell, whether that was empty."""
    board = position.stones()
    cell, stones = pit - 1, board[pit - 1]
    board[cell] = 0
    for _ in range(stones):
        cell = (cell + 1) % 13  # never the last cell, which is North's kalah
        board[cell] += 1
    return stones, cell, board[cell] == 1


def name_of(cell: int) -> str:
    if cell == 6:
        return "your kalah"
    return f"your pit {cell + 1}" if cell < 6 else f"the other side's pit {cell - 6}"


@pytest.mark.parametrize("title", STEPS)
def test_what_is_said_of_each_wrong_pit_is_true(title):
    step, position = STEPS[title], position_of(title)
    for pit in position.legal_moves():
        if str(pit) in step.moves:
            continue
        said = step.why_wrong(position, pit)
        stones, last, _ = sown(position, pit)
        found = re.search(rf"falls into {PLACE}", said)
        assert found is not None and found[1] == name_of(last)
        numbers = re.match(r"(?:That is pit (\d)|Pit (\d) has (?:only )?(\d+) stones?):", said)
        assert numbers is not None
        assert int(numbers[1] or numbers[2]) == pit
        assert numbers[3] is None or int(numbers[3]) == stones
        if "takes nothing" in said:
            assert not position.sowing(pit).captured
        if "not your kalah" in said:
            assert last != 6
        for right in re.findall(r"Sow pit (\d)", said):
            assert right == step.moves[0]


def test_the_extra_turn_is_one_and_no_other_pit_gives_it():
    position = position_of("End in your kalah")

    assert [pit for pit in position.legal_moves() if sown(position, pit)[1] == 6] == [2]


def test_both_captures_take_five_stones_and_no_other_pit_captures():
    position = position_of("Capture")
    taking = [pit for pit in position.legal_moves() if position.sowing(pit).captured]

    assert sorted(map(str, taking)) == sorted(STEPS["Capture"].moves)
    assert {position.sowing(pit).captured for pit in taking} == {5}
    assert all(sown(position, pit)[1:] == (5, True) for pit in taking)


def test_the_way_round_leaves_out_the_other_kalah():
    position = position_of("All the way round")

    assert sown(position, 6) == (8, 0, False)
    assert STEPS["All the way round"].shown.way == (5, 6, 7, 8, 9, 10, 11, 12, 0)


def test_the_game_ends_with_the_numbers_that_are_told():
    position = position_of("The end of the game")
    assert position.in_pits(0) == 1
    position.make(6)

    assert str(position.outcome().reason) == "South wins by 26 to 22."
    assert "by 26 to 22" in STEPS["The end of the game"].praise


def test_the_table_says_what_each_pit_does():
    table = STEPS["Capture"].explanation
    assert table is not None

    assert [(row.name, row.count, row.effect) for row in table.rows] == [
        ("Pit 1", "5 stones", "your pit 6: takes 5 stones"),
        ("Pit 2", "4 stones", "your pit 6: takes 5 stones"),
        ("Pit 3", "0 stones", "nothing to sow"),
        ("Pit 4", "5 stones", "the other side's pit 2"),
        ("Pit 5", "5 stones", "the other side's pit 3"),
        ("Pit 6", "0 stones", "nothing to sow"),
    ]
