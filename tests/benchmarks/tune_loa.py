"""Tunes the evaluation of Lines of Action by self-play: ``python -m tests.benchmarks.tune_loa``.

Simultaneous perturbation stochastic approximation (J. C. Spall, 1992): again and again all weights
are moved a step up or down at random, the engine plays a pair of games, one with each colour,
with these weights against those moved the other way, and the weights follow the winner a little.
The last two fifths of the way are averaged.  A match against the weights it began with, from
other openings, says whether the outcome is better.

Everything depends on the seed and the number of nodes a move, nothing on the clock or on the
number of workers: the same command prints the same lines wherever the rules, the features and
the search are the same.  Without options it begins with a guess; what came of it, and was adopted,
had 258 of 400 points against the guess at 3,000 nodes a move (Elo +104, 95 %: +74 to +135) and 270
of 400 at 15,000 (+127, +96 to +160).

A logistic regression of the results of self-play on the features (after P. Österlund's Texel, 2014)
was tried first, with 60,000 positions of games at depth 4, and lost to the guess.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from random import Random

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa.evaluation import WEIGHTS, use_weights
from tests.benchmarks.weights import report, share_of_pair

GUESS = (24, 8, 10, 40, 10, 50, 12, 6, 60)
"""The weights chosen by hand that all began with, in the order of `WEIGHTS`."""

STEPS = (0.0, 3.0, 4.0, 15.0, 3.5, 18.0, 4.0, 3.0, 25.0)
"""How far each weight is moved; the first stays as it is, because only proportions matter."""

LEARNING = 0.12
LONGEST = 160
BATCH = 8
"""Pairs played with the same weights before they change; at most so many workers are busy."""

Weights = tuple[int, ...]


def opening(seed: int, plies: int) -> Position:
    """Return a position *plies* random moves after the start from which the game goes on."""
    game = find_game("loa")
    chance = Random(f"tuning {seed}")
    while True:
        position = game.start(game.rulebook.default)
        while position.ply < plies and not position.is_over():
            position.make(chance.choice(position.legal_moves()))
        if not position.is_over():
            return position


def pair(sides: tuple[Weights, Weights], seed: int, plies: int, nodes: int) -> float:
    """Return the share of two games, 0 to 1, that the first of *sides* gets from the second."""
    new, old = sides
    return share_of_pair(opening(seed, plies), new, old, use_weights, nodes, LONGEST)


def tune(pool: Executor, start: Weights, pairs: int, seed: int, plies: int, nodes: int) -> Weights:
    """Return the weights after so many *pairs* from *start*, having printed the way there."""
    weights = [float(weight) for weight in start]
    summed = [0.0] * len(weights)
    summands = 0
    chance = Random(seed)
    for first in range(0, pairs, BATCH):
        progress = first / pairs
        steps = [step * (1 + 4 * progress) ** -0.15 for step in STEPS]
        signs = [[chance.choice((-1, 1)) for _ in steps] for _ in range(BATCH)]
        sides = [
            (_moved(weights, steps, sign), _moved(weights, steps, [-one for one in sign]))
            for sign in signs
        ]
        seeds = range(seed * 1_000_000 + first, seed * 1_000_000 + first + BATCH)
        rate = LEARNING * (1 + 4 * progress) ** -0.7
        scores = pool.map(partial(pair, plies=plies, nodes=nodes), sides, seeds)
        for sign, share in zip(signs, scores, strict=True):
            for index, step in enumerate(steps):
                weights[index] += rate * (2 * share - 1) * step * sign[index]
        weights = [max(weight, 0.0) for weight in weights]
        if first + BATCH > 0.6 * pairs:
            summed = [total + weight for total, weight in zip(summed, weights, strict=True)]
            summands += 1
        if first // 400 != (first + BATCH) // 400:
            print(first + BATCH, "pairs:", *map(round, weights), flush=True)
    return tuple(round(total / summands) for total in summed)


def _moved(weights: Sequence[float], steps: Sequence[float], signs: Sequence[int]) -> Weights:
    moved = zip(weights, steps, signs, strict=True)
    return tuple(max(0, round(weight + step * sign)) for weight, step, sign in moved)


def match(
    pool: Executor, new: Weights, old: Weights, pairs: int, seed: int, plies: int, nodes: int
) -> str:
    """Return a sentence with the score of *new* against *old*."""
    sides = [(new, old)] * pairs
    seeds = range(seed * 1_000_000 + 500_000, seed * 1_000_000 + 500_000 + pairs)
    scores = list(pool.map(partial(pair, plies=plies, nodes=nodes), sides, seeds, chunksize=2))
    return report(scores, nodes)


def numbers(text: str) -> Weights:
    """Return the weights that *text* writes with commas between; raise `ValueError`."""
    weights = tuple(int(number) for number in text.split(","))
    if len(weights) != len(WEIGHTS) or min(weights) < 0:
        raise ValueError(text)
    return weights


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the weights found and their score; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.tune_loa",
        description="Tune the weights of the evaluation of Lines of Action by self-play.",
    )
    parser.add_argument("--start", type=numbers, default=GUESS, help="nine numbers, by commas")
    parser.add_argument("--pairs", type=int, default=3200, help="pairs of games to tune by")
    parser.add_argument("--match", type=int, default=200, help="pairs of games to compare by")
    parser.add_argument("--nodes", type=int, default=3000, help="nodes searched for a move")
    parser.add_argument("--plies", type=int, default=8, help="random moves before a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only-compare", type=numbers, metavar="WEIGHTS", help="do not tune")
    chosen = parser.parse_args(arguments)
    old, seed, plies = chosen.start, chosen.seed, chosen.plies
    with ProcessPoolExecutor(chosen.workers) as pool:
        new = chosen.only_compare or tune(pool, old, chosen.pairs, seed, plies, chosen.nodes)
        for name, before, after in zip(WEIGHTS, old, new, strict=True):
            print(f"    {name:16} {before:4} -> {after:4}")
        for nodes in (chosen.nodes, 5 * chosen.nodes):
            print(match(pool, new, old, chosen.match, seed, plies, nodes), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
