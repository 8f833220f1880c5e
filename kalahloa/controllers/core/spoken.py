"""What is said of moves to who does not see the board: each with what it did, and the score."""

from collections.abc import Sequence

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.place import Place
from kalahloa.models.record.node import Node


def plies_of_turn(node: Node) -> list[Node]:
    """Return the plies of one side that end with *node*, in order; empty at the root."""
    plies: list[Node] = []
    ply: Node | None = node
    while ply is not None and ply.parent is not None and ply.side == node.side:
        plies.append(ply)
        ply = ply.parent
    return plies[::-1]


def ply_sentences(place: Place, plies: Sequence[Node], *, in_full: bool = False) -> list[str]:
    """Return a sentence on each of *plies*, which end at *place*: the move and what it did.

    *in_full*, each explains its move.
    """
    game, position = place.game, place.position.copy()
    said = []
    for ply in reversed(plies):
        position.unmake()
        assert ply.move is not None
        if in_full:
            said.append(in_words(position.describe(ply.move)))
            continue
        effects = () if game.effects is None else game.effects(position, ply.move)
        words = ", ".join([ply.text, *map(in_words, effects)])
        said.append(f"{in_words(game.sides[ply.side])}: {words}.")
    return said[::-1]


def score_sentences(place: Place, sides: Sequence[int] = (0, 1)) -> list[str]:
    """Return how each of *sides* stands in the game at *place*: its stones, or its groups."""
    return [
        f"{in_words(place.game.sides[side])}: {in_words(place.position.status(side))}."
        for side in sides
    ]


def last_turn(place: Place) -> str:
    """Return what the last turn did, and how both sides stand since."""
    plies = plies_of_turn(place.node)
    if not plies:
        return translate("Spoken", "No move yet.")
    return " ".join([*ply_sentences(place, plies, in_full=True), *score_sentences(place)])


def turn_sentence(place: Place) -> str:
    """Return whose turn it is, or how the game has ended."""
    if place.ending is not None:
        return in_words(place.ending.reason)
    return fill(translate("Spoken", "{side} to move."), side=place.side_name)
