"""Lines in notation."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kalahloa.models.game.position import Position


def format_line(position: "Position", line: Sequence[int]) -> list[str]:
    """Return the moves of *line*, made one after the other from *position*, in notation."""
    walker = position.copy()
    texts = []
    for move in line:
        texts.append(walker.format_move(move))
        walker.make(move)
    return texts
