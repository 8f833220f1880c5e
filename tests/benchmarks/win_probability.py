"""Win probabilities of Lines of Action: ``python -m tests.benchmarks.win_probability --fit``.

The engine plays against itself from random openings, both sides searching the same number of nodes
a move, which differs from game to game.  Of each move the estimate is kept, and how the game ended
for the side that made it.  With ``--fit``, the constants of `WinProbability` are fitted to games
that come first (maximum likelihood), and printed.  A reliability diagram of others follows: in
each tenth of the predicted probability, the mean prediction beside the share of points that was
won.

A game is over once a win is proven, and a draw after `LONGEST` moves.  Everything depends on the
seed and the nodes only, nothing on the clock.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import asinh, inf, log
from pathlib import Path
from random import Random
from time import monotonic

from kalahloa.models.game.registry import find_game
from kalahloa.models.game.win_probability import GENERIC, WinProbability
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from tests.scores import is_certain

GAME = "loa"
LEVELS = (1_000, 5_000, 25_000)
"""The nodes a move; each game has one of them."""
OPENING = (2, 12)
"""The least and the greatest number of random plies before the game."""
LONGEST = 200
TENTHS = 10
ALLOWED = 0.03
"""How far the share of points may be from the prediction."""
_GRAIN = 0.02
"""Estimates are fitted in classes of this width, in the game's unit."""
_BENDS = (2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0, 25.0, inf)

Sample = tuple[float, float, int, int]
"""An estimate, the points (0 to 1) of the side that made it, the ply, and the nodes a move."""


def play(number: int) -> list[Sample]:
    """Return the samples of game *number*."""
    game = find_game(GAME)
    chance = Random(f"win probability {number}")
    position = game.start(game.rulebook.default)
    plies = chance.randint(*OPENING)
    while position.ply < plies:
        position.make(chance.choice(position.legal_moves()))
        if position.is_over():
            position = game.start(game.rulebook.default)
    nodes = chance.choice(LEVELS)
    engine = Engine(mebibytes=1, network=True)
    estimates: list[tuple[int, float]] = []
    first = 0.5
    while not position.is_over() and position.ply < LONGEST:
        best = engine.analyse(position, Limits(nodes=nodes)).lines[0]
        if best.score.decided:
            first = float((best.score.number > 0) == (position.side == 0))
            break
        if not is_certain(best.score):
            estimates.append((position.side, best.score.number))
        position.make(best.move)
    outcome = position.outcome()
    if outcome is not None:
        first = (outcome.score_for(0) + 1) / 2
    return [
        (round(estimate, 2), first if side == 0 else 1 - first, ply, nodes)
        for ply, (side, estimate) in enumerate(estimates)
    ]


def games(numbers: Sequence[int], workers: int) -> Iterator[list[Sample]]:
    """Yield the samples of the games *numbers*, in order."""
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play, numbers, chunksize=4)


Classes = list[tuple[float, float, float]]
"""Estimates, each with the number of samples and the sum of their points."""


def classes(samples: Iterable[Sample]) -> Classes:
    """Return *samples* in classes of `_GRAIN`."""
    counts: Counter[int] = Counter()
    points: Counter[int] = Counter()
    for estimate, won, *_ in samples:
        place = round(estimate / _GRAIN)
        counts[place] += 1
        points[place] += won  # type: ignore[assignment]
    return [(place * _GRAIN, counts[place], points[place]) for place in sorted(counts)]


def log_loss(scale: WinProbability, found: Classes) -> float:
    """Return the mean loss of *scale* on *found*, in nats."""
    total = 0.0
    for estimate, count, points in found:
        p = min(max(scale.of_estimate(estimate), 1e-9), 1 - 1e-9)
        total -= points * log(p) + (count - points) * log(1 - p)
    return total / sum(count for _, count, _ in found)


def fit(found: Classes) -> WinProbability:
    """Return the constants that make *found* most likely."""
    return min((_fit(found, bend) for bend in _BENDS), key=lambda scale: log_loss(scale, found))


