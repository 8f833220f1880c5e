"""Guessing the moves of a game."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.guessing.commands import GUESS_COMMANDS
from kalahloa.controllers.features.guessing.guesses import Guesses

FEATURE = FeatureDeclaration(controllers=(Guesses,), commands=GUESS_COMMANDS)
