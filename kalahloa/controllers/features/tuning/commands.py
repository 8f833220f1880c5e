"""The command by which weights are tuned."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import Command
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.tuning import actions as act

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
