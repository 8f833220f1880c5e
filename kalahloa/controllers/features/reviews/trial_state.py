"""What is shown while one tries again to find a better move than a mistake, and afterwards."""

from dataclasses import dataclass, field

from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.models.record.node import Node
from kalahloa.models.study.review.reviewed import ReviewedPly


@dataclass(frozen=True)
class Mistake:
    """A mistake that is tried again: `played` at `node`, what followed it is hidden.

    `ply` is what was found of it, None until it is known.  `reviewed` is the review of the line as
    far as `node`, None where that is a position without a game.  `is_own` is whether the user has
    made it against a computer, or in a game before.
    """

    node: Node
    played: str
    ply: ReviewedPly | None
    reviewed: Reviewed | None = field(repr=False)
    is_own: bool = False


@dataclass(frozen=True)
class MistakeChoice:
    """Mistakes of which kind are to be repeated: its `word`, which is empty for all."""

    word: str = ""


@dataclass(frozen=True)
class Trial:
    """How trying again stands.

    `tried` are the nodes of the moves that were tried there, `judging` whether the last of them is
    being judged; `lost` are the moves that were not good enough, with what they gave away.
    `feedback` is what was said last.
    """

    mistake: Mistake
    tried: tuple[Node, ...] = ()
    judging: bool = False
    lost: tuple[tuple[str, str], ...] = ()
    feedback: str = ""
    hints: int = 0

    @property
    def node(self) -> Node:
        """The node at which the mistake was made."""
        return self.mistake.node


@dataclass(frozen=True)
class TrialEnd:
    """How the last trial has ended: whether a good move was `found`."""

    trial: Trial
    found: bool
