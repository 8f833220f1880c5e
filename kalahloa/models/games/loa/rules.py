"""The rule options of Lines of Action and their presets."""

from dataclasses import dataclass

from kalahloa.models.game.rulebook import ChoiceOption, IntegerOption, Preset, Rulebook
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

MIN_SIZE, MAX_SIZE = 4, 8
"""The least and the largest number of ranks, which is that of files as well."""

OPTIONS: tuple[ChoiceOption | IntegerOption, ...] = (
    IntegerOption(
        "size",
        QT_TRANSLATE_NOOP("Models", "Board size"),
        MIN_SIZE,
        MAX_SIZE,
        QT_TRANSLATE_NOOP("Models", "The number of ranks and files."),
        implied=MAX_SIZE,
    ),
    ChoiceOption(
        "start",
        QT_TRANSLATE_NOOP("Models", "Start"),
        {
            "standard": QT_TRANSLATE_NOOP(
                "Models",
                "Black starts on the first and last rank, White on the first and last file.",
            ),
            "scrambled-eggs": QT_TRANSLATE_NOOP(
                "Models", "Black and White alternate round the edge; a2 is White."
            ),
        },
    ),
    ChoiceOption(
        "simultaneous",
        QT_TRANSLATE_NOOP("Models", "If you connect both"),
        {
            "mover": QT_TRANSLATE_NOOP(
                "Models", "If your move connects all pieces of both players, you win."
            ),
            "draw": QT_TRANSLATE_NOOP(
                "Models", "If your move connects all pieces of both players, the game is a draw."
            ),
        },
        titles={
            "mover": QT_TRANSLATE_NOOP("Models", "You win"),
            "draw": QT_TRANSLATE_NOOP("Models", "Draw"),
        },
    ),
    ChoiceOption(
        "no_move",
        QT_TRANSLATE_NOOP("Models", "If you cannot move"),
        {
            "pass": QT_TRANSLATE_NOOP("Models", "You pass."),
            "loses": QT_TRANSLATE_NOOP("Models", "You lose."),
        },
        titles={
            "pass": QT_TRANSLATE_NOOP("Models", "You pass"),
            "loses": QT_TRANSLATE_NOOP("Models", "You lose"),
        },
    ),
    ChoiceOption(
        "repetition",
        QT_TRANSLATE_NOOP("Models", "Repetition"),
        {
            "third": QT_TRANSLATE_NOOP(
                "Models",
                "The game is a draw when a position occurs for the third time with the same "
                "side to move.",
            ),
            "second": QT_TRANSLATE_NOOP(
                "Models",
                "The game is a draw when a position occurs for the second time, whoever is "
                "to move.",
            ),
        },
        titles={
            "third": QT_TRANSLATE_NOOP("Models", "Draw on the third"),
            "second": QT_TRANSLATE_NOOP("Models", "Draw on the second"),
        },
    ),
)


@dataclass(frozen=True, slots=True)
class LoaRules:
    """The options of Lines of Action, described in `OPTIONS`.

    Raises `BadRules` for an invalid value.
    """

    start: str = "standard"
    simultaneous: str = "mover"
    no_move: str = "pass"
    repetition: str = "third"
    size: int = MAX_SIZE

    def __post_init__(self) -> None:
        for option in OPTIONS:
            option.require(getattr(self, option.name))


RULEBOOK = Rulebook(
    options=OPTIONS,
    presets=(
        Preset(
            "tutorial",
            QT_TRANSLATE_NOOP(
                "Models",
                "If your move connects the pieces of both players, you win; if you cannot move, "
                "you pass; the third repetition is a draw.",
            ),
            LoaRules(),
            title=QT_TRANSLATE_NOOP("Models", "Classic"),
        ),
        Preset(
            "olympiad",
            QT_TRANSLATE_NOOP(
                "Models",
                "As at the Computer Olympiad and the Mind Sports Olympiad 2000: if your move "
                "connects the pieces of both players, the game is a draw.",
            ),
            LoaRules(simultaneous="draw"),
            title=QT_TRANSLATE_NOOP("Models", "Olympiad"),
        ),
        Preset(
            "openspiel",
            QT_TRANSLATE_NOOP(
                "Models",
                "As in the OpenSpiel library: if you cannot move, you lose, and any repeated "
                "position is a draw.",
            ),
            LoaRules(no_move="loses", repetition="second"),
            title=QT_TRANSLATE_NOOP("Models", "OpenSpiel"),
        ),
    ),
)
