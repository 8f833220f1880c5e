"""Reads a file of many games in another process, while this one writes those that were read."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from kalahloa.models.library.game_rows import NewGame
from kalahloa.models.library.importer import FoundGame, Reader
from kalahloa.models.record.node import unlink_nodes
from kalahloa.models.text.errors import BadFile
from kalahloa.models.work.cancellation import ReadingStopped
from kalahloa.models.work.pool import PoolFailed, Processes

GAMES_AT_ONCE = 25
NODES_AT_ONCE = 2_000
"""So many games, and hardly more nodes, are sent from one process to the other at once."""
_LOOK_SECONDS = 0.1


@dataclass(frozen=True)
class _Part:
    """Some of the games of a file; after the last ones `is_end`, or the `error` that ended them."""

    games: tuple[FoundGame, ...]
    is_end: bool = False
    error: BadFile | None = None


def read_apart(
    reader: Reader, content: bytes, path: Path, stopped: Callable[[], bool]
) -> Iterator[FoundGame]:
    """Yield what *reader*, a function of a module, yields; games as rows instead of records.

    If the process dies, or none can be started, the rest is read in this one.  Raises what *reader*
    raises.
    """
    number = 0
    try:
        pool = Processes[int, _Part](_FileReader(reader, content, path), count=1, max_deaths=1)
    except OSError:
        pass
    else:
        with closing(pool):
            for part in _parts(pool, stopped):
                yield from part.games
                number += len(part.games)
                if part.error is not None:
                    raise part.error
                if part.is_end:
                    return
    yield from islice(reader(content, path, stopped), number, None)


def _parts(pool: Processes[int, _Part], stopped: Callable[[], bool]) -> Iterator[_Part]:
    """Yield parts as they come, the next of which is read meanwhile; end early if that fails."""
    is_asked = False
    while not stopped():
        if not is_asked and pool.free():
            pool.give(0)
            is_asked = True
        try:
            reports = pool.wait(_LOOK_SECONDS)
        except PoolFailed:
            return
        for _, part in reports:
            if part is None:
                return
            is_asked = not (part.is_end or part.error)
            if is_asked:
                pool.give(0)
            yield part
    raise ReadingStopped


class _FileReader:
    """Reads a file part by part, in the other process."""

    def __init__(self, reader: Reader, content: bytes, path: Path) -> None:
        self._file = (content, path)
        self._reader = reader
        self._games: Iterator[FoundGame] | None = None

    def __call__(self, _: int) -> _Part:
        """Return the next games."""
        if self._games is None:
            self._games = iter(self._reader(*self._file, lambda: False))
        games: list[FoundGame] = []
        nodes = 0
        try:
            for found in self._games:
                games.append(_as_rows(found))
                nodes += len(games[-1].new.nodes) if games[-1].new is not None else 0
                if len(games) >= GAMES_AT_ONCE or nodes >= NODES_AT_ONCE:
                    return _Part(tuple(games))
        except BadFile as error:
            return _Part(tuple(games), error=error)
        return _Part(tuple(games), is_end=True)


def _as_rows(found: FoundGame) -> FoundGame:
    if found.record is None:
        return found
    new = NewGame.of(found.record)
    unlink_nodes(found.record.nodes)  # or garbage is looked for among all of them
    return replace(found, record=None, new=new)
