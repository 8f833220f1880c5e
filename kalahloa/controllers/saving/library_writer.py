"""Writes games to the library on a background thread, so that the GUI need not wait."""

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.saving.game_files import GameSnapshot
from kalahloa.controllers.saving.library_flusher import LibraryFlusher
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.controllers.saving.opening import PATIENCE_SECONDS, OpenLibrary
from kalahloa.controllers.work.background import Background
from kalahloa.models.library.library import Library
from kalahloa.models.library.write_priority import in_a_hurry
from kalahloa.models.text.errors import (
    KalahloaError,
    LibraryBusy,
    LibraryDamaged,
    LibraryUnavailable,
)
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop

MAX_WAIT_SECONDS = 5.0
"""Maximum time to wait for the disk."""
LOCKED_SECONDS = 0.1
"""How long a lock is waited for that was waited for before in vain."""
PAINT_SECONDS = 0.006
"""How long a write leaves the interpreter to the GUI's thread, which shows what is written."""
REST_SECONDS = 0.015
"""Minimum time between the beginnings of two writes: a part of the 100 ms in which what is shown
is to be kept."""


@dataclass(frozen=True)
class LibraryWriteRequest:
    """A request to do what is pending; it cannot be cancelled."""

    number: int
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class Written:
    """What came of writing `game`, or of looking for other programs' changes of it.

    `error` is a sentence, or empty on success; `is_damaged` is whether the library is to be
    repaired.  `has_news` is whether there is something to be taken in, `is_look` whether there was
    nothing to be written.
    """

    game: OpenGame
    error: str = ""
    has_news: bool = False
    is_damaged: bool = False
    is_look: bool = False


@dataclass(frozen=True)
class Exported:
    """What came of writing a copy to the file at `path`; `error` is empty on success."""

    path: Path
    error: str = ""


