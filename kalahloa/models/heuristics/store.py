"""The heuristics that the user keeps: plain ``.py`` files, a folder for each game."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from kalahloa.models.heuristics.examples import examples
from kalahloa.models.heuristics.file_names import SUFFIX
from kalahloa.models.heuristics.source import MAX_TEXT, HeuristicSource, checked_name, fitting_name
from kalahloa.models.heuristics.trust import Trust
from kalahloa.models.heuristics.versions import Version, Versions
from kalahloa.models.storage.atomic_file import make_folder, write_whole
from kalahloa.models.storage.json_file import shown_path
from kalahloa.models.storage.user_data import data_folder
from kalahloa.models.text.errors import BadHeuristic, LibraryUnavailable
from kalahloa.models.text.folding import sort_key
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

FOLDER = "heuristics"
TRASH = "trash"
MAX_KEPT = 1_000
"""How many heuristics of a game are listed."""
_MAX_BYTES = 4 * MAX_TEXT


@dataclass(frozen=True)
class Removed:
    """A heuristic that was removed; `path` is where it lies now."""

    source: HeuristicSource
    path: Path


class HeuristicStore:
    """The user's heuristics, in *folder*, by default that of the user's data.

    What is saved here may run: the user has written it.  What comes from elsewhere, or was changed
    by another program, may only once the user has agreed, and `trust` was called.

    All methods raise `BadHeuristic` with a sentence for what cannot be read or written; none of
    them runs anything.  Any thread may call them.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._trust: Trust | None = None

    @property
    def folder(self) -> Path:
        """The folder, which need not exist; raises `BadHeuristic` if there can be none."""
        if self._folder is None:
            try:
                self._folder = data_folder() / FOLDER
            except LibraryUnavailable as error:
                raise BadHeuristic(error.sentence) from error
        return self._folder

    def path(self, game: str, name: str) -> Path:
        """Return where the heuristic *name* of *game* lies, or would lie."""
        return self.folder / game / f"{checked_name(name)}{SUFFIX}"

    # -- reading -------------------------------------------------------------------------------

    def names(self, game: str) -> list[str]:
        """Return the names of the heuristics of *game*, in alphabetical order; at most so many as
        `MAX_KEPT`.  Files with other names, and folders, are passed over.
        """
        found = []
        with suppress(OSError, BadHeuristic), os.scandir(self.folder / game) as entries:
            for entry in entries:
                stem, suffix = os.path.splitext(entry.name)
                with suppress(OSError, BadHeuristic):
                    if suffix == SUFFIX and checked_name(stem) == stem and entry.is_file():
                        found.append(stem)
        return sorted(found, key=lambda name: (sort_key(name), name))[:MAX_KEPT]

    def has(self, game: str, name: str) -> bool:
        """Return whether there is a heuristic *name* of *game*."""
        try:
            return self.path(game, name).is_file()
        except (BadHeuristic, OSError, ValueError):
            return False

    def load(self, game: str, name: str) -> HeuristicSource:
        """Return the heuristic *name* of *game*, trusted or not."""
        if not self.has(game, name):
            raise BadHeuristic(
                QT_TRANSLATE_NOOP("Models", "You have no heuristic called '{name}'.").format(
                    name=quote(name)
                )
            )
        return read_heuristic(self.path(game, name), game)

    def is_trusted(self, source: HeuristicSource) -> bool:
        """Return whether *source* may run as it is: an example, written here, or agreed to."""
        if any(example.digest == source.digest for example in examples(source.game)):
            return True
        return self._trusted.has(source)

    def load_trusted(self, game: str, name: str) -> HeuristicSource:
        """Return the heuristic *name* of *game*; raise `BadHeuristic` as well if it may not run."""
        source = self.load(game, name)
        if not self.is_trusted(source):
            raise BadHeuristic(
                QT_TRANSLATE_NOOP(
                    "Models",
                    "The heuristic '{name}' comes from outside this program, or was changed "
                    "there: open it in the lab and allow it to run.",
                ).format(name=quote(name))
            )
        return source

    # -- writing -------------------------------------------------------------------------------

    def trust(self, source: HeuristicSource) -> None:
        """Take note that the user has agreed to run *source* as it is."""
        self._trusted.add(source)

    def save(self, source: HeuristicSource) -> None:
        """Keep *source*, in place of the one of the same name if there is one; it is trusted.

        What that file had becomes a version of it.
        """
        path = self.path(source.game, source.name)
        other = self._same_but_for_case(source.game, source.name)
        if other is not None:
            raise _taken(other)
        self.trust(source)
        with _writing(path):
            self._versions.keep_file(source.game, source.name, path, source.text)
            write_whole(path, [source.text.encode("utf-8", "surrogatepass")], private=True)

    def rename(self, game: str, old: str, new: str) -> HeuristicSource:
        """Give the heuristic *old* of *game* the name *new*, which must be free."""
        source = self.load(game, old)
        named = HeuristicSource(new, game, source.text)
        path, other = self.path(game, named.name), self._same_but_for_case(game, named.name)
        if named.name != old and (self.has(game, named.name) and other != old):
            raise _taken(named.name)
        if other not in (None, old):
            raise _taken(str(other))
        with _writing(path):
            os.rename(self.path(game, old), path)
        with suppress(OSError):  # they stay where they are, then
            self._versions.rename(game, old, new)
        return named

    def remove(self, game: str, name: str) -> Removed:
        """Move the heuristic *name* of *game* into the trash, a folder beside the others."""
        source = self.load(game, name)
        trash = self.folder / TRASH / game
        with _writing(trash):
            make_folder(trash, private=True)
            for number in range(1, 10**6):
                path = trash / f"{source.name} {number}{SUFFIX}"
                if not path.exists():
                    break
            os.rename(self.path(game, name), path)
        return Removed(source, path)

    def restore(self, removed: Removed) -> HeuristicSource:
        """Put *removed* back, under another name if its own is taken; return it."""
        source = removed.source
        source = HeuristicSource(self.free_name(source.game, source.name), source.game, source.text)
        path = self.path(source.game, source.name)
        with _writing(path):
            make_folder(path.parent, private=True)
            os.rename(removed.path, path)
        return source

    def free_name(self, game: str, name: str) -> str:
        """Return *name* without characters that no name has, with a number if it is taken."""
        plain = fitting_name(name)
        taken = {kept.casefold() for kept in self.names(game)}
        numbered = (f"{plain} {number}" for number in range(2, 10**4))
        return next(each for each in (plain, *numbered) if each.casefold() not in taken)

    # -- earlier versions ----------------------------------------------------------------------

    def versions(self, game: str, name: str) -> tuple[Version, ...]:
        """Return what the heuristic *name* of *game* was before, the latest first.

        There are at most `MAX_VERSIONS`; a version may be one that is not trusted.
        """
        try:
            return self._versions.read(game, checked_name(name))
        except OSError as error:
            raise _unreadable(self.path(game, name), error.strerror) from error

    def keep_version(self, source: HeuristicSource) -> None:
        """Keep *source*, which was typed and is in no file, as a version."""
        with _writing(self.path(source.game, source.name)):
            self._versions.keep_text(source.game, source.name, source.text)

    # -- files from elsewhere ------------------------------------------------------------------

    def import_file(self, path: Path, game: str) -> HeuristicSource:
        """Keep a copy of the file at *path* as a heuristic of *game*; return it.

        It is not trusted, unless the same one already was.  Its name is that of the file, with a
        number if that is taken by another one.
        """
        source = read_heuristic(path, game, self.free_name(game, path.stem))
        for name in self.names(game):
            with suppress(BadHeuristic):
                kept = self.load(game, name)
                if kept.digest == source.digest and name.startswith(fitting_name(path.stem)):
                    return kept
        target = self.path(game, source.name)
        with _writing(target):
            write_whole(target, [source.text.encode("utf-8", "surrogatepass")], private=True)
        return source

    def export(self, source: HeuristicSource, path: Path) -> None:
        """Write *source* to the file at *path*."""
        with _writing(path):
            write_whole(path, [source.text.encode("utf-8", "surrogatepass")], private=True)

    # -- inside --------------------------------------------------------------------------------

    @property
    def _trusted(self) -> Trust:
        if self._trust is None:
            self._trust = Trust(self.folder)
        return self._trust

    @property
    def _versions(self) -> Versions:
        return Versions(self.folder)

    def _same_but_for_case(self, game: str, name: str) -> str | None:
        """Return the name of a heuristic that differs from *name* only by capitals."""
        for kept in self.names(game):
            if kept != name and kept.casefold() == name.casefold():
                return kept
        return None


