"""Reviews of games, and trying again at mistakes."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.reviews.commands import REVIEW_COMMANDS
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trials import Trials

FEATURE = FeatureDeclaration(controllers=(Reviews, Trials), commands=REVIEW_COMMANDS)
