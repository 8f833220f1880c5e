"""What is shown while an opening is practised against the book, and afterwards."""

from dataclasses import dataclass, field

from kalahloa.models.record.node import Node


@dataclass(frozen=True)
class Miss:
    """A mistake: the `move` that was tried first, what it gave away, and what keeps the value.

    `loss` is None where the user had the answer shown instead.
    """

    move: str
    loss: int | None
    keeping: tuple[str, ...]


@dataclass(frozen=True)
class Practice:
    """How practising stands.

    It began at `start`; the user has the moves of `side`.  `found` is how many moves were found at
    once, `misses` are the other ones.  `asking` is whether it is the user's turn now.  When it has
    ended, `running` is False, and `ending` a sentence that says why.
    """

    start: Node = field(repr=False)
    side: int
    tempting: bool = False
    running: bool = True
    asking: bool = False
    found: int = 0
    misses: tuple[Miss, ...] = ()
    ending: str = ""
    can_keep: bool = False
    """Whether what was played can be put into the record."""
    feedback: str = ""
    """What was said last of a move, or as a hint."""

    @property
    def asked(self) -> int:
        """How many moves the user had to find."""
        return self.found + len(self.misses)

    @property
    def lost(self) -> int:
        """How much was given away, in the game's unit."""
        return sum(miss.loss or 0 for miss in self.misses)
