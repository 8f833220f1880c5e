"""Keeping what was played: every game in a file of its own, written after every move."""

import json
import os
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QStandardPaths, QTimer, Signal, Slot

from kalahloa.controllers.player import Player
from kalahloa.controllers.turn_controller import Cause, TurnController
from kalahloa.models.errors import BadFile
from kalahloa.models.record import Record

SUFFIX = ".kalahloa"
SAVE_AFTER_MS = 200


def games_folder() -> Path:
    """Return the folder in the user's data where games are kept, whoever plays them."""
    QCoreApplication.setApplicationName("Kalahloa")
    QCoreApplication.setOrganizationName("Kalahloa")
    place = QStandardPaths.StandardLocation.AppDataLocation
    return Path(QStandardPaths.writableLocation(place)) / "games"


def write_record(path: Path, record: Record, players: tuple[Player, Player]) -> None:
    """Write *record* to *path*; a crash on the way leaves the old file whole.

    Raises `BadFile` with a sentence where the file cannot be written.
    """
    plain = record.to_plain()
    plain["levels"] = [player.to_plain() for player in players]
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(plain, indent=1), encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        raise BadFile(f"The game cannot be kept in {path}: {error.strerror}.") from error


def read_record(path: Path) -> tuple[Record, tuple[Player, Player]]:
    """Return the record in the file at *path* and its players; raise `BadFile`."""
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{path} is not a game that Kalahloa has kept, or it is damaged.") from error
    record = Record.from_plain(plain)
    levels = plain.get("levels")
    first, second = levels if isinstance(levels, list) and len(levels) == 2 else (None, None)
    return record, (Player.from_plain(first), Player.from_plain(second))


class Session(QObject):
    """Writes the controller's record to *folder* as it grows; each new game gets a new file."""

    failed = Signal(str)
    """A sentence that says why the game cannot be kept; said once a game."""

    def __init__(
        self, controller: TurnController, folder: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.folder = folder
        self._controller = controller
        self._path: Path | None = None
        self._reported = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_AFTER_MS)
        self._timer.timeout.connect(self.save)
        controller.changed.connect(self._on_changed)
        self._written: Record = controller.record

    @Slot(object)
    def _on_changed(self, cause: Cause) -> None:
        if cause is Cause.NEW and self._controller.record is not self._written:
            self._save_record(self._written)
            self._written = self._controller.record
            self._path = None
            self._reported = False
        self._timer.start()

    @Slot()
    def save(self) -> None:
        """Write the record now; nothing is written before the first move."""
        self._timer.stop()
        self._save_record(self._controller.record)

    def _save_record(self, record: Record) -> None:
        if len(record.nodes) == 1:
            return
        if self._path is None:
            self._path = self._new_path(record)
        try:
            write_record(self._path, record, self._controller.players)
        except BadFile as error:
            if not self._reported:
                self._reported = True
                self.failed.emit(str(error))

    def _new_path(self, record: Record) -> Path:
        stem = f"{datetime.now():%Y-%m-%d %H.%M.%S} {record.game.key}"
        path = self.folder / (stem + SUFFIX)
        number = 2
        while path.exists():
            path = self.folder / f"{stem} {number}{SUFFIX}"
            number += 1
        return path

    def games(self) -> list[Path]:
        """Return the files of all games kept, the last written first."""
        try:
            files = [(path.stat().st_mtime_ns, path) for path in self.folder.glob(f"*{SUFFIX}")]
        except OSError:
            return []
        return [path for _, path in sorted(files, reverse=True)]

    def restore_last(self) -> bool:
        """Go on with the game played last, where there is one that can be read."""
        for path in self.games():
            try:
                self.open(path)
            except BadFile as error:
                self.failed.emit(str(error))
                continue
            return True
        return False

    def open(self, path: Path) -> None:
        """Go on with the game in the file at *path*; raise `BadFile`, and change nothing then."""
        record, players = read_record(path)
        self._controller.open_record(record, players)
        # Games of this folder grow in their own file; others are kept as they are.
        self._path = path if path.parent == self.folder else None
