"""Sentences about the squares of a board of Lines of Action."""

from collections.abc import Sequence

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.squares import square_name


def ways_of(position: Loa, square: int, targets: Sequence[int]) -> str:
    """Return where the piece on *square*, of the side to move, can go: to *targets*."""
    others = position.pieces(1 - position.side)
    free = [square_name(target) for target in targets if not others >> target & 1]
    taken = [square_name(target) for target in targets if others >> target & 1]
    if free and taken:
        told = translate(
            "LoaSentences", "The piece on {square} can go to {free}, or capture on {taken}."
        )
    elif free:
        told = translate("LoaSentences", "The piece on {square} can go to {free}.")
    elif taken:
        told = translate("LoaSentences", "The piece on {square} can capture on {taken}.")
    else:
        told = translate(
            "LoaSentences",
            "The piece on {square} cannot move: every line leads off the board, onto a piece of "
            "its own side, or past one of the opponent's.",
        )
    return fill(told, square=square_name(square), free=_either(free), taken=_either(taken))


def _either(names: Sequence[str]) -> str:
    """Return *names* as a choice in words: ``c4, g4 or g2``."""
    if len(names) < 2:
        return "".join(names)
    return fill(
        translate("LoaSentences", "{first} or {last}"), first=", ".join(names[:-1]), last=names[-1]
    )
