"""Guessing the moves of a game."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import FeatureDeclaration, PanelPlacement
from kalahloa.controllers.features.guessing.commands import GUESS_COMMANDS
from kalahloa.controllers.features.guessing.guesses import Guesses

FEATURE = FeatureDeclaration(
    controllers=(Guesses,),
    commands=GUESS_COMMANDS,
    panels=(
        PanelPlacement(
            key="guesses",
            title=QT_TRANSLATE_NOOP("Panels", "Guess the moves"),
            pages=("guess",),
            stays=True,
            grows=True,
            after="puzzles",
        ),
    ),
)
