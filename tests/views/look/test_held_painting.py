"""Holding back the painting of a window without having more painted for it."""

import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget
from shiboken6 import delete

from kalahloa.views.look import later_drawing
from kalahloa.views.look.held_painting import HeldPainting


class Part(QWidget):
    """Keeps what of it is painted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.painted: list[QRect] = []

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted.append(event.region().boundingRect())


@pytest.fixture
def window(qtbot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(200, 100)
    made.part, made.beside = Part(made), Part(made)
    made.part.setGeometry(0, 0, 100, 100)
    made.beside.setGeometry(100, 0, 100, 100)
    made.show()
    qtbot.waitUntil(lambda: bool(made.part.painted and made.beside.painted))
    qtbot.wait(20)
    forget(made)
    return made


def forget(window: QWidget) -> None:
    window.part.painted.clear()
    window.beside.painted.clear()


def test_nothing_is_painted_before_its_turn_and_then_only_what_has_changed(window, qtbot):
    held = HeldPainting(window.part, turns=3)
    held.hold()
    window.part.update(5, 5, 10, 10)
    qtbot.waitUntil(lambda: held._left < 3)
    assert window.part.painted == []
    window.part.update(20, 5, 10, 10)

    qtbot.waitUntil(lambda: bool(window.part.painted))

    assert window.part.painted == [QRect(5, 5, 25, 10)]
    assert not held.holds


def test_the_rest_of_the_window_is_painted_with_it(window, qtbot):
    held = HeldPainting(window.part, turns=2)
    held.hold()
    window.beside.update()

    qtbot.waitUntil(lambda: bool(window.beside.painted))

    assert not held.holds and window.part.painted == []


def test_what_is_due_is_told_before_it_is_painted_and_painted_with_it(window, qtbot):
    held, told = HeldPainting(window.part, turns=2), []

    def tell() -> None:
        told.append(list(window.part.painted))
        window.part.update(50, 50, 1, 1)

    held.due.connect(tell)
    held.hold()
    window.part.update(5, 5, 1, 1)

    qtbot.waitUntil(lambda: bool(window.part.painted))

    assert told == [[]]
    assert window.part.painted == [QRect(5, 5, 46, 46)]


def test_the_window_is_painted_as_usual_afterwards(window, qtbot):
    held = HeldPainting(window.part)
    for _ in range(3):
        held.hold()
        window.part.update()
        qtbot.waitUntil(lambda: bool(window.part.painted))
        forget(window)
        window.part.update()
        qtbot.waitUntil(lambda: bool(window.part.painted))
        forget(window)


def test_another_change_puts_it_off_but_not_for_ever(window, monkeypatch):
    now = 5.0
    monkeypatch.setattr(later_drawing, "monotonic", lambda: now)
    held = HeldPainting(window.part, turns=2)
    held.hold()
    held._turn()
    held.hold()
    held._let_go()
    assert held.holds

    now += 2.5 * later_drawing.MAX_SECONDS
    for _ in range(2):
        held.hold()
        held._turn()
    held._let_go()

    assert not held.holds


def test_what_is_held_can_be_released_at_once(window, qtbot):
    held = HeldPainting(window.part, turns=10**6)
    held.hold()
    window.part.update()
    qtbot.wait(10)
    assert window.part.painted == []

    held.release()

    qtbot.waitUntil(lambda: bool(window.part.painted))


def test_other_events_pass(window, qtbot):
    held = HeldPainting(window.part, turns=10**6)
    held.hold()

    assert not held.eventFilter(window, QEvent(QEvent.Type.Resize))
    assert held.eventFilter(window, QEvent(QEvent.Type.UpdateRequest))


def test_a_window_that_is_deleted_while_it_is_seen_holds_nothing_more(qtbot):
    window = QMainWindow()
    dock, seen = QDockWidget(window), []
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    window.show()
    qtbot.waitUntil(dock.isVisible)
    dock.visibilityChanged.connect(HeldPainting(window).hold)
    dock.visibilityChanged.connect(seen.append)

    with qtbot.captureExceptions() as errors:
        delete(window)

    assert seen == [False] and errors == []
