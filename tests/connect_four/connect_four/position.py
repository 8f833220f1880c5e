"""Connect Four in plain Python: two sets of cells (see `connect_four.geometry`)."""

from dataclasses import dataclass

from connect_four.geometry import has_four, lines
from kalahloa.models.game.outcome import FIRST, SECOND, Outcome
from kalahloa.models.game.plain_position import PlainPosition
from kalahloa.models.game.rulebook import IntegerOption
from kalahloa.models.game.transition import Action, Step
from kalahloa.models.text.errors import IllegalMove

SIDES = ("Red", "Yellow")
LETTERS = "RY"
MAX_COLUMNS = 9
MAX_ROWS = 8

OPTIONS = (
    IntegerOption("columns", "Columns", 4, MAX_COLUMNS, "How many columns the board has."),
    IntegerOption("rows", "Rows", 4, MAX_ROWS, "How many discs a column holds."),
)


@dataclass(frozen=True, slots=True)
class ConnectFourRules:
    """The size of the board: 4 to 9 columns of 4 to 8 cells.  Raises `BadRules` for others."""

    columns: int = 7
    rows: int = 6

    def __post_init__(self) -> None:
        for option in OPTIONS:
            option.require(getattr(self, option.name))


class ConnectFour(PlainPosition):
    """A position of Connect Four.

    *red* and *yellow* are the sets of their discs, which must rest on the bottom or on each other;
    *side* (0 Red, 1 Yellow) is to move.  A move is the number of a column, from 1.
    """

    rules: ConnectFourRules

    def __init__(self, red: int, yellow: int, side: int, rules: ConnectFourRules) -> None:
        self._discs = [red, yellow]
        super().__init__(side, rules)

    # -- rules -------------------------------------------------------------------------------------

    def list_moves(self) -> list[int]:
        return [move for move in range(1, self.rules.columns + 1) if not self.is_full(move)]

    def do_move(self, move: int) -> None:
        self._discs[self.side] |= 1 << self.landing(move)
        self.side ^= 1

    def undo_move(self, move: int) -> None:
        self._discs[self.side] ^= 1 << (self.landing(move) - 1)

    def board_outcome(self) -> Outcome | None:
        # Whoever is to move cannot have four: the game would have ended with them.
        last = 1 - self.side
        if has_four(self._discs[last], self.rules.rows):
            return Outcome(last, 1 - 2 * last, f"{SIDES[last]} wins: four in a row.")
        if self._all_full():
            return Outcome(None, 0, "Draw: the board is full.")
        return None

    def always_ends(self) -> bool:
        return True  # discs never leave the board

    def key(self) -> tuple[int, int]:
        return self._discs[FIRST], self._discs[SECOND]

    def copy_board(self, twin: "ConnectFour") -> None:
        twin._discs = self._discs.copy()

    def _all_full(self) -> bool:
        taken = self._discs[FIRST] | self._discs[SECOND]
        return taken.bit_count() == self.rules.columns * self.rules.rows

    # -- what evaluations and views ask ------------------------------------------------------------

    def discs(self, side: int) -> int:
        """Return the set of *side*'s discs."""
        return self._discs[side]

    def owner(self, cell: int) -> int | None:
        """Return the side whose disc is in *cell*, or None."""
        return next((side for side in (FIRST, SECOND) if self._discs[side] >> cell & 1), None)

    def cell(self, column: int, row: int) -> int:
        """Return the number of the cell in *column* and *row*, both from 0, the bottom row 0."""
        return column * (self.rules.rows + 1) + row

    def landing(self, move: int) -> int:
        """Return the cell in which a disc dropped by *move* comes to rest; it must have room."""
        bottom = self.cell(move - 1, 0)
        column = (self._discs[FIRST] | self._discs[SECOND]) >> bottom
        return bottom + (column & ((1 << self.rules.rows) - 1)).bit_count()

    def is_full(self, move: int) -> bool:
        """Return whether the column that *move* names (1 to the number of columns) has no room."""
        return self.owner(self.cell(move - 1, self.rules.rows - 1)) is not None

    def winning_lines(self) -> list[tuple[int, ...]]:
        """Return each row of four discs of one side, as cells from one end to the other."""
        return [
            line
            for line in lines(self.rules.columns, self.rules.rows)
            for discs in self._discs
            if all(discs >> cell & 1 for cell in line)
        ]

    # -- words -------------------------------------------------------------------------------------

    def _signs(self, row: int) -> list[str]:
        owners = (self.owner(self.cell(column, row)) for column in range(self.rules.columns))
        return ["." if owner is None else LETTERS[owner] for owner in owners]

    def position_string(self) -> str:
        rows = []
        for row in reversed(range(self.rules.rows)):
            text, empty = "", 0
            for sign in self._signs(row):
                if sign == ".":
                    empty += 1
                else:
                    text += (str(empty) if empty else "") + sign
                    empty = 0
            rows.append(text + (str(empty) if empty else ""))
        return "/".join(rows) + f" {LETTERS[self.side]}"

    def parse_move(self, text: str) -> int:
        if len(text) != 1 or text not in "123456789" or int(text) > self.rules.columns:
            raise IllegalMove(
                f"'{text}' is not a move; write the number of a column, 1 to {self.rules.columns}."
            )
        return int(text)

    def why_illegal(self, move: int) -> str:
        if not 1 <= move <= self.rules.columns:
            return f"There is no column {move}; they are numbered 1 to {self.rules.columns}."
        free = ", ".join(str(other) for other in self.legal_moves())
        return f"Column {move} is full; there is room in {free}."

    def transition(self, move: int) -> tuple[Step, ...]:
        return (Step(Action.PLACE, -1, self.landing(move), self.side),)

    def describe(self, move: int) -> str:
        row = self.landing(move) % (self.rules.rows + 1)
        where = "to the bottom" if row == 0 else f"to row {row + 1}"
        return f"{SIDES[self.side]}'s disc falls {where} of column {move}."

    def status(self, side: int) -> str:
        count = self._discs[side].bit_count()
        return "1 disc" if count == 1 else f"{count} discs"

    def diagram(self, flipped: bool = False) -> str:
        """Return the board in characters; *flipped* shows it from behind."""
        way = -1 if flipped else 1
        numbers = [str(column + 1) for column in range(self.rules.columns)]
        rows = [
            f"| {' '.join(self._signs(row)[::way])} |" for row in reversed(range(self.rules.rows))
        ]
        foot = f"+{'-' * (2 * self.rules.columns + 1)}+"
        return "\n".join([*rows, foot, f"  {' '.join(numbers[::way])}"])
