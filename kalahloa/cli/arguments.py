"""Parsing of the command line: first the game, then the options of its rules.

Errors raise `KalahloaError` with a sentence; only `--help` and `--version` print and exit.
"""

import argparse
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from kalahloa.models.text.errors import BadCommand, UnknownName
from kalahloa.models.text.quotation import quote, shorten

if TYPE_CHECKING:  # games are imported on demand
    from kalahloa.controllers.base.player import Player
    from kalahloa.models.game.game import Game
    from kalahloa.models.game.position import Position
    from kalahloa.models.game.rulebook import ChoiceOption, IntegerOption

_RULE = "rule "
"""Prefix of the destination of a rule's option; no other destination has a space."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises its errors as sentences and accepts no abbreviations.

    *usage* are the words between the program and its options, where they are not the operands.
    """

    def __init__(self, prog: str, sentence: str, epilog: str, usage: str = "") -> None:
        super().__init__(
            prog=prog,
            description=sentence,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self._usage = usage
        self.names = ["--help"]

    def option(self, *names: str, usual: object = None, **settings: Any) -> None:
        """Add an option, and remember its long names.

        Its help ends with the default, or with what is *usual* where that says it better.
        """
        usual = settings.get("default") if usual is None else usual
        if usual is not None:
            told = f"{usual:g}" if isinstance(usual, float) else usual
            settings["help"] += f" (default: {told})"
        self.add_argument(*names, **settings)
        self.names += names

    def hidden_option(self, name: str, **settings: Any) -> None:
        """Add an option that the help does not list: the old name of another one."""
        self.add_argument(name, help=argparse.SUPPRESS, **settings)

    def operands(self) -> str:
        """Return the operands as the usage has them: ``ID [TAG ...]``; empty without any."""
        words = []
        for action in self._actions:
            if action.option_strings:
                continue
            name = action.metavar or action.dest
            more = {"+": f"{name} [{name} ...]", "*": f"[{name} ...]", "?": f"[{name}]"}
            words.append(more.get(str(action.nargs), str(name)))
        return " ".join(words)

    def format_usage(self) -> str:
        """Return the usage in one line."""
        return f"usage: {self._usage_line()}\n"

    def format_help(self) -> str:
        """Return the help."""
        self.usage = self._usage_line().replace("%", "%%")
        return super().format_help()

    def _usage_line(self) -> str:
        return " ".join(filter(None, (self.prog, self._usage or self.operands(), "[options]")))

    def error(self, message: str) -> NoReturn:
        raise BadCommand(f"{message}; see {self.prog} --help")

    def _print_message(self, message: str, file: Any = None) -> None:
        # The inherited method ignores errors while writing.
        print(message, end="", file=file)

    def require_known(self, arguments: Sequence[str], hint: str = "") -> None:
        """Raise `BadCommand`, with *hint*, if *arguments* have an unknown option."""
        for word, is_option in self._words(arguments):
            name = word.partition("=")[0]
            if is_option and name not in self._option_string_actions:
                raise BadCommand(
                    f"{self.prog} has no option '{quote(name)}'; it has: "
                    f"{', '.join(self.names)}.{hint}"
                )

    def first_operand(self, arguments: Sequence[str]) -> str | None:
        """Return the first of *arguments* that is neither an option nor an option's value.

        Options that the parser does not know, such as those of a game's rules, have one value.
        """
        return next((word for word, is_option in self._words(arguments) if not is_option), None)

    def _words(self, arguments: Sequence[str]) -> Iterator[tuple[str, bool]]:
        """Yield *arguments* without the values of options, each with whether it is an option."""
        rest = iter(arguments)
        for word in rest:
            if word == "--":
                yield from ((later, False) for later in rest)
            elif word.startswith("-") and not word[1:2].isdigit() and len(word) > 1:
                yield word, True
                action = self._option_string_actions.get(word)
                count = action.nargs if action and isinstance(action.nargs, int) else 1
                for _ in range(0 if "=" in word else count):
                    next(rest, None)
            else:
                yield word, False


def option_value(arguments: Sequence[str], name: str) -> str | None:
    """Return the last value that *arguments* give to the option *name*, before they are parsed."""
    value = None
    for word, following in zip_longest(arguments, arguments[1:]):
        if word == name:
            value = following
        elif word.startswith(name + "="):
            value = word.partition("=")[2]
    return value


# -- files -------------------------------------------------------------------------------------


GAME_SUFFIXES = (".kalahloa", ".sgf")
"""The suffixes of game files, by which one is known that does not exist."""


def names_a_file(word: str) -> bool:
    """Return whether *word* is a file to open rather than a command."""
    return word.lower().endswith(GAME_SUFFIXES) or (word != "" and os.path.exists(word))


def read_file_argument(word: str) -> Path:
    """Return the path that *word* names; raise `BadCommand` if there is no file.

    Whether it is a game is found out when it is opened, and told in the window, because a desktop
    shows nobody what a program writes to the standard error.
    """
    path = Path(word)
    try:
        path.stat()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadCommand(f"{shorten(word, 200)} cannot be opened: {reason}.") from error
    return path.absolute()


# -- games and rules ---------------------------------------------------------------------------


def load_game(key: str) -> "Game":
    """Return the game called *key*; raise `UnknownName` if there is none, or it does not load."""
    from kalahloa.models.game.registry import find_game

    return find_game(key)


def add_position_options(parser: Parser, game: "Game | None", position: bool = True) -> None:
    """Add the option for rules, with *game*'s presets if known, to *parser*.

    With *position* also that for the position.
    """
    names = ", ".join(preset.name for preset in game.rulebook.presets) if game else ""
    parser.option(
        "--rules",
        metavar="NAME",
        help="a preset of the rules" + (f": {_plain(names)}" if names else ""),
    )
    if position:
        parser.option(
            "--position",
            metavar="POSITION",
            help="the position to start from, in quotes",
        )


def add_rule_options(parser: Parser, game: "Game") -> None:
    """Add the options of *game*'s rules to *parser*, after all others."""
    if not game.rulebook.options:
        return
    group = parser.add_argument_group(f"rules of {game.title}", "They override --rules.")
    for option in game.rulebook.options:
        values = getattr(option, "values", None)
        flag = _flag(parser, option)
        group.add_argument(
            flag,
            dest=_RULE + option.name,
            metavar="N" if values is None else "|".join(values),
            help=_plain(_explained(option)),
        )
        parser.names.append(flag)


def _flag(parser: Parser, option: "ChoiceOption | IntegerOption") -> str:
    """Return the flag of *option*, with a prefix if a command has the same flag."""
    name = "--" + option.name.replace("_", "-")
    return f"--rule{name[1:]}" if name in parser.names else name


def _explained(option: "ChoiceOption | IntegerOption") -> str:
    values: Mapping[str, str] | None = getattr(option, "values", None)
    if values is None:
        return f"{option.title}, {getattr(option, 'low', '')} to {getattr(option, 'high', '')}"
    return f"{option.title}. " + " ".join(f"{name}: {text}" for name, text in values.items())


def _plain(text: str) -> str:
    """Return *text* escaped for the parser's help."""
    return text.replace("%", "%%")


@dataclass(frozen=True)
class GameSetup:
    """A game, its rules, and the position to start from (None: the game's start).

    `preset` is the preset given, or None; `options` are the options of the rules that were given
    or that follow from the position.
    """

    game: "Game"
    rules: Any
    start: str | None
    preset: str | None
    options: dict[str, object]

    def position(self) -> "Position":
        """Return the first position; raise `BadPosition`."""
        if self.start is None:
            return self.game.start(self.rules)
        return self.game.read(self.start, self.rules)

    def open_position(self) -> "Position":
        """Return the first position; raise `IllegalMove` if the game is over there."""
        position = self.position()
        if position.is_over():
            raise position.refusal(0)
        return position


def read_setup(game: "Game", values: argparse.Namespace) -> GameSetup:
    """Return the rules and position of *values*; raise `BadRules` or `BadPosition`."""
    given = {
        name.removeprefix(_RULE): value
        for name, value in vars(values).items()
        if name.startswith(_RULE) and value is not None
    }
    rules = game.rulebook.read(values.rules, given)
    start = getattr(values, "position", None)
    if start is not None:
        rules = game.fitting_rules(start, rules, fixed=given)
    preset = game.rulebook.read(values.rules)
    options = {
        option.name: getattr(rules, option.name)
        for option in game.rulebook.options
        if option.name in given or getattr(rules, option.name) != getattr(preset, option.name)
    }
    setup = GameSetup(game, rules, start, values.rules, options)
    setup.position()
    return setup


# -- values ------------------------------------------------------------------------------------


def read_number(text: str, name: str, low: int, high: int) -> int:
    """Return *text* as an integer from *low* to *high*; raise `BadCommand` that names *name*."""
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 10 and low <= int(text) <= high:
        return int(text)
    raise BadCommand(f"{name}: '{quote(text)}' is not a number from {low} to {high}.")


def number_type(name: str, low: int, high: int) -> Callable[[str], int]:
    """Return the type of an option that is read by `read_number`."""
    return partial(read_number, name=name, low=low, high=high)


def read_seconds(text: str, name: str, most: float = 3600.0) -> float:
    """Return *text* as a time in seconds, more than 0 and at most *most*; raise `BadCommand`."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if isfinite(seconds) and 0 < seconds <= most:
        return seconds
    raise BadCommand(
        f"{name}: '{quote(text)}' is not a number of seconds above 0, at most {most:.0f}."
    )


def seconds_type(name: str, most: float = 3600.0) -> Callable[[str], float]:
    """Return the type of an option that is read by `read_seconds`."""
    return partial(read_seconds, name=name, most=most)


def read_player(text: str) -> "Player":
    """Return the player that *text* names: ``human``, or a searcher as ``alpha-beta:6``.

    After the colon comes a depth or, with an s, a time per move: ``alpha-beta:1.5s``.
    ``computer`` is the engine at its default level, ``computer:8`` and ``computer:perfect`` at
    others.  A heuristic of the user's may follow: ``alpha-beta:4:heuristic=file:NAME``.  Raises
    `KalahloaError`.
    """
    from kalahloa.controllers.base.player import DEFAULT_STRENGTH, HUMAN, MAX_DEPTH, Level, Player
    from kalahloa.models.heuristics.file_names import user_heuristic_name
    from kalahloa.models.search.levels.levels import LOWEST, PERFECT
    from kalahloa.models.search.levels.perfect import PERFECT_NAME
    from kalahloa.models.search.searchers import find_searcher, searchers

    words, setting, own = text.strip().partition(":heuristic=")
    if setting:
        player = read_player(words)
        if player.level is None or user_heuristic_name(own) is None:
            raise BadCommand(
                f"'{quote(text)}' is not a player; a searcher takes your own heuristic as in "
                "alpha-beta:4:heuristic=file:mine."
            )
        return Player(replace(player.level, heuristic=own))
    name, colon, limit = words.lower().partition(":")
    if name == "human" and not colon:
        return HUMAN
    if name == "computer":
        number = DEFAULT_STRENGTH
        if limit == PERFECT_NAME:
            number = PERFECT
        elif colon:
            number = read_number(limit, "The level", LOWEST, PERFECT)
        return Player(Level.of_engine(number))
    try:
        find_searcher(name)
    except UnknownName:
        known = ", ".join(["human", "computer", *(searcher.name for searcher in searchers())])
        raise UnknownName(
            f"There is no player '{quote(text)}'; choose one of: {known}. A depth may "
            "follow, as in "
            "alpha-beta:6."
        ) from None
    if limit.endswith("s"):
        seconds = read_seconds(limit[:-1], "The time per move")
        return Player(Level(searcher=name, depth=None, seconds=seconds))
    if colon:
        return Player(Level(searcher=name, depth=read_number(limit, "The depth", 1, MAX_DEPTH)))
    return Player(Level(searcher=name))
