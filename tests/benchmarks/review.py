"""Reviews of games: how long they take, and what they find: ``python -m tests.benchmarks.review``.

``loa`` reviews the recorded games of Lines of Action, ``kalah`` games of Kalah exactly: of the
levels, as near to the median length of such games as there are.  Both print the seconds on the
clock and those of the processor.  ``planted`` counts the mistakes with a known refutation that are
marked, and the moves that keep the value that are (see `tests.models.study.review.planted`).
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from statistics import median
from time import monotonic, process_time

from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.search.levels.levels import at_level
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.reviewer import GameLine, Reviewer
from kalahloa.models.study.review.settings import ReviewSettings
from tests.models.study.review.games import played
from tests.models.study.review.planted import Planted, kalah_mistakes, loa_mistakes
from tests.oracles import oracle

LEVELS = ((2, 3), (4, 5), (6, 7), (3, 6), (5, 5), (1, 4))
"""The levels of the two sides, in turn."""
OPENING = 2
"""The random plies at the beginning of a game of Kalah."""


def review_loa(seconds: float, threads: int) -> None:
    """Print how long the review of each recorded game takes."""
    reviewer = Reviewer(ReviewSettings(Limits(seconds=seconds), threads=threads))
    known = oracle("loa")
    longest = max((game["moves"] for game in known["endings"]["mover_wins"]), key=len)
    _timed("random, 60 plies", reviewer, played("loa", longest[:60]))
    for game in known["games"]:
        _timed(game["name"], reviewer, played("loa", game["moves"]))


def review_kalah(games: int, threads: int) -> None:
    """Print how long exact reviews of *games* games of Kalah of about median length take."""
    every = [_kalah_game(number) for number in range(3 * games)]
    middle = median(len(record.main_line()) for record in every)
    print(f"median length of {len(every)} games: {middle:g} plies")
    every.sort(key=lambda record: abs(len(record.main_line()) - middle))
    reviewer = Reviewer(ReviewSettings(exact=True, threads=threads))
    for record in every[:games]:
        _timed(" - ".join(record.players), reviewer, record)


def _kalah_game(number: int) -> Record:
    game = find_game("kalah")
    levels = LEVELS[number % len(LEVELS)]
    players = tuple(at_level(level, 2 * number + side) for side, level in enumerate(levels))
    record = Record(game, players=(f"level {levels[0]}", f"level {levels[1]}"))
    chance = Random(number)
    for _ in range(OPENING):
        record.play(chance.choice(record.position.legal_moves()))
    while record.current.outcome is None:
        position = record.position.copy()
        found = players[position.side].choose(position, Limits(), game.heuristic())
        record.play(found.move)
    return record


def _timed(name: str, reviewer: Reviewer, record: Record) -> None:
    clock, processor = monotonic(), process_time()
    review = reviewer.review(GameLine.of(record))
    clock, processor = monotonic() - clock, process_time() - processor
    marks = sum(ply.mark in FAULTS for ply in review.plies)
    print(
        f"{name[:20]:20} {review.total:4} plies: {clock:7.1f} s, {processor:7.1f} s of CPU; "
        f"{marks} marked, {sum(ply.proven for ply in review.plies)} proven",
        flush=True,
    )


def review_planted(count: int, nodes: int) -> bool:
    """Print how many of *count* mistakes of each game are marked; return whether all are."""
    exact = Reviewer(ReviewSettings(exact=True, mebibytes=1, cached=False))
    by_engine = Reviewer(ReviewSettings(Limits(nodes=nodes), mebibytes=4))
    good = True
    for key, reviewer, mistakes in (
        ("kalah", exact, kalah_mistakes(1)),
        ("loa", by_engine, loa_mistakes(1)),
    ):
        good = _count(key, reviewer, islice(mistakes, count)) and good
    return good


def _count(key: str, reviewer: Reviewer, planted: Iterator[Planted]) -> bool:
    total = marked = refuted = kept = wrong = 0
    for one in planted:
        ply = _only_ply(reviewer, one.wrong)
        total += 1
        marked += ply.mark in FAULTS
        refuted += bool(ply.refutation) or one.wrong.current.outcome is not None
        if one.right is not None:
            kept += 1
            wrong += _only_ply(reviewer, one.right).mark in FAULTS
    print(
        f"{key}: {marked} of {total} mistakes marked, {refuted} with what refutes them; "
        f"{wrong} of {kept} moves marked that keep the value",
        flush=True,
    )
    return marked == refuted == total and not wrong


def _only_ply(reviewer: Reviewer, record: Record) -> ReviewedPly:
    (ply,) = reviewer.review(GameLine.of(record)).plies
    return ply


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was asked for; return 1 if a planted mistake is not judged as it is to be."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.review",
        description="Time reviews of games, and count planted mistakes.",
    )
    parser.add_argument("what", choices=("loa", "kalah", "planted"))
    parser.add_argument("--time", type=float, default=0.5, help="seconds a ply, for loa")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--games", type=int, default=6, help="games of kalah")
    parser.add_argument("--count", type=int, default=300, help="mistakes of each game")
    parser.add_argument("--nodes", type=int, default=100_000, help="nodes a ply, for planted")
    chosen = parser.parse_args(arguments)
    if chosen.what == "loa":
        review_loa(chosen.time, chosen.threads)
    elif chosen.what == "kalah":
        review_kalah(chosen.games, chosen.threads)
    else:
        return 0 if review_planted(chosen.count, chosen.nodes) else 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
