"""Imports what the start of the window does without, module by module, once the window is there."""

import sys
from importlib import import_module
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from kalahloa.lazy_imports import in_import_order

BEGIN_MS = 1_000
"""How long after the window is shown the first module is imported."""
PAUSE_MS = 20
"""Between two modules, in which events are handled; each module takes a few milliseconds."""
MAX_SECONDS = 0.002
"""How long the sources of imported modules are read for others in one turn of the event loop."""


class IdleImports(QObject):
    """Imports, one by one, the modules that *root* and lazy modules need sooner or later."""

    finished = Signal()
    """All are imported."""

    def __init__(self, parent: QObject | None, root: str) -> None:
        super().__init__(parent)
        self._names = in_import_order(root)
        self._timer = QTimer(self)
        self._timer.setInterval(BEGIN_MS)
        self._timer.timeout.connect(self._import_next)
        self._timer.start()

    @Slot()
    def _import_next(self) -> None:
        self._timer.setInterval(PAUSE_MS)
        end = perf_counter() + MAX_SECONDS
        for name in self._names:
            if name not in sys.modules:
                import_module(name)
                return
            if perf_counter() > end:
                return
        self._timer.stop()
        self.finished.emit()
