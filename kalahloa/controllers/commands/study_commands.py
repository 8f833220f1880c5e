"""The commands by which a record is studied: edits, and walking through a line by itself."""

from collections.abc import Callable, Sequence

from kalahloa.controllers.base.dates import read_date
from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words, translate
from kalahloa.controllers.commands.command import Command, CommandTable
from kalahloa.controllers.commands.conditions import (
    GAME_OVER,
    NO_MOVE_PLAYED,
    has_future,
    has_moves,
    has_past,
    is_going_on,
)
from kalahloa.controllers.commands.reports import details_report
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.autoplay import MAX_SECONDS, MIN_SECONDS
from kalahloa.controllers.core.place import Place
from kalahloa.models.record.annotation import MAX_CELL_TEXT, Drawing, Ink, Mark, Shape
from kalahloa.models.record.record import Node
from kalahloa.models.study.game_details import FIELDS, GameDetails
from kalahloa.models.study.lines import line_text
from kalahloa.models.text.errors import BadCommand, IllegalMove
from kalahloa.models.text.quotation import quote, shorten

_MAIN_LINE = QT_TRANSLATE_NOOP("Commands", "This is the main line.")
_NO_MOVE_HERE = QT_TRANSLATE_NOOP("Commands", "This is the start: there is no move to mark.")


def _is_in_variation(place: Place) -> bool:
    return place.variation_start is not None


MARK_WORDS = {"only": Mark.ONLY, "new": Mark.NOVELTY, **{mark.value: mark for mark in Mark}}
"""What is typed for a mark, in lower case but for the symbols."""


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


def _mark(key: str, title: str, tip: str, words: str, shortcut: str, mark: Mark) -> Command:
    """Return the command that gives the current move *mark*, or takes it away."""
    action = toggle(mark)
    return Command(
        key=key,
        title=title,
        tip=tip,
        words=words,
        menu="edit",
        group=1,
        shortcuts=(shortcut,),
        possible=has_past,
        otherwise=_NO_MOVE_HERE,
        checked=lambda place: mark in place.node.notes.marks,
        run=lambda app, _: action(app, app.document.node),
        run_at=action,
    )


MARK_COMMANDS: tuple[tuple[Mark, Command], ...] = tuple(
    (mark, _mark(key, title, tip, words, f"Alt+{number}", mark))
    for number, (mark, key, title, tip, words) in enumerate(
        (
            (
                Mark.GOOD,
                "mark-good",
                QT_TRANSLATE_NOOP("Commands", "G&ood move (!)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as good, or remove the mark"),
                QT_TRANSLATE_NOOP("Commands", "strong move, exclamation mark, praise"),
            ),
            (
                Mark.MISTAKE,
                "mark-mistake",
                QT_TRANSLATE_NOOP("Commands", "&Mistake (?)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as a mistake, or remove the mark"),
                QT_TRANSLATE_NOOP("Commands", "bad move, question mark, error"),
            ),
            (
                Mark.BRILLIANT,
                "mark-brilliant",
                QT_TRANSLATE_NOOP("Commands", "&Brilliant move (!!)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as brilliant, or remove the mark"),
                QT_TRANSLATE_NOOP("Commands", "excellent, two exclamation marks, great move"),
            ),
            (
                Mark.BLUNDER,
                "mark-blunder",
                QT_TRANSLATE_NOOP("Commands", "B&lunder (??)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as a blunder, or remove the mark"),
                QT_TRANSLATE_NOOP("Commands", "terrible, two question marks, very bad"),
            ),
            (
                Mark.INTERESTING,
                "mark-interesting",
                QT_TRANSLATE_NOOP("Commands", "&Interesting move (!?)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as interesting, or remove the mark"),
                QT_TRANSLATE_NOOP(
                    "Commands", "worth a try, exclamation and question mark, speculative"
                ),
            ),
            (
                Mark.DUBIOUS,
                "mark-dubious",
                QT_TRANSLATE_NOOP("Commands", "&Dubious move (?!)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as dubious, or remove the mark"),
                QT_TRANSLATE_NOOP(
                    "Commands", "doubtful, question and exclamation mark, questionable"
                ),
            ),
            (
                Mark.ONLY,
                "mark-only",
                QT_TRANSLATE_NOOP("Commands", "Onl&y move (□)"),
                QT_TRANSLATE_NOOP(
                    "Commands", "Mark the move as the only good one, or remove the mark"
                ),
                QT_TRANSLATE_NOOP("Commands", "forced, no alternative, single move"),
            ),
            (
                Mark.NOVELTY,
                "mark-novelty",
                QT_TRANSLATE_NOOP("Commands", "&Novelty (N)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as new, or remove the mark"),
                QT_TRANSLATE_NOOP("Commands", "new move, unknown before, innovation"),
            ),
        ),
        start=1,
    )
)
"""The commands of the marks, in the order of their keys."""
STUDY_COMMANDS = CommandTable()


