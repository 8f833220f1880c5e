"""The commands by which positions are analysed while they are shown."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate
from kalahloa.controllers.commands.command import Command, translated
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.work.live_settings import ALL_LINES
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.analysis import live_actions as act

_ALL = QT_TRANSLATE_NOOP("Commands", "All moves are analysed.")
_ONE = QT_TRANSLATE_NOOP("Commands", "There is only one line.")
_OFF = QT_TRANSLATE_NOOP("Commands", "Positions are not analysed; F5 does that.")


def _is_on(place: Place) -> bool:
    return place.get(Live) is not None and place[Live].on


def _has_lines(place: Place) -> bool:
    return place.get(Live) is not None and bool(place[Live].lines)


def _can_go_on(place: Place) -> bool:
    return place.root.outcome is None


def _why_no_lines(place: Place) -> str:
    if not _is_on(place):
        return translated(_OFF)
    return translate("Commands", "No line is known yet.")


def _has_more(place: Place) -> bool:
    return _is_on(place) and place.get(Live) is not None and place[Live].settings.lines != ALL_LINES


def _has_fewer(place: Place) -> bool:
    return _is_on(place) and place.get(Live) is not None and place[Live].settings.lines != 1


def _why_no_more(place: Place) -> str:
    return translated(_ALL if _is_on(place) else _OFF)


def _why_no_fewer(place: Place) -> str:
    return translated(_ONE if _is_on(place) else _OFF)


LIVE_COMMANDS: tuple[Command, ...] = (
    Command(
        key="analyse",
        title=QT_TRANSLATE_NOOP("Commands", "&Analyse"),
        tip=QT_TRANSLATE_NOOP("Commands", "Analyse each position as long as it is shown"),
        menu="analysis",
        icon="analyse",
        shortcuts=("F5",),
        checked=_is_on,
        run=act.analyse,
        typed="analyse",
        arguments="[LINES]",
    ),
    Command(
        key="pause-analysis",
        title=QT_TRANSLATE_NOOP("Commands", "&Interrupt"),
        tip=QT_TRANSLATE_NOOP("Commands", "Interrupt the analysis, or go on with it"),
        menu="analysis",
        shortcuts=("Ctrl+F5",),
        possible=_is_on,
        otherwise=_OFF,
        checked=lambda place: place.get(Live) is not None and place[Live].paused,
        run=act.pause,
        typed="interrupt",
    ),
    Command(
        key="lock-analysis",
        title=QT_TRANSLATE_NOOP("Commands", "&Stay with this position"),
        tip=QT_TRANSLATE_NOOP("Commands", "Analyse this position while others are shown"),
        menu="analysis",
        shortcuts=("Shift+F5",),
        possible=_is_on,
        otherwise=_OFF,
        checked=lambda place: place.get(Live) is not None and place[Live].locked,
        run=act.lock,
        typed="stay",
    ),
    Command(
        key="more-lines",
        title=QT_TRANSLATE_NOOP("Commands", "&More lines"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show one line more"),
        menu="analysis",
        group=1,
        shortcuts=("F8",),
        possible=_has_more,
        otherwise=_why_no_more,
        run=act.more_lines,
    ),
    Command(
        key="fewer-lines",
        title=QT_TRANSLATE_NOOP("Commands", "&Fewer lines"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show one line less"),
        menu="analysis",
        group=1,
        shortcuts=("F7",),
        possible=_has_fewer,
        otherwise=_why_no_fewer,
        run=act.fewer_lines,
    ),
    Command(
        key="insert-best",
        title=QT_TRANSLATE_NOOP("Commands", "Insert &best move"),
        tip=QT_TRANSLATE_NOOP("Commands", "Add the best move as a variation"),
        menu="analysis",
        group=2,
        shortcuts=("Ctrl+B",),
        possible=_has_lines,
        otherwise=_why_no_lines,
        reveals=True,
        run=act.insert_best,
        typed="insertbest",
    ),
    Command(
        key="insert-line",
        title=QT_TRANSLATE_NOOP("Commands", "Insert best &line"),
        tip=QT_TRANSLATE_NOOP("Commands", "Add the best line as a variation"),
        menu="analysis",
        group=2,
        shortcuts=("Ctrl+Shift+B",),
        possible=_has_lines,
        otherwise=_why_no_lines,
        reveals=True,
        run=act.insert_line,
        typed="insertline",
        arguments="[MOVES]",
    ),
    Command(
        key="copy-analysis",
        title=QT_TRANSLATE_NOOP("Commands", "&Copy best line"),
        tip=QT_TRANSLATE_NOOP("Commands", "Copy the moves of the best line, with their numbers"),
        menu="analysis",
        group=2,
        possible=_has_lines,
        otherwise=_why_no_lines,
        reveals=True,
        run=act.copy_line,
    ),
    Command(
        key="lines",
        tip=QT_TRANSLATE_NOOP("Commands", "List the lines that the analysis has found"),
        possible=_is_on,
        otherwise=_OFF,
        reveals=True,
        run=act.list_lines,
        typed="lines",
    ),
    Command(
        key="follow-line",
        possible=_can_go_on,
        otherwise=GAME_OVER,
        run=act.follow_line,
        arguments="NUMBER MOVES",
    ),
    Command(
        key="insert-at",
        possible=_can_go_on,
        otherwise=GAME_OVER,
        run=act.insert_at,
        arguments="NUMBER MOVES",
    ),
    Command(
        key="copy-text",
        run=act.copy_text,
        arguments="TEXT",
    ),
)
"""The commands of the analysis, in the order of the menu."""
