"""Has on the disk what was written to the library, on threads that nothing else waits for.

What a transaction has written outlasts the program as soon as it ends, and the power only when the
disk was flushed.  That may take long: the next transactions need not wait for it.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from PySide6.QtCore import QObject

from kalahloa.controllers.saving.opening import OpenLibrary
from kalahloa.controllers.work.background import Background
from kalahloa.models.library.library import Library
from kalahloa.models.text.errors import KalahloaError, LibraryUnavailable
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop

CHECKPOINT_AFTER = 200
"""After so many flushes what is in the log is moved to the file."""

Flushed = Callable[[KalahloaError | None], None]
"""Is called when what was written is on disk, or with the error why not."""


@dataclass(frozen=True)
class FlushRequest:
    """A request to flush, or to move, what is pending; it cannot be cancelled."""

    number: int
    stop: Stop = field(default_factory=Stop)


class LibraryCheckpointer(Background[FlushRequest]):
    """Moves what is in the library's log to its file, on a connection of its own."""

    gives_way = True
    rests = False  # by itself, as it is asked by another thread than that of the GUI

    def __init__(self, open_library: OpenLibrary, parent: QObject | None = None) -> None:
        super().__init__("library's log", parent)
        self._open_library = open_library
        self._library: Library | None = None
        self._lock = threading.Lock()
        self._asked = 0
        """How many requests are not done yet; the thread ends when there is none."""

    def ask(self) -> None:
        """Have what is in the log moved; to be called by one thread only."""
        with self._lock:
            self._asked += 1
            self.submit(FlushRequest(self.next_number()))

    def work(self, request: FlushRequest) -> None:
        """Move what is in the log; what fails is tried again when the next one is asked for."""
        try:
            if self._library is None:
                self._library = self._open_library()
            self._library.checkpoint()
        except KalahloaError:
            self._close()
        finally:
            with self._lock:
                self._asked -= 1
                if not self._asked:  # the next request is many writes away
                    self._is_resting = True
                    self._thread.quit()

    def _close(self) -> None:
        library, self._library = self._library, None
        if library is not None:
            with suppress(KalahloaError):
                library.close()

    def shut_down(self) -> None:
        """End the thread and close the connection; may be called twice."""
        super().shut_down()
        if not self.is_alive:
            self._close()


class LibraryFlusher(Background[FlushRequest]):
    """Flushes what was written to libraries, and has them checkpointed."""

    rests = False  # asked by another thread than that of the GUI

    def __init__(self, open_library: OpenLibrary, parent: QObject | None = None) -> None:
        super().__init__("library on disk", parent)
        self._lock = threading.Lock()
        self._pending: list[tuple[Library | None, Flushed]] = []
        self._count = 0
        self._checkpointer = LibraryCheckpointer(open_library, self)

    def flush(self, library: Library | None, flushed: Flushed) -> None:
        """Flush what was written to *library*, if to any, and call *flushed* then.

        Calls are made in the order of these, on this thread, or where it has ended on the caller's.
        """
        with self._lock:
            self._pending.append((library, flushed))
            is_first = len(self._pending) == 1
        if not self.is_alive:
            self._flush()
        elif is_first:
            self.submit(FlushRequest(self.next_number()))

    def work(self, request: FlushRequest) -> None:
        """Flush what is pending."""
        self._flush()

    def _flush(self) -> None:
        with self._lock:
            pending, self._pending = self._pending, []
        errors: dict[Library | None, KalahloaError | None] = {None: None}
        for library, _ in pending:
            if library not in errors and library is not None:
                errors[library] = _flushed(library)
                self._count += 1
        for library, flushed in pending:
            flushed(errors[library])
        if self._count >= CHECKPOINT_AFTER:
            self._count = 0
            self._checkpointer.ask()

    def shut_down(self) -> None:
        """Flush everything pending and end the threads; may be called twice."""
        self._checkpointer.shut_down()
        super().shut_down()
        if not self.is_alive:
            self._flush()


def _flushed(library: Library) -> KalahloaError | None:
    try:
        library.flush()
    except KalahloaError as error:
        return error
    except Exception as error:  # an unexpected one must not end the thread, or leave it waited for
        return LibraryUnavailable(shorten(error))
    return None
