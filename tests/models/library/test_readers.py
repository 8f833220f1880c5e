"""Files of every kind are taken into the library by what is in them, however they are called."""

import pytest

from kalahloa.models.library import importer
from kalahloa.models.library.bulk import empty_trash
from kalahloa.models.library.importer import find_files, import_files
from kalahloa.models.library.readers import ALL_READERS
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.annotation import Notes
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.storage.json_text import encode_json
from tests.models.library.games import record_of, reloaded
from tests.oracles import oracle

LINES = ["1 5 2 8 3", "5 1 9", "1 2 3 4"]


def texts(library, number: int) -> str:
    return " ".join(node.text for node in reloaded(library, number).line())


def own_json() -> bytes:
    return "".join(encode_json(record_to_json(record_of(LINES[0])))).encode()


@pytest.mark.parametrize("name", ["game.sgf", "game.json", "game.kalahloa", "game.dat", "game"])
def test_sgf_is_known_by_its_content(library, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(write_games(map(record_of, LINES)))

    report = import_files(library, [path], ALL_READERS)

    assert report.failed == report.notes == ()
    assert [texts(library, number) for number in report.imported] == LINES


@pytest.mark.parametrize("name", ["game.sgf", "game.json", "game.txt"])
def test_our_own_json_is_known_by_its_content_with_its_levels(library, tmp_path, name):
    path = tmp_path / name
    plain = record_to_json(record_of(LINES[0])) | {"levels": [None, {"strength": 3}]}
    path.write_bytes(b"\n" + "".join(encode_json(plain)).encode())

    (number,) = import_files(library, [path], ALL_READERS).imported

    assert texts(library, number) == LINES[0]
    assert library.headers([number])[0].levels == (None, {"strength": 3})


def test_a_list_of_moves_is_known_by_its_content(library, tmp_path):
    game = oracle("loa")["games"][0]
    path = tmp_path / "appendix.txt"
    path.write_text("\n".join(f"{n}. {text}" for n, text in enumerate(game["moves"], 1)))

    (number,) = import_files(library, [path], ALL_READERS).imported

    (header,) = library.headers([number])
    assert (header.game, header.result, header.plies) == ("loa", "0-1", len(game["moves"]))


def test_what_cannot_be_read_is_said_with_the_file_and_the_place(library, tmp_path):
    path = tmp_path / "games.sgf"
    path.write_bytes(
        b"(;GM[9];B[c1-c3];W[a1-a1];B[b1-b4])(;GM[1];B[aa])" + write_games([record_of("5")])
    )

    report = import_files(library, [path], ALL_READERS)

    assert [header.plies for header in library.headers(report.imported)] == [1, 1]
    (failed,), (note,) = report.failed, report.notes
    for said, place in ((failed.problem, "game 2"), (note.problem, "game 1")):
        assert said.startswith(f"{path}: ")
        assert place in said.lower()


def test_a_text_that_is_no_game_is_refused_by_name(library, tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear friend, no game today.")

    report = import_files(library, [path], ALL_READERS)

    assert report.imported == ()
    assert report.failed[0].problem.startswith(f"{path}: ")


def test_folders_give_our_own_files_and_sgf_only(tmp_path):
    for name in ("a.sgf", "b.SGF", "c.kalahloa", "d.json", "letter.txt", "noname", "x.*"):
        (tmp_path / name).write_text("")

    files, failed = find_files([tmp_path], ALL_READERS)

    assert [file.name for file in files] == ["a.sgf", "b.SGF", "c.kalahloa", "d.json"]
    assert failed == []


# -- files of many games ---------------------------------------------------------------------------


@pytest.fixture
def many(tmp_path, monkeypatch):
    """A file of ten different games, which are written two at a time."""
    monkeypatch.setattr(importer, "GAMES_AT_ONCE", 2)
    path = tmp_path / "many.sgf"
    records = []
    for number in range(10):
        record = record_of("1 5")
        record.annotate(record.root, Notes(f"game {number}"))
        records.append(record)
    path.write_bytes(write_games(records))
    return path


def comments(library) -> list[str]:
    headers = library.search(sort="created", descending=False)
    return [reloaded(library, header.id).root.comment for header in headers]


def test_the_progress_within_a_file_is_told(library, many):
    told = []

    import_files(library, [many], ALL_READERS, progress=told.append)

    assert [progress.games for progress in told] == [2, 4, 6, 8, 10, 10]
    assert [progress.done for progress in told] == [0, 0, 0, 0, 0, 1]


def test_what_was_read_before_a_stop_is_kept_and_the_rest_read_the_next_time(library, many):
    said = []

    first = import_files(
        library, [many], ALL_READERS, stopped=lambda: bool(said), progress=said.append
    )
    kept = comments(library)
    second = import_files(library, [many], ALL_READERS)
    third = import_files(library, [many], ALL_READERS)

    assert 2 <= len(first.imported) < 10
    assert kept == [f"game {number}" for number in range(len(first.imported))]
    assert comments(library) == [f"game {number}" for number in range(10)]
    assert len(first.imported) + len(second.imported) == 10
    assert second.known == ()
    assert (third.imported, third.known) == ((), (many,))


def test_games_that_were_deleted_come_back_from_a_file_of_many(library, many):
    ids = import_files(library, [many], ALL_READERS).imported
    library.trash(ids)
    empty_trash(library)

    report = import_files(library, [many], ALL_READERS)

    assert len(report.imported) == 10
    assert library.count() == 10
