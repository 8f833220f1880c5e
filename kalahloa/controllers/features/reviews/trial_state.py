"""What is shown while one tries again to find a better move than a mistake."""

from dataclasses import dataclass, field

from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.models.record.node import Node
from kalahloa.models.study.review.reviewed import ReviewedPly


@dataclass(frozen=True)
class Trial:
    """How trying again stands.

    `node` is the one before the mistake `ply`; what followed it is hidden.  `tried` are the nodes
    of the moves that were tried there, `judging` whether the last of them is being judged.
    `reviewed` is the review of the line as far as `node`.
    """

    node: Node
    ply: ReviewedPly
    reviewed: Reviewed = field(repr=False)
    tried: tuple[Node, ...] = ()
    judging: bool = False
