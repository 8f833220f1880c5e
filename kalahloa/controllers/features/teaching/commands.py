"""The commands of teaching, and of playing on from any position."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.teaching.state import Teaching
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.teaching import actions as act


def _is_taught(place: Place) -> bool:
    return place.get(Teaching) is not None and place[Teaching].settings.on


TEACHING_COMMANDS: tuple[Command, ...] = (
    Command(
        key="teaching",
        title=QT_TRANSLATE_NOOP("Commands", "&Teaching"),
        tip=QT_TRANSLATE_NOOP("Commands", "Take moves back that give away too much"),
        menu="learn",
        group=1,
        checked=_is_taught,
        run=act.teaching,
        typed="teaching",
        arguments="[on|off|AMOUNT [TIMES]]",
    ),
    Command(
        key="teaching-options",
        title=QT_TRANSLATE_NOOP("Commands", "Teaching &options…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Choose which moves are taken back, and how often"),
        menu="learn",
        group=1,
    ),
    Command(
        key="play-from",
        title=QT_TRANSLATE_NOOP("Commands", "P&lay from here…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Play on from this position against a computer"),
        menu="play",
        group=3,
        shortcuts=("Ctrl+Shift+L",),
        possible=lambda place: place.outcome is None,
        otherwise=GAME_OVER,
        run=act.play_from,
        run_at=act.play_from_at,
        typed="playfrom",
        arguments="[LEVEL] [SIDE]",
    ),
)
