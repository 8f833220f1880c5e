"""The rules of Kalah in sentences."""

from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

_CAPTURES = {
    "opposite": QT_TRANSLATE_NOOP(
        "Models",
        "If it falls into an empty pit of yours and stones lie in the pit opposite, you capture: "
        "it goes to your kalah, together with these stones.",
    ),
    "empty": QT_TRANSLATE_NOOP(
        "Models",
        "If it falls into an empty pit of yours, you capture: it goes to your kalah, together with "
        "the stones in the pit opposite, if there are any.",
    ),
}
_ENDS = {
    "mover-empty": QT_TRANSLATE_NOOP(
        "Models", "The game ends when the player to move has no stones in their pits."
    ),
    "standard": QT_TRANSLATE_NOOP(
        "Models", "The game ends as soon as all pits of one player are empty."
    ),
}
_REMAINING = {
    "owner": QT_TRANSLATE_NOOP(
        "Models", "The stones that are left go to the kalah of the player in whose pits they lie."
    ),
    "last-mover": QT_TRANSLATE_NOOP(
        "Models", "The stones that are left go to the kalah of the player who moved last."
    ),
}


def rule_sentences(rules: KalahRules) -> list[Sentence]:
    """Return what one has to know to play by *rules*: goal, moves, captures and end."""
    told = [
        QT_TRANSLATE_NOOP(
            "Models", "Whoever has more stones in their kalah at the end of the game wins."
        ),
        QT_TRANSLATE_NOOP(
            "Models",
            "Each player has a row of pits (here {pits}) and a kalah, the large pit at the end of "
            "the row. At the start there are {stones} stones in each pit and none in the kalahs.",
        ).format(pits=rules.pits, stones=rules.stones),
        QT_TRANSLATE_NOOP(
            "Models",
            "To move, take all stones out of one of your pits and sow them clockwise, one in each "
            "pit that follows: first in your own pits, then in your kalah, then in your opponent's "
            "pits, but never in your opponent's kalah.",
        ),
        QT_TRANSLATE_NOOP("Models", "If the last stone falls into your kalah, you move again."),
        _CAPTURES[rules.capture],
    ]
    if rules.pie == "yes":
        told.append(
            QT_TRANSLATE_NOOP(
                "Models",
                "After the first turn, the second player may swap sides instead of moving.",
            )
        )
    return [*told, _ENDS[rules.end], _REMAINING[rules.remaining]]
