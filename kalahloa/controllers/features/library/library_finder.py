"""Asks the library on a background thread; a newer question stops the one before of its kind."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from PySide6.QtCore import QObject

from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.saving.opening import OpenLibrary
from kalahloa.controllers.work.worker import Policy, Receiver, Worker, WorkerTask
from kalahloa.models.library.library import Library
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.work.cancellation import ReadingStopped

LibraryCall = Callable[[Library, Callable[[], bool]], Any]
"""Asks or changes a library, until the second argument returns True; returns the answer.

It runs on the background thread, and may raise a `KalahloaError` or `ReadingStopped`."""


class LibraryFinder(Worker):
    """Does one call after the other with a connection of its own."""

    def __init__(self, name: str, open_library: OpenLibrary, parent: QObject | None = None) -> None:
        super().__init__(name, parent)
        self._open_library = open_library
        self._library: Library | None = None

    def ask(
        self, kind: str, call: LibraryCall, done: Receiver, failed: Callable[[str], object]
    ) -> WorkerTask:
        """Run *call*, and call *done* with its answer, or *failed* with a sentence.

        An earlier one of the same *kind* is dropped; those of an empty kind are all done.
        """
        return self.do(
            lambda task: self._answer(call, task.stop),
            done=done,
            failed=lambda sentence, _: failed(sentence),
            failure=translate("Controllers", "Cannot search the library: {reason}."),
            policy=Policy.LATEST if kind else Policy.QUEUE,
            kind=kind,
        )

    def _answer(self, call: LibraryCall, stop: Callable[[], bool]) -> Any:
        try:
            if self._library is None:
                self._library = self._open_library()
            with self._library.stopping(stop):
                return call(self._library, stop)
        except ReadingStopped:
            raise
        except KalahloaError:
            self._close()  # another connection may find what this one does not
            raise

    def _close(self) -> None:
        library, self._library = self._library, None
        if library is not None:
            library.close()

    def _close_if_free(self) -> None:
        if not self.is_alive:
            self._close()

    def shut_down(self) -> None:
        """End the thread and close the connection; may be called twice."""
        with ExitStack() as steps:  # the last one first
            steps.callback(self._close_if_free)
            steps.callback(super().shut_down)
