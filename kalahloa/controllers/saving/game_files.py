"""Files with a game, as they are passed on."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kalahloa.controllers.base.player import Player
from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.library.game_rows import Json
from kalahloa.models.record.json_record import RecordSnapshot, record_from_json
from kalahloa.models.record.record import Record
from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.storage.json_file import SGF_SUFFIX, read_json_file, shown_path
from kalahloa.models.storage.json_text import encode_json
from kalahloa.models.text.errors import BadFile
from kalahloa.models.work.cancellation import never

with lazy_imports():
    from kalahloa.models.notation.sgf import writer


@dataclass(frozen=True)
class GameSnapshot:
    """An immutable snapshot of a record, and of the levels of computers that have played it."""

    record: RecordSnapshot
    levels: tuple[Json, Json]

    @classmethod
    def of(cls, record: Record, levels: tuple[Json, Json]) -> "GameSnapshot":
        """Return a snapshot of *record*; fast enough for the GUI thread."""
        return cls(RecordSnapshot.of(record), levels)

    def to_bytes(self) -> bytes:
        """Return the content of the game file."""
        data = self.record.to_json()
        data["levels"] = list(self.levels)
        return "".join(encode_json(data)).encode("ascii")

    def to_sgf(self) -> bytes:
        """Return the game in SGF."""
        return sgf_of([self.record])

    def write(self, path: Path, private: bool = False) -> None:
        """Write the game to the file at *path*, atomically, in SGF if that is what its name says.

        Raises `BadFile` on failure.
        """
        is_sgf = path.suffix.lower() == SGF_SUFFIX
        try:
            write_whole(path, [self.to_sgf() if is_sgf else self.to_bytes()], private)
        except OSError as error:
            raise BadFile(
                QT_TRANSLATE_NOOP(
                    "Controllers", "Cannot save the game in {where}: {reason}."
                ).format(where=shown_path(path), reason=error.strerror or error)
            ) from error


def sgf_of(
    records: Iterable[Record | RecordSnapshot], stopped: Callable[[], bool] = never
) -> bytes:
    """Return *records* as one SGF file; see `models.study.sgf.writer.write_games`."""
    return writer.write_games(records, stopped)


def sgf_text(
    records: Iterable[Record | RecordSnapshot], stopped: Callable[[], bool] = never
) -> str:
    """Return *records* in SGF as text, as for the clipboard; see `sgf_of`."""
    return sgf_of(records, stopped).decode("utf-8")


def read_record(
    path: Path, stopped: Callable[[], bool] = never
) -> tuple[Record, tuple[Player, Player]]:
    """Read the file at *path* and return its record and players.

    Other threads get the GIL in between.  Raises `BadFile`, and `ReadingStopped` soon after
    *stopped* returns True.
    """
    data = read_json_file(path, stopped)
    try:
        record = record_from_json(data, stopped)
    except BadFile as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Controllers", "Cannot open {path}. {reason}").format(
                path=shown_path(path), reason=error
            )
        ) from error
    return record, read_players(data)


def read_players(data: Mapping[str, Any]) -> tuple[Player, Player]:
    """Return the players of a file's content, by default two humans."""
    levels = data.get("levels", [None, None])
    if not isinstance(levels, list) or len(levels) != 2:
        replaced = Player(
            note=QT_TRANSLATE_NOOP(
                "Controllers", "Cannot read the players; two humans play instead."
            )
        )
        return replaced, replaced
    return Player.from_json(levels[0]), Player.from_json(levels[1])
