"""Sentences on cells of tic-tac-toe, for users who do not see the board."""

from kalahloa.models.games.tictactoe.position import CELL_NAMES, LINES, SIDES, TicTacToe
from kalahloa.models.text.errors import IllegalMove
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence


def cell_sentences(position: TicTacToe, label: str) -> list[Sentence]:
    """Return whose mark is in the cell *label* (``1`` to ``9``); see `Game.cell_sentences`.

    Raises `IllegalMove` if there is no such cell.
    """
    cell = _cell(label)
    side = next((side for side in (0, 1) if position.marks(side) >> cell & 1), None)
    if side is None:
        sentence = QT_TRANSLATE_NOOP("Models", "Cell {cell}, {place}, is empty.")
        return [sentence.format(cell=label, place=CELL_NAMES[cell])]
    sentence = QT_TRANSLATE_NOOP("Models", "{side} is in cell {cell}, {place}.")
    return [sentence.format(cell=label, place=CELL_NAMES[cell], side=SIDES[side])]


def lines_sentences(position: TicTacToe, label: str) -> list[Sentence]:
    """Return what is in each row of three through *label*; see `Game.lines_sentences`.

    Raises `IllegalMove` if there is no such cell.
    """
    cell = _cell(label)
    said = []
    for line in LINES:
        if line >> cell & 1:
            cells = [other for other in range(9) if line >> other & 1]
            first, second, third = (_numbered(position, other) for other in cells)
            sentence = QT_TRANSLATE_NOOP("Models", "{first}, {second}, {third}.")
            said.append(sentence.format(first=first, second=second, third=third))
    return said


def _numbered(position: TicTacToe, cell: int) -> Sentence:
    side = next((side for side in (0, 1) if position.marks(side) >> cell & 1), None)
    contents = QT_TRANSLATE_NOOP("Models", "empty") if side is None else SIDES[side]
    sentence = QT_TRANSLATE_NOOP("Models", "{cell} {contents}")
    return sentence.format(cell=cell + 1, contents=contents)


def _cell(label: str) -> int:
    if label not in tuple("123456789"):
        sentence = QT_TRANSLATE_NOOP("Models", "'{name}' is not a cell: cells are 1 to 9.")
        raise IllegalMove(sentence.format(name=quote(label)))
    return int(label) - 1
