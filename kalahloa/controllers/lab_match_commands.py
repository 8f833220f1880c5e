"""The commands by which matches are played."""

from kalahloa.controllers import lab_match_actions as act
from kalahloa.controllers.command import Command
from kalahloa.controllers.translation import QT_TRANSLATE_NOOP

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
