"""The numbers of moves, as in the list of moves: the turns of both sides have one."""

from collections.abc import Iterable

from kalahloa.models.game.outcome import FIRST
from kalahloa.models.record.node import Node


def begins_number(side: int, last: int) -> bool:
    """Return whether a ply of *side* begins another number, after one of side *last*.

    *last* is negative where there is none before.
    """
    return last < 0 or (side == FIRST and last != FIRST)


def next_number(number: int, node: Node) -> int:
    """Return the number of *node*'s move, where its parent's has *number*; 0 at the root."""
    parent = node.parent
    if parent is None:
        return 0
    last = -1 if parent.parent is None else parent.side
    return number + begins_number(node.side, last)


def number_of(node: Node) -> int:
    """Return the number of *node*'s move; 0 at the root."""
    return turn_numbers(node.path())[-1]


def turn_numbers(line: Iterable[Node]) -> list[int]:
    """Return the number of each node of *line*, which begins at the root."""
    numbers: list[int] = []
    for node in line:
        numbers.append(next_number(numbers[-1] if numbers else 0, node))
    return numbers
