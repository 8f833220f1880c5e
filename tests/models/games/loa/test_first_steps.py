"""What the lesson of Lines of Action says of its positions, counted once more by hand."""

import re

import pytest

from kalahloa.models.game.first_steps import after_line
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.squares import line_through, square_name, square_number

GAME = find_game("loa")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
STEPS = {step.title: step for step in GAME.lesson}


def position_of(title: str) -> Loa:
    position = after_line(GAME.start(GAME.rulebook.default), STEPS[title].line)
    assert isinstance(position, Loa)
    return position


def count(position: Loa, origin: int, target: int) -> int:
    """Count the pieces on the line through two squares, square by square."""
    way = line_through(origin, target)
    on_line = [
        square for square in range(64) if square == origin or line_through(origin, square) == way
    ]
    return sum(square in position.squares(side) for side in (0, 1) for square in on_line)


def groups(position: Loa, side: int) -> int:
    """Count the groups by walking from piece to piece."""
    left, found = set(position.squares(side)), 0
    while left:
        found += 1
        ahead = [left.pop()]
        while ahead:
            here = ahead.pop()
            near = {
                other
                for other in left
                if max(abs(other % 8 - here % 8), abs(other // 8 - here // 8)) == 1
            }
            left -= near
            ahead += near
    return found


@pytest.mark.parametrize("title", STEPS)
def test_what_is_said_of_each_wrong_move_is_true(title):
    step, position = STEPS[title], position_of(title)
    right = position.read_move(step.moves[0])
    for move in position.legal_moves():
        if position.format_move(move) in step.moves:
            continue
        said = step.why_wrong(position, move)
        origin, target = square_name(move & 63), square_name(move >> 6)
        if found := re.fullmatch(r"That is the piece on (\w\d)\. Move the one on (\w\d)\.", said):
            assert found.groups() == (origin, square_name(right & 63))
            assert move & 63 != right & 63
        elif found := re.match(
            r"That line has (\w+) pieces?, so the piece moves (\w+) squares?: to (\w\d)\. Choose",
            said,
        ):
            number = NUMBERS[count(position, move & 63, move >> 6)]
            assert found.groups() == (number, number, target)
            assert move & 63 == right & 63
        elif found := re.match(r"Nobody stands on (\w\d), so nothing is taken\.", said):
            assert found[1] == target
            assert move >> 6 not in position.squares(1)
        else:
            found = re.fullmatch(
                r"Then your pieces are in (\d) groups\. Join the one on f1 to the others\.", said
            )
            assert found is not None, said
            after = position.copy()
            after.make(move)
            assert int(found[1]) == groups(after, 0) > 1


def test_every_capture_with_the_piece_that_is_named_is_right():
    position = position_of("Capture")
    captures = {
        position.format_move(move)
        for move in position.legal_moves()
        if move & 63 == square_number("f8") and move >> 6 in position.squares(1)
    }

    assert captures == set(STEPS["Capture"].moves)


def test_the_jump_goes_over_an_own_piece_and_the_other_way_is_blocked():
    jump = position_of("Jump over your own pieces")
    assert square_number("c3") in jump.squares(0)

    blocked = position_of("Stopped by the other side")
    assert str(blocked.why_illegal(blocked.parse_move("f5-f2"))) == (
        "f5 is blocked: a white piece stands on f4."
    )


def test_only_one_move_connects_and_one_piece_stands_apart():
    position = position_of("Connect all your pieces")
    wins = []
    for move in position.legal_moves():
        after = position.copy()
        after.make(move)
        if after.is_over():
            wins.append(position.format_move(move))

    assert wins == list(STEPS["Connect all your pieces"].moves)
    assert position.groups(0) == [11, 1]
    assert position.group_of(square_number("f1")) == 1 << square_number("f1")


def test_the_table_of_the_lines_is_that_of_the_rule():
    table = STEPS["Count, and move as far"].explanation
    assert table is not None

    assert table.title == "The lines through f8"
    assert [(row.name, row.count, row.effect, row.slope) for row in table.rows] == [
        ("Down the f-file", "3 pieces", "3 squares, to f5", 90),
        ("Diagonal a3-f8", "2 pieces", "2 squares, to d6", 45),
        ("Diagonal h6-f8", "2 pieces", "2 squares, captures h6", 135),
        ("Along the eighth rank", "6 pieces", "6 squares, off the board", 0),
    ]


def test_a_table_says_what_stops_a_piece():
    table = STEPS["Stopped by the other side"].explanation
    assert table is not None

    assert [row.effect for row in table.rows] == [
        "3 squares, to f8",
        "3 squares, to c2",
        "3 squares, your own piece is on c8",
        "4 squares, stopped by c5",
    ]


def test_the_line_is_marked_with_its_pieces_counted_from_the_one_that_moves():
    marks = STEPS["Count, and move as far"].marks

    assert [square_name(square) for square in marks.counted] == ["f8", "f4", "f1"]
    assert [square_name(square) for square in marks.way] == ["f8", "f7", "f6", "f5"]
    assert [square_name(square) for square in marks.band] == [
        f"f{rank}" for rank in range(8, 0, -1)
    ]
