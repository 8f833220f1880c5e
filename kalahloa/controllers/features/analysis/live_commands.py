"""The commands by which positions are analysed while they are shown."""

from collections.abc import Sequence

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words, translate
from kalahloa.controllers.commands.command import CommandTable, copied, translated
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.commands.orders import MAX_DIGITS, count
from kalahloa.controllers.commands.study_commands import insert_text
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.work.live_settings import ALL_LINES, MAX_LINES
from kalahloa.models.game.line import format_line
from kalahloa.models.record.record import Node
from kalahloa.models.search.move_values import Line
from kalahloa.models.study.line_words import line_words, words_text
from kalahloa.models.study.lines import read_line
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

SHOWN_PLIES = 12
"""How many plies of each line are listed."""
_ALL = QT_TRANSLATE_NOOP("Commands", "Analysing all moves.")
_ONE = QT_TRANSLATE_NOOP("Commands", "There is only one line.")
_OFF = QT_TRANSLATE_NOOP("Commands", "Analysis is off; press F5 to start it.")


def _is_on(place: Place) -> bool:
    return place.get(Live) is not None and place[Live].on


def _has_lines(place: Place) -> bool:
    return place.get(Live) is not None and bool(place[Live].lines)


def _can_go_on(place: Place) -> bool:
    return place.root.outcome is None


def _why_no_lines(place: Place) -> str:
    if not _is_on(place):
        return translated(_OFF)
    return translate("Commands", "No line found yet.")


def _has_more(place: Place) -> bool:
    return _is_on(place) and place.get(Live) is not None and place[Live].settings.lines != ALL_LINES


def _has_fewer(place: Place) -> bool:
    return _is_on(place) and place.get(Live) is not None and place[Live].settings.lines != 1


def _why_no_more(place: Place) -> str:
    return translated(_ALL if _is_on(place) else _OFF)


def _why_no_fewer(place: Place) -> str:
    return translated(_ONE if _is_on(place) else _OFF)


LIVE_COMMANDS = CommandTable()
"""The commands of the analysis, in the order of the menu."""

# -- switches --------------------------------------------------------------------------------------


@LIVE_COMMANDS.declare(
    key="analyse",
    title=QT_TRANSLATE_NOOP("Commands", "&Analyse"),
    tip=QT_TRANSLATE_NOOP("Commands", "Analyse the position on the board"),
    words=QT_TRANSLATE_NOOP("Commands", "engine, evaluate, best move, computer analysis"),
    menu="study",
    icon="analyse",
    shortcuts=("F5",),
    checked=_is_on,
    typed="analyse",
    arguments="[LINES]",
)
def analyse(app: AppContext, words: list[str]) -> str:
    """Switch the analysis on or off; with a number, analyse that many lines."""
    if words:
        lines = count(words)
        if lines > MAX_LINES:
            sentence = translate("Commands", "You can show at most {most} lines.")
            raise BadCommand(fill(sentence, most=MAX_LINES))
        app[LiveAnalysis].set_lines(lines)
    app[LiveAnalysis].set_on(bool(words) or not app[LiveAnalysis].on)
    if app[LiveAnalysis].on:
        return translate("Commands", "Analysis on.")
    return translate("Commands", "Analysis off.")


@LIVE_COMMANDS.declare(
    key="pause-analysis",
    title=QT_TRANSLATE_NOOP("Commands", "Pause anal&ysis"),
    tip=QT_TRANSLATE_NOOP("Commands", "Pause or resume the analysis"),
    words=QT_TRANSLATE_NOOP("Commands", "stop engine, pause engine, stop analysis"),
    menu="study",
    shortcuts=("Ctrl+F5",),
    possible=_is_on,
    otherwise=_OFF,
    checked=lambda place: place.get(Live) is not None and place[Live].paused,
    typed="pauseanalysis",
    typed_aliases=("interrupt",),
)
def pause(app: AppContext, words: list[str]) -> str:
    """Interrupt the analysis, or go on with it."""
    paused = not live(app).paused
    app[LiveAnalysis].set_paused(paused)
    if paused:
        return translate("Commands", "Analysis paused.")
    return translate("Commands", "Analysis resumed.")


