"""`kalahloa terminal`: plays in the terminal."""

import argparse
import sys
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup, Parser, read_player
from kalahloa.cli.command import GameCommand
from kalahloa.cli.options import add_seed
from kalahloa.cli.window import qt_failure

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game


def add_terminal(parser: Parser, game: "Game | None") -> None:
    """Add the options of `play_in_terminal` to *parser*, with *game*'s sides if it is known."""
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
            help="the player of this side: human, computer, or a searcher with a depth or a time "
            f"per move, such as alpha-beta:6 or alpha-beta:2s (default: {default})",
        )
    add_seed(
        parser,
        "seed of the engine's levels: with the same seed they reply to the same moves with the "
        "same moves",
        usual="a new one for each game",
    )


def play_in_terminal(setup: GameSetup, values: argparse.Namespace) -> int:
    """Play until the input ends; raise `Failed` if QtCore cannot be loaded."""
    players = (read_player(values.player0), read_player(values.player1))
    try:
        from kalahloa.views.terminal import run_terminal
    except ImportError as error:
        raise qt_failure(error) from error
    return run_terminal(
        *(setup.game, setup.rules, setup.start, players, sys.stdin, sys.stdout), seed=values.seed
    )


COMMAND = GameCommand(
    "terminal",
    "Play in the terminal, without a display.",
    "kalahloa terminal loa --second alpha-beta:3",
    add_terminal,
    play_in_terminal,
    handles_signals=True,
)
