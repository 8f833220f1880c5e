"""What a move does, step by step, for views that show it happening."""

from dataclasses import dataclass
from enum import Enum


class Action(Enum):
    """The kinds of step that a move is made of."""

    MOVE = "move"
    """A piece goes from `origin` to `target`."""
    CAPTURE = "capture"
    """The piece on `target` leaves the board."""
    PLACE = "place"
    """A new piece of `side` appears on `target`."""
    SOW = "sow"
    """One stone in the hand, taken from `origin`, is dropped into `target`."""
    COLLECT = "collect"
    """`count` stones go from `origin` to `target` at once (a capture, or the end of the game)."""
    EXCHANGE = "exchange"
    """`count` stones go from `origin` to `target` while others go the other way."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens on the board.

    `origin` and `target` are cell numbers of the game (see its module); -1 where a step has none.
    `side` is the side whose piece or move it is, `count` the number of stones or pieces moved.
    """

    action: Action
    origin: int
    target: int
    side: int
    count: int = 1
