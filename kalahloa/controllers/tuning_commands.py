"""The command by which weights are tuned."""

from kalahloa.controllers import tuning_actions as act
from kalahloa.controllers.command import Command
from kalahloa.controllers.translation import QT_TRANSLATE_NOOP

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
