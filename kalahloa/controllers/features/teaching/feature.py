"""Moves that are taken back, and what refutes them."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import ExerciseDeclaration, FeatureDeclaration
from kalahloa.controllers.features.teaching.card import teaching_card, teaching_headline
from kalahloa.controllers.features.teaching.commands import TEACHING_COMMANDS
from kalahloa.controllers.features.teaching.teaching import TeachingController

FEATURE = FeatureDeclaration(
    controllers=(TeachingController,),
    commands=TEACHING_COMMANDS,
    headline=teaching_headline,
    exercise=ExerciseDeclaration("teach", QT_TRANSLATE_NOOP("Panels", "Teach me"), teaching_card),
)
