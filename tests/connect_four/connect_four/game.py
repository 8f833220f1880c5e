"""Connect Four as a game: its options, presets and position strings."""

from connect_four.geometry import has_four
from connect_four.heuristics import HEURISTICS
from connect_four.position import (
    LETTERS,
    OPTIONS,
    SIDES,
    ConnectFour,
    ConnectFourRules,
)
from kalahloa.models.game.game import Game
from kalahloa.models.game.rulebook import Preset, Rulebook
from kalahloa.models.text.errors import BadPosition, KalahloaError

RULEBOOK = Rulebook(
    options=OPTIONS,
    presets=(
        Preset("classic", "Seven columns of six; four in a row win.", ConnectFourRules()),
        Preset("small", "Five columns of four: a game for a minute.", ConnectFourRules(5, 4)),
    ),
)


def read_position(text: str, rules: ConnectFourRules) -> ConnectFour:
    """Return the position written in *text*: the rows from the top, and the side to move.

    R and Y are discs and a digit is so many empty cells: ``7/7/7/7/7/3R3 Y``.  Raises
    `BadPosition`, also where the position cannot come about on a board of *rules*.
    """
    parts = text.split()
    rows = parts[0].split("/") if parts else []
    if len(parts) != 2 or len(rows) != rules.rows:
        raise BadPosition(
            f"A position is {rules.rows} rows of R, Y and numbers of empty cells, separated by "
            "'/', then the side to move, R or Y."
        )
    if parts[1] not in ("R", "Y"):
        raise BadPosition(f"The side to move is R or Y, not '{parts[1]}'.")
    side = LETTERS.index(parts[1])
    position = ConnectFour(0, 0, side, rules)
    discs = [0, 0]
    for row, signs in enumerate(reversed([_cells_of(row) for row in rows])):
        if len(signs) != rules.columns:
            raise BadPosition(
                f"Row {row + 1} has {len(signs)} cells, the rules have {rules.columns}."
            )
        for column, sign in enumerate(signs):
            cell = position.cell(column, row)
            if sign == ".":
                continue
            if row and not (discs[0] | discs[1]) >> (cell - 1) & 1:
                raise BadPosition(
                    f"The disc in column {column + 1}, row {row + 1} rests on nothing."
                )
            discs[LETTERS.index(sign)] |= 1 << cell
    red, yellow = (cells.bit_count() for cells in discs)
    if red - yellow != side:
        raise BadPosition(
            f"With {red} red and {yellow} yellow discs it cannot be {SIDES[side]}'s turn: Red "
            "moves first."
        )
    if has_four(discs[side], rules.rows):
        raise BadPosition(f"{SIDES[side]} has four in a row, so it cannot be {SIDES[side]}'s turn.")
    return ConnectFour(discs[0], discs[1], side, rules)


def _cells_of(row: str) -> str:
    """Return *row* with a dot for each empty cell; raise `BadPosition` where it is no row."""
    for sign in row:
        if sign not in "RY123456789":
            raise BadPosition(f"A row is R, Y and numbers of empty cells, not '{sign}'.")
    return "".join("." * int(sign) if sign.isdigit() else sign for sign in row)


def adapt_rules(text: str, rules: ConnectFourRules) -> ConnectFourRules:
    """Return *rules* with the size of the board in the position string *text*."""
    rows = "".join(text.split()[:1]).split("/")
    try:
        columns = len(_cells_of(rows[0]))
        return RULEBOOK.read(None, {"columns": columns, "rows": len(rows)})
    except KalahloaError:
        return rules


def start_position(rules: ConnectFourRules) -> ConnectFour:
    """Return the empty board, Red to move."""
    return ConnectFour(0, 0, 0, rules)


GAME = Game(
    key="connect-four",
    title="Connect Four",
    sides=SIDES,
    rulebook=RULEBOOK,
    start=start_position,
    read=read_position,
    example="4",
    hint="Write the number of a column with room, counted from the left.",
    heuristics=HEURISTICS,
    adapt_rules=adapt_rules,
)
