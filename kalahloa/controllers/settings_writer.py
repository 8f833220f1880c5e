"""Writes settings on a thread, as flushing a file to the disk may take long."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, QSettings

from kalahloa.controllers.background import Background
from kalahloa.models.cancellation import Stop

_TURNS_TO_END = 2
_PATIENCE_MS = 5000
"""Nobody waits longer for the last values to be set."""


@dataclass(frozen=True)
class WriteRequest:
    """Values to be written, by their names; or how many turns of the thread's loop to the end."""

    number: int
    values: Mapping[str, Any]
    turns_to_end: int = 0
    stop: Stop = field(default_factory=Stop)


class SettingsWriter(Background[WriteRequest]):
    """Writes to where *settings* are kept, which are read by others only before or after.

    Qt writes a file of settings in the event loop of the thread they belong to, and waits there
    until the disk has it, without the GIL; to call `QSettings.sync` would hold the GIL meanwhile.
    """

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__("settings", parent)
        self._settings = settings
        self._target: QSettings | None = None

    def write(self, values: Mapping[str, Any]) -> None:
        """Have *values* written soon, after those that were given before."""
        self.submit(WriteRequest(self.next_number(), values))

    def work(self, request: WriteRequest) -> None:
        """Set the values, which are written when this has returned, or come to the end."""
        if self._target is None:
            self._target = _twin(self._settings)
        for name, value in request.values.items():
            self._target.setValue(name, value)
        if request.turns_to_end == 1:
            self._thread.quit()
        elif request.turns_to_end:
            # Behind the event by which Qt writes.
            self.submit(WriteRequest(request.number, {}, request.turns_to_end - 1))

    def shut_down(self) -> None:
        """Wait until all is written and the thread has ended; safe to call twice."""
        if self._thread.isRunning():
            self.submit(WriteRequest(self.next_number(), {}, _TURNS_TO_END))
            self._thread.wait(_PATIENCE_MS)
        super().shut_down()


def _twin(settings: QSettings) -> QSettings:
    """Return other settings, of the calling thread, that are kept at the same place."""
    organization = settings.organizationName()
    if not organization:
        return QSettings(settings.fileName(), settings.format())
    return QSettings(settings.format(), settings.scope(), organization, settings.applicationName())
