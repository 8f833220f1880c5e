"""The commands by which matches are played."""

from typing import TYPE_CHECKING

from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.deeds import Deeds
from kalahloa.controllers.translation import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from kalahloa.controllers.match import actions as act
else:
    act = Deeds("kalahloa.controllers.match.actions")

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
