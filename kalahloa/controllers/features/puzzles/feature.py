"""Puzzles, solved on the board and found in games."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import ExerciseDeclaration, FeatureDeclaration
from kalahloa.controllers.features.puzzles.card import puzzle_card
from kalahloa.controllers.features.puzzles.commands import PUZZLE_COMMANDS
from kalahloa.controllers.features.puzzles.puzzles import Puzzles

EXERCISE = ExerciseDeclaration("puzzles", QT_TRANSLATE_NOOP("Panels", "Puzzles"), puzzle_card)
FEATURE = FeatureDeclaration(
    controllers=(Puzzles,),
    commands=PUZZLE_COMMANDS,
    headline=EXERCISE.headline,
    exercise=EXERCISE,
)
