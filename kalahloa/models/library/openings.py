"""How a player has done by opening: by the positions that games came to after a few plies."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter

from kalahloa.models.game.registry import find_game
from kalahloa.models.library.game_rows import rules_text
from kalahloa.models.library.headers import read_mapping
from kalahloa.models.library.positions import index_key, moves_from, salt_of
from kalahloa.models.library.selection import Selection
from kalahloa.models.library.statistics import MIN_GAMES, GameGroup, GameTally, chosen_games
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.work.cancellation import ReadingStopped, never

MAX_PLIES = 8
"""An opening has so many plies at most."""
MAX_PLACES = 1_000
"""Games that are at more places than these, most of them alone, will not come together again."""
MAX_READ_EACH = 2_000
"""The moves of so many games are read game by game."""
MAX_GROUPS = 20
"""So many openings are told, those with the most games."""


@dataclass(frozen=True)
class LibraryOpenings:
    """The openings of the ended games of a `Selection`, those with the most games first.

    All have so many `plies`: as many as leave half of the games in groups of at least `MIN_GAMES`,
    or one.  Games that came to the same position are of the same opening, whatever their moves
    were; `GameGroup.name` has the moves of most of them, `GameGroup.key` the key in the index.
    `others` are the games of other openings, those that were shorter or began elsewhere.
    """

    plies: int = 0
    groups: tuple[GameGroup, ...] = ()
    others: GameTally = GameTally()  # noqa: RUF009  (it is frozen)


@dataclass(slots=True)
class _Place:
    """A position that games came to: `lines` counts by which moves."""

    key: int
    games: list[int] = field(default_factory=list)
    lines: Counter[tuple[str, ...]] = field(default_factory=Counter)

    @property
    def line(self) -> tuple[str, ...]:
        """The moves by which most games came here."""
        return min(self.lines, key=lambda line: (-self.lines[line], line))


def openings(
    database: sqlite3.Connection,
    selection: Selection,
    *,
    min_games: int = MIN_GAMES,
    stopped: Callable[[], bool] = never,
) -> LibraryOpenings:
    """Return the openings of the games that *selection* finds, which is to have a game.

    The scores are the player's, or without one the first side's.  Raises `ReadingStopped` soon
    after *stopped* returns True.
    """
    chosen = chosen_games(database, selection)
    places = [_Place(key) for key in _starts(database, selection)]
    deepest: list[_Place] = []
    plies = 0
    for depth in range(1, MAX_PLIES + 1):
        places = _after(database, places, chosen, stopped)
        grouped = sum(len(place.games) for place in places if len(place.games) >= min_games)
        has_half = 2 * grouped >= len(chosen)
        if not places or (len(places) > MAX_PLACES and not has_half):
            break
        if has_half or depth == 1:
            deepest, plies = places, depth
    deepest.sort(key=lambda place: (-len(place.games), place.line))
    groups = tuple(
        GameGroup(
            str(place.key),
            " ".join(place.line),
            _score(Counter(map(chosen.__getitem__, place.games))),
            replace(selection, position=place.key),
        )
        for place in deepest[:MAX_GROUPS]
    )
    rest = Counter(chosen.values())
    for place in deepest[:MAX_GROUPS]:
        rest.subtract(map(chosen.__getitem__, place.games))
    return LibraryOpenings(plies, groups, _score(rest))


def _score(points: Counter[int]) -> GameTally:
    return GameTally(points[1], points[0], points[-1])


def _starts(database: sqlite3.Connection, selection: Selection) -> list[int]:
    """Return the keys of the usual start under all rules that the games may have."""
    found = []
    with suppress(KalahloaError):  # a game that is not installed
        game = find_game(selection.game)
        rules = []
        for (preset,) in database.execute(
            "SELECT DISTINCT preset FROM games INDEXED BY games_by_preset"
            " WHERE trashed IS NULL AND game = ? AND (preset = ?2 OR ?2 = '')",
            (selection.game, selection.preset),
        ).fetchall():
            if preset:
                with suppress(KalahloaError):
                    rules.append(game.rulebook.read(preset))
                continue
            for (text,) in database.execute(
                "SELECT DISTINCT rules FROM games INDEXED BY games_by_preset"
                " WHERE trashed IS NULL AND preset = '' AND game = ?",
                (selection.game,),
            ).fetchall():
                with suppress(KalahloaError, TypeError, ValueError):
                    rules.append(game.rulebook.read(None, read_mapping(text)))
        for one in rules:
            salt = salt_of(game.key, rules_text(game, one))
            found.append(index_key(game.start(one).hash, salt))
    return list(dict.fromkeys(found))


def _after(
    database: sqlite3.Connection,
    places: list[_Place],
    chosen: dict[int, int],
    stopped: Callable[[], bool],
) -> list[_Place]:
    """Return where the *chosen* games came to by the next ply from *places*."""
    found: dict[int, _Place] = {}
    for place in places:
        if stopped():
            raise ReadingStopped
        line = place.line if place.lines else ()
        here = set(place.games) if line else chosen.keys()
        for text, nodes in _moves_of(database, place.key, here).items():
            if not nodes or (len(nodes) == 1 and len(found) > MAX_PLACES):
                continue
            game = next(iter(nodes))
            row = database.execute(
                "SELECT key FROM nodes WHERE game = ? AND number = ?",
                (game, nodes[game]),
            ).fetchone()
            if row is not None:
                after = found.setdefault(row[0], _Place(row[0]))
                after.games += nodes
                after.lines[(*line, text)] += len(nodes)
    return list(found.values())


def _moves_of(database: sqlite3.Connection, key: int, games: Set[int]) -> dict[str, dict[int, int]]:
    """Return how *games* went on from the position with *key*: by moves, the nodes of games.

    A game that comes there twice goes on as it did the first time.
    """
    found: dict[str, dict[int, int]] = {}
    gone: dict[int, str] = {}
    for text, nodes in _nodes_by_moves(database, key, len(games)):
        here = found[text] = {game: nodes[game] for game in nodes.keys() & games}
        for game in here.keys() & gone.keys():
            later = text if found[gone[game]][game] < here[game] else gone[game]
            del found[later][game]
        gone.update(dict.fromkeys(here, text))
    return found


def _nodes_by_moves(
    database: sqlite3.Connection, key: int, games: int
) -> Iterator[tuple[str, dict[int, int]]]:
    """Yield the moves from the position with *key*, to which so many *games* came, and the nodes.

    Of many games the moves are few, and to be read once each; of few games they may all differ.
    """
    if games > MAX_READ_EACH:
        for text in filter(None, moves_from(database, key)):
            yield (
                text,
                dict(
                    database.execute(
                        "SELECT game, min(node) FROM positions"
                        " WHERE key = ? AND text = ? AND winner IS NOT NULL GROUP BY game",
                        (key, text),
                    )
                ),
            )
        return
    rows = database.execute(
        "SELECT text, game, min(node) FROM positions"
        " WHERE key = ? AND text > '' AND winner IS NOT NULL GROUP BY text, game",
        (key,),
    )
    for text, group in groupby(rows, itemgetter(0)):
        yield text, {game: node for _, game, node in group}