@STUDY_COMMANDS.declare(
    key="undo-edit",
    title=QT_TRANSLATE_NOOP("Commands", "&Undo edit"),
    tip=QT_TRANSLATE_NOOP("Commands", "Undo the last comment, mark or deletion"),
    words=QT_TRANSLATE_NOOP("Commands", "undo comment, undo deletion, revert edit"),
    menu="edit",
    shortcuts=("Ctrl+Alt+Z",),
    possible=lambda place: bool(place.undo_edit),
    otherwise=QT_TRANSLATE_NOOP("Commands", "There is no edit to undo."),
    typed="unedit",
)
def undo_edit(app: AppContext, words: list[str]) -> str:
    """Take back the last edit."""
    return fill(translate("Commands", "Undone: {edit}."), edit=app.study.undo_edit())


@STUDY_COMMANDS.declare(
    key="redo-edit",
    title=QT_TRANSLATE_NOOP("Commands", "&Redo edit"),
    tip=QT_TRANSLATE_NOOP("Commands", "Redo the edit you last undid"),
    words=QT_TRANSLATE_NOOP("Commands", "redo comment, redo deletion, repeat edit"),
    menu="edit",
    shortcuts=("Ctrl+Alt+Shift+Z",),
    possible=lambda place: bool(place.redo_edit),
    otherwise=QT_TRANSLATE_NOOP("Commands", "There is no edit to redo."),
    typed="reedit",
)
def redo_edit(app: AppContext, words: list[str]) -> str:
    """Do the edit again that was undone last."""
    return fill(translate("Commands", "Redone: {edit}."), edit=app.study.redo_edit())


@STUDY_COMMANDS.declare(
    key="comment",
    title=QT_TRANSLATE_NOOP("Commands", "&Comment"),
    tip=QT_TRANSLATE_NOOP("Commands", "Write a comment on this position"),
    words=QT_TRANSLATE_NOOP("Commands", "annotate, note, remark"),
    menu="edit",
    group=1,
    shortcuts=("Ctrl+M",),
    typed="comment",
    arguments="[TEXT]",
)
def comment(app: AppContext, words: list[str]) -> str:
    """Make the words the comment of the current node; without any, say which it has."""
    node = app.document.node
    if words:
        app.study.comment(node, " ".join(words))
        return ""
    return node.comment or translate("Commands", "There is no comment here.")


@STUDY_COMMANDS.declare(
    key="comment-at",
    arguments="NODE TEXT",
)
def comment_at(app: AppContext, words: list[str]) -> None:
    """Make the second of *words* the comment of the node with the number that is the first."""
    number, text = words
    try:
        node = app.document.record.node(int(number))
    except IndexError as error:
        raise BadCommand(translate("Commands", "This move is no longer in the game.")) from error
    app.study.comment(node, text)


@STUDY_COMMANDS.declare(
    key="details",
    title=QT_TRANSLATE_NOOP("Commands", "&Game details…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Edit the players, the event and the date"),
    words=QT_TRANSLATE_NOOP("Commands", "names of the players, event, date"),
    menu="edit",
    group=1,
    typed="details",
    arguments="[DETAIL [TEXT]]",
)
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
            text = read_date(text) if name == "date" and text else text
            title, then = FIELDS[name], now.with_other(name, text)
        else:
            sentence = translate("Commands", "'{word}' is not one of: {known}.")
            known = ", ".join([*sides, *FIELDS])
            raise BadCommand(fill(sentence, word=quote(name), known=known))
    except ValueError as error:
        raise BadCommand(translate("Commands", "This text is too long.")) from error
    app.study.set_details(then)
    if not text:
        return fill(translate("Commands", "{detail}: removed."), detail=title)
    return f"{in_words(title)}: {shorten(text)}."


STUDY_COMMANDS.extend(command for _, command in MARK_COMMANDS)


