"""How many variations and comments a record has."""

from collections.abc import Collection, Sequence
from itertools import chain
from operator import attrgetter

from kalahloa.controllers.core.place import Change
from kalahloa.models.record.annotation import NO_NOTES
from kalahloa.models.record.record import Node

_NUMBER, _REMOVED = attrgetter("number"), attrgetter("removed")
_PARENT = attrgetter("parent")


class MoveCounts:
    """How many variations and comments a record has, kept up to date at each change.

    A variation begins with a node that is not the first child.  What was removed does not count.
    """

    def __init__(self) -> None:
        self._live = 1
        self._with_children: set[int] = set()
        self.commented: set[int] = set()
        """The numbers of the nodes with a comment; always the same set."""

    @property
    def variations(self) -> int:
        """The number of variations."""
        return self._live - 1 - len(self._with_children)

    def count(self, root: Node, nodes: Sequence[Node]) -> None:
        """Count anew in the record of *nodes*, some of which may be removed, below *root*."""
        if any(map(_REMOVED, nodes)):
            nodes = root.with_below()
        self._live = len(nodes)
        self._with_children.clear()
        self.commented.clear()
        self._count(nodes)

    def follow(self, change: Change, gone: Sequence[Node], come: Sequence[Node]) -> None:
        """Count what *change* has brought, taken away and edited.

        *gone* and *come* are the `tops_of` what went and came.
        """
        self._live += len(change.came) - len(change.went)
        again = {*change.edited}
        again.update(filter(None, map(_PARENT, chain(come, change.edited))))
        # What was separated from a line stands below a node that is removed itself.
        again.update(node for node in map(_PARENT, gone) if node is not None and node.in_tree)
        for numbers in (list(map(_NUMBER, again)), change.went):
            self._with_children.difference_update(numbers)
            self.commented.difference_update(numbers)
        self._count(again)
        self._count(change.came)

    def _count(self, nodes: Collection[Node]) -> None:
        """Count *nodes*, which are not counted yet."""
        self._with_children.update([node.number for node in nodes if node.children])
        self.commented.update(
            [
                node.number
                for node in nodes
                if node.notes is not NO_NOTES and node.notes.comment.strip()
            ]
        )


def tops_of(nodes: Sequence[Node]) -> list[Node]:
    """Return those of *nodes* whose parents are not among them."""
    among = set(nodes)
    return [node for node in nodes if node.parent not in among]
