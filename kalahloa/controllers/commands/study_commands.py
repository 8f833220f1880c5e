"""The commands by which a record is studied: edits, and walking through a line by itself."""

from collections.abc import Callable

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands import study_actions as act
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.conditions import (
    GAME_OVER,
    NO_MOVE_PLAYED,
    has_future,
    has_moves,
    has_past,
    is_going_on,
)
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.record import Node

_MAIN_LINE = QT_TRANSLATE_NOOP("Commands", "This is the main line.")
_NO_MOVE_HERE = QT_TRANSLATE_NOOP("Commands", "This is the start; there is no move.")


def _is_in_variation(place: Place) -> bool:
    return place.variation_start is not None


def _here(
    action: Callable[[AppContext, Node], str | None],
) -> Callable[[AppContext, list[str]], str | None]:
    """Return what does *action* at the current node."""
    return lambda app, _: action(app, app.document.node)


def _mark(key: str, title: str, tip: str, shortcut: str, mark: Mark) -> Command:
    """Return the command that gives the current move *mark*, or takes it away."""
    action = act.toggle(mark)
    return Command(
        key=key,
        title=title,
        tip=tip,
        menu="edit",
        group=1,
        shortcuts=(shortcut,),
        possible=has_past,
        otherwise=_NO_MOVE_HERE,
        checked=lambda place: mark in place.node.notes.marks,
        run=_here(action),
        run_at=action,
    )


MARK_COMMANDS: tuple[tuple[Mark, Command], ...] = tuple(
    (mark, _mark(key, title, tip, f"Alt+{number}", mark))
    for number, (mark, key, title, tip) in enumerate(
        (
            (
                Mark.GOOD,
                "mark-good",
                QT_TRANSLATE_NOOP("Commands", "G&ood move (!)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as good, or take the mark away"),
            ),
            (
                Mark.MISTAKE,
                "mark-mistake",
                QT_TRANSLATE_NOOP("Commands", "&Mistake (?)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as a mistake, or take that away"),
            ),
            (
                Mark.BRILLIANT,
                "mark-brilliant",
                QT_TRANSLATE_NOOP("Commands", "&Brilliant move (!!)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as brilliant, or take that away"),
            ),
            (
                Mark.BLUNDER,
                "mark-blunder",
                QT_TRANSLATE_NOOP("Commands", "B&lunder (??)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as a blunder, or take that away"),
            ),
            (
                Mark.INTERESTING,
                "mark-interesting",
                QT_TRANSLATE_NOOP("Commands", "&Interesting move (!?)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as interesting, or take that away"),
            ),
            (
                Mark.DUBIOUS,
                "mark-dubious",
                QT_TRANSLATE_NOOP("Commands", "&Dubious move (?!)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as dubious, or take that away"),
            ),
            (
                Mark.ONLY,
                "mark-only",
                QT_TRANSLATE_NOOP("Commands", "Onl&y move (□)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as the only one, or take that away"),
            ),
            (
                Mark.NOVELTY,
                "mark-novelty",
                QT_TRANSLATE_NOOP("Commands", "&Novelty (N)"),
                QT_TRANSLATE_NOOP("Commands", "Mark the move as new, or take the mark away"),
            ),
        ),
        start=1,
    )
)
"""The commands of the marks, in the order of their keys."""


