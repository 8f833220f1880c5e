"""Edits by the user: told once, taken back in the opposite order, and kept apart from walks."""

import json

import pytest
from PySide6.QtTest import QSignalSpy

from kalahloa.controllers.core import study_controller
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.core.study_controller import MAX_UNDONE
from kalahloa.controllers.desk import Desk
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Notes, Shape
from kalahloa.models.record.json_record import from_plain, to_plain
from kalahloa.models.text.errors import BadCommand, IllegalMove


@pytest.fixture
def told(desk: Desk) -> list[Change]:
    """All changes from the moment on that the desk is ready, in Study."""
    desk.turns.set_answers(False)
    for number, text in ((0, "b1-b3"), (1, "a4-c4"), (2, "c1xc4"), (1, "a5-c5"), (0, "d1-d3")):
        desk.document.jump(number)
        desk.turns.play_text(text)
    desk.document.jump(2)
    changes: list[Change] = []
    desk.document.changed.connect(changes.append)
    return changes


def node(desk: Desk, number: int):
    return desk.document.record.nodes[number]


def children(desk: Desk, number: int) -> list[int]:
    return [child.number for child in node(desk, number).children]


def test_a_deletion_walks_out_tells_once_and_comes_back(desk, told):
    sentences = QSignalSpy(desk.study.deleted)

    desk.study.delete_from(node(desk, 1))

    (change,) = told
    assert change.causes == {Cause.EDIT, Cause.WALK}
    assert sorted(change.went) == [1, 2, 3, 4] and not change.came
    assert change.place.node.number == 0
    assert change.place.undo_edit == "Delete from here"
    assert sentences.at(0)[0] == "4 moves deleted."

    assert desk.study.undo_edit() == "Delete from here"

    assert {one.number for one in told[1].came} == {1, 2, 3, 4} and not told[1].went
    assert desk.document.node.number == 2, "where it was deleted"
    assert desk.document.place.undo_edit == "" and desk.document.place.redo_edit

    assert desk.study.redo_edit() == "Delete from here"
    assert children(desk, 0) == [5] and desk.document.place.redo_edit == ""


def test_an_edit_that_is_done_again_is_shown_where_it_was_done(desk, told):
    desk.study.toggle_mark(node(desk, 2), Mark.GOOD)
    desk.study.undo_edit()
    desk.document.jump(5)

    desk.study.redo_edit()

    assert desk.document.node is node(desk, 2)


def test_what_is_typed_into_a_comment_without_a_pause_is_one_edit(desk, told):
    plains = QSignalSpy(desk.study.edited)
    for text in ("H", "He", "Hey"):
        desk.study.comment(node(desk, 2), text)

    assert plains.count() == 1
    assert [change.edited for change in told] == [(node(desk, 2),)] * 3
    desk.study.undo_edit()
    assert node(desk, 2).comment == ""
    desk.study.redo_edit()
    assert node(desk, 2).comment == "Hey"


@pytest.mark.parametrize("pause", ["time", "walk", "other node", "other edit"])
def test_a_pause_begins_another_edit(desk, told, pause):
    first = node(desk, 2)
    desk.study.comment(first, "One")
    if pause == "time":
        desk.study._pause.timeout.emit()
    elif pause == "walk":
        desk.document.jump(3)
    elif pause == "other node":
        desk.study.comment(node(desk, 1), "x")
    else:
        desk.study.toggle_mark(first, Mark.GOOD)
    desk.study.comment(first, "One and two")

    desk.study.undo_edit()

    assert first.comment == "One"


def test_a_comment_in_the_middle_of_which_a_mark_was_set_keeps_the_mark_when_undone(desk, told):
    desk.study.comment(node(desk, 2), "x")
    desk.study.toggle_mark(node(desk, 2), Mark.GOOD)
    desk.study.undo_edit()
    assert node(desk, 2).notes == Notes("x")
    desk.study.redo_edit()
    assert node(desk, 2).notes == Notes("x", (Mark.GOOD,))


