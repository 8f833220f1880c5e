"""Spreading what a change has drawn over several turns of the event loop."""

import pytest
from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer
from PySide6.QtWidgets import QWidget

from kalahloa.views.look import later_drawing
from kalahloa.views.look.later_drawing import Delay, LaterDrawing


class Part(QWidget):
    """Counts how often it is drawn."""

    drawn = 0

    def paintEvent(self, _event):
        self.drawn += 1


class Held(Delay):
    """Holds nothing back."""

    def _begin(self) -> None:
        pass

    def _end(self) -> None:
        pass


def take_a_turn():
    loop = QEventLoop()
    QTimer.singleShot(0, loop.quit)
    loop.exec()


def test_a_part_is_drawn_once_and_not_before_its_turn(qtbot):
    part = Part()
    qtbot.addWidget(part)
    part.show()
    qtbot.waitUntil(lambda: part.drawn)
    part.drawn = 0
    later = LaterDrawing(part, turns=3)

    later.hold()
    part.update()
    take_a_turn()
    assert part.drawn == 0
    later.hold()
    part.update()

    qtbot.waitUntil(lambda: part.drawn)
    take_a_turn()
    assert part.drawn == 1
    part.update()
    qtbot.waitUntil(lambda: part.drawn == 2)


def test_what_is_held_is_in_a_picture_that_is_taken_meanwhile(qtbot):
    part = Part()
    qtbot.addWidget(part)
    part.show()
    qtbot.waitUntil(lambda: part.drawn)
    part.drawn = 0

    LaterDrawing(part).hold()
    part.grab()

    assert part.drawn == 1


def test_what_is_due_is_told_before_it_is_drawn(qtbot):
    part = Part()
    qtbot.addWidget(part)
    part.show()
    qtbot.waitUntil(lambda: part.drawn)
    part.drawn = 0
    later, told = LaterDrawing(part, turns=2), []
    later.due.connect(lambda: told.append(part.drawn))

    later.hold()
    qtbot.waitUntil(lambda: part.drawn)

    assert told == [0]


def test_nothing_is_drawn_in_the_turn_of_another_change(qtbot):
    part = Part()
    qtbot.addWidget(part)
    part.show()
    qtbot.waitUntil(lambda: part.drawn)
    later = LaterDrawing(part)
    later.hold()
    # The last turn is over, and the next change comes before what is posted.
    later._turn()

    later.hold()
    QCoreApplication.sendPostedEvents(later)

    assert not part.updatesEnabled()
    qtbot.waitUntil(part.updatesEnabled)


def test_changes_that_do_not_end_put_nothing_off_for_ever(qtbot, monkeypatch):
    now = 5.0
    monkeypatch.setattr(later_drawing, "monotonic", lambda: now)
    part = Part()
    qtbot.addWidget(part)
    part.show()
    later = LaterDrawing(part, turns=3)
    later.hold()

    now += 2.5 * later_drawing.MAX_SECONDS
    for _ in range(3):
        later.hold()
        later._turn()
    QCoreApplication.sendPostedEvents(later)

    assert part.updatesEnabled()


@pytest.mark.parametrize(
    ("periods", "turns_left"), [(0.5, 3), (1.0, 3), (1.5, 1), (2.0, 1), (2.5, 0)]
)
def test_a_late_change_puts_off_less_the_longer_changes_have_come(
    periods, turns_left, qtbot, monkeypatch
):
    now = 0.0
    monkeypatch.setattr(later_drawing, "monotonic", lambda: now)
    part = Part()
    qtbot.addWidget(part)
    later = Held(part, turns=3)
    later.hold()
    for _ in range(3):
        later._turn()

    now += periods * later_drawing.MAX_SECONDS
    later.hold()  # before what is posted
    turns = 0
    QCoreApplication.sendPostedEvents(later)
    while later.holds:
        later._turn()
        turns += 1
        QCoreApplication.sendPostedEvents(later)

    assert turns == turns_left
