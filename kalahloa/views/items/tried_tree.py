"""The tree of a record without what follows a node, while that is to be found."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from kalahloa.controllers.core.place import Place
from kalahloa.models.record.node import Node


def tried_place(place: Place, node: Node, tried: Sequence[Node] = ()) -> Place:
    """Return *place* in a tree of copies: the line as far as *node*, and what was *tried* there.

    The copies have the numbers of the record's nodes.
    """
    path = place.node.path()
    line = [_copied(node) for node in node.path()]
    _join(line)
    copies = {node.number: node for node in line}
    for one in (*tried, *path[len(line) :]):
        _add(copies, one)
    nodes: Sequence[Node] = tuple(copies.values())
    current = copies.get(place.node.number, line[-1])
    return replace(place, root=line[0], node=current, nodes=nodes, node_count=len(nodes))


def _copied(node: Node) -> Node:
    return replace(node, parent=None, children=[], followed=None)


def _join(line: list[Node]) -> None:
    for before, after in pairwise(line):
        after.parent = before
        before.children.append(after)


def _add(copies: dict[int, Node], node: Node) -> None:
    """Add a copy of *node*, whose parent has one."""
    if node.number not in copies and node.parent is not None and node.parent.number in copies:
        copy = copies[node.number] = _copied(node)
        _join([copies[node.parent.number], copy])