def _fit(found: Classes, bend: float) -> WinProbability:
    """Return the best slope and intercept for *bend*, by Newton's method."""
    bent = [e if bend == inf else bend * asinh(e / bend) for e, _, _ in found]
    slope, intercept = 0.1, 0.0
    for _ in range(30):
        g0 = g1 = h00 = h01 = h11 = 0.0
        scale = WinProbability(slope, intercept, bend)
        for x, (estimate, count, points) in zip(bent, found, strict=True):
            p = scale.of_estimate(estimate)
            error, weight = points - count * p, count * p * (1 - p)
            g0 += error
            g1 += error * x
            h00 += weight
            h01 += weight * x
            h11 += weight * x * x
        determinant = h00 * h11 - h01 * h01
        intercept += (h11 * g0 - h01 * g1) / determinant
        slope += (h00 * g1 - h01 * g0) / determinant
    return WinProbability(slope, intercept, bend)


def reliability(scale: WinProbability, samples: Iterable[Sample]) -> list[tuple[int, float, float]]:
    """Return for each tenth of the prediction: samples, mean prediction, share of points won."""
    rows = [[0, 0.0, 0.0] for _ in range(TENTHS)]
    for estimate, won, *_ in samples:
        p = scale.of_estimate(estimate)
        row = rows[min(TENTHS - 1, int(TENTHS * p))]
        row[0] += 1
        row[1] += p
        row[2] += won
    return [(int(n), p / n if n else 0.0, w / n if n else 0.0) for n, p, w in rows]


def show(scale: WinProbability, samples: Sequence[Sample]) -> bool:
    """Print the reliability diagram of *samples*; return whether every tenth is near enough."""
    good = True
    print(f"{'predicted':>12} {'mean':>7} {'won':>7} {'error':>7} {'samples':>9}")
    for tenth, (count, mean, won) in enumerate(reliability(scale, samples)):
        error = won - mean
        good = good and abs(error) <= ALLOWED
        bar = "" if not count else "#" * round(40 * won)
        print(
            f"{tenth / TENTHS:>6.1f} - {(tenth + 1) / TENTHS:.1f} {mean:7.3f} {won:7.3f} "
            f"{100 * error:+7.1f} {count:9,}  {bar}"
        )
    return good


def _read(path: Path | None, number: int, workers: int) -> list[list[Sample]]:
    """Return the samples of games 0 to *number* - 1; *path*, if any, keeps them."""
    kept: list[list[Sample]] = []
    if path is not None and path.exists():
        lines = path.read_text(encoding="ascii").splitlines()
        kept = [[tuple(sample) for sample in json.loads(line)] for line in lines][:number]
    began = monotonic()
    handle = None if path is None else path.open("a", encoding="ascii")
    for found in games(range(len(kept), number), workers):
        kept.append(found)
        if handle is not None:
            handle.write(json.dumps(found) + "\n")
            handle.flush()
        if len(kept) % 500 == 0:
            print(f"{len(kept)} games, {monotonic() - began:.0f} s", flush=True)
    return kept


def main(arguments: Sequence[str] | None = None) -> int:
    """Print constants and diagram; return 1 if a tenth is too far off."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.win_probability",
        description="Fit and check the win probability of Lines of Action by self-play.",
    )
    parser.add_argument("--games", type=int, default=2000, help="games of the diagram")
    parser.add_argument("--fit", action="store_true", help="fit the constants first")
    parser.add_argument("--fit-games", type=int, help="games of the fit (default: as --games)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a file that keeps the samples of all games")
    chosen = parser.parse_args(arguments)
    first = chosen.games if chosen.fit_games is None else chosen.fit_games
    played = _read(chosen.keep, first + chosen.games, chosen.workers)
    fitted = [sample for game in played[:first] for sample in game]
    others = [sample for game in played[first:] for sample in game]
    scale = find_game(GAME).win_probability or GENERIC
    if chosen.fit:
        found = classes(fitted)
        scale = fit(found)
        print(f"fitted to {first:,} games, {len(fitted):,} estimates: {scale}")
        print(f"log loss {log_loss(scale, found):.4f}; without a bend:", end=" ")
        print(f"{log_loss(_fit(found, inf), found):.4f}")
        for nodes in LEVELS:
            part = classes(sample for sample in fitted if sample[3] == nodes)
            print(f"  at {nodes:,} nodes a move alone: {_fit(part, scale.bend)}")
    print(f"{len(played) - first:,} other games, {len(others):,} estimates, by {scale}:")
    good = show(scale, others)
    print(f"every tenth within {100 * ALLOWED:g} points: {'yes' if good else 'NO'}")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
