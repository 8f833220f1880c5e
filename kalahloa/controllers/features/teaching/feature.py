"""Moves that are taken back, and what refutes them."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.teaching.commands import TEACHING_COMMANDS
from kalahloa.controllers.features.teaching.teaching import TeachingController

FEATURE = FeatureDeclaration(controllers=(TeachingController,), commands=TEACHING_COMMANDS)
