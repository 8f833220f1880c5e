"""Gives names back that were overwritten, from the files that the games were taken from.

Versions before the table of visits named both sides of a game after whoever could play on, as soon
as it was opened.  Its migration notes the games that this may have happened to; each is looked at
once, where its file is still there and as it was.
"""

from collections.abc import Callable
from pathlib import Path

from kalahloa.models.library.game_rows import GameHeader
from kalahloa.models.library.importer import ANY_NAME, FoundGame
from kalahloa.models.library.library import Library
from kalahloa.models.library.origins import Origin, digest_of
from kalahloa.models.library.readers import ALL_READERS
from kalahloa.models.storage.json_file import read_bytes
from kalahloa.models.text.errors import BadFile
from kalahloa.models.work.cancellation import ReadingStopped, never

HUMAN = "Human"
"""What a side was called that nobody but a human could play."""
Names = tuple[str, str]


def restore_names(library: Library, stopped: Callable[[], bool] = never) -> int:
    """Give the games of *library* their names back; return how many have got some.

    A game stays as it is if more was played in it since, or its names are not those that it got
    when it was opened.  Those whose files are not there now are looked at again the next time.
    """
    count = 0
    for digest, games in library.overwritten().items():
        if stopped():
            break
        found = _names_in(games[0][1], digest, stopped)
        if found is None:
            continue
        headers = {one.id: one for one in library.headers([game for game, _ in games])}
        names = {
            game: given[0]
            for game, origin in games
            if (given := found.get(origin.place)) is not None
            and game in headers
            and _is_overwritten(headers[game], *given)
        }
        library.give_names(names, [game for game, _ in games])
        count += len(names)
    return count


def _names_in(
    origin: Origin, digest: str, stopped: Callable[[], bool]
) -> dict[int, tuple[Names, int]] | None:
    """Return names and length of the games in a file, by their places; None if it is not there.

    Nothing is found in a file that is another one now.
    """
    path = Path(origin.path)
    try:
        content = read_bytes(path)
    except BadFile:
        return None
    if digest_of(content) != digest:
        return {}
    reader = ALL_READERS.get(path.suffix.lower(), ALL_READERS[ANY_NAME])
    found: dict[int, tuple[Names, int]] = {}
    try:
        for place, game in enumerate(reader(content, path, stopped)):
            facts = _facts(game)
            if facts is not None:
                found[place] = facts
    except BadFile:
        pass  # what came before was taken in
    except ReadingStopped:
        return None
    return found


def _facts(game: FoundGame) -> tuple[Names, int] | None:
    if game.record is not None:
        return game.record.players, game.record.main_end.ply
    return None if game.new is None else (game.new.players, game.new.plies)


def _is_overwritten(header: GameHeader, names: Names, plies: int) -> bool:
    """Return whether *header* has names in place of *names*, in a game of so many *plies*."""
    sides = zip(header.players, header.levels, strict=True)
    are_titles = all(name == HUMAN if level is None else bool(name) for name, level in sides)
    return are_titles and any(names) and header.players != names and header.plies == plies
