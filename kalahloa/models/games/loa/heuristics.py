"""Heuristics for Lines of Action, from the point of view of the side to move (own minus other)."""

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.games.loa.features import LoaFeatures
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


def capture_count(position: Loa) -> float:
    """Return the number of the mover's pieces minus that of the opponent's."""
    features = LoaFeatures(position)
    side = features.side
    return features.piece_count(side) - features.piece_count(1 - side)


def connectedness_difference(position: Loa) -> float:
    """Return the difference of the sides' connectedness."""
    features = LoaFeatures(position)
    side = features.side
    return round(features.connectedness(side) - features.connectedness(1 - side), 2)


def orphans(position: Loa) -> float:
    """Return the number of the opponent's pieces that cannot move minus that of the mover's."""
    features = LoaFeatures(position)
    side = features.side
    return features.orphans(1 - side) - features.orphans(side)


def _mix(features: LoaFeatures, side: int) -> float:
    return (
        8.0 * features.concentration(side)
        + 1.5 * features.centralisation(side)
        + 0.15 * features.mobility(side)
    )


def mix(position: Loa) -> float:
    """Return the difference of the weighted sums of concentration, centralisation and mobility."""
    features = LoaFeatures(position)
    side = features.side
    return round(_mix(features, side) - _mix(features, 1 - side), 3)


HEURISTICS = (
    Heuristic(
        "mix",
        QT_TRANSLATE_NOOP("Models", "Concentration, centralisation, mobility"),
        QT_TRANSLATE_NOOP(
            "Models",
            "Pieces close to their centre of mass, close to the centre of the board, and with "
            "many moves: the three terms that all strong programs share (Winands and others, "
            "2001).",
        ),
        mix,
    ),
    Heuristic(
        "connectedness",
        QT_TRANSLATE_NOOP("Models", "Connectedness"),
        QT_TRANSLATE_NOOP(
            "Models",
            "The share of the pieces in the largest group, minus a point for each further "
            "group. Close to the goal of the game, but blind to the distance between groups.",
        ),
        connectedness_difference,
    ),
    Heuristic(
        "orphans",
        QT_TRANSLATE_NOOP("Models", "Orphans"),
        QT_TRANSLATE_NOOP("Models", "Pieces that cannot move, counted against their owner."),
        orphans,
    ),
    Heuristic(
        "captures",
        QT_TRANSLATE_NOOP("Models", "Capture count"),
        QT_TRANSLATE_NOOP(
            "Models",
            "Your own pieces minus the opponent's: an example of a bad heuristic, since fewer "
            "pieces are easier to connect.",
        ),
        capture_count,
    ),
)
