"""Lists of moves, as people write them."""

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.notation.move_lists import MAX_TEXT, read_moves, write_moves
from kalahloa.models.text.errors import BadFile
from kalahloa.models.work.cancellation import ReadingStopped
from tests.models.study.random_records import random_record
from tests.oracles import oracle

LOA, KALAH = find_game("loa"), find_game("kalah")


def line(read) -> list[str]:
    return [node.text for node in read.record.main_line()]


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("layout", ["numbered", "one a line", "lines with numbers", "capitals"])
def test_recorded_games_are_read_in_every_layout(layout, number):
    moves = oracle("loa")["games"][number]["moves"]
    text = {
        "numbered": " ".join(
            f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(moves)
        ),
        "one a line": "\n".join(moves),
        "lines with numbers": "\n".join(f"{ply + 1} {move}" for ply, move in enumerate(moves)),
        "capitals": " ".join(moves).upper().replace("-", ""),
    }[layout]

    read = read_moves(text, LOA)

    assert line(read) == [move.replace(":", "x") for move in moves]
    assert read.problems == ()


def test_turns_marks_comments_and_variations_are_read():
    read = read_moves("{start} 1. 3-6!? {good; idea} 1 (4 {or}) 2?! *", KALAH)

    root = read.record.root
    assert [node.text for node in root.subtree()][:4] == ["", "3", "6", "1"]
    assert root.comment == "start"
    node = read.record.nodes[2]
    assert (node.notes.symbols, node.comment) == ("!?", "good; idea")
    assert [(child.text, child.comment) for child in node.children] == [("1", ""), ("4", "or")]
    assert node.children[0].children[0].notes.symbols == "?!"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("b1-b3 h4-f4 1-0", "1-0"),
        ("b1-b3 White resigns", "1-0"),
        ("b1-b3 resigns", "1-0"),
        ("1. b1-b3 1/2-1/2", "1/2-1/2"),
        ("1. b1-b3 *", "*"),
    ],
)
def test_results_are_read(text, result):
    assert read_moves(text, LOA).record.result == result


def test_an_illegal_move_is_told_with_its_line():
    read = read_moves("b1-b3\nh8-h4\nc1-c2", LOA)

    assert line(read) == ["b1-b3"]
    assert read.problems[0].startswith("Line 2, 'h8-h4': ")
    with pytest.raises(BadFile, match="Line 1, 'h8-h4'"):
        read_moves("h8-h4", LOA)


def test_an_illegal_move_of_a_variation_does_not_end_the_main_line():
    read = read_moves("b1-b3 (b1-b4 h4-f4) h4-f4 hello", LOA)

    assert line(read) == ["b1-b3", "h4-f4"]
    assert len(read.problems) == 2


def test_what_is_written_is_read_back():
    for seed in range(100):
        record = random_record(seed)

        again = read_moves(write_moves(record), LOA)

        assert line(again) == [node.text for node in record.main_line()], seed
        assert (again.record.game, again.record.rules) == (record.game, record.rules)
        assert again.record.start == record.start
        assert again.problems == ()
        for node, other in zip(record.main_line(), again.record.main_line(), strict=True):
            assert other.notes.judgement == node.notes.judgement


def test_a_turn_of_several_sowings_is_written_as_one():
    record = read_moves("3-6 1 2", KALAH).record

    assert write_moves(record).splitlines()[-1].startswith("1. 3-6 1")


def test_long_lists_are_refused_and_reading_can_be_stopped():
    with pytest.raises(BadFile, match="are allowed"):
        read_moves("x" * (MAX_TEXT + 1), LOA)
    with pytest.raises(ReadingStopped):
        read_moves("{} " * 1_000, LOA, stopped=lambda: True)
