"""Lines of moves in notation."""

from collections.abc import Sequence

from kalahloa.models.game.position import Position


def format_line(position: Position, moves: Sequence[int]) -> tuple[str, ...]:
    """Return *moves*, legal one after the other from *position* on, in notation."""
    walker = position.copy()
    texts = []
    for move in moves:
        texts.append(walker.format_move(move))
        walker.make(move)
    return tuple(texts)
