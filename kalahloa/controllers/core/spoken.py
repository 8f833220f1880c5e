"""Moves and scores in sentences for users who do not see the board."""

from collections.abc import Sequence

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.place import Place
from kalahloa.models.record.node import Node

BRIEF, NORMAL, FULL = "brief", "normal", "full"
"""The levels of detail in which moves are described."""


def plies_of_turn(node: Node) -> list[Node]:
    """Return the plies of one side that end with *node*, in order; empty at the root."""
    plies: list[Node] = []
    ply: Node | None = node
    while ply is not None and ply.parent is not None and ply.side == node.side:
        plies.append(ply)
        ply = ply.parent
    return plies[::-1]


def ply_sentences(place: Place, plies: Sequence[Node], detail: str = NORMAL) -> list[str]:
    """Return a sentence on each of *plies*, which end at *place*: the move and what it did.

    With `BRIEF` *detail* they only name the moves, and with `FULL` they explain them.
    """
    game, position = place.game, place.position.copy()
    said = []
    for ply in reversed(plies):
        position.unmake()
        assert ply.move is not None
        if detail == FULL:
            said.append(in_words(game.describe(position, ply.move, place.your_side)))
            continue
        tell = None if detail == BRIEF else game.effects
        effects = () if tell is None else tell(position, ply.move)
        words = ", ".join([ply.text, *map(in_words, effects)])
        said.append(f"{_who(place, ply.side)}: {words}.")
    return said[::-1]


def score_sentences(place: Place, sides: Sequence[int] = (0, 1)) -> list[str]:
    """Return how each of *sides* stands in the game at *place*: its stones, or its groups."""
    return [f"{_who(place, side)}: {in_words(place.position.status(side))}." for side in sides]


def last_turn(place: Place) -> str:
    """Return sentences that explain the last turn and give the score."""
    plies = plies_of_turn(place.node)
    if not plies:
        return translate("Spoken", "No move yet.")
    return " ".join([*ply_sentences(place, plies, FULL), *score_sentences(place)])


def turn_sentence(place: Place) -> str:
    """Return whose turn it is, or how the game has ended."""
    if place.ending is not None:
        return in_words(place.ending.reason)
    if place.side == place.your_side:
        return translate("Spoken", "Your turn.")
    return fill(translate("Spoken", "{side} to move."), side=place.side_name)


def _who(place: Place, side: int) -> str:
    return translate("Spoken", "You") if side == place.your_side else place.game.sides[side]
