"""The command line: the window, the terminal, and questions about positions.

Only the window imports Qt's widgets, and only it and the terminal import Qt at all.  What a person
got wrong gives one line on the standard error and exit code 2; an interrupt gives 130, as a shell
would.
"""

import argparse
import os
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import (
    Parser,
    Setup,
    add_position_options,
    add_rule_options,
    first_operand,
    load_game,
    option_value,
    read_player,
    read_setup,
)
from kalahloa.cli.commands.analyse import (
    add_analyse,
    add_bench,
    add_explain,
    show_analysis,
    show_bench,
    show_explanation,
)
from kalahloa.cli.commands.best import (
    add_best,
    add_moves,
    add_perft,
    show_best,
    show_moves,
    show_perft,
)
from kalahloa.cli.commands.book import (
    add_book_build,
    add_book_info,
    add_book_verify,
    build_book,
    show_book,
    verify_book,
)
from kalahloa.cli.commands.endgame import (
    add_build,
    add_info,
    add_verify,
    build,
    show_info,
    verify,
)
from kalahloa.cli.commands.fair import (
    add_fair,
    add_fair_verify,
    show_fair_starts,
    verify_fair_starts,
)
from kalahloa.cli.commands.match import add_match, show_match
from kalahloa.cli.commands.prove import add_prove, show_proof
from kalahloa.cli.commands.solve import add_solve, show_solution
from kalahloa.models.errors import BadCommand, KalahloaError
from kalahloa.models.quotation import quote

if TYPE_CHECKING:
    from kalahloa.models.game import Game

WRONG_USE = 2
FAILED = 1
INTERRUPTED = 130
PIPE_CLOSED = 141


