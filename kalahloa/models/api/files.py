"""Boards from files and texts of every kind that the program reads."""

import os
from pathlib import Path

from kalahloa.models.api.board import Board
from kalahloa.models.notation.paste_import import PastedText, read_data, read_text
from kalahloa.models.storage.json_file import read_bytes


def read(path: str | os.PathLike[str]) -> Board:
    """Return the first game of the file *path*, at the end of its main line.

    SGF, the program's own JSON, lists of moves and positions are told apart by what is in them.
    `Board.problems` says what could not be understood.  Raises `BadFile`.

    >>> import kalahloa, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "game.sgf")
    ...     kalahloa.kalah().play("3-6", "1").save(path)
    ...     kalahloa.read(path).moves
    ('3', '6', '1')
    """
    return read_all(path)[0]


def read_all(path: str | os.PathLike[str]) -> list[Board]:
    """Return all games of the file *path*, of which there is at least one; see `read`."""
    return _boards(read_data(read_bytes(Path(path))))


def parse(text: str) -> Board:
    """Return the game, or the position, that *text* describes, as `read` does that of a file.

    >>> import kalahloa
    >>> kalahloa.parse("1. c1-c3 a6-c4").game
    'loa'
    """
    return _boards(read_text(text))[0]


def _boards(found: PastedText) -> list[Board]:
    boards = []
    for one in found.games:
        line = one.record.root.main_line()
        one.record.jump(line[-1].number if line else 0)
        boards.append(Board(one.record, tuple(map(str, one.problems))))
    return boards
