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
    many = 3 * garbage.MANY
    thread = threading.Thread(target=lambda: [Ring(deleted) for _ in range(many)])

    thread.start()
    thread.join()
    before = len(deleted)
    collector.look()

    assert not before
    assert deleted == [threading.get_ident()] * many


def test_it_is_looked_for_without_being_asked(qapp, qtbot, monkeypatch):
    monkeypatch.setattr(garbage, "INTERVAL_MS", 1)
    deleted: list[int] = []
    _made = Collector()
    for _ in range(2 * garbage.MANY):
        Ring(deleted)

    qtbot.waitUntil(lambda: len(deleted) == 2 * garbage.MANY)


def test_few_new_objects_are_not_looked_at(collector):
    deleted: list[int] = []
    Ring(deleted)

    collector.look()

    assert not deleted


def test_older_generations_are_looked_at_now_and_then(collector, monkeypatch):
    looked: list[int] = []
    counts = [(900, 0, 0), (900, 9, 50), (900, 10, 9), (900, 10, 10), (10, 99, 99)]
    monkeypatch.setattr(gc, "collect", looked.append)
    for count in counts:
        monkeypatch.setattr(gc, "get_count", lambda count=count: count)
        collector.look()

    assert looked == [0, 0, 1, 2]
