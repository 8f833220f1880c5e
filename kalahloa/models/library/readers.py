"""Reads files of every kind that we know for the library, by what is in them."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from kalahloa.models.library.importer import (
    ANY_NAME,
    OWN_READERS,
    FoundGame,
    Reader,
    read_own_file,
    read_own_record,
)
from kalahloa.models.library.reading_apart import read_apart
from kalahloa.models.notation.paste_import import read_data
from kalahloa.models.notation.sgf.charsets import to_ascii_based
from kalahloa.models.notation.sgf.reader import ReadGame, UnreadGame, each_game
from kalahloa.models.storage.json_file import shown_path
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence
from kalahloa.models.work.cancellation import never
from kalahloa.models.work.processors import usable_processors

_HEAD = 10_000
"""How much of a file is looked at to find out what it is, in bytes."""
MIN_GAMES_APART = 1_000
"""From so many games on, a process that reads them gains more time than it takes to start."""
_SGF = re.compile(rb"\s*+\(\s*+;")
_OWN = re.compile(rb"\s*+\{")


def read_any_file(
    content: bytes,
    path: Path,
    stopped: Callable[[], bool] = never,
    read_own: Reader = read_own_file,
) -> Iterator[FoundGame]:
    """Yield the games of a file: in SGF, in our JSON, as a list of moves or as a position.

    What it is is found out from *content*; where that tells nothing, a name of our own counts.  See
    `importer.Reader`; *read_own* is that of our JSON.
    """
    head = content[:_HEAD]
    if not _SGF.match(head):
        head = to_ascii_based(content)[0][:_HEAD]
    if _SGF.match(head):
        # One at a time: a file may have more of them than fit into memory as records.
        games: Iterator[ReadGame | UnreadGame] = each_game(content, stopped)
    elif path.suffix.lower() in OWN_READERS or (_OWN.match(head) and b'"format"' in head):
        yield from read_own(content, path, stopped)
        return
    else:
        games = _looked_for(content, stopped)
    try:
        for game in games:
            if isinstance(game, UnreadGame):
                yield FoundGame(problem=_placed(path, game.problem))
            else:
                notes = tuple(_placed(path, problem) for problem in game.problems)
                yield FoundGame(game.record, notes=notes)
    except BadFile as error:
        raise BadFile(_placed(path, error.sentence)) from error


def read_many(
    content: bytes, path: Path, stopped: Callable[[], bool] = never
) -> Iterator[FoundGame]:
    """Yield the same games; those of a file of many in SGF as rows, read in another process."""
    if content.count(b"(;") >= MIN_GAMES_APART and usable_processors() > 1:
        return read_apart(read_any_file, content, path, stopped)
    return read_any_file(content, path, stopped)


def _looked_for(content: bytes, stopped: Callable[[], bool]) -> Iterator[ReadGame]:
    yield from read_data(content, stopped=stopped).games


def _placed(path: Path, sentence: str) -> Sentence:
    return QT_TRANSLATE_NOOP("Models", "{path}: {reason}").format(
        path=shown_path(path), reason=sentence
    )


ALL_READERS: Mapping[str, Reader] = {
    **dict.fromkeys((*OWN_READERS, ".sgf"), read_many),
    ANY_NAME: read_many,
}
"""Readers of all files.

In folders these are the program's own and those in SGF.  Lists of moves are read only from files
that are named one by one, since numbered lines of any text may be moves of some game.
"""

RECORD_READERS: Mapping[str, Reader] = dict.fromkeys(
    ALL_READERS, partial(read_any_file, read_own=read_own_record)
)
"""The same, of files of which the first game is wanted as a record."""
