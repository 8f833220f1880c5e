"""Writes games to the library on a background thread, so that the GUI need not wait."""

import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.game_files import GameSnapshot
from kalahloa.controllers.open_game import OpenGame
from kalahloa.controllers.opening import OpenLibrary
from kalahloa.controllers.translation import fill, in_words, translate
from kalahloa.controllers.work.background import Background
from kalahloa.models.cancellation import Stop
from kalahloa.models.errors import KalahloaError, LibraryDamaged, LibraryUnavailable
from kalahloa.models.library.library import Library
from kalahloa.models.quotation import shorten

MAX_WAIT_SECONDS = 5.0
"""Maximum time to wait for the disk."""


@dataclass(frozen=True)
class WriteRequest:
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


class LibraryWriter(Background[WriteRequest]):
    """Writes what has changed in games to the library, and copies of games to files."""

    finished = Signal()
    """`take_results` has new results; emitted on the writer's thread."""

    def __init__(self, open_library: OpenLibrary, parent: QObject | None = None) -> None:
        super().__init__("library", parent)
        self._open_library = open_library
        self._library: Library | None = None
        self._condition = threading.Condition()
        self._busy = threading.Lock()
        self._games: dict[OpenGame, None] = {}
        self._looks: dict[OpenGame, None] = {}
        self._copies: list[tuple[Path, GameSnapshot]] = []
        self._results: list[Written | Exported] = []
        self._done = 0

    def warm_up(self) -> None:
        """Queue the opening of the library, which the first move need not wait for then.

        A failure is told by the first thing that cannot be written.
        """
        self.submit(WriteRequest(self.next_number()))

    def write(self, game: OpenGame) -> None:
        """Queue what has been noted of *game* to be written."""
        with self._condition:
            self._games[game] = None
        self.submit(WriteRequest(self.next_number()))

    def look(self, game: OpenGame) -> None:
        """Queue a look for what other programs have written to *game*."""
        with self._condition:
            self._looks[game] = None
        self.submit(WriteRequest(self.next_number()))

    def write_copy(self, path: Path, snapshot: GameSnapshot) -> None:
        """Queue *snapshot* to be written to the file at *path*."""
        with self._condition:
            self._copies.append((path, snapshot))
        self.submit(WriteRequest(self.next_number()))

    def work(self, request: WriteRequest) -> None:
        """Do everything pending."""
        try:
            self._do_pending()
        finally:
            with self._condition:
                self._done = request.number
                self._condition.notify_all()
            self.finished.emit()

    def _do_pending(self) -> None:
        with self._busy:
            with self._condition:
                games, self._games = self._games, {}
                looks, self._looks = self._looks, {}
                copies, self._copies = self._copies, []
            results: list[Written | Exported] = []
            for game in games:
                results.append(self._written(game, game.write))
            for game in looks:
                if game not in games:
                    results.append(replace(self._written(game, game.look), is_look=True))
            results += [_exported(path, snapshot) for path, snapshot in copies]
            if not (games or looks or copies):
                with suppress(Exception):  # as where something is to be written, which tells of it
                    self._open()
            with self._condition:
                self._results += results

    def _open(self) -> Library:
        if self._library is None:
            self._library = self._open_library()
        return self._library

    def _written(self, game: OpenGame, do: Callable[[Library], bool]) -> Written:
        try:
            was_open = self._library is not None
            try:
                return Written(game, has_news=do(self._open()))
            except LibraryUnavailable as error:
                # Another connection may find what this one does not: another disk, another file.
                self._close()
                if not was_open or type(error) is not LibraryUnavailable:
                    raise
                return Written(game, has_news=do(self._open()))
        except KalahloaError as error:
            self._close()
            return Written(game, in_words(error), is_damaged=isinstance(error, LibraryDamaged))
        except Exception as error:  # an error in one game must not end the thread
            return Written(
                game,
                fill(
                    translate("Controllers", "The game cannot be saved: {reason}."),
                    reason=shorten(error),
                ),
            )

    def _close(self) -> None:
        library, self._library = self._library, None
        if library is not None:
            library.close()

    def take_results(self) -> list[Written | Exported]:
        """Return the results since the last call, in order."""
        with self._condition:
            results, self._results = self._results, []
        return results

    def wait(self, number: int | None = None) -> bool:
        """Wait until request *number* is done; return False after `MAX_WAIT_SECONDS`.

        By default everything pending must be done.  Any thread may call this.
        """
        if not self._thread.isRunning():
            # The thread has ended, or could not be started for lack of memory.
            self._do_pending()
            return True
        last = self._number if number is None else number
        with self._condition:
            return self._condition.wait_for(lambda: self._done >= last, MAX_WAIT_SECONDS)

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
            steps.callback(super().shut_down)
            if self._thread.isRunning():
                steps.callback(self.wait)

    def _do_rest(self) -> None:
        if not self.is_alive:
            self._do_pending()

    def _close_if_free(self) -> None:
        if not self.is_alive:
            self._close()


def _exported(path: Path, snapshot: GameSnapshot) -> Exported:
    try:
        snapshot.write(path)
    except KalahloaError as error:
        return Exported(path, in_words(error))
    except Exception as error:  # an error in one copy must not end the thread
        return Exported(
            path,
            fill(
                translate("Controllers", "The copy cannot be written: {reason}."),
                reason=shorten(error),
            ),
        )
    return Exported(path)
