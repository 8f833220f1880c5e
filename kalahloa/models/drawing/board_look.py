"""What a picture of a board shows, whatever the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kalahloa.models.drawing.palette import LIGHT, Palette


@dataclass(frozen=True)
class BoardLook:
    """How a board is drawn: in which colours, and with which marks.

    The second side sits at the bottom of a *flipped* board; left and right are exchanged on a
    *mirrored* one, in games that can be.  *moves* are moves of the position,
    drawn as arrows or rings, the first one boldest; *last* is the last move, with the position
    before it.
    """

    palette: Palette = LIGHT
    flipped: bool = False
    moves: Sequence[int] = ()
    last: tuple[Any, int] | None = None
    mirrored: bool = False
