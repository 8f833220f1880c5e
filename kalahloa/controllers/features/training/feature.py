"""The results of all exercises, and what comes again."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import (
    FeatureDeclaration,
    PanelColumn,
    PanelPlacement,
)
from kalahloa.controllers.features.training.commands import TRAINING_COMMANDS
from kalahloa.controllers.features.training.training import Training

PAGES = ("puzzles", "mistakes", "openings", "guess", "teach")
FEATURE = FeatureDeclaration(
    controllers=(Training,),
    commands=TRAINING_COMMANDS,
    panels=(
        PanelPlacement(
            key="training_results",
            title=QT_TRANSLATE_NOOP("Panels", "Right at first try"),
            pages=PAGES,
            stays=True,
            after="training",
        ),
        PanelPlacement(
            key="coming_back",
            title=QT_TRANSLATE_NOOP("Panels", "Coming back"),
            pages=PAGES,
            column=PanelColumn.BELOW,
            stays=True,
        ),
    ),
)
