"""The steps of a move, for views that animate it."""

from collections.abc import Iterable
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


def way_of(steps: Iterable[Step]) -> tuple[int, ...]:
    """Return the cell in which a move of these *steps* begins, and the one in which it ends.

    They are the same cell where something is only placed there; empty for a move on no cells.
    """
    own = [step for step in steps if step.action in (Action.MOVE, Action.PLACE, Action.SOW)]
    cells = [cell for step in own for cell in (step.origin, step.target) if cell >= 0]
    if not cells:
        return ()
    return cells[0], own[-1].target
