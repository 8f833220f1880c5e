"""`kalahloa perft`: counts the leaves of the game tree at a depth."""

import argparse
import json
import sys
from time import perf_counter
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup, Parser, number_type
from kalahloa.cli.background import in_background
from kalahloa.cli.command import GameCommand
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import MAX_PLIES, add_json

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.game.position import Position


def add_perft(parser: Parser, game: "Game | None") -> None:
    """Add the depth and options of `show_perft` to *parser*."""
    parser.add_argument(
        "DEPTH",
        type=number_type("The depth", 0, MAX_PLIES),
        help=f"depth in plies, 0 to {MAX_PLIES}",
    )
    add_json(parser)


def show_perft(setup: GameSetup, values: argparse.Namespace) -> int:
    """Print the number of leaves at the depth, and the speed."""
    depth = values.DEPTH
    position = setup.position()

    def count() -> tuple[int, float]:
        began = perf_counter()
        leaves = position.perft(depth)
        return leaves, perf_counter() - began

    with Interrupt() as interrupt:
        leaves, seconds = in_background(count, interrupt)
    speed = round(leaves / seconds) if seconds > 0 else 0
    compiled = _is_compiled(position)
    if values.json:
        facts = {"leaves": leaves, "seconds": seconds, "leaves_per_second": speed}
        print(json.dumps({**facts, "compiled": compiled}))
    else:
        counted = "1 leaf" if leaves == 1 else f"{leaves:,} leaves"
        note = "compiled" if compiled else "not compiled"
        print(f"{counted} at depth {depth} in {seconds:.3f} s: {speed:,} per second ({note})")
    return 0


def _is_compiled(position: "Position") -> bool:
    """Return whether the rules of *position*, which may be a plug-in's, run compiled."""
    source = getattr(sys.modules[type(position).__module__], "__file__", None) or ""
    return bool(source) and not source.endswith((".py", ".pyc"))


COMMAND = GameCommand(
    "perft",
    "Count the leaves of the game tree at a depth.",
    "kalahloa perft loa 4 --rules olympiad --json",
    add_perft,
    show_perft,
)
