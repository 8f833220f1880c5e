"""Game files: one game per file, and one writer per file."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from kalahloa.controllers.player import Player
from kalahloa.models.atomic_file import make_folder, write_whole
from kalahloa.models.errors import BadFile
from kalahloa.models.file_lock import FileLock
from kalahloa.models.record import Record, RecordSnapshot

SUFFIX = ".kalahloa"
_ENTRIES_AT_ONCE = 500


@dataclass(frozen=True)
class GameSnapshot:
    """An immutable snapshot of a record and its players."""

    record: RecordSnapshot
    players: tuple[Player, Player]

    @classmethod
    def of(cls, record: Record, players: tuple[Player, Player]) -> "GameSnapshot":
        """Return a snapshot of *record*; fast enough for the GUI thread."""
        return cls(record.snapshot(), players)

    def to_bytes(self) -> bytes:
        """Return the content of the game file."""
        plain = self.record.to_plain()
        plain["levels"] = [player.to_plain() for player in self.players]
        return "".join(_json(plain)).encode("ascii")


def _json(plain: dict[str, Any]) -> Iterator[str]:
    """Yield the JSON of *plain* in pieces, so that the encoder never holds the GIL for long."""
    before = "{\n"
    for name, value in plain.items():
        yield f"{before}{json.dumps(name)}: "
        before = ",\n"
        if isinstance(value, list):
            for begin in range(0, len(value), _ENTRIES_AT_ONCE):
                yield ",\n" if begin else "["
                yield json.dumps(value[begin : begin + _ENTRIES_AT_ONCE])[1:-1]
            yield "]" if value else "[]"
        else:
            yield json.dumps(value)
    yield "\n}\n"


def read_record(path: Path) -> tuple[Record, tuple[Player, Player]]:
    """Read the file at *path* and return its record and players; raise `BadFile`."""
    try:
        if path.exists() and not path.is_file():
            # Reading from a pipe or a device could block forever.
            raise BadFile(f"{path} is not a regular file.")
        plain = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{path} is not a game saved by Kalahloa, or it is damaged.") from error
    record = Record.from_plain(plain)
    return record, _read_players(plain)


def _read_players(plain: dict[str, Any]) -> tuple[Player, Player]:
    """Return the players of a file's content, by default two humans."""
    levels = plain.get("levels", [None, None])
    if not isinstance(levels, list) or len(levels) != 2:
        replaced = Player(note="The list of players cannot be read; two humans play instead.")
        return replaced, replaced
    return Player.from_plain(levels[0]), Player.from_plain(levels[1])


def write_record(path: Path, record: Record, players: tuple[Player, Player]) -> None:
    """Write *record* to *path* atomically.

    Raises `BadFile` if the file cannot be written.
    """
    GameFile(path.parent, path).write(GameSnapshot.of(record, players))


class GameFile:
    """The file to which a game is saved, locked against other writers.

    `path` is None until the game is first written, which creates a new file in *folder*.
    Not thread-safe.
    """

    def __init__(
        self,
        folder: Path,
        path: Path | None = None,
        lock: FileLock | None = None,
        written: bytes | None = None,
    ) -> None:
        """*lock* is the lock of *path*; *written* is the content already saved."""
        self.folder = folder
        self.path = path
        self._lock = lock
        self._written = written

    @classmethod
    def open(cls, path: Path) -> "GameFile":
        """Lock the file at *path* and return it; raise `BlockingIOError` if it is locked."""
        return cls(path.parent, path, _lock(path))

    def write(self, snapshot: GameSnapshot) -> None:
        """Write *snapshot* durably, unless it is already saved; raise `BadFile` on failure."""
        content = snapshot.to_bytes()
        if content == self._written:
            return
        try:
            if self.path is None:
                self._claim(snapshot.record.game.key)
            assert self.path is not None
            write_whole(self.path, [content])
        except OSError as error:
            where = self.path or self.folder
            reason = error.strerror or error
            raise BadFile(f"The game cannot be saved in {where}: {reason}.") from error
        self._written = content

    def _claim(self, key: str) -> None:
        """Choose and lock a file name that is neither in use nor locked by another writer."""
        make_folder(self.folder)
        stem = f"{datetime.now():%Y-%m-%d %H.%M.%S} {key}"
        path = self.folder / (stem + SUFFIX)
        number = 2
        while not self._take(path):
            path = self.folder / f"{stem} {number}{SUFFIX}"
            number += 1

    def _take(self, path: Path) -> bool:
        """Try to lock *path* for this game; return whether it was free."""
        try:
            lock = _lock(path)
        except BlockingIOError:
            return False
        if path.exists():
            if lock is not None:
                lock.release()
            return False
        self.path, self._lock = path, lock
        return True

    def close(self) -> None:
        """Release the lock; may be called twice."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _lock(path: Path) -> FileLock | None:
    """Return the lock of *path*; raise `BlockingIOError` if it is held.

    Returns None if locking is impossible (a read-only folder, a file system without locks); the
    game is then saved without a lock.
    """
    try:
        return FileLock(path)
    except BlockingIOError:
        raise
    except OSError:
        return None
