"""The steps of a move, for views that animate it."""

from dataclasses import dataclass
from enum import Enum


class Action(Enum):
    """The kinds of step."""

    MOVE = "move"
    """A piece moves from `origin` to `target`."""
    CAPTURE = "capture"
    """The piece on `target` is removed from the board."""
    PLACE = "place"
    """A new piece of `side` is placed on `target`."""
    SOW = "sow"
    """One of the stones taken from `origin` is sown into `target`."""
    COLLECT = "collect"
    """`count` stones move from `origin` to `target` (a capture, or the end of the game)."""
    EXCHANGE = "exchange"
    """`count` stones move from `origin` to `target` while others move the opposite way."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a move.

    `origin` and `target` are cells as numbered by the game, or -1 if the step has none.  `side` is
    the side whose piece or move it is, `count` the number of stones or pieces moved.
    """

    action: Action
    origin: int
    target: int
    side: int
    count: int = 1
