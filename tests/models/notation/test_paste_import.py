"""What is pasted is found out by looking at it."""

import json

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.notation.move_lists import write_moves
from kalahloa.models.notation.paste_import import PasteKind, read_data, read_text
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.text.errors import BadFile
from tests.models.study.random_records import as_values, random_record

KALAH, LOA = find_game("kalah"), find_game("loa")


@pytest.mark.parametrize(
    ("text", "kind", "game", "nodes"),
    [
        ("8/2w5/1wbbb3/2wwbb2/3wbw2/2bw4/3w4/8 b", PasteKind.POSITION, "loa", 1),
        (" <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>  S\n", PasteKind.POSITION, "kalah", 1),
        ("<3,0,0,1,2,3,4,5,6> N", PasteKind.POSITION, "kalah", 1),
        ("<3,0,0,1,2,3,4,5,6> N swap", PasteKind.POSITION, "kalah", 1),
        ("X.O/.X./... O", PasteKind.POSITION, "tictactoe", 1),
        ("3-6 2", PasteKind.MOVES, "kalah", 4),
        ("b1-b3", PasteKind.MOVES, "loa", 2),
        ("(;GM[9];B[b1b3])", PasteKind.SGF, "loa", 2),
        ("A mail with a game: (;GM[9];B[b1b3])", PasteKind.SGF, "loa", 2),
        (";B[b1b3];W[h4f4]", PasteKind.SGF, "loa", 3),
        ("(;C[of the game on the board])", PasteKind.SGF, "kalah", 1),
        ("{a comment (;B[c1])} b1-b3", PasteKind.MOVES, "loa", 2),
    ],
)
def test_it_is_found_out_what_a_text_is(text, kind, game, nodes):
    for found in (read_text(text, KALAH), read_data(text.encode(), KALAH)):
        assert (found.kind, found.record.game.key) == (kind, game)
        assert len(found.record.nodes) == nodes


def test_the_game_on_the_board_is_tried_first():
    assert read_text("5", KALAH).record.game is KALAH
    assert read_text("5", find_game("tictactoe")).record.game.key == "tictactoe"


def test_moves_may_go_on_from_where_the_game_is():
    start = "8/2w5/1wbbb3/2wwbb2/3wbw2/2bw4/3w4/8 w"
    move = LOA.read(start, LOA.rulebook.default)
    text = move.format_move(move.legal_moves()[0])

    assert read_text(text, LOA, start=start).record.start == start


def test_all_that_is_written_is_read_again_as_what_it_is():
    for seed in range(40):
        record = random_record(seed)
        written = {
            PasteKind.JSON: json.dumps(record_to_json(record)),
            PasteKind.SGF: write_games([record]).decode(),
            PasteKind.MOVES: write_moves(record),
            PasteKind.POSITION: record.start,
        }
        for kind, text in written.items():
            for found in (read_text(text, record.game), read_data(text.encode(), record.game)):
                assert found.kind is kind, (seed, kind)
                assert found.record.start == record.start
                if kind in (PasteKind.JSON, PasteKind.SGF):
                    assert as_values(found.record) == as_values(record)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        (" \n ", "empty"),
        ("hello world", "Read as moves: Line 1, 'hello'"),
        ("<b>x</b>", "not a position, a game or a list of moves"),
        ('{"format": "kalahloa record"}', "damaged"),
        ('{"format": "kalahloa record", "nodes": [', "damaged"),
        ("(;GM[1])", "number '1' is not"),
        ("(;(;(;", "does not name its game"),
        ("(;)", "does not name its game"),
        ("[" * 5_000, "not a position, a game or a list of moves"),
    ],
)
def test_what_is_nothing_is_refused_with_a_reason(text, words):
    with pytest.raises(BadFile, match=words):
        read_text(text, KALAH)
    with pytest.raises(BadFile):
        read_data(text.encode(), LOA)
