"""Fits the evaluation of Kalah to exact values: ``python -m tests.benchmarks.tune_kalah``.

    ... tune_kalah positions FILE --games 400 --preset standard    # again with --preset lecture
    ... tune_kalah fit FILE ...
    ... tune_kalah match FILE ... --preset standard

`positions` plays games of mixed strength, each from its own seed, and solves them backwards from
where 16 stones are left until a position takes too long; it goes on where FILE ends, and only that
limit depends on the clock.  `fit` prints the weights that ridge regression (Hoerl and Kennard,
1970) finds for these values, in the form in which kalah_evaluation.py has them.  `match` plays them
against the weights that stand there, with as many nodes a move for both.
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.evaluation import (
    MAX_COUNTED,
    WEIGHTS,
    Weights,
    largest_capture,
    use_weights,
)
from kalahloa.models.games.kalah.knowledge import KalahKnowledge, open_knowledge
from kalahloa.models.match.openings import Openings
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.solver.solver import Solver
from tests.benchmarks.weights import report, share_of_pair
from tests.models.random_play import start

PITS = len(WEIGHTS.ready)
RIDGE = 3.0
MIN_STONES = 17
"""In the pits before a move whose value is of use; the endgames know what has fewer."""
EARLIEST = 5
LONGEST = 400

Sample = tuple[list[int], list[int], int]
"""The pits of the side to move, the other side's, and in hundredths what they turn out to be worth:
the final margin less the kalahs' difference."""


# -- positions -------------------------------------------------------------------------------------


def values_of_game(
    preset: str, seed: int, number: int, solver: Solver, known: KalahKnowledge, seconds: float
) -> dict[str, int]:
    """Return what positions of a game are worth to the side to move, by their position strings.

    They are those after all moves of the game's later positions, as long as each such position is
    solved in so many *seconds*.
    """
    position = start("kalah", preset)
    chance = Random(f"tuning {preset} {seed} {number}")
    engine = Engine(1)
    opening, slips = chance.choice((4, 6, 8)), chance.choice((0.05, 0.15, 0.3))
    while not position.is_over():
        if position.ply < opening or chance.random() < slips:
            move = chance.choice(position.legal_moves())
        else:
            limits = Limits(nodes=chance.choice((300, 3000)))
            move = engine.analyse(position, limits).lines[0].move
        position.make(move)
    known.use_tablebase(position)
    found: dict[str, int] = {}
    while position.ply > EARLIEST:
        position.unmake()
        if position.in_pits(0) + position.in_pits(1) < MIN_STONES:
            continue
        solved = solver.values(position, seconds=seconds)
        if not solved.proven:
            break
        side = position.side
        for move, bounds in solved.moves.items():
            position.make(move)
            if not position.is_over():
                same = position.side == side
                found[position.position_string()] = bounds.value if same else -bounds.value
            position.unmake()
    return found


def add_games(file: Path, preset: str, games: int, seed: int, seconds: float, stones: int) -> None:
    """Let *file* have the values of the first *games* games, in one line each; keep what it has."""
    lines = file.read_text().splitlines() if file.exists() else []
    there = [json.loads(line) for line in lines]
    done = {row["game"] for row in there if (row["preset"], row["seed"]) == (preset, seed)}
    known = open_knowledge(start("kalah", preset).rules, stones, cached=False, booked=False)
    solver = Solver()
    for number in range(games):
        if number not in done:
            values = values_of_game(preset, seed, number, solver, known, seconds)
            row = {"preset": preset, "seed": seed, "game": number, "values": values}
            with file.open("a") as out:
                out.write(json.dumps(row) + "\n")
            print(f"game {number}: {len(values)} positions", flush=True)


def read_samples(files: Iterable[Path]) -> list[Sample]:
    """Return the samples in *files*, each position of a set of rules once."""
    seen: set[tuple[str, str]] = set()
    samples = []
    for file in files:
        for line in file.read_text().splitlines():
            row = json.loads(line)
            for text, value in row["values"].items():
                if (row["preset"], text) not in seen:
                    seen.add((row["preset"], text))
                    samples.append(_sample(row["preset"], text, value))
    return samples


def _sample(preset: str, text: str, value: int) -> Sample:
    game = find_game("kalah")
    position = game.read(text, game.rulebook.read(preset))
    stones, side = position.stones(), position.side
    halves = stones[: PITS + 1], stones[PITS + 1 :]
    own, other = halves[side], halves[1 - side]
    return own[:-1], other[:-1], 100 * (value - own[-1] + other[-1])


# -- the fit ---------------------------------------------------------------------------------------


