"""The rule options of Lines of Action and their presets."""

from dataclasses import dataclass

from kalahloa.models.game.rulebook import ChoiceOption, IntegerOption, Preset, Rulebook
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

MIN_SIZE, MAX_SIZE = 4, 8
"""The least and the largest number of ranks, which is that of files as well."""

OPTIONS: tuple[ChoiceOption | IntegerOption, ...] = (
    IntegerOption(
        "size",
        QT_TRANSLATE_NOOP("Models", "Size of the board"),
        MIN_SIZE,
        MAX_SIZE,
        QT_TRANSLATE_NOOP("Models", "How many ranks and files the board has."),
        implied=MAX_SIZE,
    ),
    ChoiceOption(
        "start",
        QT_TRANSLATE_NOOP("Models", "Set-up"),
        {
            "standard": QT_TRANSLATE_NOOP(
                "Models", "Black on the first and last rank, White on the first and last file."
            ),
            "scrambled-eggs": QT_TRANSLATE_NOOP(
                "Models", "The colours alternate round the edge; a2 is White."
            ),
        },
    ),
    ChoiceOption(
        "simultaneous",
        QT_TRANSLATE_NOOP("Models", "One move connects both sides"),
        {
            "mover": QT_TRANSLATE_NOOP("Models", "The player who moved wins."),
            "draw": QT_TRANSLATE_NOOP("Models", "The game is a draw."),
        },
    ),
    ChoiceOption(
        "no_move",
        QT_TRANSLATE_NOOP("Models", "No legal move"),
        {
            "pass": QT_TRANSLATE_NOOP("Models", "The player passes."),
            "loses": QT_TRANSLATE_NOOP("Models", "The player loses."),
        },
    ),
    ChoiceOption(
        "repetition",
        QT_TRANSLATE_NOOP("Models", "Repetition"),
        {
            "third": QT_TRANSLATE_NOOP(
                "Models", "The third time with the same side to move is a draw."
            ),
            "second": QT_TRANSLATE_NOOP(
                "Models", "The second time, whoever is to move, is a draw."
            ),
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
                "Who connects both sides with one move wins; without a move one passes; the third "
                "time the same position is a draw.",
            ),
            LoaRules(),
        ),
        Preset(
            "olympiad",
            QT_TRANSLATE_NOOP(
                "Models",
                "The Computer Olympiad and the Mind Sports Olympiad 2000: a move that connects "
                "both sides is a draw.",
            ),
            LoaRules(simultaneous="draw"),
        ),
        Preset(
            "openspiel",
            QT_TRANSLATE_NOOP(
                "Models",
                "As the OpenSpiel library plays: without a move one loses, and a position that "
                "comes back is a draw.",
            ),
            LoaRules(no_move="loses", repetition="second"),
        ),
    ),
)
