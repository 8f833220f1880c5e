"""Many games are changed in turns: others write between, and it can be stopped."""

import pytest

from kalahloa.models.library import bulk
from kalahloa.models.library.bulk import empty_trash, in_batches
from kalahloa.models.library.library import Library
from kalahloa.models.library.query import Query
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.work.cancellation import Stop
from tests.models.library.games import record_of

GAMES = 5


@pytest.fixture
def games(library, monkeypatch) -> list[int]:
    """Games, each of which takes a turn."""
    monkeypatch.setattr(bulk, "HOLD_SECONDS", 0.0)
    return [library.add(record_of("1 5")) for _ in range(GAMES)]


def in_trash(library: Library) -> set[int]:
    return {header.id for header in library.search(Query(trashed=True))}


def trash(library: Library, games: list[int], **more) -> int:
    return in_batches(library, games, lambda game: library.trash([game]), **more)


def test_another_program_writes_between_two_games_and_not_meanwhile(library, path, games):
    refused: list[int] = []
    added: list[int] = []
    with Library.open(path, patience=0.0) as other:

        def trash_and_look(game: int) -> None:
            library.trash([game])
            with pytest.raises(KalahloaError):
                other.add(record_of("9"))
            refused.append(game)

        done = in_batches(
            library, games, trash_and_look, tell=lambda _: added.append(other.add(record_of("9")))
        )

    assert done == GAMES
    assert refused == games
    assert len(added) == GAMES - 1
    assert in_trash(library) == set(games)


def test_a_transaction_takes_as_many_as_it_has_time_for(library, games, monkeypatch):
    monkeypatch.setattr(bulk, "HOLD_SECONDS", 60.0)
    told: list[int] = []

    assert trash(library, games, tell=told.append) == GAMES

    assert told == []


def test_it_is_told_how_many_are_done(library, games):
    told: list[int] = []

    trash(library, games, tell=told.append)

    assert told == [1, 2, 3, 4]


def test_what_was_changed_before_it_is_stopped_stays_so(library, games):
    stop = Stop()

    done = trash(library, games, stopped=stop, tell=lambda done: done == 2 and stop.set())

    assert done == 3  # the one that was being changed is changed
    assert in_trash(library) == set(games[:3])


def test_where_one_cannot_be_changed_those_before_stay_changed(library, games):
    with pytest.raises(KalahloaError):
        trash(library, [*games[:2], 9999, *games[2:]])

    assert in_trash(library) == set(games[:2])


def test_the_trash_is_emptied_in_turns(library, games):
    library.trash(games[1:])
    told: list[int] = []

    assert empty_trash(library, tell=told.append) == GAMES - 1

    assert told == [1, 2, 3]
    assert [header.id for header in library.search()] == games[:1]
    assert in_trash(library) == set()


def test_what_is_left_in_the_trash_when_it_is_stopped_stays(library, games):
    library.trash(games)
    stop = Stop()

    assert empty_trash(library, stop, lambda done: done == 3 and stop.set()) == 4

    assert len(in_trash(library)) == 1
