"""The commands of studying, typed and at other nodes than the current one."""

import pytest

from kalahloa.controllers.commands.commands import BY_KEY
from kalahloa.controllers.commands.typed import Interpreter
from kalahloa.controllers.desk import Desk
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Shape
from kalahloa.models.text.errors import BadCommand
from tests.controllers.conftest import texts


@pytest.fixture
def interpreter(desk: Desk) -> Interpreter:
    """What reads typed lines at a record with two lines, in Study; the current node is 2."""
    desk.turns.set_answers(False)
    for number, text in ((0, "b1-b3"), (1, "a4-c4"), (1, "a5-c5"), (0, "d1-d3")):
        desk.document.jump(number)
        desk.turns.play_text(text)
    desk.document.jump(2)
    return Interpreter(desk)


@pytest.mark.parametrize(
    ("word", "mark"),
    [(mark.value, mark) for mark in Mark] + [("only", Mark.ONLY), ("New", Mark.NOVELTY)],
)
def test_marks_are_typed(interpreter, desk, word, mark):
    answer = interpreter.execute(f"mark {word}")

    assert desk.document.node.notes.marks == (mark,)
    assert answer == f"a4-c4: {mark.title}."
    assert interpreter.execute(f"mark {word}") == "a4-c4 has no mark."


@pytest.mark.parametrize("line", ["mark", "mark !!!", "mark ! ?", "mark good", "mark □□"])
def test_what_is_no_mark_is_refused(interpreter, desk, line):
    with pytest.raises(BadCommand, match="Write mark and one of"):
        interpreter.execute(line)
    assert desk.document.node.notes.marks == ()


def test_comments_are_typed_read_and_deleted(interpreter, desk):
    assert interpreter.execute("comment") == "There is no comment here."
    assert interpreter.execute("comment I wanted  to join d4.") == ""
    assert desk.document.node.comment == "I wanted to join d4."
    assert interpreter.execute("comment") == "I wanted to join d4."
    interpreter.execute("uncomment")
    assert desk.document.node.comment == ""
    assert interpreter.execute("unedit") == "Undone: Comment."
    assert desk.document.node.comment == "I wanted to join d4."


def test_lines_are_deleted_and_brought_back_by_typing(interpreter, desk):
    assert interpreter.execute("delete") == "Deleted; type unedit to take that back."
    assert texts(desk) == ["b1-b3"]
    assert interpreter.execute("unedit") == "Undone: Delete from here."
    assert texts(desk) == ["b1-b3", "a4-c4"]
    assert interpreter.execute("reedit") == "Done again: Delete from here."
    with pytest.raises(BadCommand, match="no edit to redo"):
        interpreter.execute("reedit")


def test_moves_are_inserted_by_typing(interpreter, desk):
    assert interpreter.execute("insert 2. c1xc4 a5-c5") == "2 moves added."
    assert interpreter.execute("insert c1xc4") == "These moves are in the record already."
    assert texts(desk) == ["b1-b3", "a4-c4"]
    with pytest.raises(BadCommand, match=r"cannot be added\. Move 1 of the text, a1-a2: "):
        interpreter.execute("insert a1-a2")
    with pytest.raises(BadCommand, match="Write insert"):
        interpreter.execute("insert")


def test_a_line_is_copied_and_pasted_as_a_variation(interpreter, desk):
    clipboard = [""]
    desk.copy, desk.paste = clipboard.append, lambda: clipboard[-1]

    BY_KEY["copy-line"].trigger(desk)
    assert clipboard[-1] == "1. b1-b3 a4-c4"
    desk.document.jump(0)
    clipboard.append("1. d1-d3 a4-c4 2. b1-b3")
    assert BY_KEY["paste-line"].trigger(desk) == "2 moves added."

    four = desk.document.record.nodes[4]
    assert [node.text for node in four.subtree()] == ["d1-d3", "a4-c4", "b1-b3"]
    clipboard.append("no moves at all")
    with pytest.raises(BadCommand, match="Move 1 of the text, no:"):
        BY_KEY["paste-line"].trigger(desk)


def test_edits_are_done_at_other_nodes_and_refused_where_they_are_not_possible(interpreter, desk):
    nodes = desk.document.record.nodes
    BY_KEY["mark-good"].perform_at(desk, nodes[4])
    assert nodes[4].notes.marks == (Mark.GOOD,)
    with pytest.raises(BadCommand, match="This is the start"):
        BY_KEY["mark-good"].perform_at(desk, nodes[0])
    with pytest.raises(BadCommand, match="main line"):
        BY_KEY["promote"].perform_at(desk, nodes[1])
    BY_KEY["promote"].perform_at(desk, nodes[4])
    assert desk.document.record.main_line()[0] is nodes[4]
    assert desk.document.node.number == 2
    with pytest.raises(BadCommand, match="current move only"):
        BY_KEY["hint"].perform_at(desk, nodes[4])


def test_drawings_are_asked_for_by_words(interpreter, desk):
    BY_KEY["draw"].perform(desk, ["arrow", "c8", "e6", "yellow"])
    BY_KEY["draw"].perform(desk, ["cell", "d5", "-", "red"])

    assert desk.document.node.notes.drawings == (
        Drawing(Shape.ARROW, "c8", "e6", Ink.YELLOW),
        Drawing(Shape.CELL, "d5", ink=Ink.RED),
    )
    for words in (["arrow"], ["star", "a1", "-", "red"], ["cell", "x" * 30, "-", "red"]):
        with pytest.raises(BadCommand, match="cannot be drawn"):
            BY_KEY["draw"].perform(desk, words)
    interpreter.execute("wipe")
    assert desk.document.node.notes.drawings == ()


def test_autoplay_is_typed_with_its_pace(interpreter, desk):
    desk.document.jump(0)
    interpreter.execute("autoplay 0.5")
    assert desk.document.place.autoplaying and desk.autoplay.seconds == 0.5
    interpreter.execute("autoplay")
    assert not desk.document.place.autoplaying
    for words in ("0", "nan", "inf", "-1", "1 2", "soon", "1e5"):
        with pytest.raises(BadCommand, match="seconds"):
            interpreter.execute(f"autoplay {words}")


def test_all_variations_are_deleted_by_typing(interpreter, desk):
    interpreter.execute("prune")
    assert len(list(desk.document.record.root.subtree())) == 3
    assert interpreter.execute("prune") == "There are no variations."
