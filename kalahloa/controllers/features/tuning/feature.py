"""Tuning the weights of heuristics."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.tuning.commands import TUNING_COMMANDS
from kalahloa.controllers.features.tuning.tuning import TuningController

FEATURE = FeatureDeclaration(controllers=(TuningController,), commands=TUNING_COMMANDS)
