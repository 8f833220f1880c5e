"""Files of many games are read in another process: the same games as in this one."""

import os
import pickle
import signal
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from kalahloa.models.library import reading_apart
from kalahloa.models.library.game_rows import NewGame
from kalahloa.models.library.importer import FoundGame, import_files
from kalahloa.models.library.readers import ALL_READERS, read_any_file
from kalahloa.models.library.reading_apart import read_apart
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.annotation import NO_NOTES, Mark, Notes
from kalahloa.models.text.errors import BadFile
from kalahloa.models.work.cancellation import ReadingStopped, never
from tests.models.library.games import facts, random_record, record_of, reloaded

PATH = Path("games.sgf")
COUNT = 3 * reading_apart.GAMES_AT_ONCE + 7


def sgf(count: int = COUNT) -> bytes:
    return write_games(random_record(seed) for seed in range(count))


def as_rows(found: FoundGame) -> FoundGame:
    """Return *found* with rows, without the time at which they were made."""
    new = found.new if found.record is None else NewGame.of(found.record)
    return replace(found, record=None, new=new and replace(new, created=0.0))


def test_games_problems_and_notes_are_those_that_are_read_in_this_process():
    data = sgf() + b"(;GM[1])(;GM[9]SZ[8];B[a1a9])" + sgf(1)

    apart = [as_rows(found) for found in read_apart(read_any_file, data, PATH, never)]

    assert apart == [as_rows(found) for found in read_any_file(data, PATH)]
    assert sum(bool(found.problem) for found in apart) >= 1


def test_an_import_stores_the_same_games_either_way(library, tmp_path, monkeypatch):
    file = tmp_path / "games.sgf"
    file.write_bytes(sgf())
    apart = []
    monkeypatch.setattr("kalahloa.models.library.readers.MIN_GAMES_APART", 10)
    monkeypatch.setattr("kalahloa.models.library.readers.usable_processors", lambda: 2)
    monkeypatch.setattr(
        "kalahloa.models.library.readers.read_apart",
        lambda *given: apart.append(given) or read_apart(*given),
    )

    report = import_files(library, [file], ALL_READERS)

    assert len(apart) == 1
    assert len(report.imported) == COUNT
    for number, found in zip(report.imported, read_any_file(sgf(), file), strict=True):
        assert facts(reloaded(library, number)) == facts(found.record)


def fail_after_two(content, path, stopped):
    yield from list(read_any_file(content, path, stopped))[:2]
    raise BadFile("The rest is missing.")


def test_an_error_comes_after_the_games_before_it():
    games = read_apart(fail_after_two, sgf(3), PATH, never)

    assert [next(games).new.game for _ in range(2)]
    with pytest.raises(BadFile, match=r"The rest is missing\."):
        next(games)


def die_after_two_parts(content, path, stopped):
    """Read, and end the process after two parts unless it is that of the test."""
    for number, found in enumerate(read_any_file(content, path, stopped)):
        if number == 2 * reading_apart.GAMES_AT_ONCE and os.getpid() != int(path.stem):
            os.kill(os.getpid(), signal.SIGTERM)
        yield found


def die_at_once(content, path, stopped):
    return die_after_two_parts(content, path, stopped) if os.getpid() == int(path.stem) else exit(1)


@pytest.mark.parametrize("reader", [die_after_two_parts, die_at_once])
def test_what_a_process_that_dies_has_left_is_read_in_this_one(reader):
    data, path = sgf(), Path(f"{os.getpid()}.sgf")

    apart = [as_rows(found) for found in read_apart(reader, data, path, never)]

    assert apart == [as_rows(found) for found in read_any_file(data, path)]


def test_it_ends_soon_after_it_is_stopped():
    stopped = []
    games = read_apart(read_any_file, sgf(), PATH, lambda: bool(stopped))
    next(games)
    stopped.append(True)

    with pytest.raises(ReadingStopped):
        list(games)


def test_rows_of_a_game_and_empty_notes_stay_what_they_are_when_pickled():
    new = NewGame.of(record_of("1 5 2 8 3"))
    noted = Notes("A fork.", (Mark.GOOD,))

    copied = pickle.loads(pickle.dumps(new))

    assert copied == new
    assert all(row.notes is NO_NOTES for row in copied.nodes)
    with pytest.raises(TypeError):
        copied.rules["size"] = 9
    assert pickle.loads(pickle.dumps(noted)) == deepcopy(noted) == noted
