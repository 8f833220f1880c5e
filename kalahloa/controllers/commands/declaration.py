"""What a feature declares, so that it stands nowhere else than in the table of features."""

from dataclasses import dataclass

from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.core.app_context import Feature


@dataclass(frozen=True, slots=True)
class FeatureDeclaration:
    """The controllers of a feature, in the order in which they follow, and its commands.

    Where a command stands among those of other features, its `Command.after` says.
    """

    controllers: tuple[type[Feature], ...] = ()
    commands: tuple[Command, ...] = ()
