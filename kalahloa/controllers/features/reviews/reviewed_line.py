"""What is known of the line that leads through a document's current node, for views."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalahloa.models.record.node import Node
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.review.reviewed import Review, ReviewedPly


@dataclass(frozen=True)
class Reviewed:
    """What is known of the line that leads through the current node, for views.

    `review` has the plies that were reviewed, of all in the line; `line` are the line's nodes, the
    root first.  `running` is whether more are being reviewed.
    """

    review: Review
    line: tuple[Node, ...]
    running: bool = False

    @property
    def share(self) -> float:
        """How much of the line is reviewed, from 0 to 1."""
        return len(self.review.plies) / self.review.total if self.review.total else 1.0

    def until(self, node: Node) -> "Reviewed":
        """Return what of it is about the line as far as *node*, which is in it.

        The accuracy stays that of the whole line.
        """
        line = self.line[: node.ply + 1]
        numbers = {one.number for one in line}
        plies = [ply for ply in self.review.plies if ply.number in numbers]
        return Reviewed(replace(self.review, plies=tuple(plies), total=len(line) - 1), line)

    def ply_at(self, node: Node) -> ReviewedPly | None:
        """Return what was found of the move that leads to *node*, or None."""
        return next((ply for ply in self.review.plies if ply.number == node.number), None)

    def after(self, node: Node) -> ReviewedPly | None:
        """Return what was found of the move of this line that follows *node*, or None."""
        ahead = node.ply + 1
        is_here = ahead < len(self.line) and self.line[node.ply] is node
        return self.ply_at(self.line[ahead]) if is_here else None

    def neighbour(self, ply: int, forward: bool, sides: Sequence[int] = (0, 1)) -> Node | None:
        """Return the node *before* the next mistake of one of *sides*, or the previous one.

        *ply* is that of the current node.  A mistake is found from the node before it, so that one
        can look for a better move there.
        """
        places = self.mistakes(sides)
        if forward:
            return next((node for node in places if node.ply > ply), None)
        return next((node for node in reversed(places) if node.ply < ply), None)

    def mistakes(self, sides: Sequence[int] = (0, 1)) -> list[Node]:
        """Return the nodes before the mistakes of *sides*, in the order of the game."""
        faults = {
            ply.number for ply in self.review.plies if ply.mark in FAULTS and ply.side in sides
        }
        return [
            before
            for before, after in zip(self.line, self.line[1:], strict=False)
            if after.number in faults
        ]
