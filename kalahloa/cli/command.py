"""Commands of the command line, and groups of them.

Each command is the ``COMMAND`` of a module of `kalahloa.cli.commands` with the command's name.  The
options of a game's rules depend on the game, so the arguments are parsed in turn: the command, the
game, then all options.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from kalahloa.cli.arguments import (
    GameSetup,
    Parser,
    add_position_options,
    add_rule_options,
    load_game,
    read_setup,
)
from kalahloa.cli.failures import Failed, is_out_of_memory, with_notes
from kalahloa.cli.interrupt import raising_signals
from kalahloa.models.text.errors import BadCommand

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game

HELP_FLAGS = ("-h", "--help")


class CliCommand(Protocol):
    """A command: its name, its usage, and what it does."""

    @property
    def name(self) -> str:
        """The word on the command line."""
        ...

    def usages(self) -> Iterator[tuple[str, str]]:
        """Yield the usage of the command and of each sub-command, with a sentence."""
        ...

    def execute(self, prog: str, arguments: list[str]) -> int:
        """Run the command, called as *prog*, with *arguments*; return the exit code.

        Raises `KalahloaError` for invalid arguments, and `Failed`.
        """
        ...


@dataclass(frozen=True)
class PlainCommand:
    """A command without a game; `add` adds its options to the parser."""

    name: str
    sentence: str
    example: str
    add: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]

    def usages(self) -> Iterator[tuple[str, str]]:
        """Yield its only usage."""
        yield f"{self.name} {self._parser('').operands()}".rstrip(), self.sentence

    def _parser(self, prog: str) -> Parser:
        parser = Parser(f"{prog} {self.name}", self.sentence, f"example:\n  {self.example}")
        self.add(parser)
        return parser

    def execute(self, prog: str, arguments: list[str]) -> int:
        """See `CliCommand.execute`."""
        parser = self._parser(prog)
        parser.require_known(arguments)
        values = parser.parse_args(arguments)
        with raising_signals():
            return self.run(values)


@dataclass(frozen=True)
class GameCommand:
    """A command that takes a game.

    `add` adds the command's operands, which follow the game, and its options to the parser, for the
    game if it is known; `run` does the work and returns the exit code.  `saving` tells users how to
    need less memory.  With `handles_signals`, `run` handles signals itself instead of being
    interrupted.  Without `has_position`, it is about rules, and there is no option ``--position``.
    """

    name: str
    sentence: str
    example: str
    add: "Callable[[Parser, Game | None], None]"
    run: Callable[[GameSetup, argparse.Namespace], int]
    saving: str = ""
    handles_signals: bool = False
    has_position: bool = True

    def usages(self) -> Iterator[tuple[str, str]]:
        """Yield its only usage."""
        yield f"{self.name} {self._parser('', None).operands()}", self.sentence

    def _parser(self, prog: str, game: "Game | None", notes: str = "") -> Parser:
        more = "" if game else "With a game, the help also lists the options of its rules.\n\n"
        parser = Parser(
            f"{prog} {self.name}".rstrip(),
            self.sentence,
            f"{more}{notes}example:\n  {self.example}",
        )
        parser.add_argument("GAME", help="the game; kalahloa games lists them")
        add_position_options(parser, game, self.has_position)
        self.add(parser, game)
        if game is not None:
            add_rule_options(parser, game)
        return parser

    def execute(self, prog: str, arguments: list[str], notes: str = "") -> int:
        """See `CliCommand.execute`; *notes* follow the options in the help."""
        key = self._parser(prog, None, notes).first_operand(arguments)
        game = load_game(key) if key is not None else None
        parser = self._parser(prog, game, notes)
        if game is not None:
            parser.require_known(arguments)
        values = parser.parse_args(arguments)
        assert game is not None  # otherwise the parser has raised an error
        setup = read_setup(game, values)
        try:
            if self.handles_signals:
                return self.run(setup, values)
            with raising_signals():
                return self.run(setup, values)
        except (MemoryError, OSError, RuntimeError) as error:
            if not is_out_of_memory(error):
                raise
            sentence = f"There is not enough memory for this. {self.saving}".strip()
            raise Failed(with_notes(sentence, error)) from error


@dataclass(frozen=True)
class CommandGroup:
    """A command with sub-commands; without one of them, `default` is run if there is one."""

    name: str
    sentence: str
    commands: "tuple[GameCommand | PlainCommand, ...]"
    default: GameCommand | None = None

    def usages(self) -> Iterator[tuple[str, str]]:
        """Yield the usage of each command."""
        if self.default is not None:
            yield from self.default.usages()
        yield from self._sub_usages()

    def _sub_usages(self) -> Iterator[tuple[str, str]]:
        for command in self.commands:
            for usage, sentence in command.usages():
                yield f"{self.name} {usage}", sentence

    def execute(self, prog: str, arguments: list[str]) -> int:
        """See `CliCommand.execute`."""
        for command in self.commands:
            if arguments[:1] == [command.name]:
                return command.execute(f"{prog} {self.name}", arguments[1:])
        if self.default is not None:
            rows = usage_rows(self._sub_usages())
            return self.default.execute(prog, arguments, f"sub-commands:\n{rows}\n")
        if arguments[:1] and arguments[0] in HELP_FLAGS:
            self._parser(prog).print_help()
            return 0
        known = ", ".join(command.name for command in self.commands)
        word = (
            f"'{arguments[0]}' is not a sub-command of"
            if arguments
            else "A sub-command must follow"
        )
        raise BadCommand(
            f"{word} {prog} {self.name}; choose one of: {known}. See {prog} {self.name} --help."
        )

    @property
    def _takes_games(self) -> bool:
        return any(isinstance(command, GameCommand) for command in self.commands)

    def _parser(self, prog: str) -> Parser:
        examples = "\n".join(f"  {command.example}" for command in self.commands)
        return Parser(
            f"{prog} {self.name}",
            self.sentence,
            f"sub-commands (each has --help):\n{usage_rows(self.usages())}\nexamples:\n{examples}",
            "SUB-COMMAND GAME" if self._takes_games else "SUB-COMMAND",
        )


def usage_rows(usages: "Iterator[tuple[str, str]] | Sequence[tuple[str, str]]") -> str:
    """Return *usages* as lines with two columns."""
    rows = list(usages)
    width = max(len(usage) for usage, _ in rows)
    return "".join(f"  {usage:{width}}  {sentence}\n" for usage, sentence in rows)