@STUDY_COMMANDS.declare_at(
    key="promote",
    title=QT_TRANSLATE_NOOP("Commands", "Move line u&p"),
    tip=QT_TRANSLATE_NOOP("Commands", "Move this line above the others at its first move"),
    words=QT_TRANSLATE_NOOP("Commands", "raise line, variation up, reorder lines"),
    menu="edit",
    group=2,
    shortcuts=("Ctrl+Shift+Up",),
    possible=_is_in_variation,
    otherwise=_MAIN_LINE,
    typed="promote",
)
def promote(app: AppContext, node: Node) -> None:
    """Make the variation with *node* the first where it branches off."""
    app.study.promote(node)


@STUDY_COMMANDS.declare_at(
    key="make-main-line",
    title=QT_TRANSLATE_NOOP("Commands", "M&ake main line"),
    tip=QT_TRANSLATE_NOOP("Commands", "Make this line the main line"),
    words=QT_TRANSLATE_NOOP("Commands", "promote to main line, principal line, mainline"),
    menu="edit",
    group=2,
    shortcuts=("Ctrl+Shift+Home",),
    possible=_is_in_variation,
    otherwise=_MAIN_LINE,
    typed="mainline",
)
def make_main_line(app: AppContext, node: Node) -> None:
    """Make the line with *node* the main line."""
    app.study.make_main_line(node)


@STUDY_COMMANDS.declare_at(
    key="copy-line",
    title=QT_TRANSLATE_NOOP("Commands", "Copy lin&e"),
    tip=QT_TRANSLATE_NOOP("Commands", "Copy the moves of this line as numbered text"),
    words=QT_TRANSLATE_NOOP("Commands", "copy variation, line as text, share the line"),
    menu="edit",
    group=3,
    shortcuts=("Ctrl+Alt+C",),
    possible=has_moves,
    otherwise=NO_MOVE_PLAYED,
    reveals=True,
)
def copy_line(app: AppContext, node: Node) -> str:
    """Put the moves of the line with *node* on the clipboard."""
    if app.copy is None:
        raise BadCommand(translate("Commands", "No clipboard is available."))
    text = line_text([*node.path()[1:], *node.main_line()])
    app.copy(text)
    return fill(translate("Commands", "Copied: {text}"), text=shorten(text))


@STUDY_COMMANDS.declare_at(
    key="paste-line",
    title=QT_TRANSLATE_NOOP("Commands", "Paste line as &variation"),
    tip=QT_TRANSLATE_NOOP("Commands", "Add the moves on the clipboard after this one"),
    words=QT_TRANSLATE_NOOP("Commands", "insert variation, add pasted moves, paste moves"),
    menu="edit",
    group=3,
    shortcuts=("Ctrl+Alt+V",),
    possible=is_going_on,
    otherwise=GAME_OVER,
)
def paste_line(app: AppContext, node: Node) -> str:
    """Add the moves on the clipboard below *node*."""
    if app.paste is None:
        raise BadCommand(translate("Commands", "No clipboard is available."))
    return insert_text(app, node, app.paste())


@STUDY_COMMANDS.declare_at(
    key="delete-from-here",
    title=QT_TRANSLATE_NOOP("Commands", "Delete &from here"),
    tip=QT_TRANSLATE_NOOP("Commands", "Delete this move and everything after it"),
    words=QT_TRANSLATE_NOOP("Commands", "cut off, remove the rest, truncate"),
    menu="edit",
    group=4,
    shortcuts=("Ctrl+Del",),
    possible=has_past,
    otherwise=_NO_MOVE_HERE,
    typed="delete",
    typed_answer=QT_TRANSLATE_NOOP("Commands", "Deleted; type unedit to undo."),
)
def delete_from_here(app: AppContext, node: Node) -> None:
    """Delete *node* and all that follows."""
    app.study.delete_from(node)


@STUDY_COMMANDS.declare_at(
    key="delete-line",
    title=QT_TRANSLATE_NOOP("Commands", "Delete varia&tion"),
    tip=QT_TRANSLATE_NOOP("Commands", "Delete this variation from its first move"),
    words=QT_TRANSLATE_NOOP("Commands", "remove variation, remove line, erase line"),
    menu="edit",
    group=4,
    shortcuts=("Ctrl+Shift+Del",),
    possible=_is_in_variation,
    otherwise=_MAIN_LINE,
    typed="deleteline",
    typed_answer=QT_TRANSLATE_NOOP("Commands", "Deleted; type unedit to undo."),
)
def delete_line(app: AppContext, node: Node) -> None:
    """Delete the variation with *node*."""
    app.study.delete_line(node)


