"""Rate mined puzzles and choose those that are shipped.

    kalahloa puzzles mine loa --count 600 --seed 1000 --output loa.puzzles
    python -m tests.benchmarks.ship_puzzles loa.puzzles ... --output resources/puzzles/loa.puzzles

Wins on the spot, and other puzzles that a beginner solves, are only a few; of the rest, those are
left out first that are most like others: with the same rating and as many moves to find.  Each is
verified before it is taken.  The file is sorted by rating.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from kalahloa.cli.progress import ProgressLine
from kalahloa.models.study.puzzles.finding import OTHER_NODES
from kalahloa.models.study.puzzles.puzzle import Puzzle, read_puzzles, write_puzzles
from kalahloa.models.study.puzzles.rating import Rater
from kalahloa.models.study.puzzles.verify import PuzzleVerifier

MOST_AT_ONCE = 20
"""The most wins in one ply, and the most puzzles with the lowest rating and one move to find."""


def chosen(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Return at most *count* of *puzzles*, which are rated, varied and sorted by rating."""
    left = []
    easy = 0
    # Where all other moves are refuted, there is nothing that could be doubted.
    for puzzle in sorted(puzzles, key=lambda one: (one.bound != 0, one.id)):
        if puzzle.plies == 1 or (puzzle.rating == 1 and len(puzzle.solution) == 1):
            easy += 1
            if easy > MOST_AT_ONCE:
                continue
        left.append(puzzle)
    kinds = Counter(map(_kind, left))
    while len(left) > count:
        most = max(kinds, key=lambda kind: (kinds[kind], kind))
        last = max(at for at, puzzle in enumerate(left) if _kind(puzzle) == most)
        del left[last]
        kinds[most] -= 1
    return sorted(left, key=lambda one: (one.rating, one.id))


def _kind(puzzle: Puzzle) -> tuple[int, int, int]:
    return puzzle.rating, puzzle.plies, len(puzzle.solution)


def main(arguments: Sequence[str] | None = None) -> int:
    """Rate, verify, choose and write; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.ship_puzzles",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=560, help="how many at most (default: 560)")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument(
        "--other-nodes",
        type=int,
        default=OTHER_NODES,
        help=f"nodes of the searches for a win by another move (default: {OTHER_NODES:,})",
    )
    parser.add_argument("--anew", action="store_true", help="rate all, also those with a rating")
    asked = parser.parse_args(arguments)
    puzzles = {puzzle.id: puzzle for path in asked.files for puzzle in read_puzzles(path)}
    rater, verifier = Rater(), PuzzleVerifier(other_nodes=asked.other_nodes)
    right = []
    with ProgressLine() as line:
        for number, puzzle in enumerate(puzzles.values()):
            line.show(number, len(puzzles), f"{number} of {len(puzzles)}")
            problem = verifier.problem(puzzle)
            if problem is None:
                is_rated = puzzle.rating and not asked.anew
                right.append(puzzle if is_rated else rater.rated(puzzle))
            else:
                print(f"{puzzle.id} is left out: {problem}")
    shipped = chosen(right, asked.count)
    asked.output.parent.mkdir(parents=True, exist_ok=True)
    asked.output.write_text("".join(write_puzzles(shipped)), encoding="ascii")
    for name, counts in (
        ("rating", Counter(one.rating for one in shipped)),
        ("plies", Counter(one.plies for one in shipped)),
        ("moves in the solution", Counter(len(one.solution) for one in shipped)),
    ):
        print(f"{name}: {dict(sorted(counts.items()))}")
    proven = sum(one.value is not None or not one.bound for one in shipped)
    print(f"{len(shipped)} of {len(puzzles)} puzzles, {proven} with all other moves refuted")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
