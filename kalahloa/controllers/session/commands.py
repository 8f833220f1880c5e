"""Every command once: what it is called, when it is possible and what it does.

Menus, the toolbar, context menus, the command palette, the typed language and the help's table of
keys are made from `COMMANDS`.
"""

import logging
from collections.abc import Iterable
from itertools import chain

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import Command, CommandTable
from kalahloa.controllers.commands.command_reports import command_report, commands_report
from kalahloa.controllers.commands.declaration import arranged
from kalahloa.controllers.commands.exercise_commands import EXERCISE_COMMANDS
from kalahloa.controllers.commands.game_commands import GAME_COMMANDS
from kalahloa.controllers.commands.move_commands import MOVE_COMMANDS
from kalahloa.controllers.commands.play_commands import PLAY_COMMANDS
from kalahloa.controllers.commands.reports import rules_report
from kalahloa.controllers.commands.spoken_commands import SPOKEN_COMMANDS
from kalahloa.controllers.commands.study_commands import AUTOPLAY_COMMANDS, STUDY_COMMANDS
from kalahloa.controllers.commands.typed_commands import TYPED_COMMANDS
from kalahloa.controllers.commands.view_commands import VIEW_COMMANDS
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.session.features import FEATURES, declarations
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

with lazy_imports():
    import difflib

_log = logging.getLogger(__name__)

MENUS = {
    "game": QT_TRANSLATE_NOOP("Commands", "&Game"),
    "edit": QT_TRANSLATE_NOOP("Commands", "&Edit"),
    "view": QT_TRANSLATE_NOOP("Commands", "&View"),
    "play": QT_TRANSLATE_NOOP("Commands", "&Play"),
    "study": QT_TRANSLATE_NOOP("Commands", "&Study"),
    "train": QT_TRANSLATE_NOOP("Commands", "&Train"),
    "algorithms": QT_TRANSLATE_NOOP("Commands", "&Algorithms"),
    "lab": QT_TRANSLATE_NOOP("Commands", "&Lab"),
    "help": QT_TRANSLATE_NOOP("Commands", "&Help"),
}


AT_BOARD = frozenset(
    command.key for command in STUDY_COMMANDS if command.key not in ("comment", "autoplay")
) | {"copy-position", "copy-moves"}
"""The keys of commands about the game on the board, which one is to see meanwhile."""

_HELP_COMMANDS = CommandTable()


@_HELP_COMMANDS.declare(
    key="help",
    title=QT_TRANSLATE_NOOP("Commands", "&Contents"),
    tip=QT_TRANSLATE_NOOP("Commands", "How to play, and how everything works"),
    words=QT_TRANSLATE_NOOP("Commands", "manual, documentation, how to play"),
    menu="help",
    standard="HelpContents",
    typed="help",
    arguments="[COMMAND]",
    following=lambda app: BY_TYPED_NAME,
)
def _help(app: AppContext, words: list[str]) -> str:
    """Return how to play and one line a command, or what the command in *words* does."""
    if not words:
        return commands_report(app.document.game, BY_TYPED_NAME.values(), app.columns)
    command = BY_TYPED_WORD.get(words[0].lower())
    if command is None:
        raise BadCommand(no_such_command(words[0]))
    return command_report(command)


@_HELP_COMMANDS.declare(
    key="rules",
    title=QT_TRANSLATE_NOOP("Commands", "&Rules of this game"),
    tip=QT_TRANSLATE_NOOP("Commands", "How this game is played"),
    words=QT_TRANSLATE_NOOP("Commands", "laws, how do the pieces move, instructions"),
    menu="help",
    typed="rules",
)
def _rules(app: AppContext, words: list[str]) -> str:
    """Describe the rules in force."""
    return rules_report(app.document.place)


_HELP_COMMANDS.declare(
    key="keys",
    title=QT_TRANSLATE_NOOP("Commands", "&Keyboard shortcuts"),
    tip=QT_TRANSLATE_NOOP("Commands", "All keys, and all commands you can type"),
    words=QT_TRANSLATE_NOOP("Commands", "shortcuts, keyboard, hotkeys"),
    menu="help",
)
_HELP_COMMANDS.declare(
    key="show-log",
    title=QT_TRANSLATE_NOOP("Commands", "Show &log"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show the log to attach to a bug report"),
    words=QT_TRANSLATE_NOOP("Commands", "error report, bug, diagnostics"),
    menu="help",
    group=1,
)
_HELP_COMMANDS.declare(
    key="about",
    title=QT_TRANSLATE_NOOP("Commands", "&About Kalahloa"),
    tip=QT_TRANSLATE_NOOP("Commands", "Version, and whether the engine is compiled"),
    words=QT_TRANSLATE_NOOP("Commands", "licence, which version, copyright"),
    menu="help",
    group=1,
)


def _names(command: Command) -> set[str]:
    return {command.key, command.typed, *command.typed_aliases} - {""}


def with_free_names(guests: Iterable[Command], commands: Iterable[Command]) -> tuple[Command, ...]:
    """Return those of *guests* whose keys and typed names none of *commands* has.

    The others, whose names would mean two things, are in the log.
    """
    taken = {name for command in commands for name in _names(command)}
    free = []
    for command in guests:
        names = _names(command)
        if names & taken:
            _log.warning("The command %s is left out: its name is taken.", command.key)
            continue
        taken |= names
        free.append(command)
    return tuple(free)


_BEFORE = (
    *(GAME_COMMANDS, PLAY_COMMANDS, MOVE_COMMANDS, AUTOPLAY_COMMANDS, STUDY_COMMANDS),
    EXERCISE_COMMANDS,
)
_AFTER = (VIEW_COMMANDS, _HELP_COMMANDS, SPOKEN_COMMANDS, TYPED_COMMANDS)
_OF_FEATURES = tuple(declared.commands for declared in FEATURES)
_OF_GUESTS = with_free_names(
    chain.from_iterable(declared.commands for declared in declarations()[len(FEATURES) :]),
    chain.from_iterable((*_BEFORE, *_OF_FEATURES, *_AFTER)),
)

COMMANDS: tuple[Command, ...] = arranged(*_BEFORE, *_OF_FEATURES, _OF_GUESTS, *_AFTER)

BY_KEY = {command.key: command for command in COMMANDS}
"""All commands by their keys."""
BY_TYPED_NAME: dict[str, Command] = {
    command.typed: command for command in COMMANDS if command.typed
}
"""The commands that can be typed, by their names there."""
BY_TYPED_WORD: dict[str, Command] = BY_TYPED_NAME | {
    alias: command for command in COMMANDS for alias in command.typed_aliases
}
"""The same, also by their older names, which no list shows."""


def no_such_command(word: str) -> str:
    """Return a sentence that *word* is no command, with the one that was probably meant."""
    meant = difflib.get_close_matches(word.lower(), BY_TYPED_NAME, n=1)
    if meant:
        sentence = translate("Commands", "There is no command '{word}'. Did you mean {meant}?")
        return fill(sentence, word=quote(word), meant=meant[0])
    sentence = translate("Commands", "There is no command '{word}'. Type help for a list.")
    return fill(sentence, word=quote(word))
