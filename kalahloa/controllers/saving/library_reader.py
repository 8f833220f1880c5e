"""Reads games on a background thread, so that the GUI waits neither for the disk nor for checks."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.controllers.saving.opening import (
    OpenLibrary,
    Pasted,
    open_file,
    open_pasted,
    open_stored,
    recent_games,
)
from kalahloa.controllers.saving.recent_games import RecentGame
from kalahloa.controllers.work.background import Background
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import ReadingStopped, Stop

Wanted = int | Path | Pasted
"""What game: the one with an id, in a file, or in a text."""


@dataclass(frozen=True)
class OpenRequest:
    """A request to open the game that is `wanted`.

    `ready` is called first, on the reader's thread, and waits until earlier games are written.
    """

    number: int
    wanted: Wanted
    ready: Callable[[], object]
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class RecentRequest:
    """A request for the *count* games that were changed last."""

    number: int
    count: int
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class OpenReply:
    """The reply to an `OpenRequest`: a game, or the reason why not as a sentence."""

    number: int
    wanted: Wanted
    game: OpenGame | None = None
    error: str = ""


@dataclass(frozen=True)
class RecentReply:
    """The reply to a `RecentRequest`."""

    number: int
    games: tuple[RecentGame, ...]


class LibraryReader(Background[OpenRequest | RecentRequest]):
    """Reads one game at a time; a newer request cancels the one before, which gets no reply."""

    finished = Signal()
    """`take_reply` has a new reply; emitted on the reader's thread."""

    def __init__(self, open_library: OpenLibrary, parent: QObject | None = None) -> None:
        super().__init__("reading games", parent)
        self._open_library = open_library
        self._lock = threading.Lock()
        self._reply: OpenReply | RecentReply | None = None

    def open(self, wanted: Wanted, ready: Callable[[], object]) -> int:
        """Request a game and return the number of the request; see `OpenRequest`."""
        return self.submit(OpenRequest(self.next_number(), wanted, ready))

    def list_recent(self, count: int) -> int:
        """Request the *count* games that were changed last; return the request's number."""
        return self.submit(RecentRequest(self.next_number(), count))

    def work(self, request: OpenRequest | RecentRequest) -> None:
        """Process *request* unless it is cancelled."""
        if request.stop():
            return
        try:
            if isinstance(request, RecentRequest):
                self._put(RecentReply(request.number, self._recent(request.count)))
            else:
                self._put(self._opened(request))
        except ReadingStopped:
            return
        self.finished.emit()

    def _recent(self, count: int) -> tuple[RecentGame, ...]:
        try:
            with self._open_library() as library:
                return recent_games(library, count)
        except KalahloaError:
            # Which the writer says, as soon as there is something to write.
            return ()

    def _opened(self, request: OpenRequest) -> OpenReply:
        wanted = request.wanted
        try:
            request.ready()
            if isinstance(wanted, Pasted):
                game = open_pasted(wanted, self._open_library, request.stop)
                return OpenReply(request.number, wanted, game)
            with self._open_library() as library:
                if isinstance(wanted, int):
                    game = open_stored(library, wanted, request.stop)
                else:
                    game = open_file(library, wanted, request.stop)
        except ReadingStopped:
            raise
        except KalahloaError as error:
            return OpenReply(request.number, wanted, error=in_words(error))
        except Exception as error:  # a plug-in may raise anything
            sentence = fill(
                translate("Controllers", "The game cannot be opened: {reason}."),
                reason=shorten(error),
            )
            return OpenReply(request.number, wanted, error=sentence)
        return OpenReply(request.number, wanted, game)

    def _put(self, reply: OpenReply | RecentReply) -> None:
        with self._lock:
            self._reply = reply

    def take_reply(self) -> OpenReply | RecentReply | None:
        """Return the latest reply if it was not taken yet and its request is still the latest."""
        with self._lock:
            reply, self._reply = self._reply, None
        return None if reply is not None and reply.number != self._number else reply
