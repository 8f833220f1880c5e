"""What the commands of studying do: see `command_actions`; some at any node of the record."""

from collections.abc import Callable, Sequence

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.commands.reports import details_report
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.autoplay import MAX_SECONDS, MIN_SECONDS
from kalahloa.models.record.annotation import MAX_CELL_TEXT, Drawing, Ink, Mark, Shape
from kalahloa.models.record.record import Node
from kalahloa.models.study.game_details import FIELDS, GameDetails
from kalahloa.models.study.lines import line_text
from kalahloa.models.text.errors import BadCommand, IllegalMove
from kalahloa.models.text.quotation import quote, shorten

MARK_WORDS = {"only": Mark.ONLY, "new": Mark.NOVELTY, **{mark.value: mark for mark in Mark}}
"""What is typed for a mark, in lower case but for the symbols."""


# -- taking edits back -----------------------------------------------------------------------------


def undo_edit(app: AppContext, words: list[str]) -> str:
    """Take back the last edit."""
    return fill(translate("Commands", "Undone: {edit}."), edit=app.study.undo_edit())


def redo_edit(app: AppContext, words: list[str]) -> str:
    """Do the edit again that was undone last."""
    return fill(translate("Commands", "Done again: {edit}."), edit=app.study.redo_edit())


# -- the game as a whole ---------------------------------------------------------------------------


def details(app: AppContext, words: list[str]) -> str:
    """Show the players' names and the other details of the game, or change one of them."""
    record = app.document.record
    if not words:
        return details_report(app.document.place)
    name, text = words[0].lower(), " ".join(words[1:])
    now = GameDetails.of(record)
    sides = [side.lower() for side in record.game.sides]
    try:
        if name in sides:
            title, then = (
                record.game.sides[sides.index(name)],
                now.with_name(sides.index(name), text),
            )
        elif name in FIELDS:
            title, then = FIELDS[name], now.with_other(name, text)
        else:
            sentence = translate("Commands", "'{word}' is not one of {known}.")
            known = ", ".join([*sides, *FIELDS])
            raise BadCommand(fill(sentence, word=quote(name), known=known))
    except ValueError as error:
        raise BadCommand(translate("Commands", "This text is too long.")) from error
    app.study.set_details(then)
    if not text:
        return fill(translate("Commands", "{detail}: removed."), detail=title)
    return f"{in_words(title)}: {shorten(text)}."


# -- notes -----------------------------------------------------------------------------------------


def comment(app: AppContext, words: list[str]) -> str:
    """Make the words the comment of the current node; without any, say which it has."""
    node = app.document.node
    if words:
        app.study.comment(node, " ".join(words))
        return ""
    return node.comment or translate("Commands", "There is no comment here.")


def comment_at(app: AppContext, words: list[str]) -> None:
    """Make the second of *words* the comment of the node with the number that is the first."""
    number, text = words
    try:
        node = app.document.record.node(int(number))
    except IndexError as error:
        raise BadCommand(translate("Commands", "This move is not in the game now.")) from error
    app.study.comment(node, text)


def list_comments(app: AppContext, words: list[str]) -> str:
    """Show the comments in the list of moves, or hide them."""
    app.study.list_comments(not app.study.comments_listed)
    if app.study.comments_listed:
        return translate("Commands", "The list of moves shows the comments.")
    return translate("Commands", "The list of moves hides the comments.")


def uncomment(app: AppContext, words: list[str]) -> str:
    """Delete the comment of the current node."""
    app.study.end_typing()
    app.study.comment(app.document.node, "")
    return ""


def toggle(mark: Mark) -> Callable[[AppContext, Node], str]:
    """Return what gives a node *mark*, or takes it away, and says which it has then."""

    def action(app: AppContext, node: Node) -> str:
        app.study.toggle_mark(node, mark)
        return _marks_sentence(node)

    return action


def _marks_sentence(node: Node) -> str:
    titles = ", ".join(in_words(mark.title) for mark in node.notes.marks)
    if not titles:
        return fill(translate("Commands", "{move} has no mark."), move=node.text)
    return fill(translate("Commands", "{move}: {marks}."), move=node.text, marks=titles)


