"""A library in a file, for tests: what is in it, and how it fails."""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from kalahloa.controllers.base.player import HUMAN, Player
from kalahloa.controllers.saving.game_files import GameSnapshot
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.controllers.saving.opening import open_stored
from kalahloa.models.library.library import Library
from kalahloa.models.library.repair import open_library
from kalahloa.models.record.record import Record
from kalahloa.models.text.sentence import Sentence

PLAYERS = (HUMAN, HUMAN)


class _FailingLibrary(Library):
    """A library that fails as its disk does."""

    disk: "Disk"

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self.disk.require()
        with super()._writing():
            yield

    @contextmanager
    def _reading(self) -> Iterator[None]:
        self.disk.require()
        with super()._reading():
            yield


@cache
def _empty_library() -> bytes:
    """Return the content of a library without games."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "library.sqlite"
        Library.open(path).close()
        return path.read_bytes()


class Disk:
    """The library at `path`.

    `trouble` is raised where somebody opens or uses it; who opens it waits while `gate` is not set.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble: Exception | None = None
        self.gate = threading.Event()
        self.gate.set()

    def prepare(self) -> None:
        """Put a library without games there if there is none, sooner than one can be made."""
        if not self.path.exists():
            self.path.write_bytes(_empty_library())

    def open(self) -> Library:
        """Open the library, as a keeper does."""
        self.gate.wait()
        self.require()
        library = _FailingLibrary.open(self.path)
        assert isinstance(library, _FailingLibrary)
        library.disk = self
        return library

    def require(self) -> None:
        """Raise what the disk's trouble is, if there is any."""
        if self.trouble is not None:
            raise self.trouble

    def mend(self) -> tuple[Library, tuple[Sentence, ...]]:
        """Open the library, repaired if it is damaged, as a keeper does."""
        self.gate.wait()
        self.require()
        return open_library(self.path)

    def add(
        self, record: Record, players: tuple[Player, Player] = PLAYERS, created: float | None = None
    ) -> int:
        """Add a game and return its id."""
        first, second = (player.to_json() for player in players)
        with Library.open(self.path) as library:
            return library.add(record, (first, second), created=created)

    def games(self) -> list[OpenGame]:
        """Return the games, the one that was changed last first."""
        if not self.path.exists():
            return []
        with Library.open(self.path) as library:
            return [open_stored(library, header.id) for header in library.search()]

    def records(self) -> list[Record]:
        """Return the games' records."""
        return [game.record for game in self.games()]

    def lines(self) -> set[tuple[str, ...]]:
        """Return every line of every game."""
        return {
            tuple(one.text for one in node.path()[1:])
            for record in self.records()
            for node in record.root.subtree()
            if not node.children
        }


def write_record(path: Path, record: Record, players: tuple[Player, Player] = PLAYERS) -> None:
    """Write a file with a game."""
    first, second = players
    GameSnapshot.of(record, (first.to_json(), second.to_json())).write(path)
