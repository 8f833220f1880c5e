"""How an offer of a draw stands."""

from dataclasses import dataclass
from enum import Enum

from kalahloa.models.record.node import Node


class DrawAnswer(Enum):
    """What has become of an offer of a draw."""

    OPEN = "open"
    """The other side, a human, can accept or decline it."""
    THINKING = "thinking"
    """The other side, a computer, is thinking about it."""
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """An offer of a draw that `side` has made at `node`, and what has become of it."""

    side: int
    node: Node
    answer: DrawAnswer

    @property
    def is_open(self) -> bool:
        """Whether a human can accept or decline it."""
        return self.answer is DrawAnswer.OPEN

    def holds_at(self, node: Node) -> bool:
        """Return whether the offer, or that it was declined, still counts at *node*.

        Who has to answer it declines by a move; who was declined may offer again after one.
        """
        mover = self.side if self.is_open else 1 - self.side
        while node is not self.node and self.answer is not DrawAnswer.THINKING:
            if node.parent is None or node.side != mover:
                return False
            node = node.parent
        return node is self.node
