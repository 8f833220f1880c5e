"""Whose names a game gets: those of its players, until somebody gives it others.

A name says who played, and belongs to the record; a player says who or what moves from now on.
Choosing a player renames a side only while the side still has the name that came with the player
before, and only in a game that is not over.
"""

from kalahloa.controllers.base.player import Player
from kalahloa.models.record.record import Record

Names = tuple[str, str]
Players = tuple[Player, Player]


def name_of(player: Player, own: str, other: str = "") -> str:
    """Return the name of *player*: the title of a computer, or the user's *own* for a human.

    A human against the user, where the *other* side has that name, is just a human, and so is the
    user who has given no name.
    """
    return own if not player.is_computer and own and own != other else str(player.title)


def names_of(players: Players, own: str) -> Names:
    """Return the names that *players* bring with them; *own* is the user's."""
    first = name_of(players[0], own)
    return first, name_of(players[1], own, first)


def renamed(names: Names, before: Players, after: Players, own: str) -> Names:
    """Return *names* after the players *before* were replaced by those *after*.

    Names go with players who exchange sides, if either has the name that came with the player.
    Nothing else touches the name that somebody has given.
    """
    if after == before:
        return names
    automatic = _automatic(names, before, own)
    if after == before[::-1]:
        return names[::-1] if any(automatic) else names
    found = list(names)
    for side in (0, 1):
        if automatic[side] and after[side] != before[side]:
            found[side] = name_of(after[side], own, found[1 - side])
    return found[0], found[1]


def taken_over(names: Names, before: Players, after: Players, own: str) -> tuple[bool, bool]:
    """Return which sides count as played by the players *after* from now on.

    They are those whose names would go with the players (`renamed`), and those where one computer
    replaces another; elsewhere somebody has played who only is not here.
    """
    automatic = _automatic(names, before, own)
    if after == before[::-1] and any(automatic):
        return True, True
    first, second = (
        is_automatic or (old.is_computer and new.is_computer)
        for is_automatic, old, new in zip(automatic, before, after, strict=True)
    )
    return first, second


def _automatic(names: Names, players: Players, own: str) -> tuple[bool, bool]:
    """Return which of *names* have come with the *players*."""
    first, second = (
        name in (name_of(player, own), str(player.title))
        for name, player in zip(names, players, strict=True)
    )
    return first, second


def is_over(record: Record) -> bool:
    """Return whether the game of *record* has ended, so that nobody else can have played it."""
    return record.result != "*"
