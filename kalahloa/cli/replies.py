"""The answers of a proof after a line, or to each reply of the other side."""

from typing import TYPE_CHECKING

from kalahloa.models.game.line import format_line
from kalahloa.models.study.lines import read_line
from kalahloa.models.text.errors import BadFile

if TYPE_CHECKING:
    from kalahloa.models.game.position import Position
    from kalahloa.models.game.proof_checker import WinningStrategy


def replies_after(
    position: "Position", line: str, side: int, proof: "WinningStrategy"
) -> dict[str, str]:
    """Return the answer of *side* after the moves of *line* under "", or those to each reply.

    *position* is the first one of *proof*.  An answer is empty where the game is over.  Raises
    `BadFile` where *proof* has none, and `IllegalMove`.
    """
    if line.split():
        for text in read_line(position, line):
            position.make(position.read_move(text))
    if position.is_over():
        return {"": ""}
    if position.side == side:
        return {"": _written(position, proof)}
    replies = {}
    for move in position.legal_moves():
        text = position.format_move(move)
        position.make(move)
        replies[text] = "" if position.is_over() else _written(position, proof)
        position.unmake()
    return replies


def _written(position: "Position", proof: "WinningStrategy") -> str:
    move = proof.answer(position)
    if move is None:
        raise BadFile("The proof does not lead to this position: it has another reply before.")
    return format_line(position, [move])[0]


def print_replies(replies: dict[str, str]) -> None:
    """Print *replies*, one a line."""
    for move, answer in replies.items():
        print(f"{move or 'Answer'}: {answer or 'the game is over'}")