def mark(app: AppContext, words: list[str]) -> str:
    """Give the current move the typed mark, or take it away."""
    word = words[0] if len(words) == 1 else ""
    found = MARK_WORDS.get(word, MARK_WORDS.get(word.lower()))
    if found is None:
        raise BadCommand(translate("Commands", "Write mark and one of ! ? !! ?? !? ?! only new."))
    return toggle(found)(app, app.document.node)


def draw(app: AppContext, words: list[str]) -> str:
    """Draw the shape, cell, other cell (``-`` for none) and ink in *words*, or rub it out."""
    try:
        shape, cell, to, ink = words
        if max(len(cell), len(to)) > MAX_CELL_TEXT:
            raise ValueError("The name of a cell is short.")
        drawing = Drawing(Shape(shape), cell, "" if to == "-" else to, Ink(ink))
    except ValueError as error:
        raise BadCommand(translate("Commands", "That cannot be drawn.")) from error
    app.study.toggle_drawing(app.document.node, drawing)
    return ""


def clear_drawings(app: AppContext, words: list[str]) -> str:
    """Rub out what is drawn at the current node."""
    app.study.clear_drawings(app.document.node)
    return ""


# -- lines -----------------------------------------------------------------------------------------


def promote(app: AppContext, node: Node) -> None:
    """Make the variation with *node* the first where it branches off."""
    app.study.promote(node)


def make_main_line(app: AppContext, node: Node) -> None:
    """Make the line with *node* the main line."""
    app.study.make_main_line(node)


def delete_from_here(app: AppContext, node: Node) -> None:
    """Delete *node* and all that follows."""
    app.study.delete_from(node)


def delete_line(app: AppContext, node: Node) -> None:
    """Delete the variation with *node*."""
    app.study.delete_line(node)


def delete_variations(app: AppContext, words: list[str]) -> str:
    """Delete everything but the main line."""
    if app.study.delete_variations():
        return ""
    return translate("Commands", "There are no variations.")


def copy_line(app: AppContext, node: Node) -> str:
    """Put the moves of the line with *node* on the clipboard."""
    if app.copy is None:
        raise BadCommand(translate("Commands", "There is no clipboard here."))
    text = line_text([*node.path()[1:], *node.main_line()])
    app.copy(text)
    return fill(translate("Commands", "Copied: {text}"), text=shorten(text))


def paste_line(app: AppContext, node: Node) -> str:
    """Add the moves on the clipboard below *node*."""
    if app.paste is None:
        raise BadCommand(translate("Commands", "There is no clipboard here."))
    return insert_text(app, node, app.paste())


def insert(app: AppContext, words: list[str]) -> str:
    """Add the typed moves below the current node."""
    if not words:
        raise BadCommand(translate("Commands", "Write insert and the moves to add."))
    return insert_text(app, app.document.node, words)


def insert_text(app: AppContext, node: Node, text: str | Sequence[str]) -> str:
    """Add the moves in *text*, or each one in it, below *node*, and return what is said of it.

    Raises `BadCommand` with the reason if they cannot be made.
    """
    try:
        count = app.study.insert(node, text)
    except IllegalMove as error:
        sentence = translate("Commands", "The line cannot be added. {reason}")
        raise BadCommand(fill(sentence, reason=error)) from error
    if not count:
        return translate("Commands", "These moves are in the record already.")
    return translate("Commands", "%n move(s) added.", "", count)


# -- walking by itself -----------------------------------------------------------------------------


def autoplay(app: AppContext, words: list[str]) -> str:
    """Walk through the line, with the typed number of seconds for each position; or stop."""
    if not words:
        if app.autoplay.running:
            app.autoplay.stop()
        else:
            app.autoplay.start()
        return ""
    try:
        seconds = float(words[0]) if len(words) == 1 and len(words[0]) < 8 else 0.0
    except ValueError:
        seconds = 0.0
    if not MIN_SECONDS <= seconds <= MAX_SECONDS:
        sentence = translate("Commands", "'{words}' is not a number of seconds, {least} to {most}.")
        raise BadCommand(
            fill(
                sentence,
                words=quote(" ".join(words)),
                least=f"{MIN_SECONDS:g}",
                most=f"{MAX_SECONDS:g}",
            )
        )
    app.autoplay.start(seconds)
    return ""
