"""Edits by the user: told once, taken back in the opposite order, and kept apart from walks."""

import json

import pytest
from PySide6.QtTest import QSignalSpy

from kalahloa.controllers.core import study_controller
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.core.study_controller import MAX_UNDONE
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Notes, Shape
from kalahloa.models.record.json_record import record_from_json, record_to_json
from kalahloa.models.text.errors import BadCommand, IllegalMove


@pytest.fixture
def told(app: AppContext) -> list[Change]:
    """All changes from the moment on that the app is ready, in Study."""
    app.turns.set_answers(False)
    for number, text in ((0, "b1-b3"), (1, "a4-c4"), (2, "c1xc4"), (1, "a5-c5"), (0, "d1-d3")):
        app.document.jump(number)
        app.turns.play_text(text)
    app.document.jump(2)
    changes: list[Change] = []
    app.document.changed.connect(changes.append)
    return changes


def node(app: AppContext, number: int):
    return app.document.record.nodes[number]


def children(app: AppContext, number: int) -> list[int]:
    return [child.number for child in node(app, number).children]


def test_a_deletion_walks_out_tells_once_and_comes_back(app, told):
    sentences = QSignalSpy(app.study.offered)

    app.study.delete_from(node(app, 1))

    (change,) = told
    assert change.causes == {Cause.EDIT, Cause.WALK}
    assert sorted(change.went) == [1, 2, 3, 4] and not change.came
    assert change.place.node.number == 0
    assert change.place.undo_edit == "Delete from here"
    assert sentences.at(0)[0] == "4 moves deleted."

    assert app.study.undo_edit() == "Delete from here"

    assert {one.number for one in told[1].came} == {1, 2, 3, 4} and not told[1].went
    assert app.document.node.number == 2, "where it was deleted"
    assert app.document.place.undo_edit == "" and app.document.place.redo_edit

    assert app.study.redo_edit() == "Delete from here"
    assert children(app, 0) == [5] and app.document.place.redo_edit == ""


def test_an_edit_that_is_done_again_is_shown_where_it_was_done(app, told):
    app.study.toggle_mark(node(app, 2), Mark.GOOD)
    app.study.undo_edit()
    app.document.jump(5)

    app.study.redo_edit()

    assert app.document.node is node(app, 2)


def test_what_is_typed_into_a_comment_without_a_pause_is_one_edit(app, told):
    plains = QSignalSpy(app.study.edited)
    for text in ("H", "He", "Hey"):
        app.study.comment(node(app, 2), text)

    assert plains.count() == 1
    assert [change.edited for change in told] == [(node(app, 2),)] * 3
    app.study.undo_edit()
    assert node(app, 2).comment == ""
    app.study.redo_edit()
    assert node(app, 2).comment == "Hey"


@pytest.mark.parametrize("pause", ["time", "walk", "other node", "other edit"])
def test_a_pause_begins_another_edit(app, told, pause):
    first = node(app, 2)
    app.study.comment(first, "One")
    if pause == "time":
        app.study._pause.timeout.emit()
    elif pause == "walk":
        app.document.jump(3)
    elif pause == "other node":
        app.study.comment(node(app, 1), "x")
    else:
        app.study.toggle_mark(first, Mark.GOOD)
    app.study.comment(first, "One and two")

    app.study.undo_edit()

    assert first.comment == "One"


def test_a_comment_in_the_middle_of_which_a_mark_was_set_keeps_the_mark_when_undone(app, told):
    app.study.comment(node(app, 2), "x")
    app.study.toggle_mark(node(app, 2), Mark.GOOD)
    app.study.undo_edit()
    assert node(app, 2).notes == Notes("x")
    app.study.redo_edit()
    assert node(app, 2).notes == Notes("x", (Mark.GOOD,))


