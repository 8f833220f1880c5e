"""Forced wins."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.proofs.commands import PROOF_COMMANDS
from kalahloa.controllers.features.proofs.proofs import Proofs

FEATURE = FeatureDeclaration(controllers=(Proofs,), commands=PROOF_COMMANDS)
