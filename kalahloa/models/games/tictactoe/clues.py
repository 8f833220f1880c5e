"""Where to look for a move of tic-tac-toe, and what a move brings."""

from kalahloa.models.game.clue import Clue
from kalahloa.models.games.tictactoe.position import LINES, SIDES, TicTacToe
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

_REGIONS = (
    (frozenset({4}), QT_TRANSLATE_NOOP("Models", "Look at the middle.")),
    (frozenset({0, 2, 6, 8}), QT_TRANSLATE_NOOP("Models", "Look at the corners.")),
    (frozenset({1, 3, 5, 7}), QT_TRANSLATE_NOOP("Models", "Look at the edges.")),
)


def _completed(position: TicTacToe, side: int, cell: int) -> list[int]:
    """Return the cells of *side* that a mark of it in *cell* would complete a row with."""
    marks = position.marks(side) | 1 << cell
    for line in LINES:
        if line >> cell & 1 and marks & line == line:
            return [one for one in range(9) if line >> one & 1 and one != cell]
    return []


def clue(position: TicTacToe, move: int) -> Clue:
    """Return a row that is about to be completed, or the part of the board; see `Game.clue`."""
    for side in (position.side, 1 - position.side):
        row = _completed(position, side, move - 1)
        if row:
            sentence = QT_TRANSLATE_NOOP("Models", "{side} can complete a row.")
            return Clue(sentence.format(side=SIDES[side]), tuple(row))
    taken = position.marks(0) | position.marks(1)
    cells, sentence = next(region for region in _REGIONS if move - 1 in region[0])
    return Clue(sentence, tuple(cell for cell in sorted(cells) if not taken >> cell & 1))


def why_good(position: TicTacToe, line: list[int]) -> list[Sentence]:
    """Return which row the first move of *line* completes or blocks; see `Game.why_good`."""
    if _completed(position, position.side, line[0] - 1):
        return [QT_TRANSLATE_NOOP("Models", "It completes a row.")]
    if _completed(position, 1 - position.side, line[0] - 1):
        sentence = QT_TRANSLATE_NOOP("Models", "It stops {side} from completing a row.")
        return [sentence.format(side=SIDES[1 - position.side])]
    return []


def other_to_move(position: TicTacToe) -> TicTacToe:
    """Return the same board with the other side to move; see `Game.other_to_move`."""
    return TicTacToe(position.marks(0), position.marks(1), 1 - position.side, position.rules)