def test_marks_are_switched_and_one_judgement_replaces_another(desk, told):
    one = node(desk, 2)
    for mark, symbols in (
        (Mark.ONLY, "□"),
        (Mark.GOOD, "! □"),
        (Mark.BLUNDER, "?? □"),
        (Mark.BLUNDER, "□"),
        (Mark.NOVELTY, "□ N"),
        (Mark.ONLY, "N"),
    ):
        desk.study.toggle_mark(one, mark)
        assert one.notes.symbols == symbols


def test_drawing_the_same_again_rubs_it_out_and_another_ink_replaces_it(desk, told):
    one = node(desk, 2)
    arrow = Drawing(Shape.ARROW, "c8", "e6")
    desk.study.toggle_drawing(one, arrow)
    desk.study.toggle_drawing(one, Drawing(Shape.CELL, "d5", ink=Ink.YELLOW))
    desk.study.toggle_drawing(one, Drawing(Shape.ARROW, "c8", "e6", Ink.RED))
    assert one.notes.drawings == (
        Drawing(Shape.CELL, "d5", ink=Ink.YELLOW),
        Drawing(Shape.ARROW, "c8", "e6", Ink.RED),
    )
    desk.study.toggle_drawing(one, Drawing(Shape.ARROW, "c8", "e6", Ink.RED))
    assert len(one.notes.drawings) == 1
    desk.study.clear_drawings(one)
    assert one.notes.drawings == ()


def test_promoting_a_line_makes_it_the_first_and_the_main_line_is_refused(desk, told):
    desk.study.promote(node(desk, 4))
    assert children(desk, 1) == [4, 2]
    assert told[0].edited == (node(desk, 4),)
    with pytest.raises(BadCommand, match="main line"):
        desk.study.promote(node(desk, 4))


def test_the_main_line_is_made_from_a_variation_in_a_variation(desk, told):
    desk.document.jump(5)
    for text in ("a4-c4", "b1-b3"):
        desk.turns.play_text(text)
        desk.document.jump(5 if text == "b1-b3" else 6)
    desk.document.jump(5)
    desk.turns.play_text("a5-c5")
    inner = desk.document.node

    desk.study.make_main_line(inner)

    assert desk.document.record.main_line()[1] is inner
    desk.study.undo_edit()
    assert desk.document.record.main_line()[0].number == 1


def test_all_variations_are_deleted_and_come_back(desk, told):
    before = to_plain(desk.document.record)["nodes"]
    desk.document.jump(4)

    assert desk.study.delete_variations()

    assert [one.number for one in desk.document.record.root.subtree()] == [0, 1, 2, 3]
    assert desk.document.node.number == 1
    assert not desk.study.delete_variations()
    desk.study.undo_edit()
    assert sorted(e["move"] for e in to_plain(desk.document.record)["nodes"]) == sorted(
        e["move"] for e in before
    )


def test_a_line_is_deleted_where_it_branches_off(desk, told):
    desk.document.jump(4)
    desk.study.delete_line(node(desk, 4))
    assert children(desk, 1) == [2]
    with pytest.raises(BadCommand, match="main line"):
        desk.study.delete_line(node(desk, 3))


def test_moves_are_inserted_as_a_line_without_going_there(desk, told):
    count = desk.study.insert(node(desk, 1), "1… a4-c4 2. d1-d3 a5-c5")

    assert count == 2
    assert desk.document.node.number == 2
    assert [one.text for one in told[0].came] == ["d1-d3", "a5-c5"]
    assert desk.study.insert(node(desk, 1), "a4-c4 d1-d3") == 0
    with pytest.raises(IllegalMove, match="Move 2"):
        desk.study.insert(node(desk, 1), "a4-c4 a4-c4")
    desk.study.undo_edit()
    assert children(desk, 2) == [3]
    desk.study.redo_edit()
    assert children(desk, 2) == [3, 6] and len(desk.document.record.nodes) == 8


