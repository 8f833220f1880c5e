"""Reviews of games, and trying again at mistakes."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import (
    ExerciseDeclaration,
    FeatureDeclaration,
    Headline,
    PanelPlacement,
)
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.reviews.commands import REVIEW_COMMANDS
from kalahloa.controllers.features.reviews.mistake_words import mistake_headline
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trial_card import mistakes_card
from kalahloa.controllers.features.reviews.trials import Trials

EXERCISE = ExerciseDeclaration(
    "mistakes", QT_TRANSLATE_NOOP("Panels", "My mistakes"), mistakes_card
)


def _headline(place: Place) -> Headline | None:
    return EXERCISE.headline(place) or mistake_headline(place)


FEATURE = FeatureDeclaration(
    controllers=(Reviews, Trials),
    commands=REVIEW_COMMANDS,
    panels=(
        PanelPlacement(
            key="graph",
            title=QT_TRANSLATE_NOOP("Panels", "Graph"),
            pages=("study",),
            card="moves",
            after="first_steps",
        ),
    ),
    headline=_headline,
    exercise=EXERCISE,
)