def read_heuristic(path: Path, game: str, name: str | None = None) -> HeuristicSource:
    """Return the heuristic of *game* in the file at *path*, called *name*, by default as the file.

    Raises `BadHeuristic`.
    """
    try:
        if not path.is_file():
            raise BadHeuristic(
                QT_TRANSLATE_NOOP("Models", "There is no file {path}.").format(
                    path=shown_path(path)
                )
            )
        with open(path, "rb") as file:
            content = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(path, getattr(error, "strerror", None) or error) from error
    if len(content) > _MAX_BYTES:
        raise _unreadable(
            path,
            QT_TRANSLATE_NOOP("Models", "it is larger than {most:,} bytes").format(most=_MAX_BYTES),
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(path, QT_TRANSLATE_NOOP("Models", "it is not UTF-8 text")) from error
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return HeuristicSource(fitting_name(path.stem) if name is None else name, game, lines)


def _unreadable(path: Path, reason: object) -> BadHeuristic:
    return BadHeuristic(
        QT_TRANSLATE_NOOP("Models", "{path} cannot be read: {reason}.").format(
            path=shown_path(path), reason=shorten(reason)
        )
    )


def _taken(name: str) -> BadHeuristic:
    return BadHeuristic(
        QT_TRANSLATE_NOOP("Models", "You already have a heuristic called '{name}'.").format(
            name=quote(name)
        )
    )


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Turn an `OSError` into a sentence."""
    try:
        yield
    except OSError as error:
        raise BadHeuristic(
            QT_TRANSLATE_NOOP("Models", "{path} cannot be written: {reason}.").format(
                path=shown_path(path), reason=error.strerror
            )
        ) from error
