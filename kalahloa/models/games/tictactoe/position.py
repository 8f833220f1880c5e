# cython: language_level=3, cdivision=True
"""A position of tic-tac-toe as two sets of nine bits.

Cells are numbered 0 to 8 row by row from the top left; a move is the number of its cell plus one.
"""

from operator import index as as_index

import cython

from kalahloa.models.game.outcome import FIRST, SECOND, Outcome
from kalahloa.models.game.transition import Action, Step
from kalahloa.models.games.tictactoe.rules import TicTacToeRules
from kalahloa.models.native.checked import Int
from kalahloa.models.text.errors import BadPosition, IllegalMove
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

if cython.compiled:
    from cython.cimports.kalahloa.models.game.solvable import SolvablePosition
    from cython.cimports.kalahloa.models.game.value import ONGOING
    from cython.cimports.kalahloa.models.native.checks import check, check_range

    _CELL_KEY = cython.declare(cython.ulonglong[18])
else:
    from kalahloa.models.game.solvable import SolvablePosition
    from kalahloa.models.game.value import ONGOING
    from kalahloa.models.native.bits import zeros
    from kalahloa.models.native.checks import check, check_range

    _CELL_KEY = zeros(18)

from kalahloa.models.game.position import checked_side, either_side
from kalahloa.models.native.bits import splitmix64

SIDES = ("X", "O")
CELL_NAMES = (
    QT_TRANSLATE_NOOP("Models", "top left"),
    QT_TRANSLATE_NOOP("Models", "top centre"),
    QT_TRANSLATE_NOOP("Models", "top right"),
    QT_TRANSLATE_NOOP("Models", "middle left"),
    QT_TRANSLATE_NOOP("Models", "middle centre"),
    QT_TRANSLATE_NOOP("Models", "middle right"),
    QT_TRANSLATE_NOOP("Models", "bottom left"),
    QT_TRANSLATE_NOOP("Models", "bottom centre"),
    QT_TRANSLATE_NOOP("Models", "bottom right"),
)
"""Where each cell is, by its number from 0."""
FULL = 0o777
LINES = (0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124)
"""The eight rows of three, as sets of cells."""

_DRAWN = Outcome(None, 0, QT_TRANSLATE_NOOP("Models", "Draw: all cells are taken."))
_WON = tuple(
    Outcome(
        winner,
        1 - 2 * winner,
        QT_TRANSLATE_NOOP("Models", "{side} wins: three in a row.").format(side=name),
    )
    for winner, name in enumerate(SIDES)
)

_SIDE_KEY = cython.declare(cython.ulonglong, 0)


def _fill_tables():
    global _SIDE_KEY
    words = splitmix64(333, 19)
    for index in range(18):
        _CELL_KEY[index] = words[index]
    _SIDE_KEY = words[18]


_fill_tables()


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _has_line(cells: cython.int) -> cython.bint:
    """Return whether *cells* hold three in a row."""
    return (
        cells & 0o700 == 0o700
        or cells & 0o070 == 0o070
        or cells & 0o007 == 0o007
        or cells & 0o444 == 0o444
        or cells & 0o222 == 0o222
        or cells & 0o111 == 0o111
        or cells & 0o421 == 0o421
        or cells & 0o124 == 0o124
    )


