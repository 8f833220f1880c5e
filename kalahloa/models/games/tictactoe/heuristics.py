"""Heuristics for tic-tac-toe, from the point of view of the side to move."""

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.games.tictactoe.features import TicTacToeFeatures
from kalahloa.models.games.tictactoe.position import TicTacToe
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


def open_lines(position: TicTacToe) -> float:
    """Return the lines still open to the side to move minus those open to the opponent."""
    features = TicTacToeFeatures(position)
    return features.open_lines(features.side) - features.open_lines(1 - features.side)


def open_marks(position: TicTacToe) -> float:
    """Return the side to move's marks in rows that are open to it, minus the opponent's.

    A mark counts once for each such row: the tutorial's evaluation.
    """
    features = TicTacToeFeatures(position)
    return features.open_marks(features.side) - features.open_marks(1 - features.side)


HEURISTICS = (
    Heuristic(
        "open-marks",
        QT_TRANSLATE_NOOP("Models", "Marks in open lines"),
        QT_TRANSLATE_NOOP(
            "Models",
            "The tutorial's evaluation: the marks of the side to move in rows of three without "
            "a mark of the opponent, minus the same for the opponent. A mark counts once for "
            "each such row.",
        ),
        open_marks,
    ),
    Heuristic(
        "open-lines",
        QT_TRANSLATE_NOOP("Models", "Open lines"),
        QT_TRANSLATE_NOOP(
            "Models",
            "Rows of three without a mark of the opponent, minus those without a mark of the "
            "side to move.",
        ),
        open_lines,
    ),
)
