"""The heuristics that users write."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import (
    FeatureDeclaration,
    PanelColumn,
    PanelPlacement,
)
from kalahloa.controllers.features.lab.commands import LAB_COMMANDS
from kalahloa.controllers.features.lab.lab import Lab

FEATURE = FeatureDeclaration(
    controllers=(Lab,),
    commands=LAB_COMMANDS,
    panels=(
        PanelPlacement(
            key="heuristic",
            title=QT_TRANSLATE_NOOP("Panels", "Heuristic"),
            pages=("heuristic",),
            column=PanelColumn.LEFT,
            grows=True,
            after="tuning",
        ),
        PanelPlacement(
            key="features",
            title=QT_TRANSLATE_NOOP("Panels", "Features"),
            pages=("heuristic",),
            column=PanelColumn.SIDE,
            grows=True,
        ),
        PanelPlacement(
            key="terms",
            title=QT_TRANSLATE_NOOP("Panels", "Terms"),
            pages=("heuristic",),
            column=PanelColumn.BELOW,
            grows=True,
        ),
    ),
)
