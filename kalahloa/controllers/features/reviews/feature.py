"""Reviews of games, and trying again at mistakes."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import FeatureDeclaration, PanelPlacement
from kalahloa.controllers.features.reviews.commands import REVIEW_COMMANDS
from kalahloa.controllers.features.reviews.mistake_words import mistake_headline
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trials import Trials

FEATURE = FeatureDeclaration(
    controllers=(Reviews, Trials),
    commands=REVIEW_COMMANDS,
    panels=(
        PanelPlacement(
            key="graph",
            title=QT_TRANSLATE_NOOP("Panels", "Graph"),
            pages=("study",),
            card="moves",
            after="guesses",
        ),
    ),
    headline=mistake_headline,
)
