"""Forced wins."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import FeatureDeclaration, PanelPlacement
from kalahloa.controllers.features.proofs.commands import PROOF_COMMANDS
from kalahloa.controllers.features.proofs.proofs import Proofs

FEATURE = FeatureDeclaration(
    controllers=(Proofs,),
    commands=PROOF_COMMANDS,
    panels=(
        PanelPlacement(
            key="proof",
            title=QT_TRANSLATE_NOOP("Panels", "Proof"),
            pages=("study",),
            group="engine",
            grows=True,
            usable=85,
            after="engine",
        ),
    ),
)
