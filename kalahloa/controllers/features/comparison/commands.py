"""The command by which searchers are compared."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.comparison.state import ComparisonState
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.comparison import actions as act

_NOTHING = QT_TRANSLATE_NOOP("Commands", "No searchers were compared; compare does it.")


def _can_compare(place: Place) -> bool:
    return place[ComparisonState].running or place.outcome is None


COMPARISON_COMMANDS: tuple[Command, ...] = (
    Command(
        key="compare",
        title=QT_TRANSLATE_NOOP("Commands", "Compare &searchers"),
        tip=QT_TRANSLATE_NOOP("Commands", "Compare what the searchers cost on this position"),
        menu="search",
        group=1,
        possible=_can_compare,
        otherwise=GAME_OVER,
        reveals=True,
        checked=lambda place: place[ComparisonState].running,
        run=act.compare,
        typed="compare",
        arguments="[DEPTH] [suite N|bench]",
    ),
    Command(
        key="comparison",
        tip=QT_TRANSLATE_NOOP("Commands", "Tell what the last comparison has shown"),
        possible=lambda place: place[ComparisonState].known,
        otherwise=_NOTHING,
        reveals=True,
        run=act.tell_comparison,
        typed="comparison",
    ),
)
"""The commands of comparing, in the order of the menu."""
