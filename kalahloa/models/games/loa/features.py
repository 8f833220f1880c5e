"""The features of Lines of Action, which heuristics are made of.

The methods are plain functions on integers: CPython runs them, and Numba compiles them unchanged.
They leave to compiled functions what would be slow, and must do nothing else with bitboards than
``&``, ``|`` and ``^``: CPython has no sign in bit 63, and Numba has one.

Squares are numbered rank by rank from 0 (a1) and 1 (b1) to 63 (h8); a smaller board is the corner
of a1, and a2 is always 8.  What a side could do is counted as if it were to move.  `quads`,
`walls`, `neighbours` and `uniformity` are those of the engine's evaluation (see `evaluation`).
"""

from kalahloa.models.game.feature import FeatureSet, PositionFeature
from kalahloa.models.games.loa.board import (
    count_captures,
    count_on_line,
    first_group,
    movable_pieces,
)
from kalahloa.models.games.loa.evaluation import (
    distance_surplus,
    file_sum,
    neighbour_eighths,
    off_centre_halves,
    quad_count,
    rank_sum,
    squares_outside,
    wall_value,
)
from kalahloa.models.games.loa.mobility import move_count
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.native.bits import lowest, popcount
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


class LoaFeatures:
    """What heuristics can ask of a position of Lines of Action.

    `words` are the side to move, the bitboards of Black and of White, and the number of ranks.
    """

    __slots__ = ("side", "words")

    def __init__(self, position: Loa) -> None:
        self.side = position.side
        self.words = position.feature_words()

    def squares(self, side: int) -> list[int]:
        """Return the squares of the pieces of *side*, in ascending order."""
        left = self.words[1 + side]
        squares = [0] * popcount(left)
        for place in range(len(squares)):
            square = lowest(left)
            squares[place] = square
            left ^= 1 << square
        return squares

    def piece_count(self, side: int) -> int:
        """Return the number of pieces of *side*."""
        return popcount(self.words[1 + side])

    def groups(self, side: int) -> list[int]:
        """Return the sizes of the connected groups of *side*, the largest first."""
        left = self.words[1 + side]
        sizes = [0] * self.group_count(side)
        for count in range(len(sizes)):
            group = first_group(left)
            left ^= group
            size = popcount(group)
            place = count
            while place > 0 and sizes[place - 1] < size:
                sizes[place] = sizes[place - 1]
                place -= 1
            sizes[place] = size
        return sizes

    def group_count(self, side: int) -> int:
        """Return the number of connected groups of *side*."""
        left = self.words[1 + side]
        count = 0
        while left != 0:
            left ^= first_group(left)
            count += 1
        return count

    def largest_group(self, side: int) -> int:
        """Return the number of pieces in the largest group of *side*."""
        left = self.words[1 + side]
        largest = 0
        while left != 0:
            group = first_group(left)
            largest = max(largest, popcount(group))
            left ^= group
        return largest

    def connectedness(self, side: int) -> float:
        """Return the share of its pieces in the largest group, in tenths, less its other groups."""
        share = 10.0 * self.largest_group(side) / self.piece_count(side)
        return share - (self.group_count(side) - 1)

    def concentration(self, side: int) -> float:
        """Return how close the pieces of *side* stand to their centre of mass: 0 or less.

        It is their mean distance, with a minus, to the centre of mass, which is rounded to a
        square; the least possible distances for so many pieces are not counted.  In king's moves.
        """
        pieces = self.words[1 + side]
        return -distance_surplus(pieces) / popcount(pieces)

    def centralisation(self, side: int) -> float:
        """Return the mean distance, with a minus, of the pieces of *side* to the board's middle.

        In king's moves: on a board of 8 ranks -0.5 on the four central squares, -3.5 at the edge.
        """
        pieces = self.words[1 + side]
        return -0.5 * off_centre_halves(pieces, self.words[3]) / popcount(pieces)

    def centre_of_mass(self, side: int) -> tuple[float, float]:
        """Return the mean file and the mean rank of the pieces of *side*, 0.0 to 7.0."""
        pieces = self.words[1 + side]
        count = popcount(pieces)
        return file_sum(pieces) / count, rank_sum(pieces) / count

    def mobility(self, side: int) -> int:
        """Return the number of moves of the pieces of *side*."""
        return move_count(self.words[1 + side], self.words[2 - side], self.words[3])

    def captures(self, side: int) -> int:
        """Return the number of moves of *side* that capture a piece."""
        return count_captures(self.words[1 + side], self.words[2 - side], self.words[3])

    def orphans(self, side: int) -> int:
        """Return the number of pieces of *side* that cannot move."""
        pieces = self.words[1 + side]
        movable = movable_pieces(pieces, self.words[2 - side], self.words[3])
        return popcount(pieces) - popcount(movable)

    def neighbours(self, side: int) -> float:
        """Return the mean number of neighbours of a piece of *side*, rounded down to an eighth."""
        return neighbour_eighths(self.words[1 + side]) / 8

    def quads(self, side: int) -> int:
        """Return how many 2 x 2 squares hold three or four pieces of *side*.

        Only those within two squares of their centre of mass count.
        """
        return quad_count(self.words[1 + side], self.words[3])

    def walls(self, side: int) -> int:
        """Return how far *side* blocks the opponent's pieces at the edge of the board.

        Each counts 1 if two of its three ways inside are blocked, and 2 if all are.
        """
        return wall_value(self.words[1 + side], self.words[2 - side], self.words[3])

    def uniformity(self, side: int) -> int:
        """Return the number of squares outside the smallest rectangle around the pieces."""
        return squares_outside(self.words[1 + side], self.words[3])

    def line_count(self, a: int, b: int) -> int:
        """Return how many pieces of both sides stand on the line through the squares *a* and *b*.

        It is 0 if they are equal or not on a line.
        """
        return count_on_line(self.words[1] | self.words[2], a, b)

    def board_size(self) -> int:
        """Return the number of ranks of the board, which is that of its files."""
        return self.words[3]