def test_marks_are_switched_and_one_judgement_replaces_another(app, told):
    one = node(app, 2)
    for mark, symbols in (
        (Mark.ONLY, "□"),
        (Mark.GOOD, "! □"),
        (Mark.BLUNDER, "?? □"),
        (Mark.BLUNDER, "□"),
        (Mark.NOVELTY, "□ N"),
        (Mark.ONLY, "N"),
    ):
        app.study.toggle_mark(one, mark)
        assert one.notes.symbols == symbols


def test_drawing_the_same_again_rubs_it_out_and_another_ink_replaces_it(app, told):
    one = node(app, 2)
    arrow = Drawing(Shape.ARROW, "c8", "e6")
    app.study.toggle_drawing(one, arrow)
    app.study.toggle_drawing(one, Drawing(Shape.CELL, "d5", ink=Ink.YELLOW))
    app.study.toggle_drawing(one, Drawing(Shape.ARROW, "c8", "e6", Ink.RED))
    assert one.notes.drawings == (
        Drawing(Shape.CELL, "d5", ink=Ink.YELLOW),
        Drawing(Shape.ARROW, "c8", "e6", Ink.RED),
    )
    app.study.toggle_drawing(one, Drawing(Shape.ARROW, "c8", "e6", Ink.RED))
    assert len(one.notes.drawings) == 1
    app.study.clear_drawings(one)
    assert one.notes.drawings == ()


def test_promoting_a_line_makes_it_the_first_and_the_main_line_is_refused(app, told):
    app.study.promote(node(app, 4))
    assert children(app, 1) == [4, 2]
    assert told[0].edited == (node(app, 4),)
    with pytest.raises(BadCommand, match="main line"):
        app.study.promote(node(app, 4))


def test_the_main_line_is_made_from_a_variation_in_a_variation(app, told):
    app.document.jump(5)
    for text in ("a4-c4", "b1-b3"):
        app.turns.play_text(text)
        app.document.jump(5 if text == "b1-b3" else 6)
    app.document.jump(5)
    app.turns.play_text("a5-c5")
    inner = app.document.node

    app.study.make_main_line(inner)

    assert app.document.record.main_line()[1] is inner
    app.study.undo_edit()
    assert app.document.record.main_line()[0].number == 1


def test_all_variations_are_deleted_and_come_back(app, told):
    before = record_to_json(app.document.record)["nodes"]
    app.document.jump(4)

    assert app.study.delete_variations()

    assert [one.number for one in app.document.record.root.subtree()] == [0, 1, 2, 3]
    assert app.document.node.number == 1
    assert not app.study.delete_variations()
    app.study.undo_edit()
    assert sorted(e["move"] for e in record_to_json(app.document.record)["nodes"]) == sorted(
        e["move"] for e in before
    )


def test_a_line_is_deleted_where_it_branches_off(app, told):
    app.document.jump(4)
    app.study.delete_line(node(app, 4))
    assert children(app, 1) == [2]
    with pytest.raises(BadCommand, match="main line"):
        app.study.delete_line(node(app, 3))


def test_moves_are_inserted_as_a_line_without_going_there(app, told):
    count = app.study.insert(node(app, 1), "1… a4-c4 2. d1-d3 a5-c5")

    assert count == 2
    assert app.document.node.number == 2
    assert [one.text for one in told[0].came] == ["d1-d3", "a5-c5"]
    assert app.study.insert(node(app, 1), "a4-c4 d1-d3") == 0
    with pytest.raises(IllegalMove, match="Move 2"):
        app.study.insert(node(app, 1), "a4-c4 a4-c4")
    app.study.undo_edit()
    assert children(app, 2) == [3]
    app.study.redo_edit()
    assert children(app, 2) == [3, 6] and len(app.document.record.nodes) == 8


def test_edits_are_taken_back_after_the_game_was_opened_again(app, told):
    plains: list[str] = []
    app.study.edited.connect(lambda plain: plains.append(json.dumps(plain)))
    app.study.undone.connect(lambda _: plains.pop())
    app.study.redone.connect(lambda plain: plains.append(json.dumps(plain)))
    app.study.comment(node(app, 5), "A note")
    app.study.toggle_mark(node(app, 5), Mark.GOOD)
    app.study.undo_edit()
    app.study.redo_edit()
    players = app.document.players
    app.document.open_record(record_from_json(record_to_json(app.document.record)), players)
    assert app.document.place.undo_edit == ""

    app.study.restore_edits(map(json.loads, plains))

    assert app.study.undo_edit() == "Mark"
    assert node(app, 5).notes == Notes("A note")
    assert app.study.undo_edit() == "Comment"
    assert node(app, 5).notes == Notes()


