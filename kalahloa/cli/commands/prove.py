"""`kalahloa prove`: searches for a forced win by proof-number search."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup, Parser, number_type
from kalahloa.cli.command import GameCommand
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import MAX_NODES, add_json, add_table, add_time
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.game.line import format_line

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.game.position import Position
    from kalahloa.models.search.limits import Limits
    from kalahloa.models.search.proof.proof import Proof, ProofProgress, ProofResult

DEFAULT_SECONDS = 10.0
DEFAULT_MEBIBYTES = 64


def add_prove(parser: Parser, game: "Game | None") -> None:
    """Add the options of `show_proof` to *parser*."""
    add_time(parser, "search for this many seconds", usual=f"{DEFAULT_SECONDS:g}")
    parser.option(
        "--nodes",
        metavar="N",
        type=number_type("The number of nodes", 1, MAX_NODES),
        help="search this many positions",
    )
    add_table(parser, DEFAULT_MEBIBYTES)
    parser.option(
        "--output",
        metavar="FILE",
        help="save the replies to all moves of the other side in this file, for check-proof",
    )
    add_json(parser)


def show_proof(setup: GameSetup, values: argparse.Namespace) -> int:
    """Search for a forced win of the side to move, and print it.

    An interrupt ends the search; what has been found so far is printed.
    """
    from kalahloa.models.search.limits import NO_LIMITS, Limits
    from kalahloa.models.search.proof.proof import prove

    limits = Limits(seconds=values.time, nodes=values.nodes)
    if limits == NO_LIMITS:
        limits = Limits(seconds=DEFAULT_SECONDS)
    position = setup.open_position()
    if values.output is not None:
        return _write_proof(setup, values, position, limits)
    with ProgressLine() as line, Interrupt() as interrupt:
        proof = prove(
            position,
            limits,
            mebibytes=values.table,
            stopped=interrupt,
            report=lambda progress: line.say(_in_words(progress)),
        )
    (_print_json if values.json else _print_text)(setup, position, proof)
    return finish(interrupt)


def _write_proof(
    setup: GameSetup,
    values: argparse.Namespace,
    position: "Position",
    limits: "Limits",
) -> int:
    """Search for a win with all its answers, write them to the file, and print what was found."""
    from kalahloa.models.search.proof.complete_proof import different_moves, prove_whole
    from kalahloa.models.search.proof.proof_file import ProofFile

    images = setup.game.symmetric
    with ProgressLine() as line, Interrupt() as interrupt:
        proof = prove_whole(
            position,
            limits,
            mebibytes=values.table,
            moves=different_moves(position, images),
            stopped=interrupt,
            report=lambda progress: line.say(_in_words(progress)),
        )
    if proof.answers is not None:
        file = ProofFile(setup.game, setup.rules, setup.start, position.side, proof.answers)
        file.save(Path(values.output))
    answers = None if proof.answers is None else len(proof.answers)
    if values.json:
        value = {"value": proof.result.value, "value_for": setup.game.sides[position.side]}
        facts = {"proven": answers is not None, **value, "answers": answers}
        print(json.dumps({**facts, "nodes": proof.nodes, "seconds": proof.seconds}))
        return finish(interrupt)
    if answers is None:
        print(_without_win(setup.game.sides[position.side], proof.result))
    else:
        print(f"{setup.game.sides[position.side]} wins by force: {answers:,} replies, saved in")
        print(values.output)
    print(f"{proof.nodes:,} nodes in {proof.seconds:.3f} s.")
    return finish(interrupt)


def _in_words(progress: "ProofProgress") -> str:
    return (
        f"{progress.nodes:,} nodes in {progress.seconds:.0f} s; proof number {progress.proof:,}, "
        f"disproof number {progress.disproof:,}"
    )


def _print_json(setup: GameSetup, position: "Position", proof: "Proof") -> None:
    facts = {
        "proven": proof.proven,
        "value": proof.result.value,
        "value_for": setup.game.sides[position.side],
        "line": format_line(position, proof.line),
        "nodes": proof.nodes,
        "seconds": proof.seconds,
    }
    print(json.dumps(facts))


def _print_text(setup: GameSetup, position: "Position", proof: "Proof") -> None:
    from kalahloa.models.search.proof.proof import ProofResult

    side = setup.game.sides[position.side]
    if proof.result is ProofResult.WIN:
        plies = "1 ply" if len(proof.line) == 1 else f"{len(proof.line)} plies"
        print(f"{side} wins by force. The longest line of the proof, {plies}:")
        print(" ".join(format_line(position, proof.line)))
    else:
        print(_without_win(side, proof.result))
    print(f"{proof.nodes:,} nodes in {proof.seconds:.3f} s.")


def _without_win(side: str, result: "ProofResult") -> str:
    """Return in words that *side* cannot force a win, or that it is not known."""
    if result.value == "no win":
        return f"{side} cannot force a win."
    return f"Whether {side} can force a win is not known."


COMMAND = GameCommand(
    "prove",
    "Search for a forced win of the side to move.",
    'kalahloa prove loa --position "8/8/2bb4/2wbw1bb/3b1wb1/4www1/7w/8 w"',
    add_prove,
    show_proof,
    saving="A smaller --table needs less.",
)
