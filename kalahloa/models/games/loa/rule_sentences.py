"""The rules of Lines of Action in sentences."""

from kalahloa.models.games.loa.rules import LoaRules
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

_BOTH = {
    "mover": QT_TRANSLATE_NOOP(
        "Models", "If one move connects the pieces of both players, the one who moved wins."
    ),
    "draw": QT_TRANSLATE_NOOP(
        "Models", "If one move connects the pieces of both players, the game is a draw."
    ),
}
_NO_MOVE = {
    "pass": QT_TRANSLATE_NOOP("Models", "A player who cannot move passes."),
    "loses": QT_TRANSLATE_NOOP("Models", "A player who cannot move loses."),
}
_REPETITION = {
    "third": QT_TRANSLATE_NOOP(
        "Models",
        "If a position comes up for the third time with the same player to move, the game is a "
        "draw.",
    ),
    "second": QT_TRANSLATE_NOOP(
        "Models",
        "If a position comes up for the second time, whoever is to move, the game is a draw.",
    ),
}


def rule_sentences(rules: LoaRules) -> list[Sentence]:
    """Return what one has to know to play by *rules*: goal, moves, captures and end."""
    return [
        QT_TRANSLATE_NOOP(
            "Models",
            "Connect all your pieces to win. Pieces are connected when they stand side by side or "
            "corner to corner; all of them have to form one group. A single piece is connected.",
        ),
        QT_TRANSLATE_NOOP(
            "Models",
            "The board has {size} ranks and {size} files. Black moves first.",
        ).format(size=rules.size),
        QT_TRANSLATE_NOOP(
            "Models",
            "A piece moves in a straight line: along a rank, a file or a diagonal. It moves "
            "exactly as many squares as there are pieces on that line, yours and your opponent's, "
            "itself included.",
        ),
        QT_TRANSLATE_NOOP(
            "Models",
            "It may jump over your own pieces, but not over your opponent's, and it cannot land on "
            "a piece of yours.",
        ),
        QT_TRANSLATE_NOOP(
            "Models", "If it lands on a piece of your opponent's, that piece is captured."
        ),
        QT_TRANSLATE_NOOP(
            "Models", "If your move connects your opponent's pieces and not yours, you lose."
        ),
        _BOTH[rules.simultaneous],
        _NO_MOVE[rules.no_move],
        _REPETITION[rules.repetition],
    ]
