"""Reads games on a background thread, so that the GUI waits neither for the disk nor for checks."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.controllers.saving.opening import (
    OpenLibrary,
    Pasted,
    open_file,
    open_pasted,
    open_stored,
)
from kalahloa.controllers.work.worker import Policy, Worker, WorkerTask
from kalahloa.models.library.game_rows import GameHeader

Wanted = int | Path | Pasted
"""What game: the one with an id, in a file, or in a text."""


class LibraryReader(Worker):
    """Reads one game at a time; of a newer request on, nothing is received of the one before."""

    def __init__(self, open_library: OpenLibrary, parent: QObject | None = None) -> None:
        super().__init__("reading games", parent)
        self._open_library = open_library

    def open(
        self,
        wanted: Wanted,
        ready: Callable[[], object],
        done: Callable[[OpenGame], object],
        failed: Callable[[str], object],
    ) -> None:
        """Read the game that is *wanted*, and call *done* with it, or *failed* with a sentence.

        *ready* is called first, on the reader's thread, and waits until earlier games are written.
        """

        def read(task: WorkerTask) -> OpenGame:
            ready()
            if isinstance(wanted, Pasted):
                return open_pasted(wanted, self._open_library, task.stop)
            with self._open_library() as library:
                if isinstance(wanted, int):
                    return open_stored(library, wanted, task.stop)
                return open_file(library, wanted, task.stop)

        self.do(
            read,
            done=done,
            failed=lambda sentence, _: failed(sentence),
            failure=translate("Controllers", "Cannot open the game: {reason}."),
            policy=Policy.LATEST,
        )

    def list_recent(self, count: int, done: Callable[[tuple[GameHeader, ...]], object]) -> None:
        """Call *done* with the *count* games that were changed last.

        There are none where the library cannot be read, which the writer says as soon as there is
        something to write.
        """

        def read(_task: WorkerTask) -> tuple[GameHeader, ...]:
            with self._open_library() as library:
                return tuple(library.search(limit=count))

        self.do(read, done=done, failed=lambda *_: done(()), policy=Policy.LATEST)
