"""A game that comes back is recognised, and given what it lacks; nothing it has is lost."""

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahloa.models.game.registry import find_game
from kalahloa.models.library.duplicates import MIN_PLIES
from kalahloa.models.library.game_rows import NewGame
from kalahloa.models.library.importer import import_files
from kalahloa.models.library.library import Library
from kalahloa.models.library.origins import Origin
from kalahloa.models.library.readers import ALL_READERS
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.annotation import Notes
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.storage.json_text import encode_json
from tests.models.library.games import random_record, record_of, reloaded
from tests.models.library.test_indexing import index_of, right_index_of

OWN = re.compile(rb"\bK[A-Z](?:\[(?:[^\]\\]|\\.)*\])+")
"""A property of our own, which another program may drop."""


def long_record(seed=1, plies=24, players=("Anna", "Bert"), **options) -> Record:
    """Return a game of one line."""
    chance = random.Random(seed)
    record = Record(find_game("loa"), players=players, **options)
    while len(record.nodes) <= plies:
        record.play(chance.choice(record.position.legal_moves()))
    return record


def other_move(record: Record) -> int:
    """Return a move that was not played at the current node."""
    played = {child.move for child in record.current.children}
    return next(move for move in record.position.legal_moves() if move not in played)


def to_sgf(*records: Record) -> bytes:
    return write_games(records)


def to_our_json(record: Record) -> bytes:
    return "".join(encode_json(record_to_json(record))).encode()


def take_in(library, folder, content: bytes, name="game.sgf"):
    path = folder / f"{len(list(folder.iterdir()))} {name}"
    path.write_bytes(content)
    report = import_files(library, [path], ALL_READERS)
    assert report.failed == ()
    assert index_of(library) == right_index_of(library)
    return report


def state_of(library) -> list[tuple]:
    """Return everything that is said of games, but for revisions and nodes that were removed."""
    database = library._database
    games = "SELECT * FROM games ORDER BY id"
    columns = [name for name, *_ in database.execute(games).description]
    skipped = {columns.index("revision")}
    rows = [
        tuple(value for place, value in enumerate(row) if place not in skipped)
        for row in database.execute(games)
    ]
    return [*rows, *(tree_of(library, row[0]) for row in rows), sorted(index_of(library), key=repr)]


def tree_of(library, game):
    return [
        (node.path()[-1].text, node.ply, node.notes)
        for node in reloaded(library, game).root.subtree()
    ]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), write=st.sampled_from([to_sgf, to_our_json]))
def test_a_game_that_is_exported_and_imported_stays_what_it_is(tmp_path_factory, seed, write):
    folder = tmp_path_factory.mktemp("library")
    with Library.open(folder / "library.sqlite") as library:
        game = library.add(random_record(seed, 20))
        before = state_of(library)

        report = take_in(library, folder, write(reloaded(library, game)), "game.any")

        assert (report.imported, report.again, report.merged) == ((), (game,), ())
        assert state_of(library) == before


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), more=st.lists(st.integers(0, 60), max_size=4))
def test_what_was_played_and_written_elsewhere_is_added_and_taken_back(
    tmp_path_factory, seed, more
):
    folder = tmp_path_factory.mktemp("library")
    with Library.open(folder / "library.sqlite") as library:
        game = library.add(random_record(seed, 20))
        before = state_of(library)
        kept = tree_of(library, game)
        record = reloaded(library, game)
        for number in more:
            live = [node for node in record.nodes if node.in_tree]
            record.jump(live[number % len(live)].number)
            if record.current.outcome is None:
                record.play(random.Random(number).choice(record.position.legal_moves()))
            record.annotate(record.current, Notes(f"{record.current.comment} more{number}"))
        elsewhere = [(node.text, node.ply) for node in record.root.subtree()]

        report = take_in(library, folder, to_sgf(record))

        assert report.imported == ()
        now = tree_of(library, game)
        assert sorted((text, ply) for text, ply, _ in now) == sorted(elsewhere)
        assert [entry[:2] for entry in now if entry[:2] in {one[:2] for one in kept}]
        for number in more:
            assert any(f"more{number}" in notes.comment for _, _, notes in now)
        header = library.headers([game])[0]
        assert header.plies == reloaded(library, game).main_end.ply

        for edit in reversed(report.merged):
            assert library.take_back(edit)
        assert state_of(library) == before
        assert index_of(library) == right_index_of(library)


def test_a_merge_is_not_taken_back_from_a_game_that_was_changed_since(library, tmp_path):
    game = library.add(long_record())
    record = reloaded(library, game)
    record.play(other_move(record))
    (edit,) = take_in(library, tmp_path, to_sgf(record)).merged
    record = reloaded(library, game)
    record.annotate(record.root, Notes("since"))
    (again,) = take_in(library, tmp_path, to_sgf(record)).merged

    assert not library.take_back(edit)
    assert reloaded(library, game).root.comment == "since"
    assert library.take_back(again)
    assert len(reloaded(library, game).main_line()) == 25


