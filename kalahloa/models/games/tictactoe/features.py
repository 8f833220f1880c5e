"""The features of tic-tac-toe, which heuristics are made of.

The methods are plain functions on integers: CPython runs them, and Numba compiles them unchanged.
"""

from kalahloa.models.game.feature import FeatureSet, PositionFeature
from kalahloa.models.games.tictactoe.position import LINES, TicTacToe
from kalahloa.models.native.bits import popcount
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

_CENTRE = 0o020
_CORNERS = 0o505


class TicTacToeFeatures:
    """What heuristics can ask of a position of tic-tac-toe.

    `words` are the side to move and the sets of cells of X and O (bit 0 the top left).
    """

    __slots__ = ("side", "words")

    def __init__(self, position: TicTacToe) -> None:
        self.side = position.side
        self.words = position.feature_words()

    def marks(self, side: int) -> list[int]:
        """Return the cells that *side* has marked, 0 (top left) to 8 in ascending order."""
        taken = self.words[1 + side]
        return [cell for cell in range(9) if taken >> cell & 1]

    def open_lines(self, side: int) -> int:
        """Return the number of rows of three in which the opponent of *side* has no mark."""
        other = self.words[2 - side]
        count = 0
        for line in LINES:
            if other & line == 0:
                count += 1
        return count

    def open_marks(self, side: int) -> int:
        """Return how often a mark of *side* stands in a row in which the opponent has none."""
        own = self.words[1 + side]
        other = self.words[2 - side]
        count = 0
        for line in LINES:
            if other & line == 0:
                count += popcount(own & line)
        return count

    def twos(self, side: int) -> int:
        """Return the number of rows that hold two marks of *side* and none of the opponent."""
        own = self.words[1 + side]
        other = self.words[2 - side]
        count = 0
        for line in LINES:
            if other & line == 0 and popcount(own & line) == 2:
                count += 1
        return count

    def centre(self, side: int) -> int:
        """Return 1 if *side* has the cell in the centre, else 0."""
        return popcount(self.words[1 + side] & _CENTRE)

    def corners(self, side: int) -> int:
        """Return the number of corners that *side* has."""
        return popcount(self.words[1 + side] & _CORNERS)


FEATURES = FeatureSet(
    TicTacToeFeatures,
    (
        PositionFeature(
            "marks",
            ("side",),
            "list[int]",
            QT_TRANSLATE_NOOP(
                "Models", "The cells that the side has marked, from 0 (top left) to 8 row by row."
            ),
        ),
        PositionFeature(
            "open_lines",
            ("side",),
            "int",
            QT_TRANSLATE_NOOP("Models", "The rows of three without a mark of the opponent."),
        ),
        PositionFeature(
            "open_marks",
            ("side",),
            "int",
            QT_TRANSLATE_NOOP(
                "Models",
                "The side's marks in rows of three without a mark of the opponent; a mark "
                "counts once for each such row.",
            ),
        ),
        PositionFeature(
            "twos",
            ("side",),
            "int",
            QT_TRANSLATE_NOOP(
                "Models", "The rows with two of the side's marks and a free third cell."
            ),
        ),
        PositionFeature(
            "centre",
            ("side",),
            "int",
            QT_TRANSLATE_NOOP("Models", "1 if the side has the centre cell, otherwise 0."),
        ),
        PositionFeature(
            "corners",
            ("side",),
            "int",
            QT_TRANSLATE_NOOP("Models", "The corners that the side has."),
        ),
    ),
    ("corners", "open-lines", "open-marks", "twos"),
)
