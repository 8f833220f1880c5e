"""Games of Lines of Action on small boards in files: SGF, the text form, and our own."""

import json

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.notation.paste_import import read_text
from kalahloa.models.notation.sgf.reader import read_games
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import BadFile
from tests.models.study.random_records import as_values

GAME = find_game("loa")


def record_of(size: int, moves: str, **options: object) -> Record:
    record = Record(GAME, GAME.rulebook.read(None, {"size": size, **options}))
    for text in moves.split():
        record.play(record.position.read_move(text))
    return record


def read(text: str | bytes) -> Record:
    data = text.encode() if isinstance(text, str) else text
    (found,) = read_games(data)
    assert found.problems == ()
    return found.record


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
@pytest.mark.parametrize("start", ["standard", "scrambled-eggs"])
def test_a_game_on_a_board_of_any_size_comes_back_the_same(size: int, start: str):
    record = record_of(size, "", start=start)
    record.play(record.position.legal_moves()[1])

    assert as_values(read(write_games([record]))) == as_values(record)


def test_the_size_is_written_unless_it_is_the_usual_one():
    assert b"SZ[6]" in write_games([record_of(6, "b1-b3")])
    assert b"SZ[" not in write_games([record_of(8, "b1-b3")])
    assert b"size" not in write_games([record_of(8, "b1-b3")])


@pytest.mark.parametrize("size", ["6", "6:6", " 6 "])
def test_a_size_in_the_file_of_others_is_that_of_the_board(size: str):
    record = read(f"(;FF[4]GM[9]SZ[{size}];B[b1-b3];W[a4:c6])")

    assert record.rules.size == 6
    assert [node.text for node in record.main_line()] == ["b1-b3", "a4xc6"]


@pytest.mark.parametrize("size", ["3", "9", "6:5", "19", "x", "06"])
def test_a_board_that_is_not_played_on_here_is_refused_in_words(size: str):
    with pytest.raises(BadFile, match=f"The board size is '{size}'; only 4 to 8"):
        read(f"(;FF[4]GM[9]SZ[{size}];B[b1-b3])")


def test_rows_as_letters_are_counted_from_the_top_of_the_small_board():
    games = read_games(b"(;FF[4]GM[9]SZ[6];B[bfbd])(;FF[4]GM[9];B[bhbf])")

    assert [game.record.main_line()[0].text for game in games] == ["b1-b3", "b1-b3"]


def test_a_set_up_on_a_small_board_is_read():
    record = read("(;FF[4]GM[9]SZ[5]SU[custom]AB[a1][c3]AW[e5][e1]PL[W])")

    assert record.position.position_string() == "4w/5/2b2/5/b3w w"


def test_a_piece_beside_the_small_board_is_refused_in_words():
    with pytest.raises(BadFile, match="The set-up has a piece on f1, which is not on the board"):
        read("(;FF[4]GM[9]SZ[5]SU[custom]AB[a1][f1]AW[e5][e1]PL[W])")


def test_a_game_from_a_position_of_a_small_board_comes_back():
    rules = GAME.rulebook.read("olympiad", {"size": 7})
    record = Record(GAME, rules, "7/7/2b4/7/4w2/7/b5w w")

    again = read(write_games([record]))

    assert again.rules == rules
    assert again.position.position_string() == record.position.position_string()


def test_a_position_of_a_small_board_is_known_by_its_ranks():
    (found,) = read_text("1bb1/w2w/w2w/1bb1 b").games

    assert found.record.rules.size == 4


def test_rules_of_the_usual_board_are_written_as_they_were_before_there_were_others():
    rules = GAME.rulebook.as_mapping(GAME.rulebook.default)

    assert json.dumps(rules) == (
        '{"start": "standard", "simultaneous": "mover", "no_move": "pass", "repetition": "third"}'
    )
    assert GAME.rulebook.read(None, rules).size == 8
    assert GAME.rulebook.as_mapping(GAME.rulebook.read(None, {"size": 5}))["size"] == 5