def test_a_game_is_known_by_its_moves_where_the_id_was_dropped(library, tmp_path):
    game = library.add(long_record(1))
    library.add(long_record(2))
    record = reloaded(library, game)
    record.jump(20)
    record.play(other_move(record))
    record.annotate(record.current, Notes("tried elsewhere"))

    report = take_in(library, tmp_path, OWN.sub(b"", to_sgf(record)))

    assert (report.imported, report.again) == ((), (game,))
    kept = reloaded(library, game)
    assert len(kept.main_line()) == 24
    assert [node.comment for node in kept.nodes if node.comment] == ["tried elsewhere"]


@pytest.mark.parametrize("first, second", [(18, 30), (30, 18)])
def test_a_game_that_was_played_on_is_the_same_one(library, tmp_path, first, second):
    game = library.add(long_record(1, first))

    report = take_in(library, tmp_path, OWN.sub(b"", to_sgf(long_record(1, second))))

    assert (report.imported, report.again) == ((), (game,))
    assert library.headers([game])[0].plies == 30


@pytest.mark.parametrize(
    "record",
    [
        long_record(1, MIN_PLIES - 1),
        long_record(1, players=("Anna", "Carl")),
        long_record(1, players=("Bert", "Anna")),
        long_record(1, details={"event": "Another cup"}),
        long_record(1, details={"date": "2001-01-02"}),
        long_record(2),
    ],
    ids=["short", "names", "sides", "event", "date", "moves"],
)
def test_a_game_that_may_be_another_one_is_not_merged(library, tmp_path, record):
    library.add(long_record(1, details={"event": "Cup", "date": "2001-01-01"}))

    report = take_in(library, tmp_path, OWN.sub(b"", to_sgf(record)))

    assert len(report.imported) == 1


def test_how_a_game_has_ended_on_the_board_is_not_told_by_another_copy(library, tmp_path):
    game = library.add(record_of("1 4 2 5 3"))
    record = reloaded(library, game)
    record.details = {"termination": "resignation", "event": "Cup"}

    report = take_in(library, tmp_path, to_sgf(record))

    assert report.again == (game,)
    (header,) = library.headers([game])
    assert (header.result, dict(header.details)) == ("1-0", {"event": "Cup"})


def test_two_short_games_of_the_same_people_stay_two(library, tmp_path):
    library.add(record_of("1 5 2 8 3", players=("Anna", "Bert")))
    library.add(record_of("", players=("Anna", "Bert")))
    report = take_in(library, tmp_path, to_sgf(record_of("1 5 2 8 3", players=("Anna", "Bert"))))
    assert len(report.imported) == 1


def test_two_games_of_one_file_are_two_and_the_file_brings_none_again(library, tmp_path):
    content = OWN.sub(b"", to_sgf(long_record(1), long_record(1)))

    assert len(take_in(library, tmp_path, content).imported) == 2
    assert take_in(library, tmp_path, content + b"\n").imported == ()


def test_files_of_one_import_are_compared_with_each_other(library, tmp_path):
    folder = tmp_path / "files"
    folder.mkdir()
    for number, plies in enumerate((20, 24, 22)):
        content = OWN.sub(b"", to_sgf(long_record(1, plies)))
        (folder / f"{number}.sgf").write_bytes(content)

    report = import_files(library, [folder], ALL_READERS)

    assert len(report.imported) == 1
    assert library.headers(report.imported)[0].plies == 24


def test_an_id_goes_from_library_to_library_and_back(library, tmp_path):
    game = library.add(record_of("1 5 2", players=("Anna", "Bert")))
    with Library.open(tmp_path / "other.sqlite") as other:
        (there,) = take_in(other, tmp_path, to_sgf(reloaded(library, game))).imported
        record = reloaded(other, there)
        record.annotate(record.current, Notes("seen by another"))

        report = take_in(library, tmp_path, to_sgf(record))

    assert (report.imported, report.again) == ((), (game,))
    assert reloaded(library, game).current.comment == "seen by another"


def test_the_id_of_another_game_is_not_believed(library, tmp_path):
    game = library.add(record_of("1 5 2"))
    record = record_of("3 4", game="kalah")
    record.uid = library.headers([game])[0].uid

    (new,) = take_in(library, tmp_path, to_sgf(record)).imported

    headers = library.headers([game, new])
    assert headers[0].uid != headers[1].uid
    assert tree_of(library, game)[-1][0] == "2"


def test_a_game_to_be_pasted_is_merged_with_the_one_that_is_there(library):
    game = library.add(long_record())
    new = NewGame.of(long_record())

    taken = library.merge(replace(new, details={"event": "Cup"}))

    assert taken is not None
    assert (taken.game, library.headers([game])[0].details) == (game, {"event": "Cup"})
    assert library.merge(NewGame.of(long_record(2))) is None


def test_a_game_that_an_import_has_left_unindexed_is_recognised(library, tmp_path, path):
    new = replace(NewGame.of(long_record()), uid="")
    library.add_read_games([(new, Origin("/somewhere", 1, 1, "digest"))])
    content = OWN.sub(b"", to_sgf(long_record()))

    with Library.open(path) as other:
        report = take_in(other, tmp_path, content)

    assert (report.imported, report.again) == ((), (1,))
