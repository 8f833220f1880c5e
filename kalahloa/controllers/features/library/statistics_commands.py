"""The command about statistics."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.library.statistics import LibraryStatistics
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import BadCommand

with lazy_imports():
    from kalahloa.models.library import selection

STATISTICS_COMMANDS = CommandTable()
"""What is typed is told in words; in a window the menu shows the panel."""


@STATISTICS_COMMANDS.declare(
    key="statistics",
    title=QT_TRANSLATE_NOOP("Commands", "Statistic&s"),
    tip=QT_TRANSLATE_NOOP("Commands", "Results, accuracy and mistakes in this game"),
    words=QT_TRANSLATE_NOOP("Commands", "results, stats, rating, progress"),
    menu="train",
    group=6,
    typed="statistics",
    arguments="[me|all|NAME]",
)
def _tell(app: AppContext, words: list[str]) -> str:
    """Have the statistics of a player in this game told, of the user's own games without words."""
    statistics = app.get(LibraryStatistics)
    if statistics is None:
        raise BadCommand(translate("Commands", "No library is open here."))
    name = " ".join(words) or "me"
    statistics.report(
        selection.Selection(**selection.selected_player(name), game=app.document.game.key)
    )
    return ""
