"""What help says about the commands that can be typed."""

from collections.abc import Iterable

from kalahloa.controllers.command import Command, translated
from kalahloa.controllers.translation import translate
from kalahloa.models.game import Game

_MARGIN = "  "
_MAX_USAGE = 18
"""Longer usages have a line of their own, in characters."""


def commands_report(game: Game, commands: Iterable[Command]) -> str:
    """Return how moves of *game* are typed, and the table of *commands*.

    Rows are at most 72 characters wide, which fits the text view and a terminal.
    """
    rows = [game.hint, translate("Commands", "Commands:")]
    for command in commands:
        usage, tip = _usage(command), translated(command.tip)
        if len(usage) > _MAX_USAGE:
            rows.append(_MARGIN + usage)
            usage = ""
        rows.append(f"{_MARGIN}{usage:{_MAX_USAGE}}{_MARGIN}{tip}")
    return "\n".join(rows)


def command_report(command: Command) -> str:
    """Return the command with its arguments, and what it does, as a sentence."""
    return f"{_usage(command)}: {translated(command.tip)}."


def _usage(command: Command) -> str:
    return f"{command.typed} {command.arguments}".rstrip()
