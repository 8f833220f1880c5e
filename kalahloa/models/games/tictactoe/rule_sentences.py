"""The rules of tic-tac-toe in sentences."""

from kalahloa.models.games.tictactoe.rules import TicTacToeRules
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence


def rule_sentences(rules: TicTacToeRules) -> list[Sentence]:
    """Return what one has to know to play: goal, moves and end."""
    return [
        QT_TRANSLATE_NOOP(
            "Models",
            "Three of your marks in a row win: side by side, one above the other, or along a "
            "diagonal.",
        ),
        QT_TRANSLATE_NOOP(
            "Models", "X and O take turns marking a free cell of the board. X moves first."
        ),
        QT_TRANSLATE_NOOP(
            "Models", "When all cells are marked and nobody has three in a row, the game is a draw."
        ),
    ]
