"""The index of positions of many games is made at the end, and is the same as one made at once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahloa.models.library import indexing
from kalahloa.models.library.game_rows import NewGame
from kalahloa.models.library.importer import FoundGame, import_files
from kalahloa.models.library.library import Library
from kalahloa.models.library.origins import Origin
from kalahloa.models.library.tree import Tree
from kalahloa.models.work.cancellation import Stop
from tests.models.library.games import play, random_record, record_of
from tests.models.library.writer import Writer


def index_of(library) -> list[tuple]:
    """Return all rows of the index of positions."""
    return sorted(library._database.execute("SELECT * FROM positions"), key=repr)


def right_index_of(library) -> list[tuple]:
    """Return the rows that the index is to have, made of the trees of games."""
    database = library._database
    rows = []
    for game, *facts, trashed in database.execute(
        "SELECT id, revision, result, score, current, trashed FROM games"
    ).fetchall():
        if trashed is None:
            tree = Tree.read(database, game, tuple(facts))
            rows += indexing.placed(game, tree.index_rows())
    return sorted(rows, key=repr)


def reader_of(*records):
    """Return readers that find *records* in any file."""
    return {".txt": lambda content, path, stopped: map(FoundGame, records)}


@pytest.fixture
def unindexed(library):
    """A library with five games whose positions are not in the index, and their ids."""
    records = [random_record(seed, 20) for seed in (1, 2)]
    records += [record_of(moves) for moves in ("1 5 2 8 3", "1 5 3", "")]
    new = [NewGame.of(record) for record in records]
    origins = [Origin("/somewhere", 1, 1, "digest", place) for place in range(len(new))]
    taken = library.add_read_games(list(zip(new, origins, strict=True)))
    assert not library.is_indexed
    assert index_of(library) == []
    return [one.game for one in taken]


def play_on(library, game, moves):
    """Play *moves* in *game*, as a window does."""
    writer = Writer(library, game)
    play(writer.record, moves)
    writer.save()


@settings(max_examples=15, deadline=None)
@given(
    seeds=st.lists(st.integers(0, 10_000), max_size=5),
    lines=st.lists(st.sampled_from(["1 5 2 8 3", "1 5 9 2", "5"]), max_size=5),
    at_once=st.sampled_from([5, 1_000]),
)
def test_an_import_leaves_the_index_that_saving_games_one_by_one_makes(
    tmp_path_factory, seeds, lines, at_once
):
    folder = tmp_path_factory.mktemp("library")
    records = [random_record(seed, 15) for seed in seeds] + [record_of(line) for line in lines]
    (folder / "games.txt").write_text("games")
    with Library.open(folder / "other.sqlite") as other:
        for record in records:
            other.add(record)
        expected = index_of(other)
    with pytest.MonkeyPatch.context() as patched, Library.open(folder / "a.sqlite") as library:
        patched.setattr(indexing, "ROWS_AT_ONCE", at_once)
        patched.setattr(indexing, "NODES_AT_ONCE", 10 * at_once)

        import_files(library, [folder / "games.txt"], reader_of(*records))

        assert library.is_indexed
        assert index_of(library) == right_index_of(library) == expected


def test_what_an_import_has_left_is_indexed_by_the_next_one(library, unindexed):
    stop = Stop()
    stop.set()
    assert not library.index_rest(stop)
    assert index_of(library) == []

    report = import_files(library, [])

    assert report.imported == ()
    assert library.is_indexed
    assert index_of(library) == right_index_of(library) != []


def test_an_index_that_was_begun_is_finished(library, unindexed, monkeypatch):
    monkeypatch.setattr(indexing, "ROWS_AT_ONCE", 2)
    monkeypatch.setattr(indexing, "HOLD_SECONDS", 0)
    looks = iter([False] * 4)
    library.index_rest(lambda: next(looks, True))
    assert not library.is_indexed

    assert library.index_rest()
    assert index_of(library) == right_index_of(library)


@pytest.mark.parametrize(
    "change",
    [
        lambda library, game: library.trash([game]),
        lambda library, game: (library.trash([game]), library.restore([game])),
        lambda library, game: (library.trash([game]), library.delete_trashed(game)),
        lambda library, game: library.set_tags(game, ["tag"]),
        lambda library, game: play_on(library, game, "4"),
    ],
    ids=["trash", "restore", "delete", "tag", "play"],
)
def test_a_game_may_change_before_it_is_indexed(library, unindexed, change):
    change(library, unindexed[3])

    assert library.index_rest()
    assert index_of(library) == right_index_of(library)


@pytest.mark.parametrize("number", [0, 3])
def test_a_game_may_change_while_the_index_is_made(library, unindexed, path, monkeypatch, number):
    monkeypatch.setattr(indexing, "ROWS_AT_ONCE", 2)
    monkeypatch.setattr(indexing, "HOLD_SECONDS", 0)
    looks = 0

    def change_meanwhile() -> bool:
        nonlocal looks
        looks += 1
        if looks == 4:
            with Library.open(path) as other:
                other.trash([unindexed[number]])
        return False

    assert library.index_rest(change_meanwhile)
    assert looks > 4
    assert index_of(library) == right_index_of(library)
