"""The steps of a recorded search: which are next, and where something happens.

Cuts are looked up in rows of bytes, one a step, which are filled in small portions, so that those
of a tree of a million nodes are found at once and nobody waits for them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise

from kalahloa.models.search.search_tree import SearchTree
from kalahloa.models.search.steps.state import is_to_come_again
from kalahloa.models.search.tree_lines import value_for

PORTION = 2_000
"""So many nodes are looked at by one call of `StepMap.advance`: less than a millisecond."""
_DEEPEST = 255
_FOUND = b"\1"


class StepMap:
    """The steps through *tree*, and those at which moves are cut off or the best move changes.

    With *most_ply*, at least 1, there are no steps below that ply: a node there is entered, and
    left with its value in the next step.
    """

    def __init__(self, tree: SearchTree, most_ply: int | None = None) -> None:
        self.tree = tree
        self.most_ply = most_ply
        # Both reach to the last cut that is known: room for all steps at once takes milliseconds.
        self._plies = bytearray()
        """The ply of the move that has come back, at the steps at which others are cut off."""
        self._cuts = bytearray()
        """1 at those of them that are gone through."""
        self._covered = 0
        self._changes = tuple(_changes_of_best(tree))

    # -- from step to step ---------------------------------------------------------------------

    def following(self, number: int) -> int | None:
        """Return the step after step *number*; None at the end."""
        above = self._deepest_above(number)
        if above is not None:
            return self.tree.left_at(above)
        return number + 1 if number + 1 < self.tree.step_count else None

    def preceding(self, number: int) -> int | None:
        """Return the step before step *number*; None at the start."""
        above = self._deepest_above(number, is_leaving=True)
        if above is not None:
            return self.tree.entered_at(above)
        return number - 1 if number else None

    def nearest(self, number: int) -> int:
        """Return step *number*, or the one that it is a part of."""
        node = self.tree.step(min(max(number, 0), self.tree.step_count - 1)).node
        if self.most_ply is None or node.ply <= self.most_ply:
            return min(max(number, 0), self.tree.step_count - 1)
        return self.tree.left_at(self._above(node.index))

    def _deepest_above(self, number: int, is_leaving: bool = False) -> int | None:
        """Return the node whose descendants step *number* would go on to, if there are no steps."""
        if self.most_ply is None:
            return None
        step = self.tree.step(number)
        if step.node.ply > self.most_ply:
            return self._above(step.node.index)
        at_edge = step.node.ply == self.most_ply and step.is_entry != is_leaving
        return step.node.index if at_edge else None

    def _above(self, index: int) -> int:
        """Return the node above node *index*, or itself, that is not too deep."""
        node = self.tree.node(index)
        while (
            self.most_ply is not None
            and node.ply > self.most_ply
            and (above := node.parent) is not None
        ):
            node = above
        return node.index

    # -- where something happens ---------------------------------------------------------------

    @property
    def is_complete(self) -> bool:
        """Whether all cuts are known."""
        return self._covered == len(self.tree)

    @property
    def known_until(self) -> int:
        """The step before which all cuts are known."""
        return self.tree.step_count if self.is_complete else self.tree.entered_at(self._covered)

    def advance(self) -> None:
        """Look for cuts in the next portion of the tree."""
        tree, start = self.tree, self._covered
        self._covered = min(start + PORTION, len(tree))
        most = _DEEPEST if self.most_ply is None else self.most_ply
        for step, ply in tree.cuts(start, self._covered):
            if step >= len(self._plies):
                more = bytes(step + 1 - len(self._plies))
                self._plies += more
                self._cuts += more
            self._plies[step] = min(ply + 1, _DEEPEST)
            self._cuts[step] = ply < most

    def complete(self) -> None:
        """Look for all cuts; in a tree of a million nodes this takes a part of a second."""
        while not self.is_complete:
            self.advance()

    def limit(self, most_ply: int | None) -> None:
        """Leave out the steps below ply *most_ply* from now on, or none."""
        self.most_ply = most_ply
        most = _DEEPEST if most_ply is None else min(most_ply, _DEEPEST)
        table = bytes(0 < ply <= most for ply in range(_DEEPEST + 1))
        self._cuts = self._plies.translate(table)

    def next_cut(self, number: int) -> int | None:
        """Return the first step after *number* at which moves are cut off; None if there is none.

        Before `is_complete`, only a step before `known_until` is certainly the first one.
        """
        found = self._cuts.find(_FOUND, number + 1)
        return None if found < 0 else found

    def previous_cut(self, number: int) -> int | None:
        """Return the last step before *number* at which moves are cut off; None if there is none.

        It is certain where `known_until` is not before *number*.
        """
        found = self._cuts.rfind(_FOUND, 0, max(0, number))
        return None if found < 0 else found

    def next_change(self, number: int) -> int | None:
        """Return the first step after *number* at which the root's best move changes, or None."""
        place = bisect_right(self._changes, number)
        return self._changes[place] if place < len(self._changes) else None

    def previous_change(self, number: int) -> int | None:
        """Return the last step before *number* at which the root's best move changes, or None."""
        place = bisect_left(self._changes, number)
        return self._changes[place - 1] if place else None

    def cut_count(self) -> int:
        """Return at how many steps moves are cut off, of those that are known."""
        return self._cuts.count(_FOUND)

    def ticks(self, count: int) -> list[bool]:
        """Return for each of *count* equal parts of the search whether there is a cut in it."""
        total = self.tree.step_count
        edges = [total * part // count for part in range(count + 1)]
        return [self._cuts.find(_FOUND, start, end) >= 0 for start, end in pairwise(edges)]


def _changes_of_best(tree: SearchTree) -> Iterator[int]:
    """Yield the steps at which the best move at the root changes, its first one included."""
    root = tree.root
    most: float | None = None
    for child in root.children:
        value = value_for(child, root.side)
        if not is_to_come_again(root, child) and (most is None or value > most):
            most = value
            yield tree.left_at(child.index)
