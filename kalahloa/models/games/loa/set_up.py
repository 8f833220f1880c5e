"""A board of Lines of Action as it is being set up."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from kalahloa.models.game.outcome import FIRST, SECOND
from kalahloa.models.game.set_up import SetUp
from kalahloa.models.games.loa.notation import LETTERS, read_board, write_board
from kalahloa.models.games.loa.squares import board_squares
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence


class LoaSetUp(SetUp):
    """The pieces on the 64 squares, from a1: 0 for none, 1 for a black one, 2 for a white one.

    On a smaller board those outside the corner of a1 are none.
    """

    keys: ClassVar[Mapping[str, int]] = {"b": 1, "w": 2}
    hint: ClassVar[Sentence] = QT_TRANSLATE_NOOP(
        "Models",
        "Click a square for a black piece, again for a white one, again to empty it; "
        "right-click starts with white. Drag a piece to move it. Keys for the focused square: "
        "B, W, Delete.",
    )

    @classmethod
    def read(cls, text: str, rules: Any) -> Self:
        black, white, side = read_board(text, rules.size)
        contents = ((black >> square & 1) + 2 * (white >> square & 1) for square in range(64))
        return cls(rules, tuple(contents), side)

    @classmethod
    def empty(cls, rules: Any) -> Self:
        return cls(rules, (0,) * 64, FIRST)

    def text(self) -> str:
        board = write_board(self._pieces(FIRST), self._pieces(SECOND), self.rules.size)
        return f"{board} {LETTERS[self.side]}"

    def with_rules(self, rules: Any) -> Self:
        """Return this set-up under *rules*: squares keep their pieces, and surplus ones go."""
        kept = board_squares(rules.size)
        contents = (piece if square in kept else 0 for square, piece in enumerate(self.contents))
        return type(self)(rules, tuple(contents), self.side)

    def swapped(self) -> Self:
        contents = tuple((0, 2, 1)[piece] for piece in self.contents)
        return type(self)(self.rules, contents, 1 - self.side)

    def status(self, side: int) -> Sentence:
        return QT_TRANSLATE_NOOP("Models", "%n piece(s)").counted(self.contents.count(side + 1))

    def _pieces(self, side: int) -> int:
        return sum(1 << square for square, piece in enumerate(self.contents) if piece == side + 1)
