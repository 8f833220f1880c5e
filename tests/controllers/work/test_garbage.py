"""Holding off the garbage collector while a thread makes many objects."""

import gc
from contextlib import ExitStack

import pytest

from kalahloa.controllers.open_game import OpenGame
from kalahloa.controllers.player import HUMAN
from kalahloa.controllers.work.garbage import look_at_new_objects, without_collections
from kalahloa.controllers.work.library_writer import LibraryWriter
from kalahloa.models.record import Record
from kalahloa.models.registry import find_game
from tests.disk import Disk


@pytest.fixture(autouse=True)
def collector_on():
    gc.enable()
    yield
    gc.enable()


def test_nothing_is_collected_within():
    with without_collections():
        within = gc.isenabled()

    assert not within
    assert gc.isenabled()


def test_the_last_of_overlapping_contexts_turns_the_collector_on_again():
    first, second = ExitStack(), ExitStack()
    first.enter_context(without_collections())
    second.enter_context(without_collections())

    first.close()
    while_second_runs = gc.isenabled()
    second.close()

    assert not while_second_runs
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off():
    gc.disable()

    with without_collections():
        pass

    assert not gc.isenabled()


def test_the_collector_is_on_again_after_an_error():
    with pytest.raises(ZeroDivisionError), without_collections():
        raise ZeroDivisionError

    assert gc.isenabled()


def test_new_objects_are_new_no_more_once_they_are_looked_at():
    with without_collections():
        kept = [[] for _ in range(5000)]
        look_at_new_objects()
        new = gc.get_count()[0]

    assert len(kept) == 5000
    assert new < 700


def test_a_game_is_written_without_collections(tmp_path, monkeypatch, qapp):
    states = []
    monkeypatch.setattr(OpenGame, "write", lambda *_: states.append(gc.isenabled()))
    writer = LibraryWriter(Disk(tmp_path / "library.sqlite").open)

    writer.write(OpenGame(Record(find_game("kalah")), (HUMAN, HUMAN)))
    writer.shut_down()

    assert states == [False]
    assert gc.isenabled()
