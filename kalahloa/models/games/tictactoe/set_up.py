"""A board of tic-tac-toe as it is being set up."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from kalahloa.models.game.outcome import FIRST
from kalahloa.models.game.set_up import SetUp
from kalahloa.models.games.tictactoe.position import SIDES
from kalahloa.models.text.errors import BadPosition
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

_SIGNS = (".", *SIDES)


def read_marks(text: str) -> tuple[int, int, int]:
    """Return the sets of cells of X and O and the side to move in the position string *text*.

    Raises `BadPosition` where *text* is malformed.
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
    return crosses, noughts, SIDES.index(parts[1])


class TicTacToeSetUp(SetUp):
    """The marks in the nine cells: 0 for none, 1 for a cross, 2 for a nought."""

    keys: ClassVar[Mapping[str, int]] = {"x": 1, "o": 2}
    hint: ClassVar[Sentence] = QT_TRANSLATE_NOOP(
        "Models",
        "Click a cell for an X, again for an O, again to empty it; right-click starts with O. "
        "Drag a mark to move it. Keys for the focused cell: X, O, Delete.",
    )

    @classmethod
    def read(cls, text: str, rules: Any) -> Self:
        crosses, noughts, side = read_marks(text)
        contents = ((crosses >> cell & 1) + 2 * (noughts >> cell & 1) for cell in range(9))
        return cls(rules, tuple(contents), side)

    @classmethod
    def empty(cls, rules: Any) -> Self:
        return cls(rules, (0,) * 9, FIRST)

    def text(self) -> str:
        signs = "".join(_SIGNS[mark] for mark in self.contents)
        return f"{signs[:3]}/{signs[3:6]}/{signs[6:]} {SIDES[self.side]}"

    def swapped(self) -> Self:
        contents = tuple((0, 2, 1)[mark] for mark in self.contents)
        return type(self)(self.rules, contents, 1 - self.side)

    def status(self, side: int) -> Sentence:
        return QT_TRANSLATE_NOOP("Models", "%n mark(s)").counted(self.contents.count(side + 1))
