"""The games of the library; its controllers are added by the front, which has a keeper."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import (
    FeatureDeclaration,
    PanelColumn,
    PanelPlacement,
)
from kalahloa.controllers.features.library.commands import LIBRARY_COMMANDS
from kalahloa.controllers.features.library.statistics_commands import STATISTICS_COMMANDS

FEATURE = FeatureDeclaration(
    commands=(*STATISTICS_COMMANDS, *LIBRARY_COMMANDS),
    panels=(
        PanelPlacement(
            key="games",
            title=QT_TRANSLATE_NOOP("Panels", "Games"),
            pages=("library",),
            column=PanelColumn.MAIN,
            grows=True,
        ),
        PanelPlacement(
            key="preview",
            title=QT_TRANSLATE_NOOP("Panels", "Preview"),
            pages=("library",),
            grows=True,
        ),
        PanelPlacement(
            key="statistics",
            title=QT_TRANSLATE_NOOP("Panels", "Statistics"),
            pages=("library",),
            grows=True,
            after="proof",
        ),
    ),
)
