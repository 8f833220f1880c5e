"""Earlier versions of the heuristics that the user keeps: what a file had before it was written."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kalahloa.models.heuristics.file_names import SUFFIX
from kalahloa.models.heuristics.source import MAX_TEXT
from kalahloa.models.storage.atomic_file import make_folder, write_whole

FOLDER = "versions"
"""The folder of the versions, beside those of the heuristics of the games."""
MAX_VERSIONS = 100
"""So many versions of a heuristic are kept; the oldest are removed."""
_MAX_BYTES = 4 * MAX_TEXT
_TIME = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(rf"(\d{{1,9}}) (\d{{8}}T\d{{6}}Z){re.escape(SUFFIX)}")


@dataclass(frozen=True, slots=True)
class Version:
    """What a heuristic was: its `text`, and when that was written (`kept`, UTC).

    `number` counts the versions of a heuristic from 1; the numbers of removed ones do not come
    again as long as there are later ones.
    """

    number: int
    kept: datetime
    text: str


class Versions:
    """The versions below *folder*; the methods wait for the disk, and raise `OSError`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER

    def read(self, game: str, name: str) -> tuple[Version, ...]:
        """Return the versions of the heuristic *name* of *game*, the latest first."""
        found = []
        for number, path in self._files(game, name):
            match = _NAME.fullmatch(path.name)
            assert match is not None
            with suppress(OSError, ValueError), open(path, "rb") as file:
                content = file.read(_MAX_BYTES)
                kept = datetime.strptime(match[2], _TIME).replace(tzinfo=UTC)
                found.append(Version(number, kept, _text_of(content)))
        return tuple(reversed(found))

    def keep_file(self, game: str, name: str, path: Path, text: str) -> None:
        """Keep what the file at *path* has, if there is one, before *text* is written to it.

        Nothing is kept of a file that has *text*, or what the latest version has.
        """
        try:
            with open(path, "rb") as file:
                content = file.read(_MAX_BYTES + 1)
                kept = datetime.fromtimestamp(os.fstat(file.fileno()).st_mtime, UTC)
        except FileNotFoundError:
            return
        if len(content) > _MAX_BYTES:  # more than can be a heuristic: whatever it is, it stays
            target = self._next(game, name, kept)
            make_folder(target.parent, private=True)
            os.replace(path, target)
        elif _text_of(content) != text:
            self._keep(game, name, content, kept)

    def keep_text(self, game: str, name: str, text: str) -> None:
        """Keep *text*, which was typed and is in no file."""
        self._keep(game, name, text.encode("utf-8", "surrogatepass"), datetime.now(UTC))

    def rename(self, game: str, old: str, new: str) -> None:
        """Let the versions of *old* be those of *new*; what that has had stays before them."""
        if old == new:
            return
        for _, path in list(self._files(game, old)):
            match = _NAME.fullmatch(path.name)
            assert match is not None
            target = self._next(game, new, datetime.strptime(match[2], _TIME))
            make_folder(target.parent, private=True)
            os.rename(path, target)
        with suppress(OSError):
            self._of(game, old).rmdir()
        self._remove_oldest(game, new)

    def _keep(self, game: str, name: str, content: bytes, kept: datetime) -> None:
        latest = self._latest(game, name)
        if latest is not None and _content_of(latest) == content:
            return
        write_whole(self._next(game, name, kept), [content], private=True)
        self._remove_oldest(game, name)

    def _of(self, game: str, name: str) -> Path:
        return self._folder / game / name

    def _files(self, game: str, name: str) -> Iterator[tuple[int, Path]]:
        """Yield the versions by their numbers, the oldest first; other files are passed over."""
        found = []
        with suppress(FileNotFoundError), os.scandir(self._of(game, name)) as entries:
            for entry in entries:
                match = _NAME.fullmatch(entry.name)
                if match is not None and entry.is_file():
                    found.append((int(match[1]), Path(entry.path)))
        yield from sorted(found)

    def _latest(self, game: str, name: str) -> Path | None:
        files = list(self._files(game, name))
        return files[-1][1] if files else None

    def _next(self, game: str, name: str, kept: datetime) -> Path:
        numbers = [number for number, _ in self._files(game, name)]
        number = max(numbers, default=0) + 1
        return self._of(game, name) / f"{number:06d} {kept:{_TIME}}{SUFFIX}"

    def _remove_oldest(self, game: str, name: str) -> None:
        files = [path for _, path in self._files(game, name)]
        for path in files[: max(0, len(files) - MAX_VERSIONS)]:
            with suppress(OSError):
                path.unlink()


def _content_of(path: Path) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read(_MAX_BYTES + 1)
    except OSError:
        return None


def _text_of(content: bytes) -> str:
    """Return *content* as the editor would have it."""
    text = content.decode("utf-8-sig", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")
