"""The command that searches for a forced win: its options, and what it shows."""

import argparse
import json
import sys
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import Parser, Setup, read_number, read_seconds
from kalahloa.cli.commands.analyse import MOST_NODES
from kalahloa.cli.commands.best import written
from kalahloa.cli.interrupt import INTERRUPTED, Interrupt
from kalahloa.cli.options import add_json, add_table, read_table
from kalahloa.models.errors import IllegalMove

if TYPE_CHECKING:
    from kalahloa.models.game import Game
    from kalahloa.models.position import Position
    from kalahloa.models.search.proof_replay import Proof, ProofProgress

DEFAULT_SECONDS = 10.0
DEFAULT_MEBIBYTES = 64


def add_prove(parser: Parser, game: "Game | None") -> None:
    """Give *parser* the options of `show_proof`."""
    parser.option("--time", metavar="S", help="how long to search, in seconds (default: 10)")
    parser.option("--nodes", metavar="N", help="how many positions to look at")
    add_table(parser, str(DEFAULT_MEBIBYTES))
    add_json(parser)


def show_proof(setup: Setup, values: argparse.Namespace) -> int:
    """Search for a forced win of the side to move, and show it.

    An interrupt ends the search, and what is known by then is shown.
    """
    from kalahloa.models.search.limits import Limits
    from kalahloa.models.search.proof_replay import prove

    seconds = None if values.time is None else read_seconds(values.time, "The time")
    nodes = None
    if values.nodes is not None:
        nodes = read_number(values.nodes, "The number of nodes", 1, MOST_NODES)
    if seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    mebibytes = read_table(values, DEFAULT_MEBIBYTES)
    position = setup.position()
    outcome = position.outcome()
    if outcome is not None:
        raise IllegalMove(f"The game is over: {outcome.reason}")
    watched = sys.stderr.isatty()
    with Interrupt() as interrupt:
        proof = prove(
            position,
            Limits(seconds=seconds, nodes=nodes),
            mebibytes=mebibytes,
            stopped=interrupt,
            report=_show_progress if watched else None,
        )
    if watched:
        print("\r" + " " * 78 + "\r", end="", file=sys.stderr, flush=True)
    (_print_json if values.json else _print_text)(setup, position, proof)
    return INTERRUPTED if interrupt.is_set() else 0


def _show_progress(progress: "ProofProgress") -> None:
    text = (
        f"{progress.nodes:,} nodes in {progress.seconds:.0f} s; still to show: {progress.proof:,} "
        f"for a win, {progress.disproof:,} against it"
    )
    print("\r" + text.ljust(78)[:78], end="", file=sys.stderr, flush=True)


def _print_json(setup: Setup, position: "Position", proof: "Proof") -> None:
    facts = {
        "proven": proof.proven,
        "value": proof.verdict.value,
        "line": written(position, proof.line),
        "nodes": proof.nodes,
        "seconds": proof.seconds,
    }
    print(json.dumps(facts))


def _print_text(setup: Setup, position: "Position", proof: "Proof") -> None:
    from kalahloa.models.search.proof_replay import Verdict

    side = setup.game.sides[position.side]
    if proof.verdict is Verdict.WIN:
        plies = "1 ply" if len(proof.line) == 1 else f"{len(proof.line)} plies"
        print(f"{side} wins by force. The longest line of the proof, {plies}:")
        print(" ".join(written(position, proof.line)))
    elif proof.verdict is Verdict.NO_WIN:
        print(f"{side} cannot force a win.")
    else:
        print(f"Whether {side} can force a win is not known.")
    print(f"{proof.nodes:,} nodes in {proof.seconds:.3f} s.")
