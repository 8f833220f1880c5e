"""The nodes of a record's tree, and what describes them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kalahloa.models.game.outcome import Outcome
from kalahloa.models.record.annotation import NO_NOTES, Notes


# With slots: there are thousands, of which an edit may look at all.
@dataclass(eq=False, slots=True, weakref_slot=True)
class Node:
    """A node of the tree: a position, and the move that led to it.

    `number` is the index of the node in its record, and never changes.  `move`, its notation `text`
    and `side` (who made it) are None, empty and -1 at the root.  `ply` is the distance from the
    root, `to_move` the side to move, `key` the hash of the position.  `outcome` is None unless the
    game is over.  `children` are in the order of their `rank`, at first that in which they were
    played; the first one goes on with the main line.  `followed` is the child visited last, which
    redo goes to, and nothing else.  A node that is `removed` is not among its parent's children.

    Only the record that a node belongs to changes it.
    """

    number: int
    parent: "Node | None"
    move: int | None
    text: str
    side: int
    ply: int
    to_move: int
    key: int
    outcome: Outcome | None
    notes: Notes = NO_NOTES
    rank: int = 0
    removed: bool = False
    children: list["Node"] = field(default_factory=list)
    followed: "Node | None" = None

    @property
    def comment(self) -> str:
        """The comment among the notes; empty if there is none."""
        return self.notes.comment

    def path(self) -> list["Node"]:
        """Return the nodes from the root to this one, both inclusive."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def main_line(self) -> list["Node"]:
        """Return the nodes after this one along first children; from the root, *the* main line."""
        nodes: list[Node] = []
        children = self.children
        while children:
            nodes.append(children[0])
            children = children[0].children
        return nodes

    def subtree(self) -> Iterator["Node"]:
        """Yield this node and all below it, each line to its end before the next one."""
        ahead = [self]
        while ahead:
            node = ahead.pop()
            yield node
            ahead += reversed(node.children)

    def with_below(self) -> list["Node"]:
        """Return this node and all below it, each line to its end before another one.

        Like `subtree`, with the alternatives in another order, but in a fraction of its time.
        """
        nodes: list[Node] = []
        ahead = [self]
        while ahead:
            node = ahead.pop()
            nodes.append(node)
            children = node.children
            # Along a line nodes lie side by side in memory, most often.
            while children:
                if len(children) > 1:
                    ahead += children[1:]
                node = children[0]
                nodes.append(node)
                children = node.children
        return nodes

    @property
    def in_tree(self) -> bool:
        """Whether neither this node nor one above it is removed."""
        node: Node | None = self
        while node is not None:
            if node.removed:
                return False
            node = node.parent
        return True


@dataclass(frozen=True, slots=True)
class NewNode:
    """A node that is to be added to a record: its parent's index, and its move in notation.

    `parent` is 0 for the root, otherwise the index of an earlier entry plus one.  Children without
    a `rank` are in the order of their entries.
    """

    parent: int
    text: str
    notes: Notes = NO_NOTES
    rank: int | None = None
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Joining:
    """What `Record.restore` did where a move had been played again meanwhile.

    `number` is the node that was to be put back; `moved` are nodes that were put below others, with
    the number of their parent and their rank from before; `notes` and `followed` (None for no
    child) are what nodes had before, by number.
    """

    number: int
    moved: tuple[tuple[int, int, int], ...]
    notes: tuple[tuple[int, Notes], ...]
    followed: tuple[tuple[int, int | None], ...]


def is_same_tree(one: Node, other: Node) -> bool:
    """Return whether the nodes below *one* and *other* are of the same moves, in the same order.

    The notes count too, also those of the two; what redo goes to does not.  What they stand for at
    the beginning, and what was removed, is not looked at.
    """
    ahead = [] if one is other else [(one, other)]
    while ahead:
        one, other = ahead.pop()
        if (
            one.move != other.move
            or one.notes != other.notes
            or len(one.children) != len(other.children)
        ):
            return False
        ahead += zip(one.children, other.children, strict=True)
    return True


def unlink_nodes(nodes: Iterable[Node]) -> None:
    """Take *nodes*, all of a tree that nobody uses any more, out of each other's reach.

    Then they are gone at once, and the garbage collector need not look for them.
    """
    for node in nodes:
        node.parent = node.followed = None
        node.children = []


def require_number(value: Any) -> int:
    """Return *value* if it is a valid node number; raise `TypeError` or `ValueError` if not."""
    if type(value) is not int:  # rejects bool, too
        raise TypeError("A node has a whole number.")
    if value < 0:
        raise ValueError("The number of a node is not negative.")
    return value
