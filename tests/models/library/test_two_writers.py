"""Two programs write to one game: nothing of either is lost."""

import random
import tempfile
import time
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kalahloa.models.game.registry import find_game
from kalahloa.models.library import database
from kalahloa.models.library import tree as tree_of_library
from kalahloa.models.library.adding import _index_rows, _live_rows
from kalahloa.models.library.game_rows import NewGame
from kalahloa.models.library.library import Library
from kalahloa.models.library.tree import Stored, Tree
from kalahloa.models.record.annotation import Notes
from kalahloa.models.record.record import Record
from tests.models.library.games import change_at_random, facts, play, record_of, reloaded
from tests.models.library.writer import Writer


@pytest.fixture
def two(library, path):
    """Two writers of one game of two plies, each through a connection of its own."""
    game = library.add(record_of("1 5"))
    with Library.open(path) as other:
        yield Writer(library, game), Writer(other, game)


def index_of(library: Library, game: int) -> list[tuple]:
    """Return the rows of *game* in the index of positions, without its number."""
    return sorted(
        row[:2] + row[3:]
        for row in library._database.execute("SELECT * FROM positions WHERE game = ?", (game,))
    )


def assert_index_is_right(library: Library, game: int) -> None:
    header = library.load(game).header
    tree = Tree.read(
        library._database,
        game,
        (header.revision, header.result, header.score, header.current),
    )
    index = index_of(library, game)
    assert index == sorted(tree.index_rows())
    stored = library.load(game)
    new = NewGame.of(stored.to_record())
    live = _live_rows(new.nodes)
    order = stored.order()
    assert [row[:3] for row in index] == sorted(
        (key, text, order[node])
        for key, text, _, node, *_ in _index_rows(game, new, live, {row.parent for row in live})
    )
    assert (header.node_count, header.comments, header.variations) == tree.counts()


def test_different_moves_become_two_lines(two):
    first, second = two
    play(first.record, "2 8")
    play(second.record, "3 7 4")

    assert not first.save()
    assert second.save()

    record = reloaded(first.library, first.game)
    texts = [[node.text for node in child.subtree()] for child in record.nodes[2].children]
    assert texts == [["2", "8"], ["3", "7", "4"]]
    assert [child.rank for child in record.nodes[2].children] == [0, 1]
    assert [node.text for node in record.current.path()[1:]] == ["1", "5", "3", "7", "4"]


def test_the_same_moves_become_one_line(two):
    first, second = two
    play(first.record, "2 8 3")
    play(second.record, "2 8 4")

    first.save()
    second.save()

    record = reloaded(first.library, first.game)
    assert [node.text for node in record.nodes] == ["", "1", "5", "2", "8", "3", "4"]
    assert [child.text for child in record.nodes[4].children] == ["3", "4"]


def test_comments_of_both_are_joined(two):
    first, second = two
    first.record.annotate(first.record.current, Notes("Fine"))
    second.record.annotate(second.record.current, Notes("Refined"))

    first.save()
    second.save()

    assert reloaded(first.library, first.game).current.comment == "Fine\n\nRefined"


def test_an_old_comment_does_not_come_back_by_walking(two):
    first, second = two
    first.record.annotate(first.record.nodes[1], Notes("New"))
    first.save()
    second.record.jump(0)
    second.save()
    second.record.jump(2)
    first.record.annotate(first.record.nodes[1], Notes("Newer"))
    first.save()
    second.save()

    assert reloaded(first.library, first.game).nodes[1].comment == "Newer"


def test_a_line_in_which_the_other_played_on_stays(two):
    first, second = two
    play(first.record, "2")
    first.save()
    second.record.jump(1)
    second.record.remove(second.record.nodes[2])
    assert second.save()

    assert reloaded(first.library, first.game).nodes[3].in_tree


def test_playing_on_in_a_line_brings_it_back(two):
    first, second = two
    first.record.remove(first.record.nodes[1])
    first.save()
    play(second.record, "2")
    second.save()

    record = reloaded(first.library, first.game)
    assert [node.text for node in record.current.path()[1:]] == ["1", "5", "2"]


def test_a_line_that_one_removed_and_the_other_walked_through_stays_removed(two):
    first, second = two
    first.record.remove(first.record.nodes[2])
    first.save()
    second.record.jump(0)
    second.save()

    record = reloaded(first.library, first.game)
    assert not record.nodes[2].in_tree
    assert record.current is record.root


def test_a_move_played_again_by_one_and_put_back_by_the_other_is_one_node(library, path):
    record = record_of("1 5 2")
    record.annotate(record.nodes[2], Notes("Old"))
    record.remove(record.nodes[2])
    game = library.add(record)
    with Library.open(path) as other:
        first, second = Writer(library, game), Writer(other, game)
        play(first.record, "5 3")
        first.record.annotate(first.record.nodes[-2], Notes("New"))
        second.record.restore(second.record.nodes[2])
        first.save()
        second.save()

    record = reloaded(library, game)
    (node,) = record.nodes[1].children
    assert sorted(child.text for child in node.children) == ["2", "3"]
    assert set(node.comment.split()) == {"Old", "New"}


