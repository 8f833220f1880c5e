"""Recorded searches, and stepping through them."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_commands import TREE_SEARCH_COMMANDS
from kalahloa.controllers.features.trees.steps import TreeSteps
from kalahloa.controllers.features.trees.steps_commands import STEP_COMMANDS

FEATURE = FeatureDeclaration(
    controllers=(TreeSearch, TreeSteps), commands=(*TREE_SEARCH_COMMANDS, *STEP_COMMANDS)
)
