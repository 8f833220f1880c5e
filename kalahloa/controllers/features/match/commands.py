"""The commands by which matches are played."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import Command
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.match import actions as act

LAB_MATCH_COMMANDS: tuple[Command, ...] = (
    Command(
        key="match",
        tip=QT_TRANSLATE_NOOP("Commands", "Play a match, or tell how it stands"),
        run=act.match,
        typed="match",
        arguments="[A B …|stop|continue|…]",
    ),
)
"""The commands of matches; `match` alone tells how the match stands."""
