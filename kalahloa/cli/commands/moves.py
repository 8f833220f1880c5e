"""`kalahloa moves`: the legal moves of a position."""

import argparse
import json
import textwrap
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup, Parser
from kalahloa.cli.command import GameCommand
from kalahloa.cli.options import add_json

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game


def add_moves(parser: Parser, game: "Game | None") -> None:
    """Add the options of `show_moves` to *parser*."""
    add_json(parser)


def show_moves(setup: GameSetup, values: argparse.Namespace) -> int:
    """List the legal moves; none where the game is over."""
    position = setup.position()
    moves = [position.format_move(move) for move in position.legal_moves()]
    outcome = position.outcome()
    if values.json:
        print(json.dumps({"moves": moves}))
    elif outcome is not None:
        print(f"The game is over: {outcome.reason}")
    else:
        print(textwrap.fill(" ".join(moves), 79, break_on_hyphens=False, break_long_words=False))
    return 0


COMMAND = GameCommand(
    "moves",
    "List the legal moves of a position.",
    'kalahloa moves kalah --position "<3,0,0,1,0,2,3,0,1> N" --json',
    add_moves,
    show_moves,
)
