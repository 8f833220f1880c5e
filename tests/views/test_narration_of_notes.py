"""What a screen reader says of marks and comments where one walks to."""

from kalahloa.controllers.core.place import Cause, Change
from kalahloa.models.record.annotation import Mark, Notes
from kalahloa.views.narration import narration
from tests.views.panels.places import new_record, place_of


def walk_to(record) -> str:
    return narration(Change(frozenset({Cause.WALK}), place_of(record)))


def test_marks_and_the_beginning_of_the_comment_are_said_on_a_walk():
    record = new_record("loa")
    node = record.play(record.position.read_move("b1-b3"))
    assert walk_to(record) == "After Black: b1-b3. White to move."

    record.annotate(node, Notes("\nWhy?\n\nBecause.", (Mark.BLUNDER, Mark.ONLY)))

    assert walk_to(record) == (
        "After Black: b1-b3. Blunder. Only move. Comment: Why? White to move."
    )


def test_the_comment_on_the_game_is_said_at_the_start_and_long_ones_are_cut_off():
    record = new_record("loa")
    record.annotate(record.root, Notes("word " * 1000))

    said = walk_to(record)

    assert said.startswith("At the start. Comment: word word")
    assert len(said) < 600