@LIVE_COMMANDS.declare(
    key="lock-analysis",
    title=QT_TRANSLATE_NOOP("Commands", "Lock to th&is position"),
    tip=QT_TRANSLATE_NOOP("Commands", "Keep analysing this position wherever you go"),
    words=QT_TRANSLATE_NOOP("Commands", "lock the position, pin, freeze analysis"),
    menu="study",
    shortcuts=("Shift+F5",),
    possible=_is_on,
    otherwise=_OFF,
    checked=lambda place: place.get(Live) is not None and place[Live].locked,
    typed="lock",
    typed_aliases=("stay",),
)
def lock(app: AppContext, words: list[str]) -> str:
    """Stay with the current position while others are shown, or follow them again."""
    locked = not live(app).locked
    app[LiveAnalysis].set_locked(locked)
    if locked:
        return translate("Commands", "Analysis locked to this position.")
    return translate("Commands", "Analysis follows the board.")


@LIVE_COMMANDS.declare(
    key="more-lines",
    title=QT_TRANSLATE_NOOP("Commands", "One &more line"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show one more line"),
    words=QT_TRANSLATE_NOOP("Commands", "multi pv, another line, add a line"),
    menu="study",
    group=1,
    shortcuts=("F8",),
    possible=_has_more,
    otherwise=_why_no_more,
)
def more_lines(app: AppContext, words: list[str]) -> str:
    """Show one line more; after the most of them, all moves."""
    lines = live(app).settings.lines
    app[LiveAnalysis].set_lines(ALL_LINES if lines == MAX_LINES else lines + 1)
    return _lines_sentence(app)


@LIVE_COMMANDS.declare(
    key="fewer-lines",
    title=QT_TRANSLATE_NOOP("Commands", "One &fewer line"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show one fewer line"),
    words=QT_TRANSLATE_NOOP("Commands", "one line less, reduce lines, less lines"),
    menu="study",
    group=1,
    shortcuts=("F7",),
    possible=_has_fewer,
    otherwise=_why_no_fewer,
)
def fewer_lines(app: AppContext, words: list[str]) -> str:
    """Show one line less."""
    lines = live(app).settings.lines
    app[LiveAnalysis].set_lines(MAX_LINES if lines == ALL_LINES else lines - 1)
    return _lines_sentence(app)


def _lines_sentence(app: AppContext) -> str:
    lines = live(app).settings.lines
    if lines == ALL_LINES:
        return translate("Commands", "Analysing all moves.")
    return translate("Commands", "Showing %n line(s).", "", lines)


# -- lines -----------------------------------------------------------------------------------------


def live(app: AppContext) -> Live:
    """Return how the analysis stands."""
    found = app.document.place.get(Live)
    assert found is not None
    return found


@LIVE_COMMANDS.declare(
    key="insert-best",
    title=QT_TRANSLATE_NOOP("Commands", "Insert &best move"),
    tip=QT_TRANSLATE_NOOP("Commands", "Add the best move as a variation"),
    words=QT_TRANSLATE_NOOP("Commands", "add best move, engine move, insert engine move"),
    menu="study",
    group=2,
    shortcuts=("Ctrl+B",),
    possible=_has_lines,
    otherwise=_why_no_lines,
    reveals=True,
    typed="insertbest",
)
def insert_best(app: AppContext, words: list[str]) -> str:
    """Add the best move below the position that is analysed."""
    shown = live(app)
    return insert_text(app, shown.node, format_line(shown.position, shown.lines[0].moves[:1]))


@LIVE_COMMANDS.declare(
    key="insert-line",
    title=QT_TRANSLATE_NOOP("Commands", "Insert best &line"),
    tip=QT_TRANSLATE_NOOP("Commands", "Add the best line as a variation"),
    words=QT_TRANSLATE_NOOP("Commands", "add best line, principal variation, engine line"),
    menu="study",
    group=2,
    shortcuts=("Ctrl+Shift+B",),
    possible=_has_lines,
    otherwise=_why_no_lines,
    reveals=True,
    typed="insertline",
    arguments="[MOVES]",
)
def insert_line(app: AppContext, words: list[str]) -> str:
    """Add the typed moves, by default the best line, below the position that is analysed."""
    shown = live(app)
    texts = words or format_line(shown.position, shown.lines[0].moves)
    return insert_text(app, shown.node, texts)


@LIVE_COMMANDS.declare(
    key="copy-analysis",
    title=QT_TRANSLATE_NOOP("Commands", "&Copy best line"),
    tip=QT_TRANSLATE_NOOP("Commands", "Copy the best line as numbered text"),
    words=QT_TRANSLATE_NOOP("Commands", "copy engine line, copy evaluation, share analysis"),
    menu="study",
    group=2,
    possible=_has_lines,
    otherwise=_why_no_lines,
    reveals=True,
)
@copied
def copy_analysis(app: AppContext, words: list[str]) -> str:
    """Return the best line as text with numbers."""
    return _text(live(app), live(app).lines[0])


@LIVE_COMMANDS.declare(
    key="lines",
    tip=QT_TRANSLATE_NOOP("Commands", "List the lines found by the analysis"),
    possible=_is_on,
    otherwise=_OFF,
    reveals=True,
    typed="lines",
)
def list_lines(app: AppContext, words: list[str]) -> str:
    """List the lines that were found so far, the best first."""
    shown = live(app)
    if not shown.lines:
        return translate("Commands", "No line found yet.")
    values = [in_words(line.value.short) for line in shown.lines]
    width = max(map(len, values))
    return "\n".join(
        f"  {value:>{width}}  {in_words(line.value.trust)}  {_text(shown, line, SHOWN_PLIES)}"
        for value, line in zip(values, shown.lines, strict=True)
    )


def _text(shown: Live, line: Line, plies: int | None = None) -> str:
    return words_text(line_words(shown.node, shown.position, line.moves[:plies]))


def _typed(app: AppContext, words: list[str]) -> str:
    return " ".join(words)


@LIVE_COMMANDS.declare(
    key="follow-line",
    possible=_can_go_on,
    otherwise=GAME_OVER,
    arguments="NUMBER MOVES",
)
def follow_line(app: AppContext, words: list[str]) -> str:
    """Add the moves after the number of a node below that, if they are new, and go to the last."""
    node, texts = _node_and_moves(app, words)
    with app.document.one_change():
        insert_text(app, node, texts)
        read = read_line(app.document.record.position_at(node), texts)
        app.document.go_to(_descendant(node, read))
    return ""


@LIVE_COMMANDS.declare(
    key="insert-at",
    possible=_can_go_on,
    otherwise=GAME_OVER,
    arguments="NUMBER MOVES",
)
def insert_at(app: AppContext, words: list[str]) -> str:
    """Add the moves after the number of a node below that, without going there."""
    node, texts = _node_and_moves(app, words)
    return insert_text(app, node, texts)


def _node_and_moves(app: AppContext, words: list[str]) -> tuple[Node, list[str]]:
    number, *texts = words or [""]
    if not number.isdecimal() or len(number) > MAX_DIGITS or not texts:
        raise BadCommand(translate("Commands", "Type the number of a node, then the moves."))
    try:
        return app.document.record.node(int(number)), texts
    except IndexError as error:
        sentence = translate("Commands", "The game has no node '{number}'.")
        raise BadCommand(fill(sentence, number=quote(number))) from error


def _descendant(node: Node, texts: Sequence[str]) -> Node:
    """Return the node that the moves *texts*, which are in the record, lead to from *node*."""
    for text in texts:
        node = next((child for child in node.children if child.text == text), node)
    return node


copy_text = copied(_typed)
LIVE_COMMANDS.declare(
    key="copy-text",
    arguments="TEXT",
)(copy_text)
"""Puts the words on the clipboard."""
