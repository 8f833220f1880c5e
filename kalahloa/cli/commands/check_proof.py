"""`kalahloa check-proof`: checks the proof in a file, and walks it."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import Parser, read_file_argument
from kalahloa.cli.command import PlainCommand
from kalahloa.cli.failures import FAILED
from kalahloa.cli.options import add_json
from kalahloa.cli.progress import ProgressLine
from kalahloa.cli.replies import print_replies, replies_after
from kalahloa.models.text.errors import BadFile

if TYPE_CHECKING:
    from kalahloa.models.game.proof_checker import CheckedProof
    from kalahloa.models.search.proof.proof_file import ProofFile


def add_check_proof(parser: Parser) -> None:
    """Add the operand and the options of `show_check` to *parser*."""
    parser.add_argument("FILE", help="a proof saved by kalahloa prove")
    parser.option(
        "--rules",
        metavar="NAME",
        help="also check whether the replies win under this preset of the rules",
    )
    parser.option(
        "--line",
        metavar="MOVES",
        help=(
            "moves from the first position: prints the reply of the proof or, where the other "
            "side is to move, its reply to each move"
        ),
    )
    add_json(parser)


def show_check(values: argparse.Namespace) -> int:
    """Check the proof by the rules alone, and print what it shows; 1 if it is wrong."""
    from kalahloa.models.game.proof_checker import WrongProof

    proof = _read(values)
    began = perf_counter()
    with ProgressLine() as line:
        try:
            checked = proof.check(
                report=lambda done: line.show(
                    done, len(proof.answers), f"{done:,} of {len(proof.answers):,} replies"
                )
            )
        except WrongProof as error:
            checked = None
            print(
                json.dumps({"right": False, "fault": str(error)})
                if values.json
                else f"The proof is wrong. {error}"
            )
    if checked is None:
        return FAILED
    seconds = perf_counter() - began
    replies = {}
    if values.line is not None:
        replies = replies_after(proof.position(), values.line, proof.side, checked)
    (_print_json if values.json else _print_text)(proof, checked, seconds, replies)
    return 0


def _read(values: argparse.Namespace) -> "ProofFile":
    from kalahloa.models.search.proof.proof_file import load_proof

    path: Path = read_file_argument(values.FILE)
    try:
        proof = load_proof(path)
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from error
    if values.rules is None:
        return proof
    book = proof.game.rulebook
    preset, plain = book.preset(values.rules).rules, book.nearest(proof.rules)[0].rules
    # What was changed of a preset, such as the size of the board, stays changed.
    changes = {
        option.name: getattr(proof.rules, option.name)
        for option in book.options
        if getattr(proof.rules, option.name) != getattr(plain, option.name)
    }
    return replace(proof, rules=replace(preset, **changes))


def _print_json(
    proof: "ProofFile", checked: "CheckedProof", seconds: float, replies: dict[str, str]
) -> None:
    facts = {
        "right": True,
        "game": proof.game.key,
        "rules": proof.game.rulebook.name_of(proof.rules),
        "position": proof.position().position_string(),
        "side": proof.side,
        "answers": len(proof.answers),
        "plies": checked.plies,
        **({"margin": checked.margin} if _counts_margins(proof) else {}),
        "positions": checked.positions,
        "seconds": seconds,
        **({"replies": replies} if replies else {}),
    }
    print(json.dumps(facts))


def _print_text(
    proof: "ProofFile", checked: "CheckedProof", seconds: float, replies: dict[str, str]
) -> None:
    rules = proof.game.rulebook.name_of(proof.rules)
    print(f"{proof.game.sides[proof.side]} wins {proof.game.title} by force ({rules}), from")
    print(proof.position().position_string())
    print(
        f"The proof is right: {len(proof.answers):,} replies, games of at most {checked.plies} "
        f"plies. {checked.positions:,} positions checked in {seconds:.1f} s."
    )
    if _counts_margins(proof):
        print(f"All of them are won by {checked.margin} or more.")
    print_replies(replies)


def _counts_margins(proof: "ProofFile") -> bool:
    from kalahloa.models.study.forced.margins import counts_margins

    return counts_margins(proof.game, proof.position())


COMMAND = PlainCommand(
    "check-proof",
    "Check a proof file using only the rules, and step through it.",
    "kalahloa check-proof loa.proof --json",
    add_check_proof,
    show_check,
)
