"""Sentences on moves and squares of Lines of Action, for users who do not see the board."""

from collections.abc import Sequence

from kalahloa.models.games.loa.clues import other_to_move
from kalahloa.models.games.loa.notation import PASS, SIDES
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.squares import line_name, square_name, square_number
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

_ACROSS = (1, 8, 9, 7)
"""The steps along a rank, a file and both diagonals, in the numbers of squares."""


def effects(position: Loa, move: int) -> list[Sentence]:
    """Return what *move*, which is legal, does besides moving; see `Game.effects`."""
    if move == PASS or not position.pieces(1 - position.side) >> (move >> 6) & 1:
        return []
    return [QT_TRANSLATE_NOOP("Models", "a piece captured")]


def ways_of(position: Loa, square: int, targets: Sequence[int]) -> Sentence:
    """Return where the piece on *square*, of the side to move, can go: to *targets*."""
    others = position.pieces(1 - position.side)
    free = [square_name(target) for target in targets if not others >> target & 1]
    taken = [square_name(target) for target in targets if others >> target & 1]
    if free and taken:
        told = QT_TRANSLATE_NOOP(
            "Models", "The piece on {square} can go to {free}, or capture on {taken}."
        )
    elif free:
        told = QT_TRANSLATE_NOOP("Models", "The piece on {square} can go to {free}.")
    elif taken:
        told = QT_TRANSLATE_NOOP("Models", "The piece on {square} can capture on {taken}.")
    else:
        told = QT_TRANSLATE_NOOP(
            "Models",
            "The piece on {square} cannot move: every line leads off the board, onto a piece of "
            "its own side, or past one of the opponent's.",
        )
    return told.format(square=square_name(square), free=_either(free), taken=_either(taken))


def square_sentences(position: Loa, label: str) -> list[Sentence]:
    """Return what stands on the square called *label*, and where it can go.

    See `Game.cell_sentences`; raises `IllegalMove` if there is no such square.
    """
    square = square_number(label, position.rules.size)
    side = _side_on(position, square)
    if side is None:
        return [QT_TRANSLATE_NOOP("Models", "{square} is empty.").format(square=label)]
    at = position if side == position.side else other_to_move(position)
    stands = QT_TRANSLATE_NOOP("Models", "{side} stands on {square}.")
    said = [stands.format(square=label, side=SIDES[side])]
    if position.outcome() is not None:
        return said
    targets = [move >> 6 for move in at.legal_moves() if move != PASS and move & 63 == square]
    return [*said, ways_of(at, square, targets)]


def lines_sentences(position: Loa, label: str) -> list[Sentence]:
    """Return how many pieces stand on the lines through *label*, and who can move there.

    See `Game.lines_sentences`; raises `IllegalMove` if there is no such square.
    """
    size = position.rules.size
    square = square_number(label, size)
    said = []
    for step in _ACROSS:
        neighbours = [
            other
            for other in (square + step, square - step)
            if 0 <= other < 64
            and max(abs(other % 8 - square % 8), abs(other // 8 - square // 8)) == 1
            and max(other % 8, other // 8) < size
        ]
        if neighbours:
            count = position.line_count(square, neighbours[0])
            line = line_name(square, neighbours[0], size)
            sentence = QT_TRANSLATE_NOOP("Models", "%n piece(s) (stands|stand) on {line}.")
            said.append(sentence.counted(count, line=line))
    if position.outcome() is not None:
        return said
    for side in (position.side, 1 - position.side):
        at = position if side == position.side else other_to_move(position)
        moves = [move for move in at.legal_moves() if move != PASS and move >> 6 == square]
        origins = [square_name(move & 63) for move in moves]
        if not origins:
            sentence = QT_TRANSLATE_NOOP("Models", "{side} cannot move to {square}.")
        elif _side_on(position, square) == 1 - side:
            sentence = QT_TRANSLATE_NOOP("Models", "{side} can capture here from {origins}.")
        else:
            sentence = QT_TRANSLATE_NOOP("Models", "{side} can move to {square} from {origins}.")
        said.append(sentence.format(side=SIDES[side], square=label, origins=_either(origins)))
    return said


def _side_on(position: Loa, square: int) -> int | None:
    return next((side for side in (0, 1) if position.pieces(side) >> square & 1), None)


def _either(names: Sequence[str]) -> str:
    """Return *names* as a choice in words: ``c4, g4 or g2``."""
    if len(names) < 2:
        return "".join(names)
    return QT_TRANSLATE_NOOP("Models", "{first} or {last}").format(
        first=", ".join(names[:-1]), last=names[-1]
    )
