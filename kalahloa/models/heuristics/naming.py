"""How heuristics are named in settings, games and on the command line: the game's, and files."""

import os
from pathlib import Path

from kalahloa.models.game.game import Game
from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.heuristics.file_names import FILE_PREFIX, SUFFIX, user_heuristic_name
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore, read_heuristic


def is_file(name: str) -> bool:
    """Return whether *name* is ``file:NAME``, or the path of a file with a heuristic."""
    return name.startswith(FILE_PREFIX) or name.lower().endswith(SUFFIX)


def read_own(name: str, game: Game, store: HeuristicStore | None = None) -> HeuristicSource:
    """Return the user's heuristic of *game* that *name* means, for which `is_file` is true.

    One that is kept must be trusted; a path is that of a file which the user has named to be run.
    Raises `BadHeuristic`.
    """
    kept = user_heuristic_name(name)
    if kept is not None:
        return (store or HeuristicStore()).load_trusted(game.key, kept)
    return read_heuristic(Path(os.path.expanduser(name)), game.key)


def find_heuristic(name: str | None, game: Game) -> Heuristic | HeuristicSource:
    """Return the heuristic of *game* that *name* means, the user's or the game's.

    Raises `UnknownName`, and what `read_own` raises.
    """
    if name is not None and is_file(name):
        return read_own(name, game)
    return game.heuristic(name)
