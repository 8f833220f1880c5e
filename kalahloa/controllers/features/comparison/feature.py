"""The searchers compared."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import (
    FeatureDeclaration,
    PanelColumn,
    PanelPlacement,
)
from kalahloa.controllers.features.comparison.commands import COMPARISON_COMMANDS
from kalahloa.controllers.features.comparison.comparison import Comparisons

FEATURE = FeatureDeclaration(
    controllers=(Comparisons,),
    commands=COMPARISON_COMMANDS,
    panels=(
        PanelPlacement(
            key="comparison",
            title=QT_TRANSLATE_NOOP("Panels", "Comparison"),
            pages=("comparison",),
            column=PanelColumn.MAIN,
            grows=True,
            after="search_steps",
        ),
    ),
)
