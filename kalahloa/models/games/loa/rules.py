"""The rule options of Lines of Action and their presets."""

from dataclasses import dataclass

from kalahloa.models.rulebook import ChoiceOption, Preset, Rulebook

OPTIONS = (
    ChoiceOption(
        "start",
        "Set-up",
        {
            "standard": "Black on the first and eighth rank, White on the a- and h-file.",
            "scrambled-eggs": "The colours alternate round the edge; a2 is White.",
        },
    ),
    ChoiceOption(
        "simultaneous",
        "One move connects both sides",
        {
            "mover": "The player who moved wins.",
            "draw": "The game is a draw.",
        },
    ),
    ChoiceOption(
        "no_move",
        "No legal move",
        {
            "pass": "The player passes.",
            "loses": "The player loses.",
        },
    ),
    ChoiceOption(
        "repetition",
        "Repetition",
        {
            "third": "The third time with the same side to move is a draw.",
            "second": "The second time, whoever is to move, is a draw.",
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

    def __post_init__(self) -> None:
        for option in OPTIONS:
            option.require(getattr(self, option.name))


RULEBOOK = Rulebook(
    options=OPTIONS,
    presets=(
        Preset(
            "tutorial",
            "Who connects both sides with one move wins; without a move one passes; the third "
            "time the same position is a draw.",
            LoaRules(),
        ),
        Preset(
            "olympiad",
            "The Computer Olympiad and the Mind Sports Olympiad 2000: a move that connects both "
            "sides is a draw.",
            LoaRules(simultaneous="draw"),
        ),
        Preset(
            "openspiel",
            "As the OpenSpiel library plays: without a move one loses, and a position that comes "
            "back is a draw.",
            LoaRules(no_move="loses", repetition="second"),
        ),
    ),
)
