"""Check all puzzles that are shipped, thoroughly, and rate them again.

    python -m tests.benchmarks.puzzles [--game loa] [--no-ratings] [--json]

A win is walked with every answer of the other side, and every other first move is shown not to win
within the bound stated, or refuted, with the engine looking for longer wins; a value to be kept is
proven by the solver at each move of the solution.  The exit code is 1 if a puzzle or a rating is
wrong.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence

from kalahloa.cli.progress import ProgressLine
from kalahloa.models.study.puzzles.finding import OTHER_NODES
from kalahloa.models.study.puzzles.rating import Rater
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.models.study.puzzles.verify import PuzzleVerifier

GAMES = ("loa", "kalah")


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, and print what was found; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.puzzles")
    parser.add_argument("--game", choices=GAMES, help="only this game")
    parser.add_argument(
        "--other-nodes",
        type=int,
        default=OTHER_NODES,
        help=f"nodes of the searches for a win by another move (default: {OTHER_NODES:,})",
    )
    parser.add_argument("--no-ratings", action="store_true", help="do not rate them again")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args(arguments)
    facts = {}
    for game in GAMES if asked.game is None else (asked.game,):
        puzzles = shipped_puzzles(game)
        verifier, rater = PuzzleVerifier(other_nodes=asked.other_nodes), Rater()
        began = time.process_time()
        wrong: dict[str, str] = {}
        with ProgressLine() as line:
            for number, puzzle in enumerate(puzzles):
                line.show(number, len(puzzles), f"{game}: {number} of {len(puzzles)}")
                problem = verifier.problem(puzzle)
                if problem is not None:
                    wrong[puzzle.id] = str(problem)
                elif not asked.no_ratings and rater.rating(puzzle) != puzzle.rating:
                    wrong[puzzle.id] = "the rating is another one"
        facts[game] = {
            "puzzles": len(puzzles),
            "wrong": wrong,
            "seconds": round(time.process_time() - began, 1),
            "all others refuted": sum(p.value is not None or not p.bound for p in puzzles),
            "ratings": dict(sorted(Counter(p.rating for p in puzzles).items())),
            "plies": dict(sorted(Counter(p.plies for p in puzzles).items())),
        }
    if asked.json:
        print(json.dumps(facts))
    else:
        for game, row in facts.items():
            print(game)
            for name, value in row.items():
                print(f"  {name}: {value}")
    return 1 if any(row["wrong"] for row in facts.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