def test_edits_are_taken_back_after_the_game_was_opened_again(desk, told):
    plains: list[str] = []
    desk.study.edited.connect(lambda plain: plains.append(json.dumps(plain)))
    desk.study.undone.connect(lambda _: plains.pop())
    desk.study.redone.connect(lambda plain: plains.append(json.dumps(plain)))
    desk.study.comment(node(desk, 5), "A note")
    desk.study.toggle_mark(node(desk, 5), Mark.GOOD)
    desk.study.undo_edit()
    desk.study.redo_edit()
    players = desk.document.players
    desk.document.open_record(from_plain(to_plain(desk.document.record)), players)
    assert desk.document.place.undo_edit == ""

    desk.study.take_edits(map(json.loads, plains))

    assert desk.study.undo_edit() == "Mark"
    assert node(desk, 5).notes == Notes("A note")
    assert desk.study.undo_edit() == "Comment"
    assert node(desk, 5).notes == Notes()


def test_a_damaged_edit_ends_what_can_be_taken_back(desk, told):
    good = {"edit": "several", "deed": "mark", "edits": []}
    desk.study.take_edits([good, {"edit": "nonsense"}, None, good, good])

    desk.study.undo_edit()
    desk.study.undo_edit()

    with pytest.raises(BadCommand, match="no edit"):
        desk.study.undo_edit()


def test_an_edit_that_no_longer_fits_is_refused_and_changes_nothing(desk, told):
    gone = {"edit": "several", "deed": "mark", "edits": [
        {"edit": "remove", "node": 5, "followed": None},
        {"edit": "restore", "node": 3, "followed": None},
    ]}  # fmt: skip
    desk.study.take_edits([gone])
    undone = QSignalSpy(desk.study.undone)

    with pytest.raises(BadCommand, match="changed"):
        desk.study.undo_edit()

    assert children(desk, 0) == [1, 5]
    assert desk.document.place.undo_edit == ""
    assert undone.count() == 1  # it is not to come again after a restart


def test_another_record_forgets_the_edits(desk, told):
    desk.study.toggle_mark(node(desk, 2), Mark.GOOD)
    desk.study.undo_edit()
    desk.study.toggle_mark(node(desk, 3), Mark.GOOD)
    desk.document.new_game(find_game("loa"))
    assert (desk.document.place.undo_edit, desk.document.place.redo_edit) == ("", "")


def test_a_record_with_the_same_in_it_has_edits_of_its_own(desk, told):
    own, edited = desk.document.record, "Delete from here"
    desk.study.delete_from(node(desk, 1))
    same = from_plain(to_plain(own))
    assert same == own

    desk.document.open_record(same, desk.document.players)
    assert desk.document.place.undo_edit == ""
    desk.document.open_record(own, desk.document.players)
    assert desk.document.place.undo_edit == edited


def test_a_new_edit_ends_what_could_be_redone_and_walks_do_not(desk, told):
    desk.study.toggle_mark(node(desk, 2), Mark.GOOD)
    desk.study.undo_edit()
    desk.walks.back()
    assert desk.document.place.redo_edit == "Mark"
    desk.study.toggle_mark(node(desk, 2), Mark.MISTAKE)
    assert desk.document.place.redo_edit == ""


def test_a_comment_that_is_too_long_is_refused(desk, told):
    with pytest.raises(BadCommand, match="100,000"):
        desk.study.comment(node(desk, 2), "x" * 100_001)
    assert not told


def test_there_is_a_bound_to_what_can_be_taken_back(desk, told, monkeypatch):
    monkeypatch.setattr(study_controller, "MAX_UNDONE", 3)
    for _ in range(5):
        desk.study.toggle_mark(node(desk, 2), Mark.GOOD)
    for _ in range(3):
        desk.study.undo_edit()
    with pytest.raises(BadCommand):
        desk.study.undo_edit()
    assert MAX_UNDONE >= 100


def test_an_edit_in_the_middle_of_other_changes_is_told_with_them(desk, told):
    with desk.document.telling():
        desk.turns.play_text("e1-e3")
        new = desk.document.node
        desk.study.delete_from(new)
        desk.study.delete_from(node(desk, 3))
        desk.study.undo_edit()

    (change,) = told
    assert change.went == () and change.came == () and change.played == ()
    assert change.place.node.number in (2, 3)


def test_the_computer_waits_after_a_deletion_under_its_feet(against_computer, searcher):
    desk = against_computer
    searcher.shut()
    desk.turns.play_text("b1-b3")
    assert desk.document.place.thinking

    desk.study.delete_from(desk.document.node)

    assert not desk.document.place.thinking
    assert desk.document.node.parent is None
