"""Looking for garbage: on the thread of the GUI only, and not too often."""

import gc
import threading
import weakref

import pytest

from kalahloa.controllers.work import garbage
from kalahloa.controllers.work.garbage import Collector


class Ring:
    """An object that refers to itself, so that only the collector can delete it."""

    def __init__(self, deleted: list[int]) -> None:
        self.itself = self
        weakref.finalize(self, lambda: deleted.append(threading.get_ident()))


@pytest.fixture
def collector(qapp) -> Collector:
    gc.collect()
    return Collector()


def test_garbage_is_deleted_on_the_thread_of_the_gui_also_where_another_made_it(collector):
    deleted: list[int] = []
    many = 3 * garbage.MIN_NEW
    thread = threading.Thread(target=lambda: [Ring(deleted) for _ in range(many)])

    thread.start()
    thread.join()
    before = len(deleted)
    collector.collect()

    assert not before
    assert deleted == [threading.get_ident()] * many


def test_it_is_looked_for_without_being_asked(qapp, qtbot, monkeypatch):
    monkeypatch.setattr(garbage, "INTERVAL_MS", 1)
    deleted: list[int] = []
    _made = Collector()
    for _ in range(2 * garbage.MIN_NEW):
        Ring(deleted)

    qtbot.waitUntil(lambda: len(deleted) == 2 * garbage.MIN_NEW)


def test_few_new_objects_are_not_looked_at(collector):
    deleted: list[int] = []
    Ring(deleted)

    collector.collect()

    assert not deleted


@pytest.fixture
def looked(collector, monkeypatch):
    """Return what looks at these numbers of objects, with the thread's seconds between them."""
    found: list[int] = []
    monkeypatch.setattr(gc, "collect", found.append)
    clock = [0.0]
    monkeypatch.setattr(garbage, "thread_time", lambda: clock[0])
    collector._worked = 0.0

    def look(*count: int, worked: float = 0.0) -> list[int]:
        clock[0] += worked
        monkeypatch.setattr(gc, "get_count", lambda: count)
        collector.collect()
        return found

    return look


def test_older_generations_are_looked_at_now_and_then(looked):
    assert looked(900, 0, 0) == [0]
    assert looked(900, 19, 50) == [0, 0]
    assert looked(900, 20, 19) == [0, 0, 1]
    assert looked(900, 20, 20) == [0, 0, 1, 2]
    assert looked(10, 19, 99) == [0, 0, 1, 2]


def test_all_objects_are_looked_at_in_a_pause(looked):
    busy = 2 * garbage.QUIET_SECONDS
    assert looked(900, 20, 20, worked=busy) == [1]
    assert looked(10, 20, 21, worked=busy) == [1]
    assert looked(10, 20, 21, worked=0.0) == [1, 2]


def test_one_who_never_pauses_has_all_objects_looked_at_all_the_same(looked):
    for _ in range(garbage.MAX_PUT_OFF):
        assert 2 not in looked(10, 20, 20, worked=1.0)
    assert looked(10, 20, 20, worked=1.0) == [2]
