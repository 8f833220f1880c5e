"""How a player has done: results by side, by opponent, by opening, and accuracy over time."""

import json
import sqlite3
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from kalahloa.models.library.selection import (
    BY_PLAYERS,
    HUMAN_LEVEL,
    UNNAMED,
    Selection,
    conditions,
    groups,
    is_human,
    level_text,
    viewpoint,
)
from kalahloa.models.text.folding import sort_key

MIN_GAMES = 10
"""From so many games on a percentage says something."""
WINDOW = 10
"""The moving mean is that of so many games."""
MAX_NAMES = 200
"""So many names are listed."""
_POINTS = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}


@dataclass(frozen=True, slots=True)
class GameTally:
    """How games have ended for somebody; `open` are those without a result."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    open: int = 0

    @property
    def games(self) -> int:
        """How many games there are, ended or not."""
        return self.ended + self.open

    @property
    def ended(self) -> int:
        """How many games have ended."""
        return self.won + self.drawn + self.lost

    @property
    def percent(self) -> float | None:
        """The share of points, draws being half points; None with fewer than `MIN_GAMES` games."""
        if self.ended < MIN_GAMES:
            return None
        return 100 * (self.won + self.drawn / 2) / self.ended

    def __add__(self, other: "GameTally") -> "GameTally":
        return GameTally(
            self.won + other.won,
            self.drawn + other.drawn,
            self.lost + other.lost,
            self.open + other.open,
        )

    @classmethod
    def of(cls, points: int | None, count: int = 1) -> "GameTally":
        """Return that of *count* games with 1, 0 or -1 *points* each, None for no result."""
        return cls(
            count * (points == 1),
            count * (points == 0),
            count * (points == -1),
            count * (points is None),
        )


@dataclass(frozen=True, slots=True)
class GameGroup:
    """Games that have something in common, and how they have ended.

    `key` is what they have in common, `name` what the games call it, if they do.  `found_by` finds
    them.
    """

    key: str
    name: str
    score: GameTally
    found_by: Selection


@dataclass(frozen=True)
class PlayerResults:
    """How the player of `selection` has done: in all, and by what.

    Without a player, `total` is the first side's score where both sides are selected, and the
    groups have each game once for each side.

    `by_side` has the first side and the second.  `by_level` has a group for each level of a
    computer, with the level as JSON for its key, and one for all humans (`HUMAN_LEVEL`).
    """

    selection: Selection
    total: GameTally = GameTally()
    by_side: tuple[GameGroup, ...] = ()
    by_level: tuple[GameGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game whose accuracy is known: the player's, in percent.

    Without a player it is the mean of both sides.  `mean` is that of this game and those before it,
    `WINDOW` at most.
    """

    game: int
    date: str
    percent: float
    mean: float


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A name, and how many games it stands in; `you` are the humans without one."""

    name: str
    games: int
    you: bool = False


def results(database: sqlite3.Connection, selection: Selection) -> PlayerResults:
    """Return how the player of *selection* has done; its position counts not."""
    first, second = viewpoint(selection, 0), viewpoint(selection, 1)
    found = groups(selection)
    humans = [is_human(side) for side in (0, 1)]
    rows = database.execute(
        f"WITH {found.text},"
        # Only computers are called by name: humans may have thousands of names.
        f" h AS (SELECT g.levels, g.result, g.games, {first.text} AS is_first,"
        f" {second.text} AS is_second,"
        f" CASE WHEN {humans[0].text} THEN '' ELSE g.first END AS first_name,"
        f" CASE WHEN {humans[1].text} THEN '' ELSE g.second END AS second_name FROM g)"
        " SELECT first_name, second_name, levels, result, is_first, is_second, sum(games) FROM h"
        " WHERE is_first OR is_second"
        " GROUP BY first_name, second_name, levels, result, is_first, is_second",
        (
            *found.values,
            *first.values,
            *second.values,
            *humans[0].values,
            *humans[1].values,
        ),
    )
    total = GameTally()
    sides = [GameTally(), GameTally()]
    levels: dict[str, GameTally] = {}
    called: dict[str, Counter[str]] = {}
    for *both, given, result, is_first, is_second, count in rows:
        opponents = _levels(given)
        points = _POINTS.get(result)
        views = [side for side, is_it in enumerate((is_first, is_second)) if is_it]
        for place, side in enumerate(views):
            score = GameTally.of(points if points is None or side == 0 else -points, count)
            if not place:
                total += score
            sides[side] += score
            level = opponents[1 - side]
            levels[level] = levels.get(level, GameTally()) + score
            called.setdefault(level, Counter())[both[1 - side]] += count
    return PlayerResults(
        selection,
        total,
        tuple(
            GameGroup(str(side), "", score, replace(selection, side=side))
            for side, score in enumerate(sides)
            if selection.side in (None, side)
        ),
        tuple(
            GameGroup(
                level,
                "" if level == HUMAN_LEVEL else called[level].most_common(1)[0][0],
                levels[level],
                replace(selection, level=level),
            )
            for level in sorted(levels, key=_by_strength)
        ),
    )


def _levels(text: str) -> tuple[str, str]:
    """Return the levels of both sides as texts, of the list that *text* is."""
    try:
        first, second = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return HUMAN_LEVEL, HUMAN_LEVEL
    return level_text(first), level_text(second)


def _by_strength(level: str) -> tuple[Any, ...]:
    """Return what puts humans first, then levels with a number in its order, then others."""
    if level == HUMAN_LEVEL:
        return (0,)
    data = json.loads(level)
    strength = data.get("strength") if isinstance(data, dict) else None
    return (1, strength, level) if isinstance(strength, int) else (2, level)


def rated_games(database: sqlite3.Connection, selection: Selection) -> tuple[RatedGame, ...]:
    """Return the reviewed games that *selection* finds, by their dates."""
    first, second = viewpoint(selection, 0), viewpoint(selection, 1)
    wanted = conditions(selection)
    rows = database.execute(
        f"SELECT g.id, g.date, a.first, a.second, {first.text}, {second.text}"
        " FROM accuracies AS a CROSS JOIN games AS g ON g.id = a.game AND g.plies = a.plies"
        f" WHERE {wanted.text} ORDER BY g.date, g.created, g.id",
        (*first.values, *second.values, *wanted.values),
    )
    found: list[RatedGame] = []
    for game, date, *accuracies, is_first, is_second in rows:
        known = [
            percent
            for percent, is_it in zip(accuracies, (is_first, is_second), strict=True)
            if is_it and percent is not None and 0 <= percent <= 100
        ]
        if known:
            percent = sum(known) / len(known)
            before = [one.percent for one in found[-(WINDOW - 1) :]] if WINDOW > 1 else []
            mean = (sum(before) + percent) / (len(before) + 1)
            found.append(RatedGame(game, date, percent, mean))
    return tuple(found)


def player_names(database: sqlite3.Connection) -> tuple[PlayerName, ...]:
    """Return the names of humans, those without one first, then those with the most games.

    At most `MAX_NAMES` are returned.
    """
    own = results(database, Selection(you=True)).total.games
    every = groups(Selection())
    humans = [is_human(side) for side in (0, 1)]
    unnamed = ", ".join("?" * len(UNNAMED))
    names = [
        PlayerName(name, games)
        for name, games in database.execute(
            f"WITH {every.text}"
            " SELECT name, sum(games) AS games FROM ("
            + " UNION ALL ".join(
                f"SELECT {column} AS name, games FROM g WHERE {human.text} AND g.first <> g.second"
                for column, human in zip(("g.first", "g.second"), humans, strict=True)
            )
            + f") WHERE name NOT IN ({unnamed}) GROUP BY name ORDER BY games DESC, name LIMIT ?",
            (*every.values, *humans[0].values, *humans[1].values, *UNNAMED, MAX_NAMES),
        )
    ]
    names.sort(key=lambda name: (-name.games, sort_key(name.name)))
    return (PlayerName("", own, you=True), *names) if own else tuple(names)


def known_name(database: sqlite3.Connection, name: str) -> str:
    """Return *name* as games have it: of those that differ in case or accents, the most frequent.

    A name that is there to the letter, or not at all, stays.
    """
    folded = sort_key(name).partition("\t")[0]
    found = Counter[str]()
    for column in ("first", "second"):
        found.update(
            dict(
                database.execute(
                    f"SELECT {column}, count(*) FROM games WHERE trashed IS NULL"
                    f" AND {column}_key >= ? AND {column}_key < ? GROUP BY {column}",
                    (folded, f"{folded}\n"),  # what is behind the letters begins with a tab
                )
            )
        )
    if name in found or not found:
        return name
    return min(found, key=lambda one: (-found[one], sort_key(one)))


def chosen_games(database: sqlite3.Connection, selection: Selection) -> dict[int, int]:
    """Return the games with a result that *selection* finds, each with 1, 0 or -1 points.

    They are the player's, or without one the first side's, where both sides are selected.
    """
    first, wanted = viewpoint(selection, 0), conditions(selection)
    return dict(
        database.execute(
            "SELECT g.id, (CASE g.result WHEN '1-0' THEN 1 WHEN '0-1' THEN -1 ELSE 0 END)"
            f" * (CASE WHEN {first.text} THEN 1 ELSE -1 END) FROM {BY_PLAYERS}"
            f" WHERE {wanted.text} AND g.result IN ('1-0', '0-1', '1/2-1/2')",
            (*first.values, *wanted.values),
        )
    )
