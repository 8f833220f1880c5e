"""Tic-tac-toe as a game: its start and position strings."""

from kalahloa.models.errors import BadPosition
from kalahloa.models.game import BenchSearch, Game
from kalahloa.models.games.tictactoe.heuristics import HEURISTICS
from kalahloa.models.games.tictactoe.position import SIDES, TicTacToe
from kalahloa.models.games.tictactoe.rules import RULEBOOK, TicTacToeRules
from kalahloa.models.quotation import quote
from kalahloa.models.sentence import QT_TRANSLATE_NOOP


def read_position(text: str, rules: TicTacToeRules) -> TicTacToe:
    """Return the position written in *text*: three rows and the side, ``X.O/.X./... O``.

    Raises `BadPosition`.
    """
    parts = text.split()
    if len(parts) != 2 or [len(row) for row in parts[0].split("/")] != [3, 3, 3]:
        raise BadPosition(
            QT_TRANSLATE_NOOP(
                "Models",
                "A position is three rows of X, O and '.', separated by '/', then the side to "
                "move, X or O.",
            )
        )
    if parts[1] not in ("X", "O"):
        raise BadPosition(
            QT_TRANSLATE_NOOP("Models", "The side to move is X or O, not '{word}'.").format(
                word=quote(parts[1])
            )
        )
    cells = parts[0].replace("/", "")
    for sign in cells:
        if sign not in "XO.":
            raise BadPosition(
                QT_TRANSLATE_NOOP("Models", "A cell holds X, O or '.', not '{sign}'.").format(
                    sign=sign
                )
            )
    crosses, noughts = (
        sum(1 << cell for cell, mark in enumerate(cells) if mark == sign) for sign in SIDES
    )
    return TicTacToe(crosses, noughts, SIDES.index(parts[1]), rules)


def start_position(rules: TicTacToeRules) -> TicTacToe:
    """Return the empty board, X to move."""
    return TicTacToe(0, 0, 0, rules)


GAME = Game(
    key="tictactoe",
    title=QT_TRANSLATE_NOOP("Models", "Tic-tac-toe"),
    sides=SIDES,
    rulebook=RULEBOOK,
    start=start_position,
    read=read_position,
    example="5",
    hint=QT_TRANSLATE_NOOP("Models", "Write the number of a free cell, 1 to 9, row by row."),
    heuristics=HEURISTICS,
    bench=(BenchSearch("classic", None, 9),),
)
