"""The searchers compared."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.comparison.commands import COMPARISON_COMMANDS
from kalahloa.controllers.features.comparison.comparison import Comparisons

FEATURE = FeatureDeclaration(controllers=(Comparisons,), commands=COMPARISON_COMMANDS)