def test_the_same_rows_saved_twice_change_nothing(two):
    first, _ = two
    play(first.record, "2 8")
    rows, revision = first.rows(), first.revision
    first.library.save(first.game, revision, rows, before=first.known)
    once = facts(reloaded(first.library, first.game))

    again = first.library.save(first.game, revision, rows, before=first.known)

    assert facts(reloaded(first.library, first.game)) == once
    assert again.numbers == {-5: 3, -6: 4}


def test_names_that_one_changed_stay_when_the_other_plays(two):
    first, second = two
    first.record.players = ("Anna", "Bert")
    first.save()
    play(second.record, "2")
    second.library.save(second.game, second.revision, second.rows(), before=second.known)

    assert reloaded(first.library, first.game).players == ("Anna", "Bert")


def test_a_move_that_was_removed_and_played_again_gets_the_notes_of_what_is_put_back(two):
    first, _ = two
    record = first.record
    play(record, "2 3")
    record.annotate(record.nodes[-2], Notes("Thought"))
    first.save()
    record = first.record
    number = record.nodes[-2].number
    record.remove(record.nodes[number])
    play(record, "2")
    record.restore(record.nodes[number])

    first.save()

    (node,) = reloaded(first.library, first.game).nodes[number].parent.children
    assert (node.text, node.comment) == ("2", "Thought")
    assert [child.text for child in node.children] == ["3"]


def assert_remembers_what_is_stored(library: Library, game: int) -> None:
    """The tree that a connection remembers, and brings up to date, is that which it would read."""
    tree, _ = library._saver._read(game)
    fresh = Tree.read(library._database, game, library._saver._facts(game))
    for one in (tree, fresh):
        for node in one.nodes.values():
            node.children.sort(key=lambda child: child.number)
            node.indexed = tuple(sorted(node.indexed, key=str))
    assert tree.counts() == fresh.counts()
    known, right = (
        {number: tuple(map(_plain, _values(node))) for number, node in one.nodes.items()}
        for one in (tree, fresh)
    )
    assert known == right


def _values(node: Stored) -> tuple[object, ...]:
    return tuple(getattr(node, field.name) for field in fields(node))


def _plain(value: object) -> object:
    return [one.number for one in value] if isinstance(value, list) else value


def _paths(record: Record) -> set[tuple[str, ...]]:
    return {tuple(node.text for node in node.path()) for node in record.nodes}


@example(
    # One comment's word was the beginning of the other's.
    seed=291879948,
    turns=[(1, 3), (1, 1), (1, 1), (1, 2), (1, 3), (0, 3), (1, 4), (0, 4), (0, 4), (1, 3)],
    game="kalah",
)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 2**32),
    turns=st.lists(st.tuples(st.integers(0, 1), st.integers(1, 4)), min_size=2, max_size=25),
    game=st.sampled_from(["kalah", "tictactoe"]),
)
def test_nothing_of_either_is_lost(seed, turns, game):
    """Both change what they know, in turn; each saves now and then, seldom with the newest."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "library.sqlite"
        with Library.open(path) as one, Library.open(path) as other:
            number = one.add(Record(find_game(game)))
            writers = Writer(one, number), Writer(other, number)
            paths: set[tuple[str, ...]] = set()
            said: set[str] = set()
            for who, changes in turns:
                writer = writers[who]
                for _ in range(changes):
                    change_at_random(writer.record, chance)
                if chance.random() < 0.7:
                    paths |= _paths(writer.record)
                    said |= {word for node in writer.record.nodes for word in node.comment.split()}
                    writer.save()
                    for library in (one, other):
                        assert_remembers_what_is_stored(library, number)
            for writer in writers:
                paths |= _paths(writer.record)
                said |= {word for node in writer.record.nodes for word in node.comment.split()}
                writer.save()
            record = reloaded(one, number)
            assert facts(record) == facts(reloaded(other, number))
            assert paths <= _paths(record)
            assert said <= {word for node in record.nodes for word in node.comment.split()}
            assert_index_is_right(one, number)


def test_a_move_has_only_what_is_beside_it_counted_again(library, monkeypatch):
    writer = Writer(library, library.add(record_of("1 5 2 3 7")))
    play(writer.record, "4")
    writer.save()
    seen = []
    counted = tree_of_library._counted
    monkeypatch.setattr(
        tree_of_library, "_counted", lambda node: (seen.append(node.number), counted(node))[1]
    )

    play(writer.record, "6")
    writer.save()

    assert 1 <= len(seen) <= 3
    assert_index_is_right(library, writer.game)


def test_who_writes_all_the_time_leaves_the_others_a_turn(library, path, monkeypatch):
    turns: list[float] = []

    def rest(seconds: float) -> None:
        with Library.open(path) as other:  # would wait for the lock, and find no time in which to
            other.add(record_of("3"))
        turns.append(seconds)

    now = time.monotonic() + 10
    monkeypatch.setattr(database, "time", SimpleNamespace(sleep=rest, monotonic=lambda: now))
    library.add(record_of("1"))
    assert not turns
    library.add(record_of("2"))
    assert turns == [pytest.approx(database._TURN_SECONDS)]
