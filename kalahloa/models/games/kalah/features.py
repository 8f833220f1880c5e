"""The features of Kalah, which heuristics are made of.

The methods are plain functions on integers: CPython runs them, and Numba compiles them unchanged.
What a side could do is counted as if it were to move, whichever side is, and for one sowing each:
what an extra turn would bring is left to the search.
"""

from kalahloa.models.game.feature import FeatureSet, PositionFeature
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

_CELLS = 2
"""Where in the words the first cell is."""


class KalahFeatures:
    """What heuristics can ask of a position of Kalah.

    `words` are the side to move, the number of pits a side, and the cells in the order of `board`.
    """

    __slots__ = ("side", "words")

    def __init__(self, position: Kalah) -> None:
        self.side = position.side
        self.words = position.feature_words()

    def pit_count(self) -> int:
        """Return the number of pits of each side."""
        return self.words[1]

    def kalah(self, side: int) -> int:
        """Return the stones in the kalah of *side*."""
        pits = self.words[1]
        return self.words[_CELLS + side * (pits + 1) + pits]

    def pits(self, side: int) -> list[int]:
        """Return the stones in each pit of *side*, in sowing order: the far pit, move 1, first."""
        pits = self.words[1]
        first = _CELLS + side * (pits + 1)
        return self.words[first : first + pits]

    def stones(self, side: int) -> int:
        """Return the stones in all pits of *side*."""
        pits = self.words[1]
        first = _CELLS + side * (pits + 1)
        total = 0
        for pit in range(pits):
            total += self.words[first + pit]
        return total

    def mobility(self, side: int) -> int:
        """Return the number of pits of *side* that hold stones, which are its moves."""
        pits = self.words[1]
        first = _CELLS + side * (pits + 1)
        count = 0
        for pit in range(pits):
            if self.words[first + pit] > 0:
                count += 1
        return count

    def extra_turns(self, side: int) -> int:
        """Return the number of pits of *side* whose last stone would fall into its kalah."""
        pits = self.words[1]
        first = _CELLS + side * (pits + 1)
        count = 0
        for pit in range(pits):
            beyond = self.words[first + pit] - (pits - pit)
            # The last one may fall into the kalah after full rounds too.
            if beyond == 0 or (beyond > 0 and beyond % (2 * pits + 1) == 0):
                count += 1
        return count

    def _capture_from(self, side: int, pit: int) -> int:
        """Return the stones of the opponent that the sowing of the *pit* of *side* would capture.

        Pits are counted from 0 in sowing order.  The last stone, which goes to the kalah as well,
        is not counted.
        """
        pits = self.words[1]
        first = _CELLS + side * (pits + 1)
        around = 2 * pits + 1
        stones = self.words[first + pit]
        if stones == 0 or stones > around:
            # After more than a full round no pit holds just the last stone.
            return 0
        end = pit + stones
        if end >= around:
            end -= around
        if end >= pits or (end != pit and self.words[first + end] > 0):
            return 0
        # The pits of the opponent lie opposite, in the other direction.
        facing = self.words[_CELLS + (1 - side) * (pits + 1) + pits - 1 - end]
        if end <= pit:
            # The sowing has passed all pits of the opponent.
            facing += 1
        return facing

    def captures(self, side: int) -> int:
        """Return the most stones of the opponent that *side* could capture with one sowing."""
        most = 0
        for pit in range(self.words[1]):
            most = max(most, self._capture_from(side, pit))
        return most

    def at_risk(self, side: int) -> int:
        """Return the stones now in pits of *side* that some sowing of the opponent captures."""
        pits = self.words[1]
        first = _CELLS + side * (pits + 1)
        others_first = _CELLS + (1 - side) * (pits + 1)
        total = 0
        seen = 0
        for pit in range(pits):
            if self._capture_from(1 - side, pit) > 0:
                end = pit + self.words[others_first + pit]
                if end > 2 * pits:
                    end -= 2 * pits + 1
                target = pits - 1 - end
                if seen >> target & 1 == 0:
                    seen |= 1 << target
                    total += self.words[first + target]
        return total


FEATURES = FeatureSet(
    KalahFeatures,
    (
        PositionFeature(
            "kalah",
            ("side",),
            "int",
            QT_TRANSLATE_NOOP("Models", "The stones in the side's kalah."),
        ),
        PositionFeature(
            "pits",
            ("side",),
            "list[int]",
            QT_TRANSLATE_NOOP(
                "Models", "The stones in each pit, in sowing order, starting with move 1."
            ),
        ),
        PositionFeature(
            "stones",
            ("side",),
            "int",
            QT_TRANSLATE_NOOP("Models", "The stones in all pits of the side."),
        ),
        PositionFeature(
            "mobility",
            ("side",),
            "int",
            QT_TRANSLATE_NOOP("Models", "The side's pits that hold stones, which are its moves."),
        ),
        PositionFeature(
            "captures",
            ("side",),
            "int",
            QT_TRANSLATE_NOOP(
                "Models", "The most stones of the opponent that one sowing would capture."
            ),
        ),
        PositionFeature(
            "extra_turns",
            ("side",),
            "int",
            QT_TRANSLATE_NOOP(
                "Models", "The pits whose last stone would land in the side's own kalah."
            ),
        ),
        PositionFeature(
            "at_risk",
            ("side",),
            "int",
            QT_TRANSLATE_NOOP(
                "Models", "The side's stones that single sowings of the opponent would capture."
            ),
        ),
        PositionFeature(
            "pit_count",
            (),
            "int",
            QT_TRANSLATE_NOOP("Models", "The number of pits per side: 6 on the standard board."),
        ),
    ),
    ("stones", "kalah-difference", "extra-turns", "offers"),
)
