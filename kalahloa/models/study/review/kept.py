"""Reviewed plies as the library keeps them, each with the node that it leads to; and back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kalahloa.models.game.position import Position
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.study.review.judgement import scale_for
from kalahloa.models.study.review.reviewed import (
    ReviewedPly,
    ply_from_json,
    ply_to_json,
)
from kalahloa.models.text.errors import IllegalMove

VERSION = 1
MAX_LINE = 40
"""So much of a line is kept, in moves."""


def short_ply_to_json(ply: ReviewedPly) -> dict[str, Any]:
    """Return *ply* as JSON-compatible values, its lines and those of its facts shortened."""
    short = replace(
        ply,
        line=ply.line[:MAX_LINE],
        refutation=ply.refutation[:MAX_LINE],
        facts=tuple(replace(fact, moves=fact.moves[:MAX_LINE]) for fact in ply.facts),
    )
    return {"version": VERSION, **ply_to_json(short)}


def read_plies(record: Record, values: Mapping[int, Any]) -> tuple[ReviewedPly, ...]:
    """Return the plies in *values*, by the numbers of nodes of *record* that they lead to.

    What is damaged, of another version or about another move is left out.
    """
    by_margin = scale_for(record.game, record.position) is None
    nodes = [record.nodes[number] for number in values if 0 < number < len(record.nodes)]
    plies = []
    for node, before in _with_positions(record, nodes):
        try:
            plies.append(_read(values[node.number], node, before, by_margin))
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, IllegalMove):
            continue
    return tuple(plies)


def _read(data: Any, node: Node, before: Position, by_margin: bool) -> ReviewedPly:
    if data["version"] != VERSION:
        raise ValueError("It is of another version.")
    ply = replace(ply_from_json(data, by_margin), number=node.number)
    if (ply.text, ply.move, ply.side) != (node.text, node.move, node.side):
        raise ValueError("It is about another move.")
    if before.read_move(ply.best_text) != ply.best:
        raise ValueError("The best move is another one.")
    for fact in ply.facts:
        _check_line(before, fact.moves)
    return ply


def _check_line(before: Position, moves: Sequence[int]) -> None:
    """Raise `ValueError` unless *moves* can be made one after the other from *before*."""
    walker = before.copy(stack=False)
    for move in moves:
        if move not in walker.legal_moves():
            raise ValueError("A move is not legal.")
        walker.make(move)


def _with_positions(record: Record, nodes: list[Node]) -> Iterator[tuple[Node, Position]]:
    """Yield each of *nodes* that is in the tree with the position before it; do not change that."""
    position, last = None, None
    for node in sorted(nodes, key=lambda one: one.ply):
        if node.parent is None or node.move is None or node.removed:
            continue
        if position is None or last is not node.parent:
            position = record.position_at(node.parent)
        yield node, position
        position.make(node.move)
        last = node
