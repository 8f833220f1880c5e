"""A line of moves that is in no record, turn by turn, numbered as in the list of moves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kalahloa.models.game.outcome import FIRST
from kalahloa.models.game.position import Position
from kalahloa.models.record.record import Node
from kalahloa.models.study.turn_numbers import begins_number, number_of


@dataclass(frozen=True, slots=True)
class LineWord:
    """One turn of a line.

    `text` has its plies in notation, `number` what stands before it, which may be empty; `plies` is
    how many moves of the line it ends after.
    """

    text: str
    number: str
    plies: int


def line_words(node: Node, position: Position, moves: Sequence[int]) -> tuple[LineWord, ...]:
    """Return *moves*, which begin at *position*, that of *node*, as words.

    The first word goes on with the turn of *node*'s own move where the same side is to move again.
    *position* is unchanged afterwards.
    """
    number, last = number_of(node), -1 if node.parent is None else node.side
    words: list[LineWord] = []
    plies = 0
    for side, texts in _by_turn(position, moves):
        plies += len(texts)
        number += begins_number(side, last)
        told = f"{number}." if side == FIRST else "" if words else f"{number}…"
        joint = "-" if all(text.isalnum() for text in texts) else " "
        words.append(LineWord(joint.join(texts), told, plies))
        last = side
    return tuple(words)


def words_text(words: Sequence[LineWord]) -> str:
    """Return *words* in one line: ``9… h6xf8 10. d8-e7 h3-f5``."""
    return " ".join(f"{word.number} {word.text}".strip() for word in words)


def _by_turn(position: Position, moves: Sequence[int]) -> Iterator[tuple[int, list[str]]]:
    """Yield the side and the texts of each turn."""
    position = position.copy()
    mover = -1
    texts: list[str] = []
    for move in moves:
        if position.side != mover:
            if texts:
                yield mover, texts
            mover, texts = position.side, []
        texts.append(position.format_move(move))
        position.make(move)
    if texts:
        yield mover, texts
