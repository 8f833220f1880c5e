"""Edits and their inverses: random ones lead back to the same tree, also by way of JSON."""

import json
import random
from contextlib import suppress

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Notes, Shape
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.record.record import Node, Record
from kalahloa.models.study.edits import (
    Edit,
    EditKind,
    InsertLine,
    PlaceChild,
    Remove,
    Restore,
    Separate,
    SetNotes,
    Several,
    edit_from_json,
)

NOTES = (
    Notes(),
    Notes("One\n\ntwo"),
    Notes("x", (Mark.GOOD,)),
    Notes(marks=(Mark.BLUNDER, Mark.ONLY), drawings=(Drawing(Shape.CELL, "c8", ink=Ink.RED),)),
)


def state(record: Record, followed: bool = True) -> list[object]:
    """Return all that edits can change, where redo goes to only if *followed*."""
    return [
        [
            (
                node.number,
                node.rank,
                node.notes,
                node.parent.number if node.parent else None,
                [child.number for child in node.children],
                node.followed.number if followed and node.followed else None,
            )
            for node in record.root.subtree()
        ],
        record.position.position_string() == record.replayed().position_string(),
    ]


def shape(record: Record) -> list[object]:
    """Return the tree in order, without the ranks: a line that is joined again gets a new one."""
    return [
        (node.number, node.notes, [child.number for child in node.children])
        for node in record.root.subtree()
    ]


def position_at(record: Record, node: Node):
    """Return the position at *node*, by making its moves from the start."""
    position = record.game.read(record.start, record.rules)
    for ply in node.path()[1:]:
        position.make(ply.move)
    return position


def known(record: Record) -> set[int]:
    """Return the numbers of the nodes that *record* takes to be in the tree."""
    found = set()
    for number in range(len(record.nodes)):
        with suppress(IndexError):
            found.add(record.node(number).number)
    return found


def random_record(rng: random.Random, game: str) -> Record:
    record = Record(find_game(game))
    for _ in range(rng.randrange(30)):
        live = list(record.root.subtree())
        record.jump(rng.choice(live).number)
        moves = record.position.legal_moves()
        if moves:
            record.play(rng.choice(moves[:4]))
    return record


def random_edit(rng: random.Random, record: Record) -> Edit | None:
    live = list(record.root.subtree())
    node = rng.choice(live)
    kind = rng.randrange(5)
    if kind == 0:
        return SetNotes(node.number, node.notes, rng.choice(NOTES))
    if kind == 1:
        return Remove(node.number) if node.parent else None
    if kind == 2:
        gone = [one for one in record.nodes if one.removed and one.parent.in_tree]
        return Restore(rng.choice(gone).number) if gone else None
    if kind == 3 and node.parent:
        return PlaceChild(node.number, rng.randrange(len(node.parent.children)))
    position = position_at(record, node)
    texts = []
    while len(texts) < rng.randrange(1, 5) and (moves := position.legal_moves()):
        move = rng.choice(moves[:3])
        texts.append(position.format_move(move))
        position.make(move)
    return InsertLine(node.number, tuple(texts)) if texts else None


@pytest.mark.parametrize("game", ["tictactoe", "kalah", "loa"])
@pytest.mark.parametrize("walks", [False, True])
def test_random_edits_and_then_their_inverses_give_the_same_tree(game, walks):
    """Walks change where redo goes; without them, that comes back, too."""

    def now() -> list[object]:
        return state(record, followed=not walks)

    for seed in range(40):
        rng = random.Random(f"{game} {seed}")
        record = random_record(rng, game)
        states, inverses = [], []
        for _ in range(rng.randrange(1, 25)):
            edit = random_edit(rng, record)
            if edit is None:
                continue
            if walks and rng.random() < 0.3:
                record.jump(rng.choice(list(record.root.subtree())).number)
            states.append(now())
            numbers = {node.number for node in record.root.subtree()}
            applied = edit_from_json(json.loads(json.dumps(edit.to_json()))).apply(record)
            after = {node.number for node in record.root.subtree()}
            assert set(applied.went) == numbers - after
            assert {node.number for node in applied.came} == after - numbers
            came = list(applied.came)
            assert all(node.parent not in came[at:] for at, node in enumerate(came))
            assert record.current.in_tree
            assert known(record) == after
            inverses.append(applied.inverse)
        assert now()[1]
        for before, inverse in zip(reversed(states), reversed(inverses), strict=True):
            inverse = edit_from_json(json.loads(json.dumps(inverse.to_json())))
            after = shape(record)
            redo = inverse.apply(record).inverse
            assert now() == before
            assert known(record) == {node.number for node in record.root.subtree()}
            undo = redo.apply(record).inverse
            assert shape(record) == after
            undo.apply(record)
            assert now() == before


def tree() -> Record:
    """Return a record of Lines of Action with two lines at the start and two after its first."""
    record = Record(find_game("loa"))
    for number, text in ((0, "b1-b3"), (1, "a4-c4"), (2, "c1xc4"), (1, "a5-c5"), (0, "d1-d3")):
        record.jump(number)
        record.play(record.position.read_move(text))
    record.jump(3)
    return record


