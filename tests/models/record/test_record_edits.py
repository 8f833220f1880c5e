"""Edits of a record: notes, removed lines, and the order of lines."""

import random

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Notes, Shape
from kalahloa.models.record.ending import agreed, ending_at, resigned
from kalahloa.models.record.json_record import RecordSnapshot, record_from_json, record_to_json
from kalahloa.models.record.record import Node, Record, joined_notes

FULL = Notes(
    "Two\n\nparagraphs <b>",
    (Mark.BLUNDER, Mark.ONLY),
    (Drawing(Shape.ARROW, "c8", "e6"), Drawing(Shape.LABEL, "d5", ink=Ink.YELLOW, text="A")),
    (("XX", ("1", "2")),),
)


def studied() -> Record:
    """Return a record of Lines of Action with three lines; the current node is 2."""
    record = Record(find_game("loa"), players=("Mira", "Engine"), details={"event": "Club"})
    for number, text in ((0, "b1-b3"), (1, "a4-c4"), (2, "c1xc4"), (1, "a5-c5"), (0, "d1-d3")):
        record.jump(number)
        record.play(record.position.read_move(text))
    record.jump(2)
    return record


def lines(record: Record) -> list[tuple[int, ...]]:
    """Return the numbers of the children of each node in the tree."""
    return [tuple(child.number for child in node.children) for node in record.root.subtree()]


def test_notes_survive_a_file():
    record = studied()
    record.annotate(record.nodes[2], FULL)
    record.annotate(record.root, Notes("The start"))

    read = record_from_json(record_to_json(record))

    assert read.nodes[2].notes == FULL
    assert read.root.comment == "The start"
    assert read.details == {"event": "Club"}
    assert record_to_json(read) == record_to_json(record)


def test_a_node_has_one_judgement_only():
    with pytest.raises(ValueError, match="too many"):
        Notes.from_json({"marks": ["!", "?"]})
    assert FULL.judgement is Mark.BLUNDER
    assert FULL.symbols == "?? □"


def test_a_removed_line_is_not_in_the_tree_and_comes_back_where_it_was():
    record = studied()
    before = record_to_json(record)

    record.remove(record.nodes[1])

    assert lines(record) == [(5,), ()]
    assert record.current is record.root
    assert record.root.followed is record.nodes[5]
    assert not record.nodes[3].in_tree
    with pytest.raises(IndexError):
        record.jump(3)
    assert [entry["move"] for entry in record_to_json(record)["nodes"]] == ["d1-d3"]

    record.restore(record.nodes[1])
    record.jump(2)

    assert lines(record) == [(1, 5), (2, 4), (3,), (), (), ()]
    assert record_from_json(record_to_json(record)).main_line()[-1].text == "c1xc4"
    assert {entry["move"] for entry in record_to_json(record)["nodes"]} == {
        entry["move"] for entry in before["nodes"]
    }


def test_the_root_and_what_is_removed_cannot_be_removed():
    record = studied()
    record.remove(record.nodes[1])

    for node in (record.root, record.nodes[1], record.nodes[2]):
        with pytest.raises(ValueError, match="can be removed"):
            record.remove(node)
    for node in (record.root, record.nodes[2], record.nodes[5]):
        with pytest.raises(ValueError, match="put back"):
            record.restore(node)


def test_what_was_played_again_meanwhile_is_joined_with_what_is_put_back():
    record = studied()
    record.annotate(record.nodes[1], Notes("First thought", (Mark.GOOD,)))
    record.annotate(record.nodes[2], Notes("Below"))
    record.remove(record.nodes[1])
    record.jump(0)
    again = record.play(record.position.read_move("b1-b3"))
    record.annotate(again, Notes("Second thought", (Mark.MISTAKE,)))
    reply = record.play(record.position.read_move("a4-c4"))

    record.restore(record.nodes[1])

    assert again.notes == Notes("Second thought\n\nFirst thought", (Mark.MISTAKE,))
    assert reply.notes == Notes("Below")
    assert [child.text for child in again.children] == ["a4-c4", "a5-c5"]
    assert [child.text for child in reply.children] == ["c1xc4"]
    record.jump(3)
    assert record.position.position_string() == record.replayed().position_string()
    assert record_from_json(record_to_json(record)).replayed().position_string() == (
        record.position.position_string()
    )


def test_a_line_can_be_made_the_first_one_and_back():
    record = studied()

    record.place_child(record.nodes[4], 0)
    record.place_child(record.nodes[5], 0)

    assert lines(record) == [(5, 1), (), (4, 2), (), (3,), ()]
    assert [node.text for node in record.main_line()] == ["d1-d3"]
    read = record_from_json(record_to_json(record))
    assert [node.text for node in read.main_line()] == ["d1-d3"]
    assert [child.text for child in read.root.children[1].children] == ["a5-c5", "a4-c4"]

    record.place_child(record.nodes[5], 1)
    record.place_child(record.nodes[4], 1)
    assert lines(record) == [(1, 5), (2, 4), (3,), (), (), ()]
    with pytest.raises(IndexError):
        record.place_child(record.nodes[4], 2)
    with pytest.raises(ValueError, match="place among others"):
        record.place_child(record.root, 0)


