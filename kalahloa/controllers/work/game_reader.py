"""Reads games on a background thread, so that the GUI waits neither for the disk nor for checks."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.game_files import LoadedGame, find_games, load_game, shown_path
from kalahloa.controllers.recent_games import RecentFacts, RecentGame
from kalahloa.controllers.translation import fill, in_words, translate
from kalahloa.controllers.work.background import Background
from kalahloa.controllers.work.garbage import look_at_new_objects, without_collections
from kalahloa.models.cancellation import Stop
from kalahloa.models.errors import BadFile
from kalahloa.models.quotation import shorten
from kalahloa.models.record import ReadingStopped


@dataclass(frozen=True)
class ReadRequest:
    """A request to read the game at `path`; see `load_game` for `folder`.

    `current` is the file of the game that is open; it is not read.  `ready` is called first, on the
    reader's thread, and waits until earlier games are written.
    """

    number: int
    path: Path
    folder: Path
    current: Path | None
    ready: Callable[[], object]
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class RecentRequest:
    """A request for the *count* most recent games in *folder*."""

    number: int
    folder: Path
    count: int
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class ReadReply:
    """The reply to a `ReadRequest`: a game, or the reason why not as a sentence.

    Without either, the game is the current one.
    """

    number: int
    path: Path
    game: LoadedGame | None = None
    error: str = ""


@dataclass(frozen=True)
class RecentReply:
    """The reply to a `RecentRequest`."""

    number: int
    games: tuple[RecentGame, ...]


class GameReader(Background[ReadRequest | RecentRequest]):
    """Reads one game at a time; a newer request cancels the one before, which gets no reply."""

    finished = Signal()
    """`take_reply` has a new reply; emitted on the reader's thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("reading games", parent)
        self._lock = threading.Lock()
        self._reply: ReadReply | RecentReply | None = None
        self._facts = RecentFacts()

    def read(
        self, path: Path, folder: Path, current: Path | None, ready: Callable[[], object]
    ) -> int:
        """Request the game at *path* and return the number of the request; see `ReadRequest`."""
        return self.submit(ReadRequest(self.next_number(), path, folder, current, ready))

    def list_recent(self, folder: Path, count: int) -> int:
        """Request the *count* most recent games in *folder*; return the request's number."""
        return self.submit(RecentRequest(self.next_number(), folder, count))

    def work(self, request: ReadRequest | RecentRequest) -> None:
        """Process *request* unless it is cancelled."""
        if request.stop():
            return
        try:
            with without_collections():
                if isinstance(request, RecentRequest):
                    self._put(self._listed(request))
                else:
                    self._put(_read(request))
                    look_at_new_objects()
        except ReadingStopped:
            return
        self.finished.emit()

    def _listed(self, request: RecentRequest) -> RecentReply:
        games: list[RecentGame] = []
        paths = find_games(request.folder)[0]
        for path in paths:
            if len(games) == request.count:
                break
            if request.stop():
                raise ReadingStopped
            game = self._facts.read(path, request.stop)
            if game is not None:
                games.append(game)
        self._facts.forget_others(paths)
        return RecentReply(request.number, tuple(games))

    def _put(self, reply: ReadReply | RecentReply) -> None:
        with self._lock:
            older, self._reply = self._reply, reply
        _drop(older)

    def take_reply(self) -> ReadReply | RecentReply | None:
        """Return the latest reply if it was not taken yet and its request is still the latest."""
        with self._lock:
            reply, self._reply = self._reply, None
        if reply is not None and reply.number != self._number:
            _drop(reply)
            return None
        return reply

    def shut_down(self) -> None:
        """End the thread and release what nobody took; may be called twice."""
        super().shut_down()
        with self._lock:
            reply, self._reply = self._reply, None
        _drop(reply)


def _read(request: ReadRequest) -> ReadReply:
    path = request.path
    try:
        request.ready()
        if request.current is not None and path.resolve() == request.current:
            return ReadReply(request.number, path)
        game = load_game(path, request.folder, request.stop)
    except ReadingStopped:
        raise
    except BadFile as error:
        return ReadReply(request.number, path, error=in_words(error))
    except Exception as error:  # a plug-in may raise anything
        sentence = fill(
            translate("Controllers", "{path} cannot be opened: {reason}."),
            path=shown_path(path),
            reason=shorten(error),
        )
        return ReadReply(request.number, path, error=sentence)
    return ReadReply(request.number, path, game)


def _drop(reply: ReadReply | RecentReply | None) -> None:
    """Release the lock of a game that nobody is going to take."""
    if isinstance(reply, ReadReply) and reply.game is not None:
        reply.game.file.close()
