"""The match that is played in the lab."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.match.commands import LAB_MATCH_COMMANDS
from kalahloa.controllers.features.match.lab_match import LabMatch

FEATURE = FeatureDeclaration(controllers=(LabMatch,), commands=LAB_MATCH_COMMANDS)
