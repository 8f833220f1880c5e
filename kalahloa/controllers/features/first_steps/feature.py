"""The rules of a game, learnt by doing."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import FeatureDeclaration, PanelPlacement
from kalahloa.controllers.features.first_steps.commands import FIRST_STEPS_COMMANDS
from kalahloa.controllers.features.first_steps.first_steps import FirstSteps
from kalahloa.controllers.features.first_steps.words import first_steps_headline

FEATURE = FeatureDeclaration(
    controllers=(FirstSteps,),
    commands=FIRST_STEPS_COMMANDS,
    panels=(
        PanelPlacement(
            key="first_steps",
            title=QT_TRANSLATE_NOOP("Panels", "Learn by doing"),
            pages=("learn",),
            stays=True,
            after="clock",
        ),
    ),
    headline=first_steps_headline,
)
