"""The heuristics that users write."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import FeatureDeclaration, PanelPlacement
from kalahloa.controllers.features.lab.commands import LAB_COMMANDS
from kalahloa.controllers.features.lab.lab import Lab

FEATURE = FeatureDeclaration(
    controllers=(Lab,),
    commands=LAB_COMMANDS,
    panels=(
        PanelPlacement(
            key="heuristic",
            title=QT_TRANSLATE_NOOP("Panels", "Heuristic"),
            workspaces=("lab",),
            left=True,
            after="tuning",
        ),
        PanelPlacement(
            key="features",
            title=QT_TRANSLATE_NOOP("Panels", "Features"),
            workspaces=("lab",),
            left=True,
            behind_if_low=("heuristic",),
        ),
        PanelPlacement(
            key="terms", title=QT_TRANSLATE_NOOP("Panels", "Terms"), workspaces=("lab",), below=True
        ),
    ),
)
