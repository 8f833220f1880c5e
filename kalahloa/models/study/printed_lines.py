"""The lines of a record in the order in which they are printed, and the numbers of their moves.

A comment may have lines that are one sign alone: `DIAGRAM_SIGN` asks for a diagram, and
`QUESTION_SIGN` asks the reader for the next move.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kalahloa.models.game.outcome import FIRST
from kalahloa.models.record.annotation import MAX_COMMENT_TEXT
from kalahloa.models.record.node import Node
from kalahloa.models.study.turn_numbers import next_number
from kalahloa.models.text.quotation import shorten

DIAGRAM_SIGN, QUESTION_SIGN = "#", "?"
_SIGNS = (DIAGRAM_SIGN, QUESTION_SIGN)
_CONTINUED = "…"


class PrintedMove(NamedTuple):
    """A move among the lines: `depth` is 0 in the main line, 1 in its variations, ...

    `number` is that of its turn; `ends` is whether other lines, or none, follow.
    """

    node: Node
    depth: int
    number: int
    ends: bool


def printed_moves(root: Node, children: Mapping[Node, Sequence[Node]]) -> Iterator[PrintedMove]:
    """Yield the moves below *root*: each, then what could be played instead, then what follows."""
    ahead = [(child, 0, 1) for child in children[root][:1]]
    while ahead:
        node, depth, number = ahead.pop()
        parent = node.parent
        assert parent is not None
        siblings = children[parent]
        forks = siblings[0] is node and len(siblings) > 1
        yield PrintedMove(node, depth, number, forks or not children[node])
        for child in children[node][:1]:
            ahead.append((child, depth, next_number(number, child)))
        if forks:
            ahead += [(other, depth + 1, number) for other in reversed(siblings[1:])]


def numbered_text(node: Node, number: int, goes_on: bool) -> str:
    """Return *node*'s move with its *number*, which it needs unless the line *goes_on*."""
    if goes_on and node.side != FIRST:
        return node.text
    sign = "." if node.side == FIRST and not is_within_turn(node) else _CONTINUED
    return f"{number}{sign} {node.text}"


def is_within_turn(node: Node) -> bool:
    """Return whether the same side has made the move before."""
    parent = node.parent
    return parent is not None and parent.parent is not None and parent.side == node.side


def has_sign(comment: str, sign: str) -> bool:
    """Return whether a line of *comment* is *sign* alone."""
    return any(line.strip() == sign for line in comment.splitlines())


def comment_paragraphs(comment: str) -> Iterator[str]:
    """Yield the paragraphs of *comment* without the lines that are signs."""
    for part in comment.split("\n\n"):
        lines = [line for line in part.strip().splitlines() if line.strip() not in _SIGNS]
        if lines:
            yield "\n".join(shorten(line, MAX_COMMENT_TEXT) for line in lines)