class LibraryWriter(Background[LibraryWriteRequest]):
    """Writes what has changed in games to the library, and copies of games to files."""

    finished = Signal()
    """`pop_results` has new results; emitted on the writer's thread."""

    def __init__(self, open_library: OpenLibrary, parent: QObject | None = None) -> None:
        super().__init__("library", parent)
        self._open_library = open_library
        self._library: Library | None = None
        self._is_locked = False
        """Whether a lock of another program was waited for in vain."""
        self._seen: tuple[Library, OpenGame, int] | None = None
        """What was looked at last, and when by `Library.version`."""
        self._flusher = LibraryFlusher(open_library, self)
        self._condition = threading.Condition()
        self._busy = threading.Lock()
        self._games: dict[OpenGame, None] = {}
        self._looks: dict[OpenGame, None] = {}
        self._copies: list[tuple[Path, GameSnapshot]] = []
        self._results: list[Written | Exported] = []
        self._done = 0
        self._is_asked = False
        """Whether the last request has not begun to be done, which will do what comes yet."""
        self._due = 0.0
        """When it may begin, by `time.monotonic`."""
        self._waiting = 0
        """How many threads wait for what is pending, which is then done at once."""

    def warm_up(self) -> None:
        """Queue the opening of the library, which the first move need not wait for then.

        A failure is told by the first thing that cannot be written.
        """
        self._ask()

    def _ask(self) -> None:
        """Submit a request, unless the last one is still to be begun."""
        with self._condition:
            if self._is_asked:
                return
            self._is_asked = True
            self._due = max(self._due, time.monotonic() + PAINT_SECONDS)
        self.submit(LibraryWriteRequest(self.next_number()))

    def write(self, game: OpenGame) -> None:
        """Queue what has been noted of *game* to be written."""
        with self._condition:
            self._games[game] = None
        self._ask()

    def find_changes(self, game: OpenGame) -> None:
        """Queue a look for what other programs have written to *game*."""
        with self._condition:
            self._looks[game] = None
        self._ask()

    def write_copy(self, path: Path, snapshot: GameSnapshot) -> None:
        """Queue *snapshot* to be written to the file at *path*."""
        with self._condition:
            self._copies.append((path, snapshot))
        self._ask()

    def work(self, request: LibraryWriteRequest) -> None:
        """Do everything pending, when it is due or waited for."""
        library: Library | None = None
        results: list[Written | Exported] = []
        try:
            with self._condition:
                rest = min(self._due - time.monotonic(), REST_SECONDS)
                if rest > 0:
                    self._condition.wait_for(lambda: self._waiting > 0, rest)
                self._due = time.monotonic() + REST_SECONDS
            with in_a_hurry():
                library, results = self._do_pending()
            results = self._tell_news(results)
        finally:
            self._flusher.flush(library, partial(self._finish, request.number, results))

    def _tell_news(self, results: list[Written | Exported]) -> list[Written | Exported]:
        """Have news taken in before the disk is flushed: what is new here waits for that.

        Returns what is to be told when it is.
        """
        news = [
            replace(result, is_look=True)  # nothing is saved by that yet
            for result in results
            if isinstance(result, Written) and result.has_news
        ]
        if not news:
            return results
        with self._condition:
            self._results += news
        self.finished.emit()
        return [
            replace(result, has_news=False) if isinstance(result, Written) else result
            for result in results
        ]

    def _finish(
        self, number: int, results: list[Written | Exported], error: KalahloaError | None = None
    ) -> None:
        """Have the *results* of a request taken; *error* is why nothing of them is on disk."""
        if error is not None:
            results = [_not_on_disk(result, error) for result in results]
        with self._condition:
            self._results += results
            self._done = max(self._done, number)
            self._condition.notify_all()
        self.finished.emit()

    def _do_pending(self) -> tuple[Library | None, list[Written | Exported]]:
        """Do everything pending; return what was written to, if to any, and what came of it."""
        with self._busy:
            with self._condition:
                self._is_asked = False
                games, self._games = self._games, {}
                looks, self._looks = self._looks, {}
                copies, self._copies = self._copies, []
            written: list[Written] = []
            used = self._library
            for game in games:
                written.append(self._written(game, game.write))
                used = self._library or used
            told = {result.game for result in written if result.has_news}
            for game in looks:  # also after a write, which does not look for reviews
                if self._is_as_seen(game):
                    continue
                look = self._written(game, game.find_changes)
                has_news = look.has_news and game not in told
                written.append(replace(look, has_news=has_news, is_look=True))
            exported = [_exported(path, snapshot) for path, snapshot in copies]
            if not (games or looks or copies):
                with suppress(Exception):  # as where something is to be written, which tells of it
                    self._open()
            return used if games else None, [*written, *exported]

    def _is_as_seen(self, game: OpenGame) -> bool:
        """Return whether nobody has written anything since *game* was looked at last."""
        try:
            seen = self._open(), game, self._open().version()
        except Exception:  # which the look itself tells
            self._seen = None
            return False
        is_same, self._seen = seen == self._seen, seen
        return is_same

    def _open(self) -> Library:
        if self._library is None:
            self._library = self._open_library()
            if self._flusher.is_alive:
                self._library.flush_apart()
            if self._is_locked:
                self._library.patience = LOCKED_SECONDS
        return self._library

    def _written(self, game: OpenGame, do: Callable[[Library], bool]) -> Written:
        try:
            was_open = self._library is not None
            try:
                written = Written(game, has_news=do(self._open()))
                if self._is_locked and self._library is not None:
                    self._is_locked = False
                    self._library.patience = PATIENCE_SECONDS
                return written
            except LibraryUnavailable as error:
                # Another connection may find what this one does not: another disk, another file.
                self._close()
                if not was_open or type(error) is not LibraryUnavailable:
                    raise
                return Written(game, has_news=do(self._open()))
        except KalahloaError as error:
            self._is_locked = isinstance(error, LibraryBusy)
            self._close()
            return Written(game, in_words(error), is_damaged=isinstance(error, LibraryDamaged))
        except Exception as error:  # an error in one game must not end the thread
            return Written(
                game,
                fill(
                    translate("Controllers", "Cannot save the game: {reason}."),
                    reason=shorten(error),
                ),
            )

    def _close(self) -> None:
        library, self._library = self._library, None
        if library is not None:
            library.close()

    def pop_results(self) -> list[Written | Exported]:
        """Return the results since the last call, in order."""
        with self._condition:
            results, self._results = self._results, []
        return results

    def wait(self, number: int | None = None, seconds: float | None = None) -> bool:
        """Wait until request *number* is done; return False after *seconds*.

        By default everything pending must be done, within `MAX_WAIT_SECONDS`.  Any thread may call
        this.
        """
        limit = MAX_WAIT_SECONDS if seconds is None else seconds
        if not self.is_alive:
            # The thread has ended, or could not be started for lack of memory.
            self._do_here()
            return True
        last = self._number if number is None else number
        with self._condition:
            self._waiting += 1
            self._condition.notify_all()
            try:
                return self._condition.wait_for(lambda: self._done >= last, limit)
            finally:
                self._waiting -= 1

    @property
    def last_number(self) -> int:
        """The number of the last request."""
        return self._number

    def shut_down(self) -> None:
        """Do everything pending and end the thread; may be called twice."""
        with ExitStack() as steps:  # the last one first; each runs whatever another raises
            steps.callback(self._close_if_free)
            # Something is pending only if the disk was very slow.
            steps.callback(self._do_rest)
            steps.callback(self._flusher.shut_down)
            steps.callback(super().shut_down)
            if self.is_alive:
                steps.callback(self.wait)

    def _do_rest(self) -> None:
        if not self.is_alive:
            self._do_here()

    def _do_here(self) -> None:
        """Do everything pending on the calling thread."""
        library, results = self._do_pending()
        self._flusher.flush(library, partial(self._finish, self._number, results))

    def _close_if_free(self) -> None:
        if not self.is_alive:
            self._close()


def _not_on_disk(result: Written | Exported, error: KalahloaError) -> Written | Exported:
    if isinstance(result, Exported) or result.error:
        return result
    return replace(result, error=in_words(error), is_damaged=isinstance(error, LibraryDamaged))


def _exported(path: Path, snapshot: GameSnapshot) -> Exported:
    try:
        snapshot.write(path)
    except KalahloaError as error:
        return Exported(path, in_words(error))
    except Exception as error:  # an error in one copy must not end the thread
        return Exported(
            path,
            fill(
                translate("Controllers", "Cannot save the copy: {reason}."),
                reason=shorten(error),
            ),
        )
    return Exported(path)
