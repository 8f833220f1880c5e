"""Writes settings on a background thread, because flushing a file to disk may take long."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSettings

from kalahloa.controllers.work.background import Background
from kalahloa.models.storage.atomic_file import make_folder, open_private
from kalahloa.models.work.cancellation import Stop

_TURNS_TO_END = 2
_PATIENCE_MS = 5000
"""Maximum time to wait for the last values to be written, in milliseconds."""


@dataclass(frozen=True)
class WriteRequest:
    """Values to write, by name; or the number of event loop turns before the thread ends."""

    number: int
    values: Mapping[str, Any]
    turns_to_end: int = 0
    stop: Stop = field(default_factory=Stop)


class SettingsWriter(Background[WriteRequest]):
    """Writes to the storage of *settings*, which must not be read while this is in use.

    Qt writes a settings file from the event loop of the thread that owns it, and waits for the disk
    there without the GIL; calling `QSettings.sync` would hold the GIL during that wait.
    """

    rests = False  # Qt writes later, in its event loop

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__("settings", parent)
        self._settings = settings
        self._target: QSettings | None = None
        self._known: dict[str, Any] = {}

    def know(self, values: Mapping[str, Any]) -> None:
        """Take note of *values*, which were read or are the defaults for what was not there."""
        self._known.update(values)

    def write(self, values: Mapping[str, Any]) -> None:
        """Queue those of *values* that are not known yet to be written, after earlier ones.

        Known are the values last given to this method or `know`.  Another window may have changed
        any of the others since.
        """
        news = {
            name: value
            for name, value in values.items()
            if name not in self._known or self._known[name] != value
        }
        self._known.update(news)
        if news:
            self.submit(WriteRequest(self.next_number(), news))

    def write_all(self, values: Mapping[str, Any]) -> None:
        """Queue *values* to be written, known or not: the file has been put aside."""
        self._known.update(values)
        self.submit(WriteRequest(self.next_number(), dict(values)))

    def work(self, request: WriteRequest) -> None:
        """Set the values, which Qt writes after this returns; or end the thread."""
        if self._target is None:
            self._target = _twin(self._settings)
        if request.values:
            _create_private(Path(self._settings.fileName()))
        for name, value in request.values.items():
            self._target.setValue(name, value)
        if request.turns_to_end == 1:
            self._thread.quit()
        elif request.turns_to_end:
            # Queued behind the event with which Qt writes.
            self.submit(WriteRequest(request.number, {}, request.turns_to_end - 1))

    def shut_down(self) -> None:
        """Wait until everything is written and the thread has ended; may be called twice."""
        if self._thread.isRunning():
            self.submit(WriteRequest(self.next_number(), {}, _TURNS_TO_END))
            self._thread.wait(_PATIENCE_MS)
        super().shut_down()


def _create_private(path: Path) -> None:
    """Create an empty file for settings that only its owner may read, if there is none."""
    if path.is_absolute() and os.name == "posix" and path.suffix != ".plist":  # Qt's own to make
        with suppress(OSError):  # which Qt comes upon, too
            make_folder(path.parent, private=True)
            os.close(open_private(str(path), os.O_CREAT | os.O_EXCL | os.O_WRONLY))


def _twin(settings: QSettings) -> QSettings:
    """Return new settings with the same storage, owned by the calling thread."""
    organization = settings.organizationName()
    if not organization:
        return QSettings(settings.fileName(), settings.format())
    return QSettings(settings.format(), settings.scope(), organization, settings.applicationName())
