"""The tree of a record without what follows the node at which one tries again."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from kalahloa.controllers.place import Place
from kalahloa.controllers.trial_state import Trial
from kalahloa.models.node import Node


def tried_place(place: Place, trial: Trial) -> Place:
    """Return *place* in a tree of copies: the line as far as the trial's node, and what was tried.

    The copies have the numbers of the record's nodes.
    """
    path = place.node.path()
    line = [_copied(node) for node in trial.node.path()]
    _join(line)
    copies = {node.number: node for node in line}
    for tried in trial.tried:
        _add(copies, tried)
    for node in path[len(line) :]:
        _add(copies, node)
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
