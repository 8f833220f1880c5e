"""Spreading what a change has drawn over several turns of the event loop."""

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QWidget

from kalahloa.views.look.later_drawing import LaterDrawing


class Part(QWidget):
    """Counts how often it is drawn."""

    drawn = 0

    def paintEvent(self, _event):
        self.drawn += 1


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
    later.hold()  # puts nothing off
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
