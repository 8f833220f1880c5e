"""The games of the library; its controllers are added by the front, which has a keeper."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.library.commands import IMPORT, LIBRARY_COMMANDS, UNDO_LIBRARY
from kalahloa.controllers.features.library.statistics_commands import STATISTICS_COMMANDS

FEATURE = FeatureDeclaration(
    commands=(*STATISTICS_COMMANDS, IMPORT, *LIBRARY_COMMANDS, UNDO_LIBRARY)
)
