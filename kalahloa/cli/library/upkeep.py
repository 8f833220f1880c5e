"""The other commands of `kalahloa library`: where it is, whether it is whole, trash and tags."""

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import Parser
from kalahloa.cli.failures import FAILED, Failed, finish
from kalahloa.cli.interrupt import Interrupt
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
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote, shorten

if TYPE_CHECKING:
    from kalahloa.models.library.library import Library

MAX_TAG = 100
"""The longest tag, in characters."""


def add_where(parser: Parser) -> None:
    """Add the options of `show_place` to *parser*."""
    add_json(parser)


def show_place(values: argparse.Namespace) -> int:
    """Print the path of the library, whether it is there or not."""
    from kalahloa.models.storage.user_data import library_path

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


def add_library_check(parser: Parser) -> None:
    """Add the options of `check_library` to *parser*."""
    parser.option(
        "--repair",
        action="store_true",
        help=(
            "if the library is damaged, rebuild it from everything readable; the damaged file stays"
        ),
    )
    add_json(parser)


def check_library(values: argparse.Namespace) -> int:
    """Check the whole file, and repair it if wanted; the exit code is 1 if it cannot be used."""
    from kalahloa.models.library.diagnosis import Condition, diagnose
    from kalahloa.models.storage.user_data import library_path

    with in_failures():
        path = library_path()
    is_there()
    found = diagnose(path, thorough=True)
    said: tuple[str, ...] = ()
    if values.repair and found.condition is Condition.DAMAGED:
        said = _repair(path)
        found = diagnose(path, thorough=True)
    if values.json:
        facts = {"path": str(path), "condition": found.condition.value, "games": found.games}
        print(json.dumps(facts | {"problems": list(found.problems), "repaired": bool(said)}))
    else:
        for line in said or map(shorten, found.problems):
            print(line)
        if not found.is_whole:
            is_damaged = found.condition is Condition.DAMAGED
            raise Failed(f"{found.sentence} {REPAIR_HINT}" if is_damaged else str(found.sentence))
        if not said:
            print(found.sentence)
    return 0 if found.is_whole else FAILED


def _repair(path: Path) -> tuple[str, ...]:
    """Repair the damaged library at *path*, and return the sentences that say what was done."""
    from kalahloa.models.library.repair import repair

    with in_failures():
        repaired = repair(path, thorough=True)
    if repaired is None:
        return ("Restored what was missing in the library; no game changed.",)
    return tuple(str(sentence) for sentence in repaired.sentences)


def add_backup(parser: Parser) -> None:
    """Add the file of `back_up` to *parser*."""
    parser.add_argument("FILE", help="the file to save; replaces an existing one")


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
    return _move(values, lambda library, game: library.trash([game]), "moved to the trash")


def restore(values: argparse.Namespace) -> int:
    """Take games out of the trash."""
    return _move(values, lambda library, game: library.restore([game]), "restored")


def _move(values: argparse.Namespace, work: "Callable[[Library, int], None]", state: str) -> int:
    """Do *work* with each of the games, so that windows can save theirs between."""
    from kalahloa.models.library.bulk import in_batches

    ids = read_ids(values.ID)
    with ProgressLine() as line, Interrupt() as interrupt, the_library() as library:
        library.require(ids)
        done = in_batches(
            library,
            ids,
            partial(work, library),
            interrupt.is_set,
            lambda done: line.show(done, len(ids), f"{done:,} of {games_in_words(len(ids))}"),
        )
    print(f"{games_in_words(done)} {'is' if done == 1 else 'are'} {state}.")
    return finish(interrupt)


def add_tag(parser: Parser) -> None:
    """Add the game and tags of `tag` to *parser*."""
    parser.add_argument("ID", help="the number of the game, shown by list")
    parser.add_argument(
        "TAG", nargs="*", default=[], help="a tag to add; without any, lists the tags"
    )
    parser.option("--remove", action="store_true", help="remove these tags instead")


def tag(values: argparse.Namespace) -> int:
    """Add tags to a game, or remove them, and print those that it has then."""
    number = read_id(values.ID)
    given = [" ".join(text.split()) for text in values.TAG]
    for text in given:
        if not 1 <= len(text) <= MAX_TAG:
            raise BadCommand(f"'{quote(text)}' is not a tag: a tag has 1 to {MAX_TAG} characters.")
        if not text.isprintable():
            raise BadCommand(f"'{quote(text)}' is not a tag: it has characters that are not text.")
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
