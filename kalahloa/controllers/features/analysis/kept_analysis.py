"""What is found at a node as JSON values, in notation, for the library; and back."""

from typing import Any

from kalahloa.controllers.features.analysis.findings import Effort
from kalahloa.models.game.line import format_line
from kalahloa.models.game.position import Position
from kalahloa.models.search.move_values import FoundValues, Line
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.text.errors import IllegalMove

VERSION = 1
MAX_PLIES = 40
"""So much of a line is kept."""
MAX_KEPT = 12
"""So many lines of a position are kept; of the others, the values."""
_MAX_NUMBER = 10_000
_MAX_TEXT = 40


def analysis_to_json(position: Position, lines: tuple[Line, ...], effort: Effort) -> dict[str, Any]:
    """Return *lines* at *position*, the best first, and how far they go, as JSON values."""
    rows = []
    for rank, line in enumerate(lines):
        value = line.value
        shown = line.moves[: MAX_PLIES if rank < MAX_KEPT else 1]
        moves = list(format_line(position, shown))
        text = f"{value.number:+g}"  # earlier versions want one
        rows.append([moves, value.number, value.proven, text, value.depth, value.counted_plies])
    return {
        "version": VERSION,
        "depth": effort.depth,
        "nodes": effort.nodes,
        "seconds": round(effort.seconds, 1),
        "lines": rows,
    }


def analysis_from_json(position: Position, data: Any) -> FoundValues:
    """Return what *data* says of *position*, which is unchanged afterwards.

    Raises `ValueError` if it is not what `analysis_to_json` returns for this position.
    """
    try:
        if data["version"] != VERSION:
            raise ValueError("It is of another version.")
        kind = ScoreKind.of(position)
        values: dict[int, Score] = {}
        lines: dict[int, tuple[int, ...]] = {}
        for texts, number, proven, text, depth, plies in data["lines"]:
            moves = _read_moves(position, texts)
            values[moves[0]] = _read_score(position.side, kind, number, proven, text, depth, plies)
            lines[moves[0]] = moves
        return FoundValues(
            tuple(position.legal_moves()),
            values,
            lines,
            depth=_whole(data["depth"], 1000),
            nodes=_whole(data["nodes"], 1 << 60),
            seconds=float(data["seconds"]),
        )
    except (KeyError, TypeError, IndexError, OverflowError, IllegalMove) as error:
        raise ValueError("It is not an analysis of this position.") from error


def _read_moves(position: Position, texts: Any) -> tuple[int, ...]:
    position = position.copy()
    moves: list[int] = []
    if not isinstance(texts, list) or not 1 <= len(texts) <= MAX_PLIES:
        raise ValueError("A line has some moves.")
    for text in texts:
        if not isinstance(text, str) or len(text) > _MAX_TEXT or position.is_over():
            raise ValueError("That is no move.")
        moves.append(position.read_move(text))
        position.make(moves[-1])
    return tuple(moves)


def _read_score(
    side: int, kind: ScoreKind, number: Any, proven: Any, text: Any, depth: Any, plies: Any
) -> Score:
    number = float(number)
    is_text = isinstance(text, str) and 0 < len(text) <= _MAX_TEXT
    if not -_MAX_NUMBER <= number <= _MAX_NUMBER or not isinstance(proven, bool) or not is_text:
        raise ValueError("That is no value.")
    length = None if plies is None else _whole(plies, 1000) or None
    return Score(number, side, kind, proven, plies=length, depth=_whole(depth, 1000))


def _whole(number: Any, most: int) -> int:
    if not isinstance(number, int) or not 0 <= number <= most:
        raise ValueError("That is no such number.")
    return number
