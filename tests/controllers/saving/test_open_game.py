"""Two windows have one game open: both show what is kept, in whatever order they hear of it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.controllers.saving.opening import open_stored
from kalahloa.models.library.bulk import empty_trash
from kalahloa.models.library.library import Library
from kalahloa.models.record.annotation import Mark
from kalahloa.models.study.game_details import GameDetails
from kalahloa.models.text.errors import BadCommand
from tests.controllers.windows import Window, change_at_random, tree_of

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
    for window in (*two, *two, *two):
        window.save()
        window.look_and_save()
    library, number = two[0].library, two[0].game.id
    record = open_stored(library, number).record
    kept = tree_of(record)
    assert [tree_of(window.record) for window in two] == [kept, kept]
    (header,) = library.headers([number])
    assert (header.result, header.plies) == (record.result, record.main_end.ply)


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


def test_what_one_plays_is_written_before_what_the_other_wrote_is_taken_in(two):
    first, second = two
    second.study.comment(second.node("1"), "Theirs")
    second.save()
    first.study.comment(first.node("1 5"), "Ours")
    first.look()
    first.play("2 3")
    first.hand_over()
    first.write()

    stored = tree_of(open_stored(first.library, first.game.id).record)

    assert "1 5 2 3" in {" ".join(moves[1:]) for moves, _ in stored}
    assert "Ours" not in {notes.comment for _, notes in stored}, "That waits for theirs."
    assert_agreed(two)
    assert {"Theirs", "Ours"} <= {notes.comment for _, notes in tree_of(first.record)}


def test_a_move_that_both_have_played_is_one_also_where_it_is_written_first(two):
    first, second = two
    second.play("2 3")
    second.study.toggle_mark(second.record.current, Mark.ONLY)
    second.save()
    first.look()
    first.play("2 3 4")
    first.study.toggle_mark(first.record.current, Mark.BRILLIANT)
    first.study.toggle_mark(first.node("1 5 2"), Mark.GOOD)
    first.hand_over()
    first.write()

    assert_agreed(two)

    assert lines(first) == ["1 5 2 3 4"]
    assert first.node("1 5 2").notes.marks == (Mark.GOOD,)
    assert first.node("1 5 2 3").notes.marks == (Mark.ONLY,)
    assert first.node("1 5 2 3 4").notes.marks == (Mark.BRILLIANT,)


def test_a_line_in_which_the_other_plays_comes_back_here_also_where_more_is_written_first(two):
    first, second = two
    first.play("2")
    first.save()
    second.look_and_save()
    second.document.go_to(second.node("1 5 2"))
    second.play("3")
    second.save()
    first.study.delete_from(first.node("1 5"))
    first.hand_over()
    first.write()
    first.play("6")
    first.hand_over()
    first.write()

    assert_agreed(two)

    assert sorted(lines(first)) == ["1 5 2 3", "1 6"]


def test_a_deletion_of_the_others_is_known_where_a_line_is_put_back_below_it(two):
    first, second = two
    first.study.insert(first.node("1 5"), "2 3")
    first.save()
    second.look_and_save()
    first.study.delete_from(first.node("1 5 2"))
    first.save()
    second.look_and_save()
    second.study.delete_from(second.node("1"))
    second.save()
    first.look_and_save()

    with pytest.raises(BadCommand, match="The game has changed"):
        first.study.undo_edit()

    assert lines(first) == [""]
    assert_agreed(two)


def test_an_edit_made_while_another_one_is_written_in_vain_comes_after_it(two, monkeypatch):
    first, second = two

    def fail(*_: object) -> None:
        first.study.comment(first.node("1 5"), "Later")
        raise RuntimeError("The disk is gone.")

    first.study.comment(first.node("1"), "First")
    first.study.end_typing()
    first.hand_over()
    with monkeypatch.context() as patched, pytest.raises(RuntimeError, match="The disk is gone"):
        patched.setattr(Library, "save", fail)
        first.game.write(first.library)
    first.save()

    second.open_stored(first.game.id)
    second.study.undo_edit()
    assert [second.node(path).comment for path in ("1", "1 5")] == ["First", ""]
    second.study.undo_edit()
    assert second.node("1").comment == ""


def test_what_is_written_into_a_node_while_it_is_saved_in_vain_is_saved_later(two, monkeypatch):
    first, second = two
    node = first.node("1 5")

    def fail(*_: object) -> None:
        first.study.comment(node, "After")
        first.hand_over()
        raise RuntimeError("The disk is gone.")

    first.study.comment(node, "Before")
    first.hand_over()
    with monkeypatch.context() as patched, pytest.raises(RuntimeError, match="The disk is gone"):
        patched.setattr(Library, "save", fail)
        first.game.write(first.library)
    first.game.write(first.library)

    second.open_stored(first.game.id)
    assert second.node("1 5").comment == "After"


def test_an_accuracy_that_could_not_be_written_is_written_later(two, monkeypatch):
    first, _ = two

    def fail(*_: object) -> None:
        raise RuntimeError("The disk is gone.")

    first.game.queue_accuracy(2, (90.0, 80.0))
    with monkeypatch.context() as patched, pytest.raises(RuntimeError, match="The disk is gone"):
        patched.setattr(Library, "keep_accuracy", fail)
        first.game.write(first.library)
    first.game.write(first.library)

    (header,) = first.library.headers([first.game.id])
    assert header.accuracy == (90.0, 80.0)


@pytest.mark.parametrize("seed", range(30))
def test_two_windows_that_do_anything_in_any_order_agree_in_the_end(tmp_path, qapp, seed):
    chance = Random(seed)
    path = tmp_path / "library.sqlite"
    with Library.open(path) as one, Library.open(path) as other:
        two = Window(one, chance.choice(["tictactoe", "kalah", "loa"])), Window(other, "tictactoe")
        first, second = two
        while first.game.id is None:
            change_at_random(first, chance)
            first.save()
        second.open_stored(first.game.id)

        for _ in range(chance.randrange(40, 120)):
            window = chance.choice(two)
            if chance.random() < 0.4:
                change_at_random(window, chance)
            else:
                steps = (window.hand_over, window.write, window.look, window.take)
                chance.choices(steps, (2, 1, 1, 1))[0]()

        assert_agreed(two)


# -- deleted for good ------------------------------------------------------------------------------


def delete(window: Window) -> None:
    """Delete the game of *window* for good, as a third program does."""
    with Library.open(window.library.path) as library:
        library.trash([window.game.id])
        empty_trash(library)


@pytest.mark.parametrize("seed", range(12))
def test_a_game_that_is_deleted_for_good_comes_back_as_one(tmp_path, qapp, seed):
    chance = Random(seed)
    path = tmp_path / "library.sqlite"
    with Library.open(path) as one, Library.open(path) as other:
        two = Window(one, "tictactoe"), Window(other, "tictactoe")
        first, second = two
        first.play("1 5")
        first.save()
        second.open_stored(first.game.id)
        (uid,) = [header.uid for header in one.headers([first.game.id])]
        for _ in range(3):
            for _ in range(chance.randrange(30)):
                change_at_random(chance.choice(two), chance)
                chance.choice(two).save()
            delete(first)
            for window in chance.sample(two, 2):
                window.study.comment(window.record.root, f"Mine {chance.random()}")
                window.save()

            assert_agreed(two)
            assert [header.uid for header in one.search()] == [uid]
            assert first.game.id == second.game.id


def test_a_copy_of_a_game_stays_a_game_of_its_own_when_it_is_deleted(two):
    first, second = two
    record = first.library.load(first.game.id).to_record()
    second.open(OpenGame(record, (HUMAN, HUMAN)))
    second.play("9")
    second.save()
    copied = second.game.id
    delete(second)

    second.play("3")
    second.save()

    kept = [header.id for header in first.library.search()]
    assert sorted(kept) == sorted({first.game.id, second.game.id})
    assert first.game.id not in (copied, second.game.id)


# -- names and details -----------------------------------------------------------------------------


def rename(two: Two, **others: str) -> None:
    """Have the library call the first player Maria, and tell *others*, as its own window does."""
    library, number = two[0].library, two[0].game.id
    (header,) = library.headers([number])
    now = GameDetails(header.players, header.details)
    library.set_details(number, now, GameDetails(("Maria", header.players[1]), {**others}))


def told(two: Two) -> list[tuple[str, str]]:
    library, number = two[0].library, two[0].game.id
    return [library.headers([number])[0].players, *(one.record.players for one in two)]


def test_names_given_in_the_library_are_shown_in_each_window_that_has_the_game_open(two):
    before = two[0].record.players
    rename(two, event="Club evening", place="Bern")
    (kept,) = two[0].library.headers([two[0].game.id])

    assert_agreed(two)

    assert told(two) == [("Maria", before[1])] * 3
    assert two[1].record.details == {"event": "Club evening", "place": "Bern"}
    assert two[0].library.headers([two[0].game.id]) == [kept], "Nothing was written."


def test_a_name_given_here_stays_where_the_other_name_was_given_elsewhere(two):
    first, _ = two
    rename(two)
    now = GameDetails.of(first.record)

    first.study.set_details(now.with_name(1, "Ben"))
    assert_agreed(two)

    assert told(two) == [("Maria", "Ben")] * 3


def test_names_given_elsewhere_while_a_move_is_on_its_way_to_the_disk_are_not_overwritten(
    two, monkeypatch
):
    first, second = two
    rename(two)
    first.look()
    save = Library.save

    def save_late(library, *given, **others):
        monkeypatch.undo()
        first.game.merge()  # the other thread shows them meanwhile
        return save(library, *given, **others)

    monkeypatch.setattr(Library, "save", save_late)
    first.play("2")
    first.save()

    second.look_and_save()
    assert told(two)[0][0] == "Maria"
    assert_agreed(two)
    assert [names[0] for names in told(two)] == ["Maria"] * 3
