"""The end of a game: resigning and drawing."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.ending.commands import ENDING_COMMANDS
from kalahloa.controllers.features.ending.draw_offers import DrawOffers
from kalahloa.controllers.features.ending.words import ending_headline

FEATURE = FeatureDeclaration(
    controllers=(DrawOffers,), commands=ENDING_COMMANDS, headline=ending_headline
)
