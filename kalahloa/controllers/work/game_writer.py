"""Writes games on a background thread, so that the GUI does not wait for the disk."""

import threading
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.game_files import GameFile, GameSnapshot
from kalahloa.controllers.work.background import Background
from kalahloa.models.cancellation import Stop
from kalahloa.models.errors import BadFile

MAX_WAIT_SECONDS = 5.0
"""Maximum time to wait for the disk."""


@dataclass(frozen=True)
class WriteRequest:
    """A request to write what is pending; it cannot be cancelled."""

    number: int
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class Written:
    """The result of writing *file*; *error* is a sentence, or empty on success."""

    file: GameFile
    error: str = ""


class GameWriter(Background[WriteRequest]):
    """Writes the latest snapshot of each game; older pending ones are dropped."""

    finished = Signal()
    """`take_results` has new results; emitted on the writer's thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("games", parent)
        self._condition = threading.Condition()
        self._pending: dict[GameFile, GameSnapshot] = {}
        self._closing: list[GameFile] = []
        self._results: list[Written] = []
        self._done = 0

    def write(self, file: GameFile, snapshot: GameSnapshot) -> None:
        """Queue *snapshot* to be written to *file*."""
        with self._condition:
            self._pending[file] = snapshot
        self.submit(WriteRequest(self.next_number()))

    def close(self, file: GameFile) -> None:
        """Queue *file* to be closed after its pending snapshot is written."""
        with self._condition:
            self._closing.append(file)
        self.submit(WriteRequest(self.next_number()))

    def work(self, request: WriteRequest) -> None:
        """Write and close everything pending."""
        try:
            self._write_pending()
        finally:
            with self._condition:
                self._done = request.number
                self._condition.notify_all()
            self.finished.emit()

    def _write_pending(self) -> None:
        with self._condition:
            pending, self._pending = self._pending, {}
            closing, self._closing = self._closing, []
        results = [_written(file, snapshot) for file, snapshot in pending.items()]
        for file in closing:
            file.close()
        with self._condition:
            self._results += results

    def take_results(self) -> list[Written]:
        """Return the results since the last call, in order."""
        with self._condition:
            results, self._results = self._results, []
        return results

    def wait(self) -> bool:
        """Wait until everything pending is written; return False after `MAX_WAIT_SECONDS`."""
        if not self._thread.isRunning():
            # The thread has ended, or could not be started for lack of memory.
            self._write_pending()
            return True
        with self._condition:
            return self._condition.wait_for(lambda: self._done >= self._number, MAX_WAIT_SECONDS)

    def shut_down(self) -> None:
        """Write everything pending and end the thread; may be called twice."""
        if self._thread.isRunning():
            self.wait()
        super().shut_down()
        # Non-empty only if the disk was very slow.
        self._write_pending()


def _written(file: GameFile, snapshot: GameSnapshot) -> Written:
    try:
        file.write(snapshot)
    except BadFile as error:
        return Written(file, str(error))
    except Exception as error:  # an error in one game must not end the thread
        return Written(file, f"The game cannot be saved: {error}.")
    return Written(file)
