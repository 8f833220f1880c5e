"""How a player has done by opening: by the positions that games came to after a few plies."""

import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from kalahloa.models.cancellation import never
from kalahloa.models.errors import KalahloaError
from kalahloa.models.library.headers import read_mapping
from kalahloa.models.library.positions import key_of, moves_from, salt_of
from kalahloa.models.library.rows import rules_text
from kalahloa.models.library.selection import Selection
from kalahloa.models.library.statistics import ENOUGH, Group, Score, chosen_games
from kalahloa.models.record import ReadingStopped
from kalahloa.models.registry import find_game

MAX_PLIES = 8
"""An opening has so many plies at most."""
MAX_PLACES = 1_000
"""Games that are at more places than these, most of them alone, will not come together again."""
MAX_GROUPS = 20
"""So many openings are told, those with the most games."""


@dataclass(frozen=True)
class Openings:
    """The openings of the ended games of a `Selection`, those with the most games first.

    All have so many `plies`: as many as leave half of the games in groups of `ENOUGH` or more, or
    one.  Games that came to the same position are of the same opening, whatever their moves were;
    `Group.name` has the moves of most of them, `Group.key` the key in the index.  `others` are the
    games of other openings, those that were shorter or began elsewhere.
    """

    plies: int = 0
    groups: tuple[Group, ...] = ()
    others: Score = Score()  # noqa: RUF009  (it is frozen)


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
    enough: int = ENOUGH,
    stopped: Callable[[], bool] = never,
) -> Openings:
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
        grouped = sum(len(place.games) for place in places if len(place.games) >= enough)
        has_half = 2 * grouped >= len(chosen)
        if not places or (len(places) > MAX_PLACES and not has_half):
            break
        if has_half or depth == 1:
            deepest, plies = places, depth
    deepest.sort(key=lambda place: (-len(place.games), place.line))
    groups = tuple(
        Group(
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
    return Openings(plies, groups, _score(rest))


def _score(points: Counter[int]) -> Score:
    return Score(points[1], points[0], points[-1])


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
            found.append(key_of(game.start(one).hash, salt))
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
        # A game that comes here twice goes on as it did the first time.
        moves: dict[int, tuple[int, str]] = {}
        for text in filter(None, moves_from(database, place.key)):
            for game, node in database.execute(
                "SELECT game, node FROM positions"
                " WHERE key = ? AND text = ? AND winner IS NOT NULL",
                (place.key, text),
            ):
                if game in here and (game not in moves or node < moves[game][0]):
                    moves[game] = (node, text)
        by_text: dict[str, list[int]] = {}
        for game, (_, text) in moves.items():
            by_text.setdefault(text, []).append(game)
        for text, games in by_text.items():
            row = database.execute(
                "SELECT key FROM nodes WHERE game = ? AND number = ?",
                (games[0], moves[games[0]][0]),
            ).fetchone()
            if row is not None:
                after = found.setdefault(row[0], _Place(row[0]))
                after.games += games
                after.lines[(*line, text)] += len(games)
    return list(found.values())
