"""`kalahloa library import`: takes files and folders into the library."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import Parser
from kalahloa.cli.failures import WRONG_USE, finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.library.place import games_in_words, the_library
from kalahloa.cli.options import add_json
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.text.quotation import shorten

if TYPE_CHECKING:
    from kalahloa.models.library.importer import ImportReport


def add_import(parser: Parser) -> None:
    """Add the files and options of `run_import` to *parser*."""
    parser.add_argument(
        "FILE",
        nargs="+",
        help=(
            "a file with SGF, JSON, a list of moves or a position; or a folder, to import its "
            "files ending in .sgf, .kalahloa or .json"
        ),
    )
    add_json(parser)


def run_import(values: argparse.Namespace) -> int:
    """Take the files into the library, and print what was read, and what not and why.

    What was read before an interrupt is kept.  The exit code is 2 if nothing could be read.
    """
    from kalahloa.models.library.importer import ImportProgress, import_files
    from kalahloa.models.library.readers import ALL_READERS

    with ProgressLine() as line, Interrupt() as interrupt, the_library(create=True) as library:

        def show(progress: ImportProgress) -> None:
            words = f"{progress.done:,} of {progress.files:,} files, {progress.games:,} games"
            line.show(progress.done, progress.files, words)

        report = import_files(
            library, map(Path, values.FILE), ALL_READERS, stopped=interrupt.is_set, progress=show
        )
    if values.json:
        print(json.dumps(_plain(report)))
    else:
        _tell(report)
    is_something_read = report.imported or report.again or report.known
    return finish(interrupt, 0 if is_something_read else WRONG_USE)


def _plain(report: "ImportReport") -> dict[str, object]:
    return {
        "imported": list(report.imported),
        "again": list(report.again),
        "merged": _merged(report),
        "known": [str(path) for path in report.known],
        "failed": [{"file": str(one.path), "reason": str(one.problem)} for one in report.failed],
        "notes": [{"file": str(one.path), "note": str(one.problem)} for one in report.notes],
    }


def _merged(report: "ImportReport") -> list[int]:
    """Return the ids of the games that were there, and were given something."""
    return list(dict.fromkeys(edit.game for edit in report.merged))


def _tell(report: "ImportReport") -> None:
    for unread in report.failed:
        print(f"Not read: {shorten(unread.problem)}")
    for note in report.notes:
        print(f"Note: {shorten(note.problem)}")
    for path in report.known:
        print(f"In the library already: {shorten(path)}")
    if report.again:
        merged = len(_merged(report))
        given = f", {merged:,} of which got new moves, comments or details" if merged else ""
        print(f"{games_in_words(len(report.again))} in the library already{given}.")
    if report.imported:
        first, last = report.imported[0], report.imported[-1]
        count = len(report.imported)
        # Ids need not follow one another where another program is adding games as well.
        which = f"number {first}" if count == 1 else f"numbers {first} to {last}"
        print(f"Imported {games_in_words(count)}: {which}.")
    else:
        print("Imported no games.")
