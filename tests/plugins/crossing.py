"""Crossing, written from the help page "Adding a game" alone: with repetition, and with passes.

Three columns of two cells.  First's two pieces stand in the left column, Second's in the right one.
A piece moves to an empty cell beside its own and, in the middle column, to the one above or below;
a side that cannot move passes.  Who has both pieces in the column where the other side began wins.
A position that stands for the second or, by another rule, the third time is a draw.
"""

from dataclasses import dataclass

from kalahloa.models.game.game import Game
from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.plain_position import PlainPosition
from kalahloa.models.game.repetition import Repetition
from kalahloa.models.game.rulebook import ChoiceOption, Preset, Rulebook
from kalahloa.models.text.errors import BadPosition, IllegalMove

SIDES = ("First", "Second")
LETTERS = "fs"
PASS = 36
NEIGHBOURS = ((2,), (3,), (0, 3, 4), (1, 2, 5), (2,), (3,))
"""Cells 0, 2 and 4 are the upper row, from the left; 1, 3 and 5 the lower one."""


@dataclass(frozen=True)
class CrossingRules:
    """How often a position may stand."""

    repetition: str = "third"


class Crossing(PlainPosition):
    """*cells* are six of "f", "s" and "."; a move is 6 * origin + target, or `PASS`."""

    def __init__(self, cells: str, side: int, rules: CrossingRules) -> None:
        self.cells = list(cells)
        self.repetition = Repetition(3 if rules.repetition == "third" else 2)
        super().__init__(side, rules)

    def list_moves(self) -> list[int]:
        moves = [
            6 * origin + target
            for origin in range(6)
            for target in NEIGHBOURS[origin]
            if self.cells[origin] == LETTERS[self.side] and self.cells[target] == "."
        ]
        return moves or [PASS]

    def do_move(self, move: int) -> None:
        self._carry(move)
        self.side = 1 - self.side

    def undo_move(self, move: int) -> None:
        if move != PASS:
            self._carry(move % 6 * 6 + move // 6)

    def _carry(self, move: int) -> None:
        if move != PASS:
            origin, target = divmod(move, 6)
            self.cells[origin], self.cells[target] = ".", self.cells[origin]

    def board_outcome(self) -> Outcome | None:
        if self.cells[4:] == ["f", "f"]:
            return Outcome(0, 1, "First has crossed.")
        if self.cells[:2] == ["s", "s"]:
            return Outcome(1, -1, "Second has crossed.")
        return None

    def position_string(self) -> str:
        return f"{''.join(self.cells)} {LETTERS[self.side]}"

    def format_move(self, move: int) -> str:
        return "pass" if move == PASS else f"{move // 6}-{move % 6}"

    def parse_move(self, text: str) -> int:
        moves = {self.format_move(move): move for move in self.list_moves()}
        if text not in moves:
            raise IllegalMove(f"'{text}' is not a move here; these are: {', '.join(moves)}.")
        return moves[text]


def read(text: str, rules: CrossingRules) -> Crossing:
    cells, _, side = text.partition(" ")
    if sorted(cells) != sorted("ff..ss") or side not in ("f", "s"):
        raise BadPosition("A position is six cells, two each of f, s and '.', then f or s.")
    return Crossing(cells, LETTERS.index(side), rules)


GAME = Game(
    key="crossing",
    title="Crossing",
    sides=SIDES,
    rulebook=Rulebook(
        (
            ChoiceOption(
                "repetition",
                "Repetition",
                {"second": "The second time is a draw.", "third": "The third time is a draw."},
            ),
        ),
        (Preset("classic", "The third time is a draw.", CrossingRules()),),
    ),
    start=lambda rules: read("ff..ss f", rules),
    read=read,
    example="0-2",
    hint="Write the cell to move from and the cell to move to, as in 0-2.",
    heuristics=(Heuristic("none", "None", "All positions are equal.", lambda position: 0.0),),
)
