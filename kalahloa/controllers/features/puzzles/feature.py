"""Puzzles, solved on the board and found in games."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.puzzles.commands import PUZZLE_COMMANDS
from kalahloa.controllers.features.puzzles.puzzles import Puzzles

FEATURE = FeatureDeclaration(controllers=(Puzzles,), commands=PUZZLE_COMMANDS)