def test_a_damaged_edit_ends_what_can_be_taken_back(app, told):
    good = {"edit": "several", "deed": "mark", "edits": []}
    app.study.restore_edits([good, {"edit": "nonsense"}, None, good, good])

    app.study.undo_edit()
    app.study.undo_edit()

    with pytest.raises(BadCommand, match="no edit"):
        app.study.undo_edit()


def test_an_edit_that_no_longer_fits_is_refused_and_changes_nothing(app, told):
    gone = {"edit": "several", "deed": "mark", "edits": [
        {"edit": "remove", "node": 5, "followed": None},
        {"edit": "restore", "node": 3, "followed": None},
    ]}  # fmt: skip
    app.study.restore_edits([gone])
    undone = QSignalSpy(app.study.undone)

    with pytest.raises(BadCommand, match="changed"):
        app.study.undo_edit()

    assert children(app, 0) == [1, 5]
    assert app.document.place.undo_edit == ""
    assert undone.count() == 1  # it is not to come again after a restart


def test_another_record_forgets_the_edits(app, told):
    app.study.toggle_mark(node(app, 2), Mark.GOOD)
    app.study.undo_edit()
    app.study.toggle_mark(node(app, 3), Mark.GOOD)
    app.document.new_game(find_game("loa"))
    assert (app.document.place.undo_edit, app.document.place.redo_edit) == ("", "")


def test_a_record_with_the_same_in_it_has_edits_of_its_own(app, told):
    own, edited = app.document.record, "Delete from here"
    app.study.delete_from(node(app, 1))
    same = record_from_json(record_to_json(own))
    assert same == own

    app.document.open_record(same, app.document.players)
    assert app.document.place.undo_edit == ""
    app.document.open_record(own, app.document.players)
    assert app.document.place.undo_edit == edited


def test_a_new_edit_ends_what_could_be_redone_and_walks_do_not(app, told):
    app.study.toggle_mark(node(app, 2), Mark.GOOD)
    app.study.undo_edit()
    app.navigation.back()
    assert app.document.place.redo_edit == "Mark"
    app.study.toggle_mark(node(app, 2), Mark.MISTAKE)
    assert app.document.place.redo_edit == ""


def test_a_comment_that_is_too_long_is_refused(app, told):
    with pytest.raises(BadCommand, match="100,000"):
        app.study.comment(node(app, 2), "x" * 100_001)
    assert not told


def test_there_is_a_bound_to_what_can_be_taken_back(app, told, monkeypatch):
    monkeypatch.setattr(study_controller, "MAX_UNDONE", 3)
    for _ in range(5):
        app.study.toggle_mark(node(app, 2), Mark.GOOD)
    for _ in range(3):
        app.study.undo_edit()
    with pytest.raises(BadCommand):
        app.study.undo_edit()
    assert MAX_UNDONE >= 100


def test_an_edit_in_the_middle_of_other_changes_is_told_with_them(app, told):
    with app.document.one_change():
        app.turns.play_text("e1-e3")
        new = app.document.node
        app.study.delete_from(new)
        app.study.delete_from(node(app, 3))
        app.study.undo_edit()

    (change,) = told
    assert change.went == () and change.came == () and change.played == ()
    assert change.place.node.number in (2, 3)


def test_the_computer_waits_after_a_deletion_under_its_feet(against_computer, searcher):
    app = against_computer
    searcher.shut()
    app.turns.play_text("b1-b3")
    assert app.document.place.thinking

    app.study.delete_from(app.document.node)

    assert not app.document.place.thinking
    assert app.document.node.parent is None
