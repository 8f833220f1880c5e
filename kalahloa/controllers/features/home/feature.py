"""The front door, as a feature."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import (
    FeatureDeclaration,
    PanelColumn,
    PanelPlacement,
)
from kalahloa.controllers.features.home.commands import HOME_COMMANDS
from kalahloa.controllers.features.home.home import Home

FEATURE = FeatureDeclaration(
    controllers=(Home,),
    commands=HOME_COMMANDS,
    panels=(
        PanelPlacement(
            key="home",
            title=QT_TRANSLATE_NOOP("Panels", "Home"),
            pages=("home",),
            column=PanelColumn.MAIN,
            grows=True,
        ),
    ),
)
