"""The ways from the root of a record's tree to its nodes, looked at once for thousands of them."""

from kalahloa.models.record.node import Node


class Paths:
    """What is known of the ways to the nodes of one tree.

    Whoever changes the tree says so: see `lose` and `forget`.
    """

    def __init__(self, root: Node) -> None:
        self._root = root
        self._in_tree: set[Node] = set()
        """Nodes that are known to be in the tree."""
        self._way: tuple[Node, frozenset[Node]] = (root, frozenset({root}))
        """The node that was last asked for, and those on the way to it."""

    def has(self, node: Node) -> bool:
        """Return whether *node* is in the tree, without going far up more than once."""
        above: Node | None = node
        climbed: list[Node] = []
        while above is not None and above not in self._in_tree:
            if above.removed:
                return False
            climbed.append(above)
            above = above.parent
        self._in_tree.update(climbed)
        return True

    def lead_through(self, node: Node, target: Node) -> bool:
        """Return whether *node* is *target*, or above it."""
        if self._way[0] is not target:
            self._way = (target, frozenset(target.path()))
        return node in self._way[1]

    def lose(self, node: Node) -> None:
        """Take note that *node* is no longer in the tree, nor is what is below it."""
        self._in_tree.discard(node)
        if not self._in_tree.isdisjoint(node.children):
            self._in_tree.clear()

    def forget(self) -> None:
        """Look at everything anew: nodes have other parents."""
        self._in_tree.clear()
        self._way = (self._root, frozenset({self._root}))
