"""The match that is played in the lab."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import (
    FeatureDeclaration,
    PanelColumn,
    PanelPlacement,
)
from kalahloa.controllers.features.match.commands import LAB_MATCH_COMMANDS
from kalahloa.controllers.features.match.lab_match import LabMatch

FEATURE = FeatureDeclaration(
    controllers=(LabMatch,),
    commands=LAB_MATCH_COMMANDS,
    panels=(
        PanelPlacement(
            key="match",
            title=QT_TRANSLATE_NOOP("Panels", "Match"),
            pages=("match",),
            column=PanelColumn.LEFT,
            grows=True,
            after="comparison",
        ),
    ),
)
