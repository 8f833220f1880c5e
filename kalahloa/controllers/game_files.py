"""Game files: one game per file, and one writer per file."""

import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from kalahloa.controllers.player import Player
from kalahloa.controllers.translation import QT_TRANSLATE_NOOP
from kalahloa.models.atomic_file import make_folder, write_whole
from kalahloa.models.cancellation import never
from kalahloa.models.errors import BadFile
from kalahloa.models.file_lock import FileLock
from kalahloa.models.json_text import to_json
from kalahloa.models.plain_file import MAX_FILE_BYTES, SUFFIX, read_plain, shown_path
from kalahloa.models.plain_record import RecordSnapshot, from_plain
from kalahloa.models.record import Record

__all__ = [
    "MAX_FILE_BYTES",
    "SUFFIX",
    "GameFile",
    "GameSnapshot",
    "LoadedGame",
    "find_games",
    "load_game",
    "read_plain",
    "read_players",
    "read_record",
    "shown_path",
    "write_record",
]


@dataclass(frozen=True)
class GameSnapshot:
    """An immutable snapshot of a record and its players."""

    record: RecordSnapshot
    players: tuple[Player, Player]

    @classmethod
    def of(cls, record: Record, players: tuple[Player, Player]) -> "GameSnapshot":
        """Return a snapshot of *record*; fast enough for the GUI thread."""
        return cls(RecordSnapshot.of(record), players)

    def to_bytes(self) -> bytes:
        """Return the content of the game file."""
        plain = self.record.to_plain()
        plain["levels"] = [player.to_plain() for player in self.players]
        return "".join(to_json(plain)).encode("ascii")


def read_record(
    path: Path, stopped: Callable[[], bool] = never
) -> tuple[Record, tuple[Player, Player]]:
    """Read the file at *path* and return its record and players.

    Other threads get the GIL in between.  Raises `BadFile`, and `ReadingStopped` soon after
    *stopped* returns True.
    """
    plain = read_plain(path, stopped)
    try:
        record = from_plain(plain, stopped)
    except BadFile as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Controllers", "{path} cannot be opened. {reason}").format(
                path=shown_path(path), reason=error
            )
        ) from error
    return record, read_players(plain)


def read_players(plain: Mapping[str, Any]) -> tuple[Player, Player]:
    """Return the players of a file's content, by default two humans."""
    levels = plain.get("levels", [None, None])
    if not isinstance(levels, list) or len(levels) != 2:
        replaced = Player(
            note=QT_TRANSLATE_NOOP(
                "Controllers", "The list of players cannot be read; two humans play instead."
            )
        )
        return replaced, replaced
    return Player.from_plain(levels[0]), Player.from_plain(levels[1])


def find_games(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the game files in *folder*, the most recent first, and what only has such a name."""
    files: list[tuple[int, Path]] = []
    others: list[Path] = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            facts = path.stat()
        except OSError:
            others.append(path)
            continue
        if stat.S_ISREG(facts.st_mode):
            files.append((facts.st_mtime_ns, path))
        else:
            others.append(path)
    return [path for _, path in sorted(files, reverse=True)], others


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
            where = shown_path(self.path or self.folder)
            reason = error.strerror or error
            raise BadFile(
                QT_TRANSLATE_NOOP(
                    "Controllers", "The game cannot be saved in {where}: {reason}."
                ).format(where=where, reason=reason)
            ) from error
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


@dataclass(frozen=True)
class LoadedGame:
    """A game that was read from the file *path*, and the `file` to which it is saved from now on.

    `held` is whether another window or terminal has it open, so that this is a copy.
    """

    path: Path
    record: Record
    players: tuple[Player, Player]
    file: GameFile
    held: bool


def load_game(path: Path, folder: Path, stopped: Callable[[], bool] = never) -> LoadedGame:
    """Read the game in the file at *path*; raise what `read_record` raises.

    A game in *folder* is saved to its own file, unless another window or terminal has it open.  Any
    other game is saved to a new file in *folder*, and the file at *path* is not changed.
    """
    try:
        target = path.resolve()
        within = target.parent == folder.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Controllers", "{path} cannot be read: {reason}.").format(
                path=shown_path(path), reason=error
            )
        ) from error
    held = False
    file = GameFile(folder)
    if within:
        try:
            file = GameFile.open(target)
        except BlockingIOError:
            held = True
    try:
        record, players = read_record(target, stopped)
    except BaseException:
        file.close()
        raise
    if held:
        # The copy gets no file until something is played.
        file = GameFile(folder, written=GameSnapshot.of(record, players).to_bytes())
    return LoadedGame(path, record, players, file, held)


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
