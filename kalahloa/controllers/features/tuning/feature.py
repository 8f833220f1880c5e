"""Tuning the weights of heuristics."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import (
    FeatureDeclaration,
    PanelColumn,
    PanelPlacement,
)
from kalahloa.controllers.features.tuning.commands import TUNING_COMMANDS
from kalahloa.controllers.features.tuning.tuning import TuningController

FEATURE = FeatureDeclaration(
    controllers=(TuningController,),
    commands=TUNING_COMMANDS,
    panels=(
        PanelPlacement(
            key="tuning",
            title=QT_TRANSLATE_NOOP("Panels", "Weights"),
            pages=("match",),
            column=PanelColumn.MAIN,
            grows=True,
            after="match",
        ),
    ),
)
