"""The record keeps every line that was played."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import MAX_COMMENT_TEXT, Notes
from kalahloa.models.record.json_record import (
    MAX_NAME_TEXT,
    MAX_NODES,
    RecordSnapshot,
    record_from_json,
    record_to_json,
)
from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import BadFile, IllegalMove
from kalahloa.models.work.cancellation import ReadingStopped


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
    before = record_to_json(record)

    with pytest.raises(IllegalMove):
        record.play(1 | 2 << 6)

    assert record_to_json(record) == before


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

    plain = record_to_json(record)
    assert record_to_json(record_from_json(plain)) == plain


def test_what_is_no_record_is_refused():
    for plain in (None, [], {}, {"format": "else"}, 7):
        with pytest.raises(BadFile):
            record_from_json(plain)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("current", -1),
        ("current", True),
        ("current", 1.0),
        ("current", "1"),
        ("current", 3),
        ("followed", [-1]),
        ("followed", [True]),
        ("followed", [3]),
        ("followed", [None]),
        ("followed", "12"),
        ("parent", -1),
        ("parent", False),
    ],
)
def test_a_number_that_no_node_has_is_refused(field: str, value: object):
    record = Record(find_game("kalah"))
    play(record, "3", "6")
    plain = record_to_json(record)
    holder = plain["nodes"][0] if field == "parent" else plain
    holder[field] = value

    with pytest.raises(BadFile):
        record_from_json(plain)


def test_a_record_with_an_old_name_of_a_rule_is_read_as_if_it_had_the_new_one():
    record = Record(find_game("kalah"))
    play(record, "3", "6")
    plain = record_to_json(record)

    old = plain | {"rules": plain["rules"] | {"end": "lecture"}}

    assert plain["rules"]["end"] == "mover-empty"
    assert record_to_json(record_from_json(old)) == plain


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 5) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=5,
)


@given(
    field=st.sampled_from(
        [
            "game",
            "rules",
            "start",
            "comment",
            "marks",
            "details",
            "players",
            "nodes",
            "followed",
            "current",
        ]
    ),
    value=PLAIN,
)
def test_a_record_with_a_wrong_field_is_refused_or_reads_back_the_same(field: str, value: object):
    record = Record(find_game("kalah"))
    play(record, "3", "6")

    try:
        read = record_from_json(record_to_json(record) | {field: value})
    except BadFile as error:
        assert len(str(error)) < 500
        return

    assert record_to_json(record_from_json(record_to_json(read))) == record_to_json(read)


def test_a_snapshot_stays_as_it_was_while_the_record_goes_on():
    record = Record(find_game("loa"))
    play(record, "b1-b3")
    before = record_to_json(record)

    snapshot = RecordSnapshot.of(record)
    play(record, "a4-c4")
    record.jump(0)
    play(record, "b1-d3")
    record.annotate(record.nodes[1], Notes("later"))

    assert snapshot.to_json() == before


def test_a_file_that_lists_one_node_twice_is_refused():
    record = Record(find_game("kalah"))
    record.play(3)
    plain = record_to_json(record)
    plain["nodes"] *= 2

    with pytest.raises(BadFile, match="damaged"):
        record_from_json(plain)


# -- large records ---------------------------------------------------------------------------------


def two_lines_in_turn(plies: int) -> Record:
    """Return a record of Lines of Action with two lines from the root that grew in turn."""
    record = Record(find_game("loa"))
    choices = random.Random(2)
    ends = [0, 0]
    for _ in range(plies):
        for line in (0, 1):
            record.jump(ends[line])
            moves = record.position.legal_moves()
            ends[line] = record.play(choices.choice(moves[line::2])).number
            assert record.current.outcome is None
    return record


def test_reading_makes_each_move_once_however_the_lines_grew(monkeypatch):
    record = two_lines_in_turn(20)
    for move in record.position.legal_moves()[:3]:
        record.play(move)  # below the last node
        record.undo()
    plain = record_to_json(record)
    walked = []
    for name in ("undo", "_enter", "_add"):
        do = getattr(Record, name)
        monkeypatch.setattr(
            Record, name, lambda *words, n=name, do=do: (walked.append(n), do(*words))[1]
        )

    read = record_from_json(plain)

    assert record_to_json(read) == plain
    assert [node.number for node in read.nodes] == list(range(len(record.nodes)))
    for old, new in zip(record.nodes, read.nodes, strict=True):
        assert [child.number for child in new.children] == [c.number for c in old.children]
    assert walked.count("_add") == len(record.nodes) - 1
    assert walked.count("undo") + walked.count("_enter") <= 4 * 20 + 10


def test_a_jump_to_a_near_node_does_not_go_back_to_the_root(monkeypatch):
    record = two_lines_in_turn(10)
    record.play(record.position.legal_moves()[0])
    end = record.current.number
    record.undo()
    record.play(record.position.legal_moves()[1])
    undone = []
    undo = Record.undo
    monkeypatch.setattr(Record, "undo", lambda self: (undone.append(1), undo(self))[1])

    record.jump(end)

    assert len(undone) == 1
    assert record.position.position_string() == record.replayed().position_string()


def test_a_move_that_stands_twice_below_one_node_is_no_record():
    plain = record_to_json(two_lines_in_turn(3))
    plain["nodes"].append({"parent": 0, "move": plain["nodes"][0]["move"]})

    with pytest.raises(BadFile, match="damaged"):
        record_from_json(plain)


def test_a_node_before_its_parent_is_no_record():
    plain = record_to_json(two_lines_in_turn(3))
    plain["nodes"][2]["parent"] = 4

    with pytest.raises(BadFile, match="damaged"):
        record_from_json(plain)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"comment": "x" * (MAX_COMMENT_TEXT + 1)}, "a comment has 100,001 characters"),
        ({"players": ["x" * (MAX_NAME_TEXT + 1), ""]}, "a player's name has 1,001 characters"),
        ({"nodes": [{}] * MAX_NODES}, "has 200,000 moves"),
    ],
)
def test_what_is_too_large_is_refused_with_the_limit(changes, sentence):
    plain = record_to_json(two_lines_in_turn(1))

    with pytest.raises(BadFile, match=sentence) as refusal:
        record_from_json(plain | changes)

    assert "are allowed" in str(refusal.value)
    assert "xx" not in str(refusal.value)


def test_reading_a_record_stops_when_it_is_told_to():
    plain = record_to_json(two_lines_in_turn(10))
    answers = iter([False] * 5 + [True] * 100)

    with pytest.raises(ReadingStopped):
        record_from_json(plain, lambda: next(answers))

    assert len(list(answers)) == 99


# -- the main line -----------------------------------------------------------------------------


def test_the_main_line_is_that_of_first_children_wherever_one_is():
    record = Record(find_game("tictactoe"))
    play(record, *"14253")
    record.jump(2)
    play(record, "9")

    for number in range(len(record.nodes)):
        record.jump(number)

        assert [node.text for node in record.main_line()] == list("14253")
        assert (record.main_end.number, record.result) == (5, "1-0")


def test_what_was_agreed_counts_where_the_main_line_does_not_end_the_game():
    record = Record(find_game("tictactoe"), details={"result": "0-1"})
    assert (record.main_end, record.result) == (record.root, "0-1")
    play(record, *"142")
    main = record.current
    record.undo()
    play(record, *"3576")

    assert (record.main_end, record.result) == (main, "0-1")
