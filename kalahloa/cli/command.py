"""What a command is: what it asks for, what it does, and how its words are read.

A command stands in a file of `kalahloa.cli.commands` with its own name, as ``COMMAND``.  The
options of a game's rules are known once the game is, so the words are read one after the other:
the command, then the game, then all options.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from kalahloa.cli.arguments import (
    Parser,
    Setup,
    add_position_options,
    add_rule_options,
    first_operand,
    load_game,
    read_setup,
)
from kalahloa.cli.failures import Failed, is_out_of_memory, with_notes
from kalahloa.cli.interrupt import raising_signals
from kalahloa.models.errors import BadCommand

if TYPE_CHECKING:
    from kalahloa.models.game import Game

HELP_FLAGS = ("-h", "--help")


class Command(Protocol):
    """A word on the command line, and what follows from it."""

    @property
    def name(self) -> str:
        """The word."""
        ...

    def usages(self) -> Iterator[tuple[str, str]]:
        """Yield how the command is written, and a sentence on it; each sub-command as well."""
        ...

    def execute(self, prog: str, arguments: list[str]) -> int:
        """Do what *arguments* ask of the command, called as *prog*; return the exit code.

        Raises `KalahloaError` where they make no sense, and `Failed`.
        """
        ...


@dataclass(frozen=True)
class PlainCommand:
    """A command that needs no game; `add` gives the parser its options."""

    name: str
    sentence: str
    example: str
    add: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]

    def usages(self) -> Iterator[tuple[str, str]]:
        """Yield the only way to write it."""
        yield self.name, self.sentence

    def execute(self, prog: str, arguments: list[str]) -> int:
        """See `Command.execute`."""
        parser = Parser(f"{prog} {self.name}", "", self.sentence, f"example:\n  {self.example}")
        self.add(parser)
        parser.require_known(arguments)
        values = parser.parse_args(arguments)
        with raising_signals():
            return self.run(values)


@dataclass(frozen=True)
class GameCommand:
    """A command that takes a game.

    `operands` follow the game; `add` gives the parser the command's own options, for the game if
    it is known; `run` does the work and returns the exit code.  `saving` says how to ask for
    less memory.  `handles_signals` says that `run` does not want to be ended by an exception.
    """

    name: str
    sentence: str
    example: str
    add: "Callable[[Parser, Game | None], None]"
    run: Callable[[Setup, argparse.Namespace], int]
    operands: str = ""
    saving: str = ""
    handles_signals: bool = False

    def usages(self) -> Iterator[tuple[str, str]]:
        """Yield the only way to write it."""
        yield f"{self.name} GAME {self.operands}".rstrip(), self.sentence

    def execute(self, prog: str, arguments: list[str], notes: str = "") -> int:
        """See `Command.execute`; *notes* follow the options in the help."""
        key = first_operand(arguments)
        game = load_game(key) if key is not None else None
        more = "" if game else "Name a game to see the options of its rules as well.\n\n"
        parser = Parser(
            f"{prog} {self.name}".rstrip(),
            f"GAME {self.operands}",
            self.sentence,
            f"{more}{notes}example:\n  {self.example}",
        )
        parser.add_argument("GAME", help="a game, as kalahloa games lists them")
        add_position_options(parser, game)
        self.add(parser, game)
        if game is not None:
            add_rule_options(parser, game)
            parser.require_known(arguments)
        values = parser.parse_args(arguments)
        assert game is not None  # else the parser has missed it, and said so
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
    """A word that other commands follow; without one of them it is `default`, if it has that."""

    name: str
    sentence: str
    commands: tuple[GameCommand, ...]
    default: GameCommand | None = None

    def usages(self) -> Iterator[tuple[str, str]]:
        """Yield how each of the commands is written."""
        if self.default is not None:
            yield from self.default.usages()
        yield from self._sub_usages()

    def _sub_usages(self) -> Iterator[tuple[str, str]]:
        for command in self.commands:
            for usage, sentence in command.usages():
                yield f"{self.name} {usage}", sentence

    def execute(self, prog: str, arguments: list[str]) -> int:
        """See `Command.execute`."""
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
        word = f"'{arguments[0]}' is no command of" if arguments else "A word is missing after"
        raise BadCommand(
            f"{word} {prog} {self.name}; there are: {known}. See {prog} {self.name} --help."
        )

    def _parser(self, prog: str) -> Parser:
        examples = "\n".join(f"  {command.example}" for command in self.commands)
        return Parser(
            f"{prog} {self.name}",
            "COMMAND GAME ",
            self.sentence,
            f"commands (each has a --help of its own):\n{usage_rows(self.usages())}\n"
            f"examples:\n{examples}",
        )


def usage_rows(usages: "Iterator[tuple[str, str]] | Sequence[tuple[str, str]]") -> str:
    """Return *usages* as lines of two columns."""
    rows = list(usages)
    width = max(len(usage) for usage, _ in rows)
    return "".join(f"  {usage:{width}}  {sentence}\n" for usage, sentence in rows)
