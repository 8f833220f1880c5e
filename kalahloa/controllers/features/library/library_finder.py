"""Asks the library on a background thread; a newer question stops the one before of its kind."""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.saving.opening import OpenLibrary
from kalahloa.controllers.work.background import Background
from kalahloa.models.library.library import Library
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import ReadingStopped, Stop

Deed = Callable[[Library, Callable[[], bool]], Any]
"""Asks or changes a library, until the second argument returns True; returns the answer.

It runs on the background thread, and may raise a `KalahloaError` or `ReadingStopped`."""


@dataclass(frozen=True)
class Question:
    """A request to do `deed`; a newer one of the same `kind` stops it."""

    number: int
    kind: str
    deed: Deed
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class Answer:
    """What `Question.deed` returned, or a sentence that says why it failed."""

    question: Question
    result: Any = None
    error: str = ""


class LibraryFinder(Background[Question]):
    """Does one deed after the other with a connection of its own."""

    finished = Signal()
    """`take_answers` has a new answer; emitted on the finder's thread."""

    def __init__(self, name: str, open_library: OpenLibrary, parent: QObject | None = None) -> None:
        super().__init__(name, parent)
        self._open_library = open_library
        self._library: Library | None = None
        self._lock = threading.Lock()
        self._answers: list[Answer] = []
        self._latest: dict[str, Question] = {}

    def ask(self, kind: str, deed: Deed) -> int:
        """Run *deed* and return its number; an earlier one of the same *kind* is dropped.

        Those of an empty kind are all done.
        """
        self.drop(kind)
        self._number += 1
        question = Question(self._number, kind, deed)
        if kind:
            self._latest[kind] = question
        return self.submit(question)

    def drop(self, kind: str) -> None:
        """Stop what is being asked of this *kind*; there is no answer to it."""
        if (before := self._latest.pop(kind, None)) is not None:
            before.stop.set()

    def cancel(self) -> None:
        """Stop everything that is being asked."""
        super().cancel()
        for kind in list(self._latest):
            self.drop(kind)

    def work(self, request: Question) -> None:
        """Do what *request* says unless it was stopped."""
        if request.stop():
            return
        try:
            answer = self._answered(request)
        except ReadingStopped:
            return
        with self._lock:
            self._answers.append(answer)
        self.finished.emit()

    def _answered(self, question: Question) -> Answer:
        try:
            if self._library is None:
                self._library = self._open_library()
            with self._library.stopping(question.stop):
                return Answer(question, question.deed(self._library, question.stop))
        except ReadingStopped:
            raise
        except KalahloaError as error:
            self._close()  # another connection may find what this one does not
            return Answer(question, error=in_words(error))
        except Exception as error:  # a plug-in may raise anything
            sentence = translate("Controllers", "The library cannot be searched: {reason}.")
            return Answer(question, error=fill(sentence, reason=shorten(error)))

    def take_answers(self) -> list[Answer]:
        """Return the answers since the last call, in order, without those that were dropped."""
        with self._lock:
            answers, self._answers = self._answers, []
        return [answer for answer in answers if not answer.question.stop()]

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
