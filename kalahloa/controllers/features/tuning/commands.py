"""The command by which weights are tuned."""

from typing import TYPE_CHECKING

from kalahloa.controllers.base.deeds import Deeds
from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import Command

if TYPE_CHECKING:
    from kalahloa.controllers.features.tuning import actions as act
else:
    act = Deeds("kalahloa.controllers.features.tuning.actions")

TUNING_COMMANDS: tuple[Command, ...] = (
    Command(
        key="tune",
        tip=QT_TRANSLATE_NOOP("Commands", "Tune a heuristic's weights, or tell the result"),
        run=act.tune,
        typed="tune",
        arguments="[NAME …|stop|match|keep]",
    ),
)
"""`tune` alone tells how tuning stands."""