_SIDE = ("side",)
FEATURES = FeatureSet(
    LoaFeatures,
    (
        PositionFeature(
            "squares",
            _SIDE,
            "list[int]",
            QT_TRANSLATE_NOOP(
                "Models", "Where the side's pieces stand: 0 is a1, 1 is b1, 8 is a2, 63 is h8."
            ),
        ),
        PositionFeature(
            "piece_count", _SIDE, "int", QT_TRANSLATE_NOOP("Models", "The number of its pieces.")
        ),
        PositionFeature(
            "groups",
            _SIDE,
            "list[int]",
            QT_TRANSLATE_NOOP("Models", "The sizes of its connected groups, the largest first."),
        ),
        PositionFeature(
            "group_count",
            _SIDE,
            "int",
            QT_TRANSLATE_NOOP("Models", "The number of its connected groups."),
        ),
        PositionFeature(
            "largest_group",
            _SIDE,
            "int",
            QT_TRANSLATE_NOOP("Models", "The number of pieces in its largest group."),
        ),
        PositionFeature(
            "connectedness",
            _SIDE,
            "float",
            QT_TRANSLATE_NOOP(
                "Models",
                "The share of its pieces in the largest group, in tenths, minus 1 for each "
                "other group.",
            ),
        ),
        PositionFeature(
            "concentration",
            _SIDE,
            "float",
            QT_TRANSLATE_NOOP(
                "Models",
                "How far its pieces are from their centre of mass, in king's moves, with a "
                "minus; 0 if they could not be closer.",
            ),
        ),
        PositionFeature(
            "centralisation",
            _SIDE,
            "float",
            QT_TRANSLATE_NOOP(
                "Models",
                "The mean distance of its pieces from the middle of the board, with a minus: "
                "-0.5 to -3.5 on 8 × 8 squares.",
            ),
        ),
        PositionFeature(
            "centre_of_mass",
            _SIDE,
            "tuple[float, float]",
            QT_TRANSLATE_NOOP("Models", "The mean file and the mean rank of its pieces, 0 to 7."),
        ),
        PositionFeature(
            "mobility", _SIDE, "int", QT_TRANSLATE_NOOP("Models", "The number of its moves.")
        ),
        PositionFeature(
            "captures",
            _SIDE,
            "int",
            QT_TRANSLATE_NOOP("Models", "The number of its moves that capture a piece."),
        ),
        PositionFeature(
            "orphans",
            _SIDE,
            "int",
            QT_TRANSLATE_NOOP("Models", "The number of its pieces that cannot move."),
        ),
        PositionFeature(
            "neighbours",
            _SIDE,
            "float",
            QT_TRANSLATE_NOOP("Models", "How many neighbours its pieces have on average, 0 to 8."),
        ),
        PositionFeature(
            "quads",
            _SIDE,
            "int",
            QT_TRANSLATE_NOOP(
                "Models",
                "The 2 × 2 squares near its centre of mass that hold three or four of its pieces.",
            ),
        ),
        PositionFeature(
            "walls",
            _SIDE,
            "int",
            QT_TRANSLATE_NOOP(
                "Models", "How much its pieces block the opponent's at the edge of the board."
            ),
        ),
        PositionFeature(
            "uniformity",
            _SIDE,
            "int",
            QT_TRANSLATE_NOOP(
                "Models", "The number of squares outside the smallest rectangle around its pieces."
            ),
        ),
        PositionFeature(
            "line_count",
            ("a", "b"),
            "int",
            QT_TRANSLATE_NOOP(
                "Models",
                "The number of pieces of both sides on the line through two squares; 0 if "
                "there is no such line.",
            ),
        ),
        PositionFeature(
            "board_size",
            (),
            "int",
            QT_TRANSLATE_NOOP("Models", "The number of the board's ranks, and of its files."),
        ),
    ),
    ("captures", "orphans", "connectedness", "together", "mix", "mia"),
)