def test_a_line_played_again_is_joined_by_an_undo_and_separated_by_a_redo():
    record = tree()
    removed = Remove(1).apply(record)
    record.jump(0)
    record.play(record.position.read_move("b1-b3"))
    again = record.current
    record.play(record.position.read_move("a4-c4"))
    before = state(record)

    joined = removed.inverse.apply(record)

    assert isinstance(joined.inverse, Separate)
    assert [child.text for child in again.children] == ["a4-c4", "a5-c5"]
    assert [child.text for child in again.children[0].children] == ["c1xc4"]
    assert {node.text for node in joined.came} == {"c1xc4", "a5-c5"}

    record.jump(3)
    joined.inverse.apply(record)

    assert record.current is again.children[0]
    record.jump(again.children[0].number)
    assert state(record)[0] == before[0]


def test_notes_that_another_window_wrote_meanwhile_stay():
    record = tree()
    node = record.nodes[2]
    done = SetNotes(2, node.notes, Notes("Mine")).apply(record)
    record.annotate(node, Notes("Mine", (Mark.GOOD,)))

    done.inverse.apply(record)

    assert node.notes == Notes(marks=(Mark.GOOD,))


def test_inserting_a_line_leaves_the_current_place_and_what_redo_goes_to():
    record = tree()
    record.jump(1)
    followed = record.current.followed
    applied = InsertLine(1, ("a4-c4", "d1-d3")).apply(record)

    assert record.current.number == 1 and record.current.followed is followed
    assert [node.text for node in applied.came] == ["d1-d3"]
    assert record.nodes[6].parent is record.nodes[2]
    assert record.nodes[6].rank == 1
    assert record.position.position_string() == record.replayed().position_string()


def test_a_line_inserted_beside_others_is_not_what_redo_goes_to():
    record = tree()
    parent = next(node for node in record.nodes if len(node.children) > 1)
    followed = parent.children[0]
    record.follow(followed)
    position = position_at(record, parent)
    known = {child.move for child in parent.children}
    text = next(position.format_move(move) for move in position.legal_moves() if move not in known)

    (came,) = InsertLine(parent.number, (text,)).apply(record).came

    assert came.parent is parent
    assert parent.followed is followed


def test_a_line_with_an_illegal_move_is_not_inserted():
    record = tree()
    before = record_to_json(record)

    with pytest.raises(Exception, match="a1"):
        InsertLine(1, ("a4-c4", "a1-a2")).apply(record)

    assert record_to_json(record) == before and len(record.nodes) == 6


def test_several_edits_of_which_one_fails_change_nothing():
    record = tree()
    before = state(record)

    with pytest.raises(IndexError):
        Several((Remove(2), SetNotes(0, Notes(), Notes("x")), Remove(3))).apply(record)

    record.jump(3)
    assert state(record) == before


def test_a_move_after_a_deletion_never_has_the_place_of_what_comes_back():
    record = tree()
    Remove(5).apply(record)
    record.jump(0)
    record.play(record.position.read_move("e1-e3"))

    assert record.current.rank > record.nodes[5].rank


@pytest.mark.parametrize(
    "plain",
    [
        None,
        [],
        {"edit": "several", "deed": "nothing", "edits": []},
        {"edit": "remove", "node": -1, "followed": None},
        {"edit": "remove", "node": True, "followed": None},
        {"edit": "place", "node": 1, "index": "0"},
        {"edit": "insert", "node": 1, "moves": [1]},
        {"edit": "notes", "node": 1, "before": {}, "after": {"marks": ["!", "?"]}},
        {"edit": "separate", "node": 1, "moved": [[1]], "notes": [], "followed": []},
        {"edit": "dance"},
    ],
)
def test_damaged_edits_are_refused(plain):
    with pytest.raises((ValueError, TypeError, KeyError)):
        edit_from_json(plain)


def test_nested_edits_have_a_bound():
    plain = {"edit": "several", "deed": "other", "edits": []}
    for _ in range(10):
        plain = {"edit": "several", "deed": "other", "edits": [plain]}
    with pytest.raises(ValueError, match="too many"):
        edit_from_json(plain)


def test_edits_can_be_renumbered():
    numbers = {number: number + 10 for number in range(10)}
    record = tree()
    record.jump(0)
    removed = Remove(1, 5).apply(record)
    record.play(record.position.read_move("b1-b3"))
    separate = removed.inverse.apply(record).inverse
    edits = (
        SetNotes(1, Notes(), Notes("x")),
        Remove(1, 5),
        Restore(1),
        PlaceChild(5, 0),
        InsertLine(1, ("b1-b3",)),
        separate,
    )

    text = json.dumps(Several(edits, EditKind.PASTE).renumbered(numbers).to_json())

    back = edit_from_json(json.loads(text))
    assert back.renumbered({new: old for old, new in numbers.items()}) == Several(
        edits, EditKind.PASTE
    )
    assert '"node": 11' in text and back.title == "Paste line"
