"""The other commands of `kalahloa library`: where it is, whether it is whole, trash and tags."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import Parser
from kalahloa.cli.failures import FAILED, Failed
from kalahloa.cli.library.place import (
    REPAIR_HINT,
    add_ids,
    games_in_words,
    in_failures,
    is_there,
    read_id,
    read_ids,
    the_library,
)
from kalahloa.cli.options import add_json
from kalahloa.models.errors import BadCommand, LibraryDamaged
from kalahloa.models.quotation import quote, shorten

if TYPE_CHECKING:
    from kalahloa.models.library.library import Library

MAX_TAG = 100
"""The longest tag, in characters."""


def add_where(parser: Parser) -> None:
    """Add the options of `show_place` to *parser*."""
    add_json(parser)


def show_place(values: argparse.Namespace) -> int:
    """Print the path of the library, whether it is there or not."""
    from kalahloa.models.user_data import library_path

    with in_failures():
        path = library_path().absolute()
    if values.json:
        size = path.stat().st_size if path.is_file() else None
        facts = {"path": str(path), "folder": str(path.parent), "exists": size is not None}
        print(json.dumps(facts | {"bytes": size}))
    else:
        print(path)
    return 0


# -- check and backup --------------------------------------------------------------------------


def add_check(parser: Parser) -> None:
    """Add the options of `check_library` to *parser*."""
    parser.option(
        "--repair",
        action="store_true",
        help="if it is damaged, read what can be read into a new one; the damaged file is kept",
    )
    add_json(parser)


def check_library(values: argparse.Namespace) -> int:
    """Check the whole file, and repair it if wanted; the exit code is 1 if it is damaged."""
    from kalahloa.models.library.library import Library
    from kalahloa.models.user_data import library_path

    with in_failures():
        path = library_path()
        problems: list[str] = []
        said: tuple[str, ...] = ()
        games = 0
        if is_there():
            try:
                with Library.open(path, create=False) as library:
                    problems = library.check(thorough=True)
                    games = library.statistics().games
            except LibraryDamaged as error:
                problems = [*problems, str(error)]
            if problems and values.repair:
                said = _repair(path)
                with Library.open(path, create=False) as library:
                    games = library.statistics().games
    is_damaged = bool(problems and not said)
    if values.json:
        facts = {"path": str(path), "games": games, "problems": problems, "repaired": bool(said)}
        print(json.dumps(facts))
    elif said:
        print("\n".join(said))
    elif is_damaged:
        for problem in problems:
            print(shorten(problem))
        raise Failed(f"The library is damaged. {REPAIR_HINT}")
    elif is_there():
        print(f"The library {shorten(path, 200)} is whole: {games_in_words(games)}.")
    else:
        print(f"There is no library {shorten(path, 200)} yet.")
    return FAILED if is_damaged else 0


def _repair(path: Path) -> tuple[str, ...]:
    """Repair the damaged library at *path*, and return the sentences that say what was done."""
    from kalahloa.models.file_lock import FileLock
    from kalahloa.models.library.repair import open_library, repair

    library, said = open_library(path)
    library.close()
    if not said:
        # Only its indexes are damaged, which are looked at in a thorough check alone.
        try:
            lock = FileLock(path)
        except OSError:
            raise Failed("The library is being repaired by another program.") from None
        try:
            said = repair(path).sentences
        finally:
            lock.release()
    return tuple(str(sentence) for sentence in said)


def add_backup(parser: Parser) -> None:
    """Add the file of `back_up` to *parser*."""
    parser.add_argument("FILE", help="the file to write; one that is there is replaced")


def back_up(values: argparse.Namespace) -> int:
    """Copy the library to a file, while others may use it."""
    path = Path(values.FILE)
    if path.is_dir():
        raise BadCommand(f"{shorten(path, 200)} is a folder; a backup is one file.")
    with the_library() as library:
        if any(_is_same(path, library.path, end) for end in ("", "-wal", "-shm")):
            raise BadCommand(f"{shorten(path, 200)} is the library itself.")
        library.backup(path)
        games = library.statistics().games
    print(f"{shorten(path, 200)}: {games_in_words(games)}")
    return 0


def _is_same(path: Path, library: Path, end: str) -> bool:
    used = library.with_name(library.name + end)
    if path.absolute() == used.absolute():
        return True
    return path.exists() and used.exists() and path.samefile(used)


# -- the trash, and tags -----------------------------------------------------------------------


def add_trash(parser: Parser) -> None:
    """Add the games of `trash` and `restore` to *parser*."""
    add_ids(parser)


def trash(values: argparse.Namespace) -> int:
    """Put games into the trash."""
    return _move(values, lambda library, ids: library.trash(ids), "in the trash now")


def restore(values: argparse.Namespace) -> int:
    """Take games out of the trash."""
    return _move(values, lambda library, ids: library.restore(ids), "out of the trash now")


def _move(
    values: argparse.Namespace, work: "Callable[[Library, list[int]], None]", state: str
) -> int:
    ids = read_ids(values.ID)
    with the_library() as library:
        work(library, ids)
    print(f"{games_in_words(len(ids))} {'is' if len(ids) == 1 else 'are'} {state}.")
    return 0


def add_tag(parser: Parser) -> None:
    """Add the game and tags of `tag` to *parser*."""
    parser.add_argument("ID", help="the number of the game, as list shows it")
    parser.add_argument("TAG", nargs="*", help="a tag to add; without any, the tags are listed")
    parser.option("--remove", action="store_true", help="remove these tags instead")


def tag(values: argparse.Namespace) -> int:
    """Add tags to a game, or remove them, and print those that it has then."""
    number = read_id(values.ID)
    given = [" ".join(text.split()) for text in values.TAG]
    for text in given:
        if not text or len(text) > MAX_TAG or not text.isprintable():
            raise BadCommand(f"'{quote(text)}' is no tag: it has 1 to {MAX_TAG} characters.")
    with the_library() as library:
        tags = list(library.load(number).header.tags)
        if values.remove:
            wanted = [old for old in tags if old not in given]
        else:
            wanted = list(dict.fromkeys([*tags, *given]))
        if wanted != tags:
            library.set_tags(number, wanted)
            tags = list(library.load(number).header.tags)
    print(", ".join(map(quote, tags)) if tags else "The game has no tags.")
    return 0
