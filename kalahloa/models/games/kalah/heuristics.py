"""Heuristics for Kalah, from the point of view of the side to move, in stones."""

from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.heuristic import Heuristic
from kalahloa.models.sentence import QT_TRANSLATE_NOOP


def kalah_difference(position: Kalah) -> float:
    """Return the stones in the mover's kalah minus those in the opponent's."""
    return position.in_kalah(position.side) - position.in_kalah(1 - position.side)


HEURISTICS = (
    Heuristic(
        "kalah-difference",
        QT_TRANSLATE_NOOP("Models", "Kalah difference"),
        QT_TRANSLATE_NOOP(
            "Models", "Stones in the own kalah minus those in the opponent's, as in the lecture."
        ),
        kalah_difference,
    ),
)
