"""Hints, values, lines and threats: what the engine finds in the position that is shown."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import FeatureDeclaration, PanelPlacement
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.hint_commands import HINT_COMMANDS
from kalahloa.controllers.features.analysis.hint_words import hint_headline
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.live_commands import LIVE_COMMANDS
from kalahloa.controllers.features.analysis.threat_commands import THREAT_COMMANDS
from kalahloa.controllers.features.analysis.threats import Threats

FEATURE = FeatureDeclaration(
    controllers=(Analysis, LiveAnalysis, Threats),
    commands=(*LIVE_COMMANDS, *HINT_COMMANDS, *THREAT_COMMANDS),
    panels=(
        PanelPlacement(
            key="engine",
            title=QT_TRANSLATE_NOOP("Panels", "Engine"),
            pages=("study", "openings"),
            group="engine",
            grows=True,
            usable=85,
            after="comment",
        ),
    ),
    headline=hint_headline,
)
