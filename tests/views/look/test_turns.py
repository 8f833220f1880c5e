"""Deeds that are done in turns of the event loop of their own."""

from time import perf_counter

import pytest
from PySide6.QtCore import QObject

from kalahloa.views.look import frame_work, pace, turns
from kalahloa.views.look.turns import TurnQueue

ORDER = {"first": 0, "second": 1, "third": 2}


@pytest.fixture
def queue(qapp) -> TurnQueue:
    owner = QObject()
    made = TurnQueue(owner, lambda key: ORDER[str(key)])
    made.owner = owner  # which has it deleted
    return made


def test_what_is_added_is_not_done_at_once_but_soon(queue, qtbot):
    done = []

    queue.add("first", lambda: done.append(1))

    assert done == [] and queue.waits("first")
    qtbot.waitUntil(lambda: done == [1])
    assert queue.is_empty


def test_what_comes_first_in_the_order_is_done_first(queue, qtbot):
    done = []

    for key in ("third", "first", "second"):
        queue.add(key, lambda key=key: done.append(key))

    qtbot.waitUntil(lambda: queue.is_empty)
    assert done == ["first", "second", "third"]


def test_a_deed_that_takes_its_time_has_a_turn_of_its_own(queue, monkeypatch):
    now = 0.0
    monkeypatch.setattr(frame_work, "thread_time", lambda: now)
    monkeypatch.setattr(pace, "APART_SECONDS", -1.0)
    done = []

    def work(key: str, seconds: float) -> None:
        nonlocal now
        now += seconds
        done.append(key)

    for key, seconds in (("first", 0.001), ("second", 0.009), ("third", 0.001)):
        queue.add(key, lambda key=key, seconds=seconds: work(key, seconds))
    queue.run_turn()
    assert done == ["first", "second"]
    queue.run_turn()
    assert done == ["first", "second", "third"]


def test_two_queues_have_turns_of_their_own(queue, qapp, monkeypatch):
    now = perf_counter() + 1.0
    monkeypatch.setattr(pace, "perf_counter", lambda: now)
    owner = QObject()
    other, done = TurnQueue(owner, len), []
    queue.add("first", lambda: done.append("here"))
    other.add("first", lambda: done.append("there"))

    queue.run_turn()
    other.run_turn()
    assert done == ["here"]
    now += 2 * pace.APART_SECONDS
    other.run_turn()
    assert done == ["here", "there"]
    pace.PACE._ended = 0.0


def test_what_is_added_again_takes_the_place_of_what_was_there(queue, qtbot):
    done = []

    queue.add("first", lambda: done.append("old"))
    queue.add("first", lambda: done.append("new"))

    qtbot.waitUntil(lambda: queue.is_empty)
    assert done == ["new"]


def test_all_that_waits_or_one_of_it_is_done_when_it_is_needed(queue):
    done = []
    for key in ORDER:
        queue.add(key, lambda key=key: done.append(key))

    queue.finish("second")
    assert done == ["second"]
    queue.finish()

    assert done == ["second", "first", "third"]
    queue.finish("first")
    assert done == ["second", "first", "third"]


def test_a_deed_may_add_others(queue, qtbot):
    done = []

    queue.add("first", lambda: queue.add("second", lambda: done.append("second")))

    qtbot.waitUntil(lambda: done == ["second"])


def test_what_is_dropped_is_not_done(queue, qtbot):
    done = []
    queue.add("first", lambda: done.append("first"))
    queue.add("second", lambda: done.append("second"))

    queue.drop("first")

    qtbot.waitUntil(lambda: done == ["second"])


def test_changes_that_do_not_end_put_nothing_off_for_ever(qapp):
    owner = QObject()
    queue, done = TurnQueue(owner, lambda key: 0, 3), []
    queue.add("first", lambda: done.append(1))

    for _ in range(2 * turns.MAX_PUT_OFF):
        queue.add("second", lambda: done.append(2))
        queue.run_turn()

    assert 1 in done and 2 in done


def test_another_change_puts_off_what_waits(qapp):
    owner = QObject()
    queue, done = TurnQueue(owner, lambda key: 0, 2), []
    queue.add("first", lambda: done.append(1))
    queue.run_turn()
    queue.add("second", lambda: done.append(2))

    queue.run_turn()
    assert done == []
    queue.run_turn()

    assert done == [1, 2]


def test_nothing_put_off_follows_at_once_upon_the_painting_of_a_window(monkeypatch):
    now = perf_counter() + 1.0
    monkeypatch.setattr(pace, "perf_counter", lambda: now)

    pace.PACE.end(painted=True)

    now += 2 * pace.APART_SECONDS
    assert not pace.PACE.is_free
    now += pace.PAINTED_APART_SECONDS
    assert pace.PACE.is_free
    pace.PACE.end()
    now += 2 * pace.APART_SECONDS
    assert pace.PACE.is_free
    pace.PACE._ended = 0.0
