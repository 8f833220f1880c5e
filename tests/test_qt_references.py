"""A watch for a binding that loses references to the constants, as PySide6 6.12.0 does on 3.11.

That release took one reference from `None` with each `paintEvent` written in Python and one from
`True` with each signal, until the interpreter aborted.
"""

import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QSize, Signal, Slot
from PySide6.QtGui import QImage, QPaintEvent
from PySide6.QtWidgets import QWidget

_TIMES = 20_000
_PORTION = 200
_TOLERANCE = 500
_CONSTANTS = (None, True, False)


class _Painted(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.paints = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        self.paints += 1


class _Heard(QObject):
    said = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.heard = 0
        self.said.connect(self.hear)

    @Slot(bool)
    def hear(self, value: bool) -> None:
        self.heard += 1


def _drift(action: Callable[[], object]) -> int:
    """Return how far the counts move while *action* is done 20,000 times.

    It is done in portions, and no more once they have moved too far: the test is to fail before
    the interpreter aborts.
    """
    before = [sys.getrefcount(constant) for constant in _CONSTANTS]
    drift = 0
    for _ in range(_TIMES // _PORTION):
        for _ in range(_PORTION):
            action()
        now = [sys.getrefcount(constant) for constant in _CONSTANTS]
        drift = max(abs(late - early) for late, early in zip(now, before, strict=True))
        if drift > _TOLERANCE:
            break
    return drift


def test_painting_in_python_keeps_the_reference_counts_of_constants(qtbot):
    widget = _Painted()
    qtbot.addWidget(widget)
    widget.resize(QSize(8, 8))
    canvas = QImage(8, 8, QImage.Format.Format_ARGB32_Premultiplied)

    drift = _drift(lambda: widget.render(canvas))

    assert drift <= _TOLERANCE
    assert widget.paints == _TIMES


def test_emitting_signals_keeps_the_reference_counts_of_constants(qapp):
    speaker = _Heard()

    drift = _drift(lambda: speaker.said.emit(True))

    assert drift <= _TOLERANCE
    assert speaker.heard == _TIMES
