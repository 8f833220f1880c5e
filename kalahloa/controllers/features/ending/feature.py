"""The end of a game: resigning and drawing, and the card that tells of it."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import FeatureDeclaration, PanelPlacement
from kalahloa.controllers.features.ending.commands import ENDING_COMMANDS
from kalahloa.controllers.features.ending.draw_offers import DrawOffers
from kalahloa.controllers.features.ending.end_cards import EndCards
from kalahloa.controllers.features.ending.state import EndCard
from kalahloa.controllers.features.ending.words import ending_headline

FEATURE = FeatureDeclaration(
    controllers=(DrawOffers, EndCards),
    commands=ENDING_COMMANDS,
    panels=(
        PanelPlacement(
            key="ending",
            title=QT_TRANSLATE_NOOP("Panels", "Result"),
            pages=("play", "teach"),
            when=lambda place: place.get(EndCard) is not None,
            after="preview",
        ),
    ),
    headline=ending_headline,
)
