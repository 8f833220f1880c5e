"""A line of moves as text: written for the clipboard, and read leniently."""

import re
from collections.abc import Sequence
from itertools import groupby

from kalahloa.models.game.outcome import FIRST
from kalahloa.models.game.position import Position
from kalahloa.models.record.record import Node
from kalahloa.models.study.edits import MAX_PLIES
from kalahloa.models.study.turn_numbers import number_of
from kalahloa.models.text.errors import IllegalMove
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

MAX_LINE_TEXT = 200_000
"""Longer texts are not read as a line, in characters."""
MAX_WORDS = 6
"""The notation of a move has no more words."""
_NUMBER = re.compile(r"^\d{1,6}(?:\.+|…)")
_MARKS = re.compile(r"[!?□]+$")
_RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "½-½", "*", "N"})
"""What may stand in a line besides moves and their numbers."""


def line_text(nodes: Sequence[Node]) -> str:
    """Return *nodes*, each the child of the one before, as text: ``1. c8-a6 a5-c5  2. e8-b5``.

    Plies of one turn are joined by hyphens where they are letters and figures only (``3-6-2``).
    """
    if not nodes:
        return ""
    number = number_of(nodes[0])
    words: list[str] = []
    for at, (side, plies) in enumerate(groupby(nodes, key=lambda node: node.side)):
        texts = [node.text for node in plies]
        if side == FIRST:
            number += 1 if at else 0
            words.append(f"{number}.")
        elif not at:
            words.append(f"{number}…")
        words.append(("-" if all(text.isalnum() for text in texts) else " ").join(texts))
    if nodes[-1].outcome is not None:
        words.append(nodes[-1].outcome.points)
    return " ".join(words)


def read_line(position: Position, text: str | Sequence[str]) -> tuple[str, ...]:
    """Return the moves in *text*, one ply each, in the game's notation, as played from *position*.

    Each item of a sequence is a move, or a word of one: the notation of a game may have blanks.
    Numbers of moves, marks and results are passed over.  *position* is unchanged afterwards.
    Raises `IllegalMove`, with the reason for the first move that cannot be made, or if there is
    none.
    """
    words = text.split() if isinstance(text, str) else list(text)
    if sum(map(len, words)) > MAX_LINE_TEXT:
        raise IllegalMove(QT_TRANSLATE_NOOP("Models", "The text is too long for a line of moves."))
    position = position.copy()
    texts: list[str] = []
    start = 0
    while start < len(words):
        written = words[start]
        word = _MARKS.sub("", _NUMBER.sub("", written))
        if not word or word in _RESULTS:
            start += 1
            continue
        try:
            moves, start = _read_turn(position, words, start)
        except IllegalMove as error:
            raise IllegalMove(
                QT_TRANSLATE_NOOP("Models", "Move {number} of the text, {move}: {reason}").format(
                    number=len(texts) + 1, move=quote(written), reason=error.sentence
                )
            ) from error
        for move in moves:
            texts.append(position.format_move(move))
            position.make(move)
        if len(texts) > MAX_PLIES:
            raise IllegalMove(
                QT_TRANSLATE_NOOP("Models", "A line can have at most {most:,} moves.").format(
                    most=MAX_PLIES
                )
            )
    if not texts:
        raise IllegalMove(QT_TRANSLATE_NOOP("Models", "The text has no moves."))
    return tuple(texts)


def _read_turn(position: Position, words: list[str], start: int) -> tuple[list[int], int]:
    """Return the moves of the turn that begins at word *start*, and where the next one begins.

    A turn has as few words as can be read.  Raises `IllegalMove` with the reason for the first.
    """
    failure: IllegalMove | None = None
    for end in range(start + 1, min(start + MAX_WORDS, len(words)) + 1):
        joined = " ".join(words[start:end])
        try:
            return position.read_turn(_MARKS.sub("", _NUMBER.sub("", joined))), end
        except IllegalMove as error:
            failure = failure or error
    assert failure is not None
    raise failure
