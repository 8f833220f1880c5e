"""Writes games on a background thread, so that the GUI does not wait for the disk."""

import threading
from contextlib import ExitStack
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.game_files import GameFile, GameSnapshot
from kalahloa.controllers.translation import fill, in_words, translate
from kalahloa.controllers.work.background import Background
from kalahloa.controllers.work.garbage import without_collections
from kalahloa.models.cancellation import Stop
from kalahloa.models.errors import BadFile
from kalahloa.models.quotation import shorten

MAX_WAIT_SECONDS = 5.0
"""Maximum time to wait for the disk."""


@dataclass(frozen=True)
class WriteRequest:
    """A request to write what is pending; it cannot be cancelled."""

    number: int
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class Written:
    """The result of writing *snapshot* to *file*; *error* is a sentence, or empty on success."""

    file: GameFile
    snapshot: GameSnapshot
    error: str = ""


class GameWriter(Background[WriteRequest]):
    """Writes the latest snapshot of each game; older pending ones are dropped."""

    finished = Signal()
    """`take_results` has new results; emitted on the writer's thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("games", parent)
        self._condition = threading.Condition()
        self._pending: dict[GameFile, GameSnapshot] = {}
        self._closing: set[GameFile] = set()
        self._failing: set[GameFile] = set()
        self._given_up: set[GameFile] = set()
        self._results: list[Written] = []
        self._done = 0

    def write(self, file: GameFile, snapshot: GameSnapshot) -> None:
        """Queue *snapshot* to be written to *file*."""
        with self._condition:
            self._pending[file] = snapshot
        self.submit(WriteRequest(self.next_number()))

    def close(self, file: GameFile, *, unwritten: bool = False) -> None:
        """Queue *file* to be closed after its pending snapshot is written.

        A file that could not be written stays locked until it is written, or the writer ends,
        except with *unwritten*.
        """
        with self._condition:
            self._closing.add(file)
            if unwritten:
                self._given_up.add(file)
        self.submit(WriteRequest(self.next_number()))

    def work(self, request: WriteRequest) -> None:
        """Write and close everything pending."""
        try:
            with without_collections():
                self._write_pending()
        finally:
            with self._condition:
                self._done = request.number
                self._condition.notify_all()
            self.finished.emit()

    def _write_pending(self) -> None:
        with self._condition:
            pending, self._pending = self._pending, {}
        results = [_written(file, snapshot) for file, snapshot in pending.items()]
        with self._condition:
            self._results += results
            for result in results:
                (self._failing.add if result.error else self._failing.discard)(result.file)
            # Not those for which another snapshot came meanwhile.
            waiting = (self._failing - self._given_up) | self._pending.keys()
            closing = self._closing - waiting
            self._closing -= closing
            self._failing -= closing
            self._given_up -= closing
        for file in closing:
            file.close()

    def take_results(self) -> list[Written]:
        """Return the results since the last call, in order."""
        with self._condition:
            results, self._results = self._results, []
        return results

    def wait(self, number: int | None = None) -> bool:
        """Wait until request *number* is done; return False after `MAX_WAIT_SECONDS`.

        By default everything pending must be written.  Any thread may call this.
        """
        if not self._thread.isRunning():
            # The thread has ended, or could not be started for lack of memory.
            self._write_pending()
            return True
        last = self._number if number is None else number
        with self._condition:
            return self._condition.wait_for(lambda: self._done >= last, MAX_WAIT_SECONDS)

    @property
    def last_number(self) -> int:
        """The number of the last request."""
        return self._number

    def shut_down(self) -> None:
        """Write everything pending and end the thread; may be called twice."""
        with ExitStack() as steps:  # the last one first; each runs whatever another raises
            steps.callback(self._close_all)
            # Something is pending only if the disk was very slow.
            steps.callback(self._write_pending)
            steps.callback(super().shut_down)
            if self._thread.isRunning():
                steps.callback(self.wait)

    def _close_all(self) -> None:
        for file in self._closing:
            file.close()
        self._closing.clear()


def _written(file: GameFile, snapshot: GameSnapshot) -> Written:
    try:
        file.write(snapshot)
    except BadFile as error:
        return Written(file, snapshot, in_words(error))
    except Exception as error:  # an error in one game must not end the thread
        return Written(
            file,
            snapshot,
            fill(
                translate("Controllers", "The game cannot be saved: {reason}."),
                reason=shorten(error),
            ),
        )
    return Written(file, snapshot)
