"""What the commands of analysing do: see `command_actions`."""

from collections.abc import Sequence

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.commands.command_actions import MAX_DIGITS, copied, count
from kalahloa.controllers.commands.study_actions import insert_text
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.work.live_settings import ALL_LINES, MAX_LINES
from kalahloa.models.record.record import Node
from kalahloa.models.search.move_values import Line
from kalahloa.models.study.line_words import line_words, move_texts, words_text
from kalahloa.models.study.lines import read_line
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

SHOWN_PLIES = 12
"""How many plies of each line are listed."""


# -- switches --------------------------------------------------------------------------------------


def analyse(app: AppContext, words: list[str]) -> str:
    """Switch the analysis on or off; with a number, analyse that many lines."""
    if words:
        lines = count(words)
        if lines > MAX_LINES:
            sentence = translate("Commands", "There are at most {most} lines.")
            raise BadCommand(fill(sentence, most=MAX_LINES))
        app[LiveAnalysis].set_lines(lines)
    app[LiveAnalysis].set_on(bool(words) or not app[LiveAnalysis].on)
    if app[LiveAnalysis].on:
        return translate("Commands", "Positions are analysed while they are shown.")
    return translate("Commands", "Positions are no longer analysed.")


def pause(app: AppContext, words: list[str]) -> str:
    """Interrupt the analysis, or go on with it."""
    paused = not live(app).paused
    app[LiveAnalysis].set_paused(paused)
    if paused:
        return translate("Commands", "The analysis is interrupted.")
    return translate("Commands", "The analysis goes on.")


def lock(app: AppContext, words: list[str]) -> str:
    """Stay with the current position while others are shown, or follow them again."""
    locked = not live(app).locked
    app[LiveAnalysis].set_locked(locked)
    if locked:
        return translate("Commands", "The analysis stays with this position.")
    return translate("Commands", "The analysis follows what is shown.")


def more_lines(app: AppContext, words: list[str]) -> str:
    """Show one line more; after the most of them, all moves."""
    lines = live(app).settings.lines
    app[LiveAnalysis].set_lines(ALL_LINES if lines == MAX_LINES else lines + 1)
    return _lines_sentence(app)


def fewer_lines(app: AppContext, words: list[str]) -> str:
    """Show one line less."""
    lines = live(app).settings.lines
    app[LiveAnalysis].set_lines(MAX_LINES if lines == ALL_LINES else lines - 1)
    return _lines_sentence(app)


def _lines_sentence(app: AppContext) -> str:
    lines = live(app).settings.lines
    if lines == ALL_LINES:
        return translate("Commands", "All moves are analysed.")
    return translate("Commands", "%n line(s) are shown.", "", lines)


# -- lines -----------------------------------------------------------------------------------------


def live(app: AppContext) -> Live:
    """Return how the analysis stands."""
    found = app.document.place.get(Live)
    assert found is not None
    return found


def list_lines(app: AppContext, words: list[str]) -> str:
    """List the lines that were found so far, the best first."""
    shown = live(app)
    if not shown.lines:
        return translate("Commands", "No line is known yet.")
    values = [in_words(line.value.text) for line in shown.lines]
    width = max(map(len, values))
    return "\n".join(
        f"  {value:>{width}}  {in_words(line.value.trust)}  {_text(shown, line, SHOWN_PLIES)}"
        for value, line in zip(values, shown.lines, strict=True)
    )


def _text(shown: Live, line: Line, plies: int | None = None) -> str:
    return words_text(line_words(shown.node, shown.position, line.moves[:plies]))


def best_line(app: AppContext, words: list[str]) -> str:
    """Return the best line as text with numbers."""
    return _text(live(app), live(app).lines[0])


def _typed(app: AppContext, words: list[str]) -> str:
    return " ".join(words)


copy_line = copied(best_line)
"""Puts what `best_line` returns on the clipboard."""
copy_text = copied(_typed)
"""Puts the words on the clipboard."""


def insert_best(app: AppContext, words: list[str]) -> str:
    """Add the best move below the position that is analysed."""
    shown = live(app)
    return insert_text(app, shown.node, move_texts(shown.position, shown.lines[0].moves[:1]))


def insert_line(app: AppContext, words: list[str]) -> str:
    """Add the typed moves, by default the best line, below the position that is analysed."""
    shown = live(app)
    texts = words or move_texts(shown.position, shown.lines[0].moves)
    return insert_text(app, shown.node, texts)


def follow_line(app: AppContext, words: list[str]) -> str:
    """Add the moves after the number of a node below that, if they are new, and go to the last."""
    node, texts = _node_and_moves(app, words)
    with app.document.telling():
        insert_text(app, node, texts)
        read = read_line(app.document.record.position_at(node), texts)
        app.document.walk(_descendant(node, read))
    return ""


def insert_at(app: AppContext, words: list[str]) -> str:
    """Add the moves after the number of a node below that, without going there."""
    node, texts = _node_and_moves(app, words)
    return insert_text(app, node, texts)


def _node_and_moves(app: AppContext, words: list[str]) -> tuple[Node, list[str]]:
    number, *texts = words or [""]
    if not number.isdecimal() or len(number) > MAX_DIGITS or not texts:
        raise BadCommand(translate("Commands", "Write the number of a node, and the moves."))
    try:
        return app.document.record.node(int(number)), texts
    except IndexError as error:
        sentence = translate("Commands", "The record has no node '{number}'.")
        raise BadCommand(fill(sentence, number=quote(number))) from error


def _descendant(node: Node, texts: Sequence[str]) -> Node:
    """Return the node that the moves *texts*, which are in the record, lead to from *node*."""
    for text in texts:
        node = next((child for child in node.children if child.text == text), node)
    return node
