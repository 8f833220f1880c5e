"""Work in pieces: how many there are in a turn of the event loop; the clock stands unless moved."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from kalahloa.views.look import frame_work, pace
from kalahloa.views.look.frame_work import BUDGET_SECONDS, FrameWork
from kalahloa.views.look.pace import PACE

FREE = 1.0
"""Seconds after which a turn is free again."""


class Pieces:
    """Pieces of work that take so many seconds each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *seconds: float) -> None:
        self.now = 1000.0
        self.left = list(seconds)
        self.owner = QObject()
        self.work = FrameWork(self.owner, self.pieces)
        monkeypatch.setattr(frame_work, "thread_time", lambda: self.now)
        monkeypatch.setattr(pace, "perf_counter", lambda: self.now)
        monkeypatch.setattr(PACE, "_ended", 0.0)
        monkeypatch.setattr(PACE, "_was_painted", False)

    def pieces(self) -> Iterator[None]:
        while self.left:
            self.now += self.left.pop(0)
            yield
        self.work.stop()

    def turn(self, after: float = FREE) -> int:
        """Take a turn so much *after* what was before; return how many pieces are left."""
        self.now += after
        self.work.run_turn()
        return len(self.left)


def test_as_many_pieces_as_there_is_time_for_are_done_in_a_turn(qapp, monkeypatch):
    third = BUDGET_SECONDS / 3
    pieces = Pieces(monkeypatch, third, third, 1.1 * third, third, 9 * third, third)

    assert [pieces.turn() for _ in range(3)] == [3, 1, 0]


def test_work_ends_when_nothing_is_left_and_begins_again(qapp, monkeypatch, qtbot):
    pieces = Pieces(monkeypatch, 0.0)
    pieces.work.start()
    assert pieces.work.is_active and len(pieces.left) == 1

    assert pieces.turn() == 0 and not pieces.work.is_active
    pieces.left.append(0.0)
    pieces.work.start()
    pieces.now += FREE

    qtbot.waitUntil(lambda: not pieces.left)


def test_work_that_is_stopped_goes_on_with_what_is_left_then(qapp, monkeypatch):
    pieces = Pieces(monkeypatch, BUDGET_SECONDS, 0.0)
    pieces.work.start()
    pieces.turn()
    pieces.work.stop()
    pieces.left[:] = [0.0, 0.0]  # a change has made the rest stale
    pieces.work.start()

    assert pieces.turn() == 0


def test_nothing_is_done_in_a_turn_that_is_taken_or_after_a_window_was_painted(qapp, monkeypatch):
    pieces = Pieces(monkeypatch, 0.0)
    PACE.end()

    assert pieces.turn(after=0.0) == 1
    PACE.end(painted=True)
    assert pieces.turn(after=2 * pace.APART_SECONDS) == 1
    assert pieces.turn(after=pace.PAINTED_APART_SECONDS) == 0
