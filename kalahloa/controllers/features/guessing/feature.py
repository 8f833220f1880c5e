"""Guessing the moves of a game."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import ExerciseDeclaration, FeatureDeclaration
from kalahloa.controllers.features.guessing.card import guess_card
from kalahloa.controllers.features.guessing.commands import GUESS_COMMANDS
from kalahloa.controllers.features.guessing.guesses import Guesses

EXERCISE = ExerciseDeclaration("guess", QT_TRANSLATE_NOOP("Panels", "Guess the moves"), guess_card)
FEATURE = FeatureDeclaration(
    controllers=(Guesses,),
    commands=GUESS_COMMANDS,
    headline=EXERCISE.headline,
    exercise=EXERCISE,
)
