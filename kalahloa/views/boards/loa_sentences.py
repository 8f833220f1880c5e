"""Sentences about the squares of a board of Lines of Action."""

from collections.abc import Sequence

from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.squares import square_name


def ways_of(position: Loa, square: int, targets: Sequence[int]) -> str:
    """Return where the piece on *square*, of the side to move, can go: to *targets*."""
    if not targets:
        return (
            f"{square_name(square)} cannot move: every way leads off the board, onto a piece of "
            "its own side, or past one of the other's."
        )
    others = position.pieces(1 - position.side)
    free = [square_name(target) for target in targets if not others >> target & 1]
    taken = [square_name(target) for target in targets if others >> target & 1]
    ways = [f"go to {_either(free)}"] if free else []
    if taken:
        ways.append(f"take {_either(taken)}")
    return f"{square_name(square)}: can {', or '.join(ways)}."


def _either(names: Sequence[str]) -> str:
    """Return *names* as a choice in words: ``c4, g4 or g2``."""
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} or {names[-1]}"
