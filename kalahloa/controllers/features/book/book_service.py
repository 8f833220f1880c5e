"""A thread that looks things up in books and tablebases."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.work.background import Background
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop

Job = Callable[[Stop], Any]
"""Looks something up; obeys the flag within milliseconds, and changes nothing."""


@dataclass(frozen=True)
class BookRequest:
    """A request to run *job*; a later one of the same *kind* replaces it."""

    number: int
    kind: str
    job: Job
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class BookReply:
    """What the job of request *number* has returned, or None and an *error* message."""

    number: int
    result: Any
    error: str = ""


class BookService(Background[BookRequest]):
    """Runs jobs one after the other, and answers each with `replied`, unless it is cancelled.

    The jobs are short, and in Python: with a lower priority they would keep the interpreter from
    the GUI where other threads keep the processors busy.
    """

    replied = Signal(object)
    """A `BookReply`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("books", parent)
        self._waiting: dict[str, BookRequest] = {}
        self._last = 0

    def ask(self, kind: str, job: Job) -> int:
        """Run *job* instead of an earlier one of this *kind*; return the number of the request."""
        self.drop(kind)
        self._last += 1
        request = BookRequest(self._last, kind, job)
        self._waiting[kind] = request
        return self.submit(request)

    def drop(self, kind: str) -> None:
        """Cancel the job of this *kind*, if there is one."""
        request = self._waiting.pop(kind, None)
        if request is not None:
            request.stop.set()

    def cancel(self) -> None:
        """Cancel all jobs."""
        for kind in list(self._waiting):
            self.drop(kind)
        super().cancel()

    def work(self, request: BookRequest) -> None:
        """Run the job and emit `replied`."""
        if request.stop.is_set():
            return
        try:
            reply = BookReply(request.number, request.job(request.stop))
        except Exception as error:  # of a plug-in's book; no error may end the thread
            reply = BookReply(request.number, None, shorten(error))
        if not request.stop.is_set():
            self.replied.emit(reply)
