"""The commands of studying, typed and at other nodes than the current one."""

import pytest

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Shape
from kalahloa.models.text.errors import BadCommand
from tests.controllers.conftest import texts


@pytest.fixture
def interpreter(app: AppContext) -> Interpreter:
    """What reads typed lines at a record with two lines, in Study; the current node is 2."""
    app.turns.set_answers(False)
    for number, text in ((0, "b1-b3"), (1, "a4-c4"), (1, "a5-c5"), (0, "d1-d3")):
        app.document.jump(number)
        app.turns.play_text(text)
    app.document.jump(2)
    return Interpreter(app)


@pytest.mark.parametrize(
    ("word", "mark"),
    [(mark.value, mark) for mark in Mark] + [("only", Mark.ONLY), ("New", Mark.NOVELTY)],
)
def test_marks_are_typed(interpreter, app, word, mark):
    answer = interpreter.execute(f"mark {word}")

    assert app.document.node.notes.marks == (mark,)
    assert answer == f"a4-c4: {mark.title}."
    assert interpreter.execute(f"mark {word}") == "a4-c4 has no mark."


@pytest.mark.parametrize("line", ["mark", "mark !!!", "mark ! ?", "mark good", "mark □□"])
def test_what_is_no_mark_is_refused(interpreter, app, line):
    with pytest.raises(BadCommand, match="Type mark and one of"):
        interpreter.execute(line)
    assert app.document.node.notes.marks == ()


def test_comments_are_typed_read_and_deleted(interpreter, app):
    assert interpreter.execute("comment") == "There is no comment here."
    assert interpreter.execute("comment I wanted  to join d4.") == ""
    assert app.document.node.comment == "I wanted to join d4."
    assert interpreter.execute("comment") == "I wanted to join d4."
    interpreter.execute("uncomment")
    assert app.document.node.comment == ""
    assert interpreter.execute("unedit") == "Undone: Comment."
    assert app.document.node.comment == "I wanted to join d4."


def test_lines_are_deleted_and_brought_back_by_typing(interpreter, app):
    assert interpreter.execute("delete") == "Deleted; type unedit to undo."
    assert texts(app) == ["b1-b3"]
    assert interpreter.execute("unedit") == "Undone: Delete from here."
    assert texts(app) == ["b1-b3", "a4-c4"]
    assert interpreter.execute("reedit") == "Redone: Delete from here."
    with pytest.raises(BadCommand, match="no edit to redo"):
        interpreter.execute("reedit")


def test_moves_are_inserted_by_typing(interpreter, app):
    assert interpreter.execute("insert 2. c1xc4 a5-c5") == "2 moves added."
    assert interpreter.execute("insert c1xc4") == "The game already has these moves."
    assert texts(app) == ["b1-b3", "a4-c4"]
    with pytest.raises(BadCommand, match=r"cannot be added\. Move 1 of the text, a1-a2: "):
        interpreter.execute("insert a1-a2")
    with pytest.raises(BadCommand, match="Type insert"):
        interpreter.execute("insert")


def test_a_line_is_copied_and_pasted_as_a_variation(interpreter, app):
    clipboard = [""]
    app.copy, app.paste = clipboard.append, lambda: clipboard[-1]

    BY_KEY["copy-line"].trigger(app)
    assert clipboard[-1] == "1. b1-b3 a4-c4"
    app.document.jump(0)
    clipboard.append("1. d1-d3 a4-c4 2. b1-b3")
    assert BY_KEY["paste-line"].trigger(app) == "2 moves added."

    four = app.document.record.nodes[4]
    assert [node.text for node in four.subtree()] == ["d1-d3", "a4-c4", "b1-b3"]
    clipboard.append("no moves at all")
    with pytest.raises(BadCommand, match="Move 1 of the text, no:"):
        BY_KEY["paste-line"].trigger(app)


def test_edits_are_done_at_other_nodes_and_refused_where_they_are_not_possible(interpreter, app):
    nodes = app.document.record.nodes
    BY_KEY["mark-good"].perform_at(app, nodes[4])
    assert nodes[4].notes.marks == (Mark.GOOD,)
    with pytest.raises(BadCommand, match="This is the start"):
        BY_KEY["mark-good"].perform_at(app, nodes[0])
    with pytest.raises(BadCommand, match="main line"):
        BY_KEY["promote"].perform_at(app, nodes[1])
    BY_KEY["promote"].perform_at(app, nodes[4])
    assert app.document.record.main_line()[0] is nodes[4]
    assert app.document.node.number == 2
    with pytest.raises(BadCommand, match="at the current move"):
        BY_KEY["hint"].perform_at(app, nodes[4])


def test_drawings_are_asked_for_by_words(interpreter, app):
    BY_KEY["draw"].perform(app, ["arrow", "c8", "e6", "yellow"])
    BY_KEY["draw"].perform(app, ["cell", "d5", "-", "red"])

    assert app.document.node.notes.drawings == (
        Drawing(Shape.ARROW, "c8", "e6", Ink.YELLOW),
        Drawing(Shape.CELL, "d5", ink=Ink.RED),
    )
    for words in (["arrow"], ["star", "a1", "-", "red"], ["cell", "x" * 30, "-", "red"]):
        with pytest.raises(BadCommand, match="cannot be drawn"):
            BY_KEY["draw"].perform(app, words)
    interpreter.execute("wipe")
    assert app.document.node.notes.drawings == ()


def test_autoplay_is_typed_with_its_pace(interpreter, app):
    app.document.jump(0)
    interpreter.execute("autoplay 0.5")
    assert app.document.place.autoplaying and app.autoplay.seconds == 0.5
    interpreter.execute("autoplay")
    assert not app.document.place.autoplaying
    for words in ("0", "nan", "inf", "-1", "1 2", "soon", "1e5"):
        with pytest.raises(BadCommand, match="seconds"):
            interpreter.execute(f"autoplay {words}")


def test_all_variations_are_deleted_by_typing(interpreter, app):
    interpreter.execute("prune")
    assert len(list(app.document.record.root.subtree())) == 3
    assert interpreter.execute("prune") == "There are no variations."
