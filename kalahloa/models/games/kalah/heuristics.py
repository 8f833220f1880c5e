"""Heuristics for Kalah, from the point of view of the side to move, in stones."""

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.games.kalah.features import KalahFeatures
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


def kalah_difference(position: Kalah) -> float:
    """Return the stones in the mover's kalah minus those in the opponent's."""
    features = KalahFeatures(position)
    return features.kalah(features.side) - features.kalah(1 - features.side)


HEURISTICS = (
    Heuristic(
        "kalah-difference",
        QT_TRANSLATE_NOOP("Models", "Kalah difference"),
        QT_TRANSLATE_NOOP(
            "Models",
            "The stones in your own kalah minus those in the opponent's, as in the lecture.",
        ),
        kalah_difference,
    ),
)
