"""Lines of moves as text."""

import pytest

from kalahloa.models.errors import IllegalMove
from kalahloa.models.record import Record
from kalahloa.models.registry import find_game
from kalahloa.models.study.lines import MAX_LINE_TEXT, line_text, read_line


def played(game: str, *texts: str) -> Record:
    record = Record(find_game(game))
    for text in texts:
        record.play(record.position.read_move(text))
    return record


def test_a_line_is_written_with_the_numbers_of_its_moves_and_read_again():
    record = played("kalah", "3", "6", "2", "1", "5")
    text = line_text(record.main_line())

    assert text == "1. 3-6 2-1 2. 5"
    assert read_line(Record(record.game).position, text) == ("3", "6", "2", "1", "5")


def test_a_line_that_begins_in_the_middle_says_so():
    record = played("loa", "b1-b3", "a4-c4", "c1xc4", "a5-c5")
    line = record.main_line()

    assert line_text(line[1:]) == "1… a4-c4 2. c1xc4 a5-c5"
    assert line_text(line[2:]) == "2. c1xc4 a5-c5"
    assert line_text([]) == ""


def test_a_game_that_is_over_has_its_result_at_the_end():
    record = played("tictactoe", "1", "4", "2", "5", "3")
    text = line_text(record.main_line())

    assert text == "1. 1 4 2. 2 5 3. 3 1-0"
    assert read_line(Record(record.game).position, text) == ("1", "4", "2", "5", "3")


@pytest.mark.parametrize(
    "text", ["b1-b3 a4-c4 c1xc4", "1.b1-b3! a4-c4?? 2.c1xc4 *", "1. b1-b3\n1... a4-c4 N\n2. c1xc4□"]
)
def test_marks_and_numbers_are_passed_over(text):
    position = Record(find_game("loa")).position
    before = position.position_string()

    assert read_line(position, text) == ("b1-b3", "a4-c4", "c1xc4")
    assert position.position_string() == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no moves"),
        ("1. 1-0", "no moves"),
        ("b1-b3 b3-b4", "Move 2 of the text, b3-b4: "),
        ("hello", "Move 1"),
        ("x" * (MAX_LINE_TEXT + 1), "too long"),
    ],
)
def test_what_cannot_be_read_is_explained(text, said):
    with pytest.raises(IllegalMove, match=said):
        read_line(Record(find_game("loa")).position, text)
