"""Puzzles, solved on the board and found in games."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import FeatureDeclaration, PanelPlacement
from kalahloa.controllers.features.puzzles.commands import PUZZLE_COMMANDS
from kalahloa.controllers.features.puzzles.puzzles import Puzzles

FEATURE = FeatureDeclaration(
    controllers=(Puzzles,),
    commands=PUZZLE_COMMANDS,
    panels=(
        PanelPlacement(
            key="puzzles",
            title=QT_TRANSLATE_NOOP("Panels", "Puzzles"),
            pages=("puzzles",),
            stays=True,
            after="first_steps",
        ),
    ),
)
