"""`kalahloa puzzles check`: proves that puzzles are right."""

import argparse
import json
from pathlib import Path
from time import monotonic

from kalahloa.cli.arguments import Parser, load_game
from kalahloa.cli.failures import FAILED, finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import add_json
from kalahloa.cli.progress import ProgressLine
from kalahloa.cli.puzzles.listing import add_files, puzzles_of
from kalahloa.models.text.quotation import shorten


def add_puzzle_check(parser: Parser) -> None:
    """Add the files and options of `check_puzzles` to *parser*."""
    add_files(parser, "puzzle files (default: the built-in ones)")
    parser.option(
        "--quick",
        action="store_true",
        help="skip the slowest checks: longer wins by other moves, the second-best value",
    )
    add_json(parser)


def check_puzzles(values: argparse.Namespace) -> int:
    """Prove puzzles again, and print which are wrong and why; the exit code is 1 if one is.

    An interrupt ends the check; what was checked until then is told.
    """
    from kalahloa.models.study.puzzles.verify import PuzzleVerifier, VerificationStopped

    if values.game is not None:
        load_game(values.game)
    puzzles = puzzles_of(list(map(Path, values.FILE)), values.game, mined=False)
    began = monotonic()
    wrong: list[dict[str, str]] = []
    undecided: list[str] = []
    checked = 0
    with ProgressLine() as line, Interrupt() as interrupt:
        verifier = PuzzleVerifier(thorough=not values.quick, stopped=interrupt)
        for puzzle in puzzles:
            line.show(checked, len(puzzles), f"{checked} of {len(puzzles)}")
            try:
                reason = verifier.problem(puzzle)
            except VerificationStopped:
                if interrupt.is_set():
                    break
                undecided.append(puzzle.id)
                continue
            checked += 1
            if reason is not None:
                wrong.append({"id": puzzle.id, "reason": str(reason)})
    seconds = monotonic() - began
    if values.json:
        facts = {
            "puzzles": len(puzzles),
            "checked": checked,
            "right": not wrong and checked == len(puzzles),
            "wrong": wrong,
            "undecided": undecided,
            "seconds": seconds,
        }
        print(json.dumps(facts))
    else:
        for row in wrong:
            print(f"Wrong: {row['id']}: {shorten(row['reason'])}")
        for identity in undecided:
            print(f"Not decided in time: {identity}")
        print(f"{checked:,} of {len(puzzles):,} puzzles checked in {seconds:.1f} s, ", end="")
        print(f"{len(wrong):,} wrong." if wrong else "all right.")
    return finish(interrupt, FAILED if wrong or undecided else 0)
