"""Keeping pieces of work apart that were put off; the clock stands unless it is moved on."""

import pytest
from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QWidget

from kalahloa.views.look import pace
from kalahloa.views.look.later_drawing import LaterDrawing
from kalahloa.views.look.pace import PACE, WorkPace
from kalahloa.views.look.turns import TurnQueue

NEXT_TURN, AFTER_PAINTING = 0.0011, 0.0031
"""Seconds until what is put off may come, after another piece and after a window was painted."""


class Clock:
    """Shows the time that it is set to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch) -> Clock:
    """That of the pace; the piece of work before has ended long ago."""
    made = Clock()
    monkeypatch.setattr(pace, "perf_counter", made)
    monkeypatch.setattr(PACE, "_ended", 0.0)
    monkeypatch.setattr(PACE, "_was_painted", False)
    return made


@pytest.fixture
def make_later(qtbot):
    """Return a function that makes a part of a window of which the drawing is held back."""

    def make() -> LaterDrawing:
        part = QWidget()
        qtbot.addWidget(part)
        made = LaterDrawing(part)
        made.hold()
        return made

    return make


def turn(*delays: LaterDrawing) -> list[bool]:
    """Let a turn come in which the timers of all *delays* are due; return which are still held."""
    for delay in delays:
        delay._turn()
    for delay in delays:
        QCoreApplication.sendPostedEvents(delay)
    return [delay.holds for delay in delays]


def test_two_pieces_lie_a_millisecond_apart(clock):
    kept = WorkPace()
    kept.end()

    for seconds, is_free in ((0.0, False), (0.0009, False), (0.0002, True)):
        clock.now += seconds
        assert kept.is_free is is_free


def test_events_have_three_milliseconds_after_a_window_was_painted(clock):
    kept = WorkPace()
    kept.end(painted=True)

    for seconds, is_free in ((0.0011, False), (0.0018, False), (0.0002, True)):
        clock.now += seconds
        assert kept.is_free is is_free


def test_a_piece_after_the_painting_is_a_piece_like_any(clock):
    kept = WorkPace()
    kept.end(painted=True)
    kept.end()

    clock.now += NEXT_TURN
    assert kept.is_free


def test_one_of_two_parts_that_are_due_in_a_turn_is_drawn_in_it(clock, make_later):
    first, second = make_later(), make_later()

    assert turn(first, second) == [False, True]
    # A timer that is late is due again at once.
    assert turn(second) == [True]
    clock.now += NEXT_TURN
    assert turn(second) == [False]


def test_a_part_takes_its_turn_before_it_is_drawn_in_it(clock, make_later):
    later = make_later()

    later._turn()

    assert later.holds and not PACE.is_free


def test_what_is_due_at_a_drawing_counts_as_part_of_it(clock, make_later):
    later = make_later()

    def work() -> None:
        clock.now += 0.005

    later.due.connect(work)
    turn(later)

    assert not later.holds and not PACE.is_free
    clock.now += NEXT_TURN
    assert PACE.is_free


def test_a_part_is_not_drawn_at_once_after_a_window_was_painted(clock, make_later):
    later = make_later()
    PACE.end(painted=True)

    clock.now += NEXT_TURN
    assert turn(later) == [True]
    clock.now += AFTER_PAINTING - NEXT_TURN
    assert turn(later) == [False]


def test_a_part_waits_for_a_deed_of_the_same_turn_and_a_deed_for_a_part(clock, make_later):
    owner, done = QObject(), []
    queue = TurnQueue(owner, len)
    queue.add("deed", lambda: done.append("before"))
    later = make_later()

    queue.run_turn()
    assert done == ["before"] and turn(later) == [True]
    clock.now += NEXT_TURN
    queue.add("deed", lambda: done.append("after"))
    assert turn(later) == [False]
    queue.run_turn()
    assert done == ["before"]
    clock.now += NEXT_TURN
    queue.run_turn()
    assert done == ["before", "after"]


def test_what_is_let_go_by_hand_waits_for_no_turn(clock, make_later):
    later = make_later()
    PACE.end(painted=True)

    later.release()

    assert not later.holds
