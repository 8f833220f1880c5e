"""What is proven of a position, walked through, and openings practised against it."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import ExerciseDeclaration, FeatureDeclaration
from kalahloa.controllers.features.book.browser import BookBrowser
from kalahloa.controllers.features.book.commands import BOOK_COMMANDS
from kalahloa.controllers.features.book.lookup import BookLookup
from kalahloa.controllers.features.book.practice import PracticeController
from kalahloa.controllers.features.book.practice_card import openings_card

EXERCISE = ExerciseDeclaration("openings", QT_TRANSLATE_NOOP("Panels", "Openings"), openings_card)
FEATURE = FeatureDeclaration(
    controllers=(BookLookup, BookBrowser, PracticeController),
    commands=BOOK_COMMANDS,
    headline=EXERCISE.headline,
    exercise=EXERCISE,
)
