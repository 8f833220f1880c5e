"""A clock for the game on the board."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import FeatureDeclaration, PanelPlacement
from kalahloa.controllers.features.clock.clock import Clock
from kalahloa.controllers.features.clock.commands import CLOCK_COMMANDS

FEATURE = FeatureDeclaration(
    controllers=(Clock,),
    commands=CLOCK_COMMANDS,
    panels=(
        PanelPlacement(
            key="clock",
            title=QT_TRANSLATE_NOOP("Panels", "Clock"),
            pages=(),
            after="players",
        ),
    ),
)
