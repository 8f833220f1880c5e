"""The heuristics that users write."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.lab.commands import LAB_COMMANDS
from kalahloa.controllers.features.lab.lab import Lab

FEATURE = FeatureDeclaration(controllers=(Lab,), commands=LAB_COMMANDS)