def features(own: list[int], other: list[int]) -> dict[int, int]:
    """Return what the evaluation counts of the pits, by the place of its weight; the rest are 0."""
    found: dict[int, int] = {}
    for pit in range(PITS):
        distance = PITS - pit
        for stones, sign in ((own[pit], 1), (other[pit], -1)):
            if stones:
                place = MAX_COUNTED * (distance - 1) + min(stones, MAX_COUNTED) - 1
                found[place] = found.get(place, 0) + sign
        if own[pit] == distance:
            found[MAX_COUNTED * PITS + distance - 1] = 1
    behind = (MAX_COUNTED + 1) * PITS
    found[behind] = largest_capture(own, other)
    found[behind + 1] = -largest_capture(other, own)
    found[behind + 2] = 1
    return found


def fit(samples: Iterable[Sample], ridge: float = RIDGE) -> Weights:
    """Return the weights whose sum of squared errors, and *ridge* times their own, is least."""
    size = (MAX_COUNTED + 1) * PITS + 3
    matrix = [[ridge * (row == column) for column in range(size)] for row in range(size)]
    right = [0.0] * size
    for own, other, worth in samples:
        counts = features(own, other).items()
        for row, count in counts:
            right[row] += count * worth
            for column, other_count in counts:
                matrix[row][column] += count * other_count
    found = [round(weight) for weight in solve(matrix, right)]
    pits, behind = MAX_COUNTED * PITS, (MAX_COUNTED + 1) * PITS
    rows = (tuple(found[at : at + MAX_COUNTED]) for at in range(0, pits, MAX_COUNTED))
    return Weights(tuple(rows), tuple(found[pits:behind]), *found[behind:])


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return x where *matrix*, symmetric and positive definite, times x is *right*; both change.

    Gauss's elimination, for which such a matrix needs no exchange of rows.
    """
    size = len(right)
    for step in range(size):
        for row in range(step + 1, size):
            factor = matrix[row][step] / matrix[step][step]
            if factor:
                for column in range(step, size):
                    matrix[row][column] -= factor * matrix[step][column]
                right[row] -= factor * right[step]
    for row in reversed(range(size)):
        rest = sum(matrix[row][column] * right[column] for column in range(row + 1, size))
        right[row] = (right[row] - rest) / matrix[row][row]
    return right


def in_print(weights: Weights) -> str:
    """Return *weights* as they stand in kalah_evaluation.py."""
    rows = "".join(f"    {row},\n" for row in weights.pits)
    return (
        f"PIT_WEIGHTS = (\n{rows})\nREADY_WEIGHTS = {weights.ready}\n"
        f"CAPTURE_WEIGHT = {weights.capture}\nTHREAT_WEIGHT = {weights.threat}\n"
        f"TO_MOVE_WEIGHT = {weights.to_move}"
    )


# -- the match -------------------------------------------------------------------------------------


def pair(opening: Sequence[int], weights: Weights, preset: str, nodes: int) -> float:
    """Return the share of two games from *opening* that *weights* get from the adopted ones."""
    position = start("kalah", preset)
    for move in opening:
        position.make(move)
    return share_of_pair(position, weights, WEIGHTS, use_weights, nodes, LONGEST)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do one of the steps; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.tune_kalah")
    steps = parser.add_subparsers(dest="step", required=True)
    positions = steps.add_parser("positions", help="play games and solve their positions")
    positions.add_argument("file", type=Path)
    positions.add_argument("--games", type=int, default=400)
    positions.add_argument("--seconds", type=float, default=4.0, help="for one position")
    positions.add_argument("--endgames", type=int, default=14, help="stones; kept in memory")
    fitted = steps.add_parser("fit", help="print the weights that fit best")
    compared = steps.add_parser("match", help="play what fits best against what is in use")
    compared.add_argument("--pairs", type=int, default=200)
    compared.add_argument("--nodes", type=int, default=3000, help="for each move")
    compared.add_argument("--workers", type=int, default=2)
    for step in (fitted, compared):
        step.add_argument("files", type=Path, nargs="+")
        step.add_argument("--ridge", type=float, default=RIDGE)
    for step in (positions, compared):
        step.add_argument("--preset", default="standard")
        step.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    if chosen.step == "positions":
        add_games(
            chosen.file,
            chosen.preset,
            chosen.games,
            chosen.seed,
            chosen.seconds,
            chosen.endgames,
        )
        return 0
    samples = read_samples(chosen.files)
    weights = fit(samples, chosen.ridge)
    print(f"# {len(samples)} positions\n{in_print(weights)}", flush=True)
    if chosen.step == "match":
        openings = Openings(4, chosen.seed).first(start("kalah", chosen.preset), chosen.pairs)
        play = partial(pair, weights=weights, preset=chosen.preset, nodes=chosen.nodes)
        with ProcessPoolExecutor(chosen.workers) as pool:
            print(report(list(pool.map(play, openings, chunksize=2)), chosen.nodes))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
