"""Whose games are looked at, and which of them: what statistics are about."""

from dataclasses import dataclass
from typing import Any

from kalahloa.models.library.game_rows import Json, to_text

UNNAMED = ("", "Human")
"""The names of humans who have given none."""
HUMAN_LEVEL = to_text(None)
"""The level of a human, as text."""
BY_PLAYERS = "games AS g INDEXED BY games_by_players"
"""All that is asked of games here, except by their ids, is in this index."""


@dataclass(frozen=True)
class Selection:
    """The games of one player, as far as they are wanted; what is empty or None does not matter.

    `player` is a name, exactly as it stands in the games (see `statistics.known_name`); with `you`
    it is the human who played against a computer, by whatever name.  Games with the name on both
    sides are nobody's.  `side` is the player's, `level` the opponent's, as JSON (`level_text`).
    Without a player, all games are found in which any side is such.

    `game` is a key, `preset` the name of rules.  `since` and `until`, both inclusive, are days as
    in `GameHeader.date`, or the beginnings of them.  `position` is a key in the index that the line
    with the result came to.  `ids` are the games themselves.
    """

    player: str = ""
    you: bool = False
    game: str = ""
    preset: str = ""
    since: str = ""
    until: str = ""
    side: int | None = None
    level: str = ""
    position: int | None = None
    ids: tuple[int, ...] | None = None

    @property
    def has_player(self) -> bool:
        """Whether the games are somebody's."""
        return self.you or bool(self.player)

    @property
    def is_by_names(self) -> bool:
        """Whether the games are found by what is in the index of players alone."""
        return self.position is None and self.ids is None


YOU = ("me", "human")
"""What the user types for the own games."""
EVERYBODY = "all"


def selected_player(name: str) -> dict[str, Any]:
    """Return the fields of a `Selection` for the player whom the user calls *name*."""
    if name.lower() in YOU:
        return {"you": True}
    return {} if name.lower() == EVERYBODY else {"player": name}


def level_text(level: Json) -> str:
    """Return the *level* of a player, as the library has it, as text."""
    return to_text(level)


@dataclass(frozen=True, slots=True)
class SqlCondition:
    """A condition in SQL on a game ``g``, with the values of its parameters in order."""

    text: str
    values: tuple[Any, ...] = ()


def join(terms: list[SqlCondition], word: str) -> SqlCondition:
    """Return *terms*, of which there is one at least, joined by AND or OR."""
    text = f" {word} ".join(term.text for term in terms)
    return SqlCondition(
        f"({text})" if len(terms) > 1 else text,
        tuple(value for term in terms for value in term.values),
    )


def viewpoint(selection: Selection, side: int) -> SqlCondition:
    """Return that the player of *selection* is on *side*, against such an opponent."""
    if selection.side not in (None, side):
        return SqlCondition("0")
    terms = []
    name = "g.second" if side else "g.first"
    if selection.you:
        terms += [is_human(side), SqlCondition(f"NOT ({is_human(1 - side).text})", (HUMAN_LEVEL,))]
    elif selection.player:
        terms.append(SqlCondition(f"{name} = ? AND g.first <> g.second", (selection.player,)))
    if selection.level:
        opponent = _level(1 - side, len(selection.level))
        terms.append(SqlCondition(f"{opponent} = ?", (selection.level,)))
    return join(terms, "AND") if terms else SqlCondition("1")


def is_human(side: int) -> SqlCondition:
    """Return that a human plays *side*."""
    return SqlCondition(f"{_level(side, len(HUMAN_LEVEL))} = ?", (HUMAN_LEVEL,))


def _level(side: int, length: int) -> str:
    """Return so many characters of the level of *side*, of the list of both as canonical JSON.

    To read it as JSON would take longer than the rest of a query.  The texts that are looked for,
    ``null`` and objects, are in no other one that is as long and stands there.
    """
    return (
        f"substr(g.levels, {-1 - length}, {length})" if side else f"substr(g.levels, 2, {length})"
    )


def conditions(selection: Selection) -> SqlCondition:
    """Return what *selection* asks of a game that is not in the trash, except the position."""
    return join([of_the_player(selection), cheap_conditions(selection)], "AND")


def of_the_player(selection: Selection) -> SqlCondition:
    """Return that the player is on any side, against such an opponent."""
    if selection.has_player or selection.level or selection.side is not None:
        return join([viewpoint(selection, side) for side in (0, 1)], "OR")
    return SqlCondition("1")


def cheap_conditions(selection: Selection) -> SqlCondition:
    """Return what *selection* asks of a game besides a `viewpoint`, and what that asks of names."""
    terms = [SqlCondition("g.trashed IS NULL")]
    if selection.player:
        terms.append(SqlCondition("(g.first = ? OR g.second = ?)", (selection.player,) * 2))
    if selection.game:
        terms.append(SqlCondition("g.game = ?", (selection.game,)))
    if selection.preset:
        terms.append(SqlCondition("g.preset = ?", (selection.preset,)))
    if selection.since:
        terms.append(SqlCondition("g.date >= ?", (selection.since,)))
    if selection.until:
        terms.append(
            SqlCondition("substr(g.date, 1, ?) <= ?", (len(selection.until), selection.until))
        )
    if selection.ids is not None:
        given = (to_text(list(selection.ids)),)
        terms.append(SqlCondition("g.id IN (SELECT value FROM json_each(?))", given))
    return join(terms, "AND")


def groups(selection: Selection) -> SqlCondition:
    """Return the definition of a table ``g``: games that may be wanted, by names and results.

    In SQL it follows WITH.  What it has of each group, its `games` counted, is as in ``games``; of
    the groups, those of the player are to be chosen.  They come in the order of the index, and are
    written down, so that the choice is not made for each game.
    """
    wanted = cheap_conditions(selection)
    return SqlCondition(
        "g AS MATERIALIZED ("
        "SELECT g.game, g.first, g.second, g.levels, g.result, count(*) AS games"
        f" FROM {BY_PLAYERS} WHERE {wanted.text}"
        " GROUP BY g.game, g.first, g.second, g.result, g.levels)",
        wanted.values,
    )


def ids_of(selection: Selection) -> SqlCondition:
    """Return a query for the ids of the games that *selection* finds, with the values in it."""
    wanted = conditions(selection)
    games = BY_PLAYERS if selection.ids is None else "games AS g"
    text = f"SELECT g.id AS game FROM {games} WHERE {wanted.text}"
    if selection.position is None:
        return SqlCondition(text, wanted.values)
    return SqlCondition(
        f"{text} AND g.id IN (SELECT game FROM positions WHERE key = ? AND winner IS NOT NULL)",
        (*wanted.values, selection.position),
    )
