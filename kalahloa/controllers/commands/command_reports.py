"""What help says about the commands that can be typed."""

from collections.abc import Iterable
from textwrap import wrap

from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.commands.command import Command, translated
from kalahloa.models.game.game import Game

_MARGIN = "  "
_MAX_USAGE = 18
"""Longer usages have a line of their own, in characters."""
_TABLE = 72
"""The table with two columns is at most this wide, in characters."""


def commands_report(game: Game, commands: Iterable[Command], columns: int) -> str:
    """Return how moves of *game* are typed, and the table of *commands*.

    No row is wider than *columns* characters, unless a word or a usage is: where two columns do not
    fit, what a command does stands below it.
    """
    rows = [game.hint, translate("Commands", "Commands:")]
    for command in commands:
        usage, tip = _usage(command), translated(command.tip)
        if columns < _TABLE:
            rows += [_MARGIN + usage, *_wrapped(tip, columns)]
            continue
        if len(usage) > _MAX_USAGE:
            rows.append(_MARGIN + usage)
            usage = ""
        rows.append(f"{_MARGIN}{usage:{_MAX_USAGE}}{_MARGIN}{tip}")
    return "\n".join(rows)


def _wrapped(tip: str, columns: int) -> list[str]:
    indent = 3 * _MARGIN
    width = max(columns, 2 * len(indent))
    return wrap(tip, width, initial_indent=indent, subsequent_indent=indent)


def command_report(command: Command) -> str:
    """Return the command with its arguments, and what it does, as a sentence."""
    return f"{_usage(command)}: {translated(command.tip)}."


def _usage(command: Command) -> str:
    return f"{command.typed} {command.arguments}".rstrip()
