"""What changes many games makes way for what keeps the game that is being played."""

import threading
import time

import pytest

from kalahloa.models.library import bulk, write_priority
from kalahloa.models.library.bulk import in_batches
from kalahloa.models.library.importer import import_files
from kalahloa.models.library.library import Library
from kalahloa.models.library.readers import ALL_READERS
from kalahloa.models.library.write_priority import in_a_hurry, is_wanted, make_way
from kalahloa.models.notation.sgf.writer import write_games
from tests.models.library.games import record_of

LONG = 30.0


@pytest.fixture(autouse=True)
def long_waits(monkeypatch):
    """Have those who make way wait until nobody is in a hurry."""
    monkeypatch.setattr(write_priority, "MAX_WAIT", LONG)


def test_nobody_waits_where_nobody_is_in_a_hurry():
    assert not is_wanted()
    make_way()


def test_one_waits_until_the_last_one_in_a_hurry_is_done():
    waited: list[str] = []

    def wait() -> None:
        make_way()
        waited.append("made way")

    thread = threading.Thread(target=wait)
    with in_a_hurry():
        with in_a_hurry():
            thread.start()
            time.sleep(0.02)
        assert is_wanted()
        waited.append("one left")
        time.sleep(0.02)
        waited.append("the last one")
    thread.join(LONG)

    assert waited == ["one left", "the last one", "made way"]


def test_a_hurry_ends_with_an_error_too():
    with pytest.raises(ValueError), in_a_hurry():
        raise ValueError

    assert not is_wanted()


def test_a_change_goes_on_after_a_while_though_others_are_in_a_hurry(library, monkeypatch):
    monkeypatch.setattr(write_priority, "MAX_WAIT", 0.001)
    games = [library.add(record_of("1")) for _ in range(3)]

    with in_a_hurry():
        done = in_batches(library, games, lambda game: library.trash([game]))

    assert done == 3


def test_a_transaction_ends_as_soon_as_somebody_is_in_a_hurry(library, path, monkeypatch):
    monkeypatch.setattr(bulk, "HOLD_SECONDS", 60.0)
    games = [library.add(record_of("1")) for _ in range(4)]
    kept: list[int] = []

    def keep() -> None:
        with in_a_hurry():
            wanted.set()
            with Library.open(path) as other:
                kept.append(other.add(record_of("9")))

    wanted = threading.Event()
    writer = threading.Thread(target=keep)

    def trash(game: int) -> None:
        library.trash([game])
        if game == games[1]:
            writer.start()
            wanted.wait(LONG)
        if game == games[2]:
            # The first transaction has ended before, and this one began after what was kept.
            assert kept

    assert in_batches(library, games, trash) == 4
    writer.join(LONG)


def test_an_import_writes_nothing_while_somebody_is_in_a_hurry(library, path, tmp_path):
    file = tmp_path / "games.sgf"
    file.write_bytes(write_games([record_of("1 5")]))
    end, begun = threading.Event(), threading.Event()

    def hurry() -> None:
        with in_a_hurry():
            begun.set()
            end.wait(LONG)

    def take_in() -> None:
        with Library.open(path) as other:
            import_files(other, [file], ALL_READERS)

    threads = [threading.Thread(target=hurry), threading.Thread(target=take_in)]
    threads[0].start()
    begun.wait(LONG)
    threads[1].start()
    time.sleep(0.1)
    before = library.count()
    end.set()
    for thread in threads:
        thread.join(LONG)

    assert (before, library.count()) == (0, 1)
