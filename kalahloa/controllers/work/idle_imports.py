"""Imports what the start of the window does without, module by module, once the window is there."""

import sys
from importlib import import_module

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from kalahloa.lazy_imports import in_import_order

BEGIN_MS = 1_000
"""How long after the window is shown the first module is imported."""
PAUSE_MS = 20
"""Between two modules, in which events are handled; each module takes a few milliseconds."""


class IdleImports(QObject):
    """Imports the lazy modules, and those that they need, one by one."""

    finished = Signal()
    """All are imported."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names = in_import_order()
        self._timer = QTimer(self)
        self._timer.setInterval(BEGIN_MS)
        self._timer.timeout.connect(self._import_next)
        self._timer.start()

    @Slot()
    def _import_next(self) -> None:
        self._timer.setInterval(PAUSE_MS)
        for name in self._names:
            if name not in sys.modules:
                import_module(name)
                return
        self._timer.stop()
        self.finished.emit()