class TicTacToe(SolvablePosition):
    """A position of tic-tac-toe.

    *crosses* and *noughts* are sets of cells (bit 0 the top left), *side* is 0 for X, 1 for O.
    Raises `BadPosition` if a cell is taken twice, or a cell or the side is out of range.
    """

    def __cinit__(self, crosses: Int, noughts: Int, side: Int, rules: object):
        if not isinstance(rules, TicTacToeRules):
            raise TypeError("The rules of tic-tac-toe are TicTacToeRules.")
        crosses, noughts = as_index(crosses), as_index(noughts)
        if crosses & noughts:
            raise BadPosition(QT_TRANSLATE_NOOP("Models", "Two marks are in the same cell."))
        if (crosses | noughts) & ~FULL:
            raise BadPosition(QT_TRANSLATE_NOOP("Models", "A mark is in none of the nine cells."))
        self.side = checked_side(side)
        self.own = noughts if side else crosses
        self.other = crosses if side else noughts
        self.rules = rules
        self.hash = self.hash_from_scratch()

    # -- rules ---------------------------------------------------------------------------------

    def generate(self, moves):
        taken: cython.int = self.own | self.other
        cell: cython.int
        count: cython.int = 0
        for cell in range(9):
            if not (taken >> cell) & 1:
                moves[count] = cell + 1
                count += 1
        return count

    def push(self, move):
        own: cython.int = self.own | (1 << (move - 1))
        self.note(move)
        self.hash ^= _CELL_KEY[9 * self.side + move - 1] ^ _SIDE_KEY
        self.own = self.other
        self.other = own
        self.side ^= 1
        return 0

    def pop(self):
        self.ply -= 1
        self.side ^= 1
        self.hash = self.hashes[self.ply]
        own: cython.int = self.other ^ (1 << (self.played[self.ply] - 1))
        self.other = self.own
        self.own = own
        return 0

    def result(self):
        if _has_line(self.other):
            return -1
        if _has_line(self.own):
            return 1
        return 0 if (self.own | self.other) == 0o777 else ONGOING

    def obeys_rules(self, move):
        return 1 <= move <= 9 and not ((self.own | self.other) >> (move - 1)) & 1

    def evaluation_words(self, words):
        """Write the side to move, and the cells of X and of O."""
        words[0] = self.side
        words[1 + self.side] = self.own
        words[2 - self.side] = self.other
        return 3

    def check_invariants(self):
        check(self.own & self.other == 0, b"no cell is marked twice")
        check_range(self.own | self.other, 0, 0o777, b"the marked cells")
        return SolvablePosition.check_invariants(self)

    def __getnewargs__(self) -> tuple[int, int, int, object]:
        return self.marks(FIRST), self.marks(SECOND), self.side, self.rules

    def hash_from_scratch(self) -> int:
        key: cython.ulonglong = _SIDE_KEY if self.side else 0
        cell: cython.int
        for cell in range(9):
            if self.own >> cell & 1:
                key ^= _CELL_KEY[9 * self.side + cell]
            if self.other >> cell & 1:
                key ^= _CELL_KEY[9 * (1 - self.side) + cell]
        return key

    # -- queries --------------------------------------------------------

    def marks(self, side: Int) -> int:
        """Return the set of *side*'s cells (0 X, 1 O)."""
        return self.own if either_side(side) == self.side else self.other

    def winning_line(self) -> int:
        """Return the three in a row that decided the game, or 0."""
        for line in LINES:
            if self.own & line == line or self.other & line == line:
                return line
        return 0

    # -- notation ------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        score = self.result()
        if score == ONGOING:
            return None
        if score == 0:
            return _DRAWN
        return _WON[self.side if score > 0 else 1 - self.side]

    def position_string(self) -> str:
        cells = self._cells(".")
        return "/".join("".join(cells[row : row + 3]) for row in (0, 3, 6)) + f" {SIDES[self.side]}"

    def _cells(self, empty: str) -> list[str]:
        crosses = self.marks(FIRST)
        noughts = self.marks(SECOND)
        return [
            "X" if crosses >> cell & 1 else "O" if noughts >> cell & 1 else empty
            for cell in range(9)
        ]

    def parse_move(self, text: str) -> int:
        if len(text) != 1 or text not in "123456789":
            raise IllegalMove(
                QT_TRANSLATE_NOOP(
                    "Models", "'{text}' is not a move; type the number of a cell, 1 to 9."
                ).format(text=quote(text))
            )
        return int(text)

    def why_illegal(self, move: Int) -> str | Sentence:
        if not 1 <= move <= 9 or self.is_playable(move):
            return SolvablePosition.why_illegal(self, move)
        owner = SIDES[0 if self.marks(FIRST) >> (move - 1) & 1 else 1]
        return QT_TRANSLATE_NOOP("Models", "Cell {move} is taken by {owner}.").format(
            move=move, owner=owner
        )

    def transition(self, move: Int) -> tuple[Step, ...]:
        self.require_legal(move)
        return (Step(Action.PLACE, -1, move - 1, self.side),)

    def describe(self, move: Int) -> str | Sentence:
        self.require_legal(move)
        return QT_TRANSLATE_NOOP("Models", "{side} marks cell {cell}, {place}.").format(
            side=SIDES[self.side], cell=move, place=CELL_NAMES[move - 1]
        )

    def status(self, side: Int) -> str | Sentence:
        return QT_TRANSLATE_NOOP("Models", "%n mark(s)").counted(bin(self.marks(side)).count("1"))

    def diagram(self, flipped: bool = False) -> str:
        cells = self._cells("")
        shown = [cells[cell] or str(cell + 1) for cell in range(9)]
        rows = [shown[row : row + 3] for row in (0, 3, 6)]
        if flipped:
            rows = [row[::-1] for row in rows[::-1]]
        return "\n---+---+---\n".join("|".join(f" {sign} " for sign in row) for row in rows)
