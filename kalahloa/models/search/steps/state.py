"""The state of a search at one of its steps: what each level of its stack knows by then.

It is computed from the recorded tree alone, for any step, in the time that it takes to go over the
path from the root and the moves beside it.
"""

from dataclasses import dataclass

from kalahloa.models.search.search_tree import SearchTree, TreeNode, TreeStep
from kalahloa.models.search.tree_lines import value_for


@dataclass(frozen=True, slots=True)
class StackLevel:
    """A level of the stack: a node that is being searched, and what is known of it by then.

    `value` is the best value of its moves so far, for its side to move, and `best` the child that
    has it; None before the first move has come back.  `searched` is the number of moves that have
    come back.
    """

    node: TreeNode
    value: float | None = None
    best: TreeNode | None = None
    searched: int = 0

    @property
    def alpha(self) -> float:
        """What the side to move is assured of by now, here or elsewhere."""
        return self.node.alpha if self.value is None else max(self.node.alpha, self.value)

    @property
    def beta(self) -> float:
        """What the other side can hold the side to move to."""
        return self.node.beta


@dataclass(frozen=True, slots=True)
class SearchState:
    """A step, and the stack of the search after it.

    `levels` lead from the root to the node where the search is: the one that was entered, or the
    one that the value of `returned` came back to.  When the root is left, it is both.  `before` is
    the last level without the value that came back; None where none did.
    """

    step: TreeStep
    levels: tuple[StackLevel, ...]
    returned: TreeNode | None = None
    before: StackLevel | None = None

    @property
    def here(self) -> StackLevel:
        """The level where the search is."""
        return self.levels[-1]

    @property
    def node(self) -> TreeNode:
        """The node where the search is."""
        return self.levels[-1].node

    @property
    def line(self) -> tuple[int, ...]:
        """The moves from the root to the node where the search is."""
        return tuple(level.node.move for level in self.levels if level.node.move is not None)

    @property
    def is_over(self) -> bool:
        """Whether the root is left."""
        return self.returned is not None and self.returned.index == 0

    @property
    def returned_value(self) -> float | None:
        """The value that came back, for the side to move where the search is."""
        return None if self.returned is None else value_for(self.returned, self.node.side)

    @property
    def is_cut(self) -> bool:
        """Whether the value that came back has cut other moves off."""
        node = self.node
        return (
            self.returned is not None
            and not self.is_over
            and node.pruned > 0
            and not node.unrecorded
            and node.tree.left_at(node.index) == self.step.number + 1
        )

    @property
    def is_to_come_again(self) -> bool:
        """Whether the move that came back is to be searched again, with a wider window."""
        before = self.before
        if self.returned is None or before is None or self.is_over:
            return False
        return is_to_come_again(before.node, self.returned)

    @property
    def is_better(self) -> bool:
        """Whether the value that came back is the best so far where the search is."""
        return self.returned is not None and self.here.best == self.returned


def state_at(tree: SearchTree, number: int) -> SearchState:
    """Return the state of the search after step *number*; raise `IndexError`."""
    step = tree.step(number)
    if step.is_entry:
        return SearchState(step, tuple(_level(node, number) for node in step.node.path()))
    returned = step.node
    path = (returned.parent or returned).path()
    levels = tuple(_level(node, number) for node in path)
    before = levels[-1] if returned.index == 0 else _level(path[-1], number - 1)
    return SearchState(step, levels, returned, before)


def _level(node: TreeNode, number: int) -> StackLevel:
    """Return what is known of *node* at step *number*, when it is not left, or the root."""
    tree, side = node.tree, node.side
    value: float | None = None
    best: TreeNode | None = None
    searched = 0
    for index in tree.children_left(node.index, number):
        child = tree.node(index)
        if is_to_come_again(node, child):
            continue
        searched += 1
        came = value_for(child, side)
        if value is None or came > value:
            value, best = came, child
    return StackLevel(node, value, best, searched)


def is_to_come_again(node: TreeNode, child: TreeNode) -> bool:
    """Return whether the value of *child* lies above the narrower window that it was searched in.

    A value that reaches beta of *node* needs no second search.
    """
    edge = child.beta if child.side == node.side else -child.alpha
    return edge <= value_for(child, node.side) < node.beta
