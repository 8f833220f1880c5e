"""Two windows have one game open: both show what is kept, in whatever order they hear of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kalahloa.controllers.opening import open_stored
from kalahloa.models.library.library import Library
from tests.controllers.windows import Window, tree_of

Two = tuple[Window, Window]


@pytest.fixture
def two(qapp, tmp_path: Path) -> Iterator[Two]:
    """Two windows on one game of two moves."""
    path = tmp_path / "library.sqlite"
    with Library.open(path) as one, Library.open(path) as other:
        first, second = Window(one, "tictactoe"), Window(other, "tictactoe")
        first.play("1 5")
        first.save()
        second.open_stored(first.game.id)
        yield first, second


def lines(window: Window) -> list[str]:
    """Return the lines of *window*, each as the moves to its end."""
    return [
        " ".join(one.text for one in node.path()[1:])
        for node in window.record.root.subtree()
        if not node.children
    ]


def assert_agreed(two: Two) -> None:
    """Fail unless both windows come to show what is kept."""
    for window in (*two, *two):
        window.save()
        window.look_and_save()
    kept = tree_of(open_stored(two[0].library, two[0].game.id).record)
    assert [tree_of(window.record) for window in two] == [kept, kept]


def test_a_line_that_one_deletes_while_the_other_goes_on_in_it_stays_in_both(two):
    first, second = two
    second.play("2")
    second.save()
    first.study.delete_from(first.node("1"))

    first.save()

    assert lines(first) == ["1 5 2"]
    assert_agreed(two)


def test_a_line_stays_in_which_one_plays_on_before_it_hears_that_the_other_deleted_it(two):
    first, second = two
    second.study.delete_from(second.node("1 5"))
    second.save()
    first.look()
    first.play("2")

    first.take()
    first.save()

    assert lines(first) == ["1 5 2"]
    assert_agreed(two)


def test_a_line_that_one_deletes_and_plays_again_while_the_other_brings_it_back_is_one(two):
    first, second = two
    second.play("2")
    second.study.delete_from(second.node("1 5"))
    second.save()
    first.look_and_save()
    first.play("5 3")
    second.study.undo_edit()
    second.save()

    first.save()

    assert lines(first) == ["1 5 2", "1 5 3"]
    assert first.document.node is first.node("1 5 3")
    assert_agreed(two)


def test_a_line_that_was_brought_back_shows_what_was_played_in_it_elsewhere(two):
    first, second = two
    second.play("2")
    second.study.delete_from(second.node("1 5 2"))
    second.save()
    first.look_and_save()
    second.study.undo_edit()
    second.save()

    first.look_and_save()

    assert lines(first) == ["1 5 2"]


def test_a_comment_that_the_other_changes_replaces_the_old_one_where_one_only_walks(two):
    first, second = two
    second.study.comment(second.node("1"), "Old")
    second.save()
    first.look_and_save()
    second.study.end_typing()
    second.study.comment(second.node("1"), "New")
    second.save()
    first.look()
    first.document.jump(0)

    first.take()

    assert first.node("1").comment == "New"
    assert_agreed(two)


def test_walking_in_one_window_is_no_news_in_the_other(two):
    first, second = two
    second.document.jump(0)
    second.save()
    told = len(first.changes)

    first.look_and_save()

    assert len(first.changes) == told