@STUDY_COMMANDS.declare(
    key="delete-variations",
    title=QT_TRANSLATE_NOOP("Commands", "Delete all variation&s"),
    tip=QT_TRANSLATE_NOOP("Commands", "Delete everything but the main line"),
    words=QT_TRANSLATE_NOOP("Commands", "clean up, only the main line, remove variations"),
    menu="edit",
    group=4,
    possible=has_moves,
    otherwise=NO_MOVE_PLAYED,
    typed="prune",
    typed_answer=QT_TRANSLATE_NOOP("Commands", "Deleted; type unedit to undo."),
)
def delete_variations(app: AppContext, words: list[str]) -> str:
    """Delete everything but the main line."""
    if app.study.delete_variations():
        return ""
    return translate("Commands", "There are no variations.")


@STUDY_COMMANDS.declare(
    key="mark",
    tip=QT_TRANSLATE_NOOP("Commands", "Mark the move with ! ? !! ?? !? ?! only or new"),
    possible=has_past,
    otherwise=_NO_MOVE_HERE,
    typed="mark",
    arguments="MARK",
)
def mark(app: AppContext, words: list[str]) -> str:
    """Give the current move the typed mark, or take it away."""
    word = words[0] if len(words) == 1 else ""
    found = MARK_WORDS.get(word, MARK_WORDS.get(word.lower()))
    if found is None:
        raise BadCommand(translate("Commands", "Type mark and one of ! ? !! ?? !? ?! only new."))
    return toggle(found)(app, app.document.node)


@STUDY_COMMANDS.declare(
    key="uncomment",
    tip=QT_TRANSLATE_NOOP("Commands", "Delete the comment on this position"),
    possible=lambda place: bool(place.node.comment),
    otherwise=QT_TRANSLATE_NOOP("Commands", "There is no comment here."),
    typed="uncomment",
)
def uncomment(app: AppContext, words: list[str]) -> str:
    """Delete the comment of the current node."""
    app.study.end_typing()
    app.study.comment(app.document.node, "")
    return ""


@STUDY_COMMANDS.declare(
    key="insert",
    tip=QT_TRANSLATE_NOOP("Commands", "Add moves after this position without going there"),
    possible=is_going_on,
    otherwise=GAME_OVER,
    typed="insert",
    arguments="MOVES",
)
def insert(app: AppContext, words: list[str]) -> str:
    """Add the typed moves below the current node."""
    if not words:
        raise BadCommand(translate("Commands", "Type insert and the moves to add."))
    return insert_text(app, app.document.node, words)


@STUDY_COMMANDS.declare(
    key="draw",
    arguments="SHAPE CELL TO INK",
)
def draw_shape(app: AppContext, words: list[str]) -> str:
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


@STUDY_COMMANDS.declare(
    key="clear-drawings",
    tip=QT_TRANSLATE_NOOP("Commands", "Erase all arrows and coloured cells on this board"),
    possible=lambda place: bool(place.node.notes.drawings),
    otherwise=QT_TRANSLATE_NOOP("Commands", "This board has no drawings."),
    typed="wipe",
)
def clear_drawings(app: AppContext, words: list[str]) -> str:
    """Rub out what is drawn at the current node."""
    app.study.clear_drawings(app.document.node)
    return ""


"""The commands that edit a record, in the order of the menu."""
AUTOPLAY_COMMANDS = CommandTable()


@AUTOPLAY_COMMANDS.declare(
    key="autoplay",
    title=QT_TRANSLATE_NOOP("Commands", "Aut&oplay"),
    tip=QT_TRANSLATE_NOOP("Commands", "Step through the line automatically, or stop"),
    words=QT_TRANSLATE_NOOP("Commands", "slideshow, replay, watch the game"),
    menu="play",
    group=6,
    shortcuts=("Ctrl+Shift+P",),
    possible=has_future,
    otherwise=QT_TRANSLATE_NOOP("Commands", "This is the end of the line."),
    checked=lambda place: place.autoplaying,
    typed="autoplay",
    arguments="[SECONDS]",
)
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
        sentence = translate(
            "Commands", "'{words}' is not a number of seconds from {least} to {most}."
        )
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


"""Walking through a line by itself."""


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
        return translate("Commands", "The game already has these moves.")
    return translate("Commands", "%n move(s) added.", "", count)
