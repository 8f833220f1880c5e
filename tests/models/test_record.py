"""The record keeps every line that was played."""

import random

import pytest

from kalahloa.models.errors import BadFile, IllegalMove
from kalahloa.models.games import find_game
from kalahloa.models.record import Record


def play(record: Record, *moves: str) -> None:
    """Play *moves* in notation."""
    for text in moves:
        record.play(record.position.read_move(text))


def test_a_move_already_played_leads_to_its_old_node():
    record = Record(find_game("loa"))
    play(record, "b1-b3")
    record.undo()

    play(record, "b1-b3")

    assert len(record.nodes) == 2


def test_an_illegal_move_changes_nothing():
    record = Record(find_game("loa"))
    before = record.to_plain()

    with pytest.raises(IllegalMove):
        record.play(1 | 2 << 6)

    assert record.to_plain() == before


def test_no_move_is_taken_after_the_end():
    record = Record(find_game("tictactoe"))
    play(record, *"14253")

    with pytest.raises(IllegalMove, match="over"):
        record.play(9)

    assert record.result == "1-0"


def test_the_result_is_open_until_the_line_ends():
    record = Record(find_game("tictactoe"))
    play(record, "1", "4")

    assert record.result == "*"


def test_undo_at_the_start_and_redo_at_the_end_do_nothing():
    record = Record(find_game("kalah"))

    assert not record.undo()
    assert not record.redo()


def test_jumping_between_variations_moves_the_position_along():
    record = Record(find_game("kalah"))
    play(record, "3", "6")
    first = record.current
    record.jump(0)
    play(record, "1", "2")
    second = record.current

    record.jump(first.number)
    assert [node.text for node in record.line()] == ["3", "6"]
    record.jump(second.number)
    assert [node.text for node in record.line()] == ["1", "2"]
    assert record.position.position_string() == record.replayed().position_string()


def test_a_node_that_does_not_exist_cannot_be_gone_to():
    record = Record(find_game("kalah"))

    with pytest.raises(IndexError):
        record.jump(5)


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
def test_a_record_wandered_at_random_reads_back_the_same(key: str):
    chance = random.Random(7)
    record = Record(find_game(key))
    for _ in range(300):
        moves = record.position.legal_moves()
        if moves and chance.random() < 0.7:
            record.play(chance.choice(moves))
        elif chance.random() < 0.7:
            record.undo()
        else:
            record.jump(chance.randrange(len(record.nodes)))

        assert record.position.position_string() == record.replayed().position_string()

    plain = record.to_plain()
    assert Record.from_plain(plain).to_plain() == plain


def test_what_is_no_record_is_refused():
    for plain in (None, [], {}, {"format": "else"}, 7):
        with pytest.raises(BadFile):
            Record.from_plain(plain)