def test_a_new_move_comes_last_also_where_the_order_was_changed():
    record = studied()
    record.place_child(record.nodes[5], 0)
    record.jump(0)

    node = record.play(record.position.read_move("e1-e3"))

    assert record.root.children[-1] is node
    assert [child.rank for child in record.root.children] == [0, 1, 2]


def test_every_change_is_reported_once():
    record = studied()
    record.pop_changes()

    record.annotate(record.nodes[4], FULL)
    record.annotate(record.nodes[4], FULL)
    assert record.pop_changes() == (record.nodes[4],)
    assert record.pop_changes() == ()

    record.place_child(record.nodes[5], 0)
    assert set(record.pop_changes()) == {record.nodes[1], record.nodes[5]}

    record.remove(record.nodes[4])
    assert record.nodes[4] in record.pop_changes()

    record.jump(5)
    # The root is followed to another node; nothing below has changed.
    assert record.pop_changes() == (record.root,)
    node = record.play(record.position.read_move("a4-c4"))
    assert record.pop_changes() == (record.nodes[5], node)


def test_a_snapshot_stays_as_it_was_while_the_record_is_edited():
    record = studied()
    before = record_to_json(record)

    snapshot = RecordSnapshot.of(record)
    record.annotate(record.nodes[3], FULL)
    record.place_child(record.nodes[5], 0)
    record.remove(record.nodes[2])

    assert snapshot.to_json() == before


def test_a_resigned_game_has_the_result_that_it_was_given():
    record = Record(find_game("loa"), details={"result": "0-1"})
    record.play(record.position.read_move("b1-b3"))

    assert record.result == "0-1"
    assert record_from_json(record_to_json(record)).result == "0-1"


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (resigned(0), "White wins: Black resigned."),
        (resigned(1), "Black wins: White resigned."),
        (agreed(), "Draw: both sides agreed."),
        ({"result": "1-0", "termination": "time"}, "Black wins: White ran out of time."),
        ({"result": "1-0"}, ""),
        ({"result": "1/2-1/2"}, ""),
        ({"result": "1-0", "termination": "9 stones"}, ""),
    ],
)
def test_how_players_ended_a_game_counts_at_the_end_of_its_main_line_only(told, reason):
    record = Record(find_game("loa"), details=told)
    first = record.play(record.position.read_move("b1-b3"))
    last = record.play(record.position.read_move("a4-c4"))
    record.jump(first.number)
    other = record.play(record.position.read_move("a2-c2"))

    assert not any(ending_at(record, node) for node in (record.root, first, other))
    ending = ending_at(record, last)
    assert ("" if ending is None else str(ending.reason)) == reason
    assert ending is None or ending.points == record.result


def test_a_game_that_is_over_by_the_rules_has_their_outcome_whatever_is_told():
    record = Record(find_game("tictactoe"), details=agreed())
    for move in (1, 4, 2, 5, 3):
        record.play(record.position.read_move(str(move)))

    assert ending_at(record, record.current) == record.current.outcome is not None
    assert record.result == "1-0"


def test_notes_are_joined_without_saying_anything_twice():
    assert joined_notes(FULL, Notes()) == FULL
    assert joined_notes(Notes(), FULL) == FULL
    assert joined_notes(FULL, FULL) == FULL
    assert joined_notes(FULL, Notes("paragraphs", (Mark.NOVELTY,))).symbols == "?? □ N"


@pytest.mark.parametrize(
    ("comment", "other", "both"),
    [
        ("fine", "refined", "fine\n\nrefined"),
        ("b3", "b32, then b3!", "b32, then b3!"),
        ("A long thought.", "thought", "A long thought."),
        ("", "Only one", "Only one"),
        ("(?", "What (? is this", "What (? is this"),
    ],
)
def test_a_comment_is_left_out_only_where_all_its_words_stand_in_the_other(comment, other, both):
    for first, second in ((comment, other), (other, comment)):
        joined = joined_notes(Notes(first), Notes(second)).comment
        assert set(joined.split("\n\n")) == set(both.split("\n\n"))


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
def test_a_record_edited_at_random_reads_back_the_same(key: str):
    chance = random.Random(11)
    record = Record(find_game(key))
    for step in range(400):
        inside = [node for node in record.nodes if node.in_tree]
        node = chance.choice(inside)
        moves = record.position.legal_moves()
        match chance.randrange(6):
            case 0 | 1 if moves:
                record.play(chance.choice(moves))
            case 2:
                record.jump(node.number)
            case 3 if node.parent is not None:
                record.place_child(node, chance.randrange(len(node.parent.children)))
            case 4 if node.parent is not None and chance.random() < 0.3:
                record.remove(node)
            case 5:
                _restore_one(record, chance)
        record.annotate(chance.choice(inside), Notes(f"Step {step}"))
        assert record.position.position_string() == record.replayed().position_string()
        assert record.current.in_tree

    read = record_from_json(record_to_json(record))

    assert _shape(read) == _shape(record)
    assert read.position.position_string() == record.position.position_string()


def _restore_one(record: Record, chance: random.Random) -> None:
    removed = [
        node
        for node in record.nodes
        if node.removed and node.parent is not None and node.parent.in_tree
    ]
    if removed:
        record.restore(chance.choice(removed))


def _shape(record: Record) -> list[tuple[str, Notes, int, bool]]:
    def facts(node: Node) -> tuple[str, Notes, int, bool]:
        return node.text, node.notes, len(node.children), node is record.current

    return [facts(node) for node in record.root.subtree()]
