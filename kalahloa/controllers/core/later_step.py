"""The next step of an exercise: after a delay, and after the views have shown the last move."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.core.turn_controller import TurnController

LOOK_AGAIN_MS = 50
"""Milliseconds between two checks whether a move is still being animated."""


class LaterStep(QObject):
    """Calls one function later, and never during an animation; `start` replaces the last one."""

    def __init__(
        self, turns: TurnController, is_wanted: Callable[[], bool], parent: QObject
    ) -> None:
        """Ask *turns* whether a move is animated, and *is_wanted* whether the step still counts."""
        super().__init__(parent)
        self._turns = turns
        self._is_wanted = is_wanted
        self._step: Callable[[], object] | None = None
        self._timer = single_shot(self, self._on_time)

    @property
    def is_waiting(self) -> bool:
        """Whether a step is pending."""
        return self._step is not None

    def start(self, delay_ms: int, step: Callable[[], object]) -> None:
        """Call *step* after *delay_ms* milliseconds, or once the views have shown the move."""
        self._step = step
        self._timer.start(delay_ms)

    def stop(self) -> None:
        """Drop the pending step."""
        self._timer.stop()
        self._step = None

    @Slot()
    def _on_time(self) -> None:
        if self._turns.is_presenting():
            self._timer.start(LOOK_AGAIN_MS)
            return
        step, self._step = self._step, None
        if step is not None and self._is_wanted():
            step()