STUDY_COMMANDS: tuple[Command, ...] = (
    Command(
        key="undo-edit",
        title=QT_TRANSLATE_NOOP("Commands", "&Undo edit"),
        tip=QT_TRANSLATE_NOOP("Commands", "Take back the last comment, mark or deletion"),
        menu="edit",
        shortcuts=("Ctrl+Alt+Z",),
        possible=lambda place: bool(place.undo_edit),
        otherwise=QT_TRANSLATE_NOOP("Commands", "There is no edit to undo."),
        run=act.undo_edit,
        typed="unedit",
    ),
    Command(
        key="redo-edit",
        title=QT_TRANSLATE_NOOP("Commands", "&Redo edit"),
        tip=QT_TRANSLATE_NOOP("Commands", "Do the edit again that was undone last"),
        menu="edit",
        shortcuts=("Ctrl+Alt+Shift+Z",),
        possible=lambda place: bool(place.redo_edit),
        otherwise=QT_TRANSLATE_NOOP("Commands", "There is no edit to redo."),
        run=act.redo_edit,
        typed="reedit",
    ),
    Command(
        key="comment",
        title=QT_TRANSLATE_NOOP("Commands", "&Comment"),
        tip=QT_TRANSLATE_NOOP("Commands", "Write a comment on this position"),
        menu="edit",
        group=1,
        shortcuts=("Ctrl+M",),
        run=act.comment,
        typed="comment",
        arguments="[TEXT]",
    ),
    Command(
        key="comment-at",
        run=act.comment_at,
        arguments="NODE TEXT",
    ),
    Command(
        key="details",
        title=QT_TRANSLATE_NOOP("Commands", "&Game details…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Change who played the game, where and when"),
        menu="edit",
        group=1,
        run=act.details,
        typed="details",
        arguments="[DETAIL [TEXT]]",
    ),
    *(command for _, command in MARK_COMMANDS),
    Command(
        key="promote",
        title=QT_TRANSLATE_NOOP("Commands", "Move line u&p"),
        tip=QT_TRANSLATE_NOOP("Commands", "Make this line the first where it branches off"),
        menu="edit",
        group=2,
        shortcuts=("Ctrl+Shift+Up",),
        possible=_is_in_variation,
        otherwise=_MAIN_LINE,
        run=_here(act.promote),
        run_at=act.promote,
        typed="promote",
    ),
    Command(
        key="make-main-line",
        title=QT_TRANSLATE_NOOP("Commands", "M&ake main line"),
        tip=QT_TRANSLATE_NOOP("Commands", "Make this line the main line of the game"),
        menu="edit",
        group=2,
        shortcuts=("Ctrl+Shift+Home",),
        possible=_is_in_variation,
        otherwise=_MAIN_LINE,
        run=_here(act.make_main_line),
        run_at=act.make_main_line,
        typed="mainline",
    ),
    Command(
        key="copy-line",
        title=QT_TRANSLATE_NOOP("Commands", "Copy lin&e"),
        tip=QT_TRANSLATE_NOOP("Commands", "Copy the moves of this line as text, with numbers"),
        menu="edit",
        group=3,
        shortcuts=("Ctrl+Alt+C",),
        possible=has_moves,
        otherwise=NO_MOVE_PLAYED,
        reveals=True,
        run=_here(act.copy_line),
        run_at=act.copy_line,
    ),
    Command(
        key="paste-line",
        title=QT_TRANSLATE_NOOP("Commands", "Paste line as &variation"),
        tip=QT_TRANSLATE_NOOP("Commands", "Add the moves in the clipboard after this one"),
        menu="edit",
        group=3,
        shortcuts=("Ctrl+Alt+V",),
        possible=is_going_on,
        otherwise=GAME_OVER,
        run=_here(act.paste_line),
        run_at=act.paste_line,
    ),
    Command(
        key="delete-from-here",
        title=QT_TRANSLATE_NOOP("Commands", "Delete &from here"),
        tip=QT_TRANSLATE_NOOP("Commands", "Delete this move and all that follows"),
        menu="edit",
        group=4,
        shortcuts=("Ctrl+Del",),
        possible=has_past,
        otherwise=_NO_MOVE_HERE,
        run=_here(act.delete_from_here),
        run_at=act.delete_from_here,
        typed="delete",
        typed_answer=QT_TRANSLATE_NOOP("Commands", "Deleted; type unedit to take that back."),
    ),
    Command(
        key="delete-line",
        title=QT_TRANSLATE_NOOP("Commands", "Delete varia&tion"),
        tip=QT_TRANSLATE_NOOP("Commands", "Delete this line from where it branches off"),
        menu="edit",
        group=4,
        shortcuts=("Ctrl+Shift+Del",),
        possible=_is_in_variation,
        otherwise=_MAIN_LINE,
        run=_here(act.delete_line),
        run_at=act.delete_line,
        typed="deleteline",
        typed_answer=QT_TRANSLATE_NOOP("Commands", "Deleted; type unedit to take that back."),
    ),
    Command(
        key="delete-variations",
        title=QT_TRANSLATE_NOOP("Commands", "Delete all variation&s"),
        tip=QT_TRANSLATE_NOOP("Commands", "Delete everything but the main line"),
        menu="edit",
        group=4,
        possible=has_moves,
        otherwise=NO_MOVE_PLAYED,
        run=act.delete_variations,
        typed="prune",
        typed_answer=QT_TRANSLATE_NOOP("Commands", "Deleted; type unedit to take that back."),
    ),
    Command(
        key="mark",
        tip=QT_TRANSLATE_NOOP("Commands", "Mark the move: ! ? !! ?? !? ?! only new"),
        possible=has_past,
        otherwise=_NO_MOVE_HERE,
        run=act.mark,
        typed="mark",
        arguments="MARK",
    ),
    Command(
        key="uncomment",
        tip=QT_TRANSLATE_NOOP("Commands", "Delete the comment on this position"),
        possible=lambda place: bool(place.node.comment),
        otherwise=QT_TRANSLATE_NOOP("Commands", "There is no comment here."),
        run=act.uncomment,
        typed="uncomment",
    ),
    Command(
        key="insert",
        tip=QT_TRANSLATE_NOOP("Commands", "Add moves after this position without going there"),
        possible=is_going_on,
        otherwise=GAME_OVER,
        run=act.insert,
        typed="insert",
        arguments="MOVES",
    ),
    Command(
        key="draw",
        run=act.draw,
        arguments="SHAPE CELL TO INK",
    ),
    Command(
        key="clear-drawings",
        tip=QT_TRANSLATE_NOOP("Commands", "Rub out all arrows and cells on this board"),
        possible=lambda place: bool(place.node.notes.drawings),
        otherwise=QT_TRANSLATE_NOOP("Commands", "Nothing is drawn on this board."),
        run=act.clear_drawings,
        typed="wipe",
    ),
)
"""The commands that edit a record, in the order of the menu."""

AUTOPLAY_COMMANDS: tuple[Command, ...] = (
    Command(
        key="autoplay",
        title=QT_TRANSLATE_NOOP("Commands", "Aut&oplay"),
        tip=QT_TRANSLATE_NOOP("Commands", "Walk through the line by itself, or stop that"),
        menu="moves",
        group=2,
        shortcuts=("Ctrl+Shift+P",),
        possible=has_future,
        otherwise=QT_TRANSLATE_NOOP("Commands", "This is the end of the line."),
        checked=lambda place: place.autoplaying,
        run=act.autoplay,
        typed="autoplay",
        arguments="[SECONDS]",
    ),
)
"""Walking through a line by itself."""