@dataclass(frozen=True)
class Command:
    """A command that takes a game: what it asks for and what it does.

    `name` is the one or two words that it begins with.
    `operands` follow the game; `add` gives the parser the command's own options, for the game if
    it is known; `run` does the work and returns the exit code.
    """

    name: str
    operands: str
    sentence: str
    example: str
    add: "Callable[[Parser, Game | None], None]"
    run: Callable[[Setup, argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Do what *argv* says (default: the process's arguments); return the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        try:
            code = _dispatch(arguments)
        except SystemExit as end:  # the parser ends so after --help and --version
            code = end.code if isinstance(end.code, int) else 0
        sys.stdout.flush()
        return code
    except KalahloaError as error:
        return _complain(str(error), WRONG_USE)
    except KeyboardInterrupt:
        return _complain("stopped.", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read the output has left; what is still in the buffer must not raise again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED


def _complain(sentence: str, code: int) -> int:
    print("kalahloa: " + " ".join(sentence.split()), file=sys.stderr)
    return code


def _dispatch(arguments: list[str]) -> int:
    if not arguments or arguments[0].startswith("-"):
        return _window(arguments)
    if arguments[0] == "games":
        return _games(arguments[1:])
    if arguments[0] == "bench":
        return _bench(arguments[1:])
    for command in COMMANDS:
        words = command.name.split()
        if arguments[: len(words)] == words:
            return _run(command, arguments[len(words) :])
    known = ["games", "bench", *(command.name for command in COMMANDS)]
    # Of a command of two words, the first alone is none.
    of_two = any(name.startswith(arguments[0] + " ") for name in known)
    word = " ".join(arguments[: 1 + of_two])
    raise BadCommand(f"There is no command '{quote(word)}'; there are: {', '.join(known)}.")


def _run(command: Command, arguments: list[str]) -> int:
    key = first_operand(arguments)
    game = load_game(key) if key is not None else None
    more = "" if game else "Name a game to see the options of its rules as well.\n\n"
    parser = Parser(
        f"kalahloa {command.name}",
        f"GAME {command.operands}",
        command.sentence,
        f"{more}example:\n  {command.example}",
    )
    parser.add_argument("GAME", help="a game, as kalahloa games lists them")
    add_position_options(parser, game)
    command.add(parser, game)
    if game is not None:
        add_rule_options(parser, game)
        parser.require_known(arguments)
    values = parser.parse_args(arguments)
    assert game is not None  # else the parser has missed it, and said so
    return command.run(read_setup(game, values), values)


# -- the window --------------------------------------------------------------------------------


class _ShowVersion(argparse.Action):
    """Prints the version and whether the rules run compiled, and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from kalahloa import __version__
        from kalahloa.compiled import compiled_note

        print(f"kalahloa {__version__} ({compiled_note()})")
        parser.exit()


def _window(arguments: list[str]) -> int:
    key = option_value(arguments, "--game")
    game = load_game(key) if key is not None else None
    words = [
        ("games", "", "List the games, their rules, and the searchers."),
        ("bench", "", "Time the engine on a fixed suite of positions."),
    ]
    words += [(command.name, f"GAME {command.operands}", command.sentence) for command in COMMANDS]
    width = max(len(f"{name} {operands}".strip()) for name, operands, _ in words)
    rows = "".join(
        f"  {f'{name} {operands}'.strip():{width}}  {sentence}\n"
        for name, operands, sentence in words
    )
    parser = Parser(
        "kalahloa",
        "",
        "Play and study Lines of Action and Kalah. With no command, open the window.",
        f"commands (each has a --help of its own):\n{rows}\n"
        "examples:\n  kalahloa --game loa --view text\n  kalahloa terminal kalah",
    )
    parser.option("--version", action=_ShowVersion, nargs=0, help="show the version and exit")
    parser.option("--game", metavar="GAME", help="the game to begin with")
    parser.option("--view", metavar="VIEW", help="how to show it: graphical or text")
    add_position_options(parser, game)
    if game is not None:
        add_rule_options(parser, game)
    parser.require_known(arguments, "" if game else " A game's own options need --game GAME.")
    values = parser.parse_args(arguments)
    if values.view not in (None, "graphical", "text"):
        raise BadCommand(f"There is no view '{quote(values.view)}'; there are: graphical, text.")
    if game is None:
        if values.rules is not None or values.position is not None:
            raise BadCommand("Rules and a position belong to a game: write --game GAME as well.")
        setup = None
    else:
        setup = read_setup(game, values)
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in screens):
        # Qt itself would end the process with a core dump.
        return _complain("There is no display; kalahloa terminal GAME plays without one.", FAILED)
    try:
        from kalahloa.app import run_window
    except ImportError as error:
        return _no_qt(error)
    if setup is None:
        return run_window(None, None, {}, None, values.view)
    return run_window(setup.game.key, setup.preset, setup.options, setup.start, values.view)


def _no_qt(error: ImportError) -> int:
    """Say in one line that Qt is missing or cannot be loaded; raise *error* if it is another."""
    if (error.name or "").partition(".")[0] in ("PySide6", "shiboken6") or ".so" in str(error):
        return _complain(f"Qt cannot be loaded: {error}. The README says what it needs.", FAILED)
    raise error


# -- the terminal ------------------------------------------------------------------------------


def _add_terminal(parser: Parser, game: "Game | None") -> None:
    parser.names += ["--first", "--second"]
    for place, name, default in ((0, "--first", "human"), (1, "--second", "computer")):
        by_side = "--" + "-".join(game.sides[place].lower().split()) if game else name
        names = [name] if by_side in parser.names else [name, by_side]
        parser.names.remove(name)
        parser.option(
            *names,
            dest=f"player{place}",
            metavar="PLAYER",
            default=default,
            help="who plays this side: human, computer, or a searcher with a depth or a time a "
            f"move, such as alpha-beta:6 or alpha-beta:2s (default: {default})",
        )


def _terminal(setup: Setup, values: argparse.Namespace) -> int:
    players = (read_player(values.player0), read_player(values.player1))
    try:
        from kalahloa.views.terminal import run_terminal
    except ImportError as error:
        return _no_qt(error)
    return run_terminal(setup.game, setup.rules, setup.start, players, sys.stdin, sys.stdout)


# -- the games ---------------------------------------------------------------------------------


def _games(arguments: list[str]) -> int:
    sentence = "List the games, their rules and heuristics, and the searchers."
    parser = Parser("kalahloa games", "", sentence, "example:\n  kalahloa games")
    parser.require_known(arguments)
    parser.parse_args(arguments)

    from kalahloa.models.games import game_keys
    from kalahloa.models.search import searchers

    for key in game_keys():
        try:
            game = load_game(key)
        except KalahloaError as error:  # a broken plug-in must not hide the others
            print(f"{key}\n  {error}\n")
            continue
        print(f"{key}: {game.title}, {game.sides[0]} against {game.sides[1]}")
        for preset in game.rulebook.presets:
            _print_entry("rules", preset.name, preset.sentence)
        for heuristic in game.heuristics:
            _print_entry("heuristic", heuristic.name, heuristic.sentence)
        print()
    print("Searchers, for best and for the players of terminal:")
    for searcher in searchers():
        _print_entry("searcher", searcher.name, searcher.sentence)
    return 0


def _bench(arguments: list[str]) -> int:
    sentence = "Time the engine on a fixed suite, and print a signature of its search."
    parser = Parser("kalahloa bench", "", sentence, "example:\n  kalahloa bench --json")
    add_bench(parser)
    parser.require_known(arguments)
    return show_bench(parser.parse_args(arguments))


def _print_entry(kind: str, name: str, sentence: str) -> None:
    text = f"  {kind} {name}: {sentence}"
    print(textwrap.fill(text, 79, subsequent_indent="      ", break_on_hyphens=False))


COMMANDS = (
    Command(
        "terminal",
        "",
        "Play in a plain terminal; no display is needed.",
        "kalahloa terminal loa --second alpha-beta:3",
        _add_terminal,
        _terminal,
    ),
    Command(
        "moves",
        "",
        "List the legal moves of a position.",
        'kalahloa moves kalah --position "<3,0,0,1,0,2,3,0,1> N" --json',
        add_moves,
        show_moves,
    ),
    Command(
        "best",
        "",
        "Search for the best move of a position.",
        "kalahloa best kalah --stones 6 --searcher alpha-beta --depth 6",
        add_best,
        show_best,
    ),
    Command(
        "analyse",
        "",
        "Have the engine value the best moves of a position.",
        "kalahloa analyse loa --time 5 --lines 3",
        add_analyse,
        show_analysis,
    ),
    Command(
        "prove",
        "",
        "Search for a win that is forced whatever the opponent plays.",
        'kalahloa prove loa --position "8/8/2bb4/2wbw1bb/3b1wb1/4www1/7w/8 w"',
        add_prove,
        show_proof,
    ),
    Command(
        "solve",
        "",
        "Prove what a position is worth when both sides play on perfectly.",
        "kalahloa solve kalah --pits 4 --stones 5 --rules standard",
        add_solve,
        show_solution,
    ),
    Command(
        "explain",
        "",
        "Show what the engine's evaluation of a position is made of.",
        "kalahloa explain loa --json",
        add_explain,
        show_explanation,
    ),
    Command(
        "perft",
        "DEPTH ",
        "Count in how many ways one can play a number of moves.",
        "kalahloa perft loa 4 --rules olympiad --json",
        add_perft,
        show_perft,
    ),
    Command(
        "match",
        "A B ",
        "Let two searchers play a match, and measure which is the stronger.",
        "kalahloa match kalah engine:level=2 alpha-beta:depth=2 --games 10 --workers 2",
        add_match,
        show_match,
    ),
    Command(
        "endgame build",
        "",
        "Compute all Kalah positions with few stones in the pits, and keep them.",
        "kalahloa endgame build kalah --pits 4 --stones 8 --rules standard",
        add_build,
        build,
    ),
    Command(
        "endgame verify",
        "",
        "Check the endgames that are kept: the files, and every value in them.",
        "kalahloa endgame verify kalah --pits 4 --sample 100",
        add_verify,
        verify,
    ),
    Command(
        "endgame info",
        "",
        "List the endgames that are kept.",
        "kalahloa endgame info kalah --json",
        add_info,
        show_info,
    ),
    Command(
        "book build",
        "",
        "Prove the values of Kalah's first turns, and keep them; goes on where it was stopped.",
        "kalahloa book build kalah --pits 4 --stones 4 --turns 2",
        add_book_build,
        build_book,
    ),
    Command(
        "book verify",
        "",
        "Check the book: its file, that its values fit together, and some of them anew.",
        "kalahloa book verify kalah --pits 4 --stones 4 --sample 5",
        add_book_verify,
        verify_book,
    ),
    Command(
        "book info",
        "",
        "Tell what is in the book.",
        "kalahloa book info kalah --json",
        add_book_info,
        show_book,
    ),
    Command(
        "fair verify",
        "",
        "Prove again that the fair starts of Kalah that are known are draws.",
        "kalahloa fair verify kalah --pits 4 --stones 3 --file my.starts",
        add_fair_verify,
        verify_fair_starts,
    ),
    Command(
        "fair",
        "",
        "Find starts of Kalah that are proven draws.",
        "kalahloa fair kalah --pits 4 --stones 3 --count 5",
        add_fair,
        show_fair_starts,
    ),
)
