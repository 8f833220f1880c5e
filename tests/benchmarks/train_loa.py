"""Trains the network of Lines of Action on games: ``python -m tests.benchmarks.train_loa``.

    ... train_loa positions FILE --count 200000 --seed 1 [--network NETWORK]
    ... train_loa fit FILE ... --output resources/networks [--curve CURVE.csv]
    ... train_loa match NETWORK --games 400 --seconds 0.1 [--against NETWORK]

`positions` has the engine play itself from random openings, with a slip now and then, and keeps
each position that it has searched: its value, and who won the game.  FILE is added to; run it with
other seeds and files on as many processors as there are.  It begins with the hand-made evaluation;
with *--network* the engine goes by a network that was trained before, which teaches the next one
more.  `fit` trains the network by Adam: it is to tell the probability of a win, which is taken for
7 parts of the search's value and 3 of the result.  Each position is shown in one of its eight
images, chosen anew each time.  It needs NumPy (the extra *train*), and prints the mean squared
errors of the probability, also for the last twentieth of the games, from which it does not learn.
`match` plays the network against the hand-made evaluation, or another network, with as much time of
the processor for both, from random openings that the engine finds even, with sides swapped.

The shipped network has learnt from 1.3 million positions in 20 epochs: 560,000 with the hand-made
evaluation (seeds 1 and 2, 6,000 nodes a move), and 730,000 with a network that was trained on those
(seeds 11 and 12, 8,000 nodes): less than an hour of two processors in all.
"""

import argparse
import struct
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa.network import LoaNetwork
from kalahloa.models.games.loa.network_file import NAME, read_network, write_network
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import search_value
from kalahloa.models.search.search_control import limit_by_processor_time
from tests.benchmarks.networks import Adam, results, tell, write_curve

ROW = struct.Struct("<QQhbB")
"""Own pieces, the opponent's, the search's value in hundredths, the result (1, 0, -1), the ply; all
for the side to move."""
WON = 30_000
"""The value of a proven win."""
LONGEST = 160
"""Games are broken off, and drawn, after so many plies."""
OPENING_PLIES = (3, 4, 5, 6, 7, 8, 10, 12)
SLIPS = (0.0, 0.0, 0.0, 0.03, 0.08)
"""The share of random moves in a game is one of these."""
UNITS, SQUARES = 128, 64
SCALE = 320.0
"""So many hundredths are one in the exponent of the probability of a win."""
VALUE_PART = 0.7
"""What the search's value counts for; the result counts for the rest."""
ONE, SHIFT = 255, 14
"""What 1 is in the integers of the first layer, and the fractional bits of the output."""
LARGEST_WEIGHT = 127
BATCH = 1024
EVEN, EVEN_NODES = 250, 20_000
"""Openings of a match are worth at most so much, in hundredths, by a search of so many nodes."""


# -- positions -------------------------------------------------------------------------------------


def played_game(
    engine: Engine, limits: Limits, chance: Random, network: LoaNetwork | None
) -> bytes:
    """Return the rows of one game of *engine* against itself, from a random opening."""
    game = find_game("loa")
    position: Any = game.start(game.rulebook.default)
    opening, slips = chance.choice(OPENING_PLIES), chance.choice(SLIPS)
    while position.ply < opening and not position.is_over():
        position.make(chance.choice(position.legal_moves()))
    position.use_network(network)
    searched: list[tuple[int, int, int, int, int]] = []
    winner = None
    while winner is None and not position.is_over() and position.ply < LONGEST:
        side = position.side
        line = engine.analyse(position, limits).lines[0]
        value = search_value(line.score)
        if line.score.decided:
            winner = side if value > 0 else 1 - side
            value = WON if value > 0 else -WON
        searched.append(
            (position.pieces(side), position.pieces(1 - side), value, side, position.ply)
        )
        slip = chance.random() < slips
        position.make(chance.choice(position.legal_moves()) if slip else line.move)
    outcome = position.outcome()
    if winner is None and outcome is not None:
        winner = outcome.winner
    return b"".join(
        ROW.pack(own, other, value, 0 if winner is None else 1 if winner == side else -1, ply)
        for own, other, value, side, ply in searched
    )


def add_positions(
    file: Path, seed: int, count: int, nodes: int, network: LoaNetwork | None
) -> None:
    """Add about *count* positions to *file*, each searched with *nodes* nodes."""
    engine, limits = Engine(1), Limits(nodes=nodes)
    number = added = 0
    while added < count:
        number += 1
        rows = played_game(engine, limits, Random(f"loa network {seed} {number}"), network)
        added += len(rows) // ROW.size
        with file.open("ab") as out:
            out.write(rows)
        if number % 100 == 0:
            print(f"{number} games, {added} positions", flush=True)


# -- training --------------------------------------------------------------------------------------


class Samples:
    """The positions in *files*, as arrays of the module *np*.

    `own` and `other` have a row of 64 squares each, `chances` the probabilities to learn.
    """

    def __init__(self, np: Any, files: Sequence[Path]) -> None:
        fields = [("own", "<u8"), ("other", "<u8"), ("value", "<i2"), ("won", "i1"), ("ply", "u1")]
        rows = np.concatenate([np.fromfile(path, np.dtype(fields)) for path in files])
        self.own, self.other = (_squares(np, rows[side]) for side in ("own", "other"))
        result = (rows["won"] + 1) / 2
        chances = VALUE_PART / (1 + np.exp(-rows["value"] / SCALE)) + (1 - VALUE_PART) * result
        proven = np.abs(rows["value"].astype(np.int32)) == WON
        chances = np.where(proven, rows["value"] > 0, chances)
        self.chances = chances.astype(np.float32)

    def __len__(self) -> int:
        return len(self.chances)


def _squares(np: Any, boards: Any) -> Any:
    """Return the bits of *boards*, a1 first, as rows of 64."""
    content = np.ascontiguousarray(boards).view(np.uint8).reshape(-1, 8)
    return np.unpackbits(content, axis=1, bitorder="little")


def images(np: Any) -> list[Any]:
    """Return the squares in the order of each of the eight images of a board."""
    board = np.arange(SQUARES).reshape(8, 8)
    turned = [np.rot90(board, quarter) for quarter in range(4)]
    return [one.reshape(-1).copy() for one in (*turned, *(np.flipud(one) for one in turned))]


class Trainer:
    """A network in floating-point numbers, by the module *np*, that learns in *steps* steps."""

    def __init__(self, np: Any, rate: float, steps: int, seed: int) -> None:
        self.np = np
        chance = np.random.default_rng(seed)
        columns = chance.normal(0.0, 0.15, (2 * SQUARES, UNITS))
        output = chance.normal(0.0, 1.2 * (2 * UNITS) ** -0.5, 2 * UNITS)
        self.weights = {
            "columns": columns.astype(np.float32),
            "bias": np.full(UNITS, 0.3, np.float32),
            "output": output.astype(np.float32),
            "last bias": np.zeros(1, np.float32),
        }
        self._adam = Adam(np, self.weights, rate, steps)
        self._chance = chance
        self._images = images(np)

    def forward(self, own: Any, other: Any) -> tuple[Any, Any, Any]:
        """Return the inputs and the activations of both views, and the probabilities of a win."""
        np, weights = self.np, self.weights
        inputs = [
            np.concatenate(view, 1).astype(np.float32) for view in ((own, other), (other, own))
        ]
        views = [np.clip(one @ weights["columns"] + weights["bias"], 0, 1) for one in inputs]
        squares = np.concatenate([one * one for one in views], 1)
        output = squares @ weights["output"] + weights["last bias"][0]
        return inputs, views, 1 / (1 + np.exp(-output))

    def epoch(self, samples: Samples, count: int) -> float:
        """Learn from the first *count* samples once; return the mean squared error."""
        order = self._chance.permutation(count)
        total = 0.0
        for begin in range(0, count - BATCH + 1, BATCH):
            chosen = order[begin : begin + BATCH]
            image = self._images[self._chance.integers(8)]
            own, other = samples.own[chosen][:, image], samples.other[chosen][:, image]
            slopes, error = self.slopes(own, other, samples.chances[chosen])
            self._adam.step(slopes)
            total += error
        return total / max(1, count // BATCH * BATCH)

    def slopes(self, own: Any, other: Any, chances: Any) -> tuple[dict[str, Any], float]:
        """Return the slopes of the mean squared error by each weight, and the sum of the squares.

        *own* and *other* have a row of 64 squares for each of the *chances*.
        """
        np, output = self.np, self.weights["output"]
        inputs, views, found = self.forward(own, other)
        error = found - chances
        outer = (2 * error * found * (1 - found) / len(chances)).astype(np.float32)
        slopes = {
            "output": np.concatenate([one * one for one in views], 1).T @ outer,
            "last bias": outer.sum(keepdims=True),
            "columns": np.zeros_like(self.weights["columns"]),
            "bias": np.zeros_like(self.weights["bias"]),
        }
        for number, (seen, view) in enumerate(zip(inputs, views, strict=True)):
            through = output[UNITS * number : UNITS * (number + 1)]
            # Where a unit is clipped, nothing changes: its square is flat at 0.
            inner = np.outer(outer, through) * (2 * view * (view < 1))
            slopes["columns"] += seen.T @ inner
            slopes["bias"] += inner.sum(0)
        return slopes, float((error**2).sum())

    def error(self, samples: Samples, begin: int) -> float:
        """Return the mean squared error of the samples from *begin* on."""
        total = 0.0
        for at in range(begin, len(samples), 8192):
            own, other = samples.own[at : at + 8192], samples.other[at : at + 8192]
            missed = self.forward(own, other)[-1] - samples.chances[at : at + 8192]
            total += float((missed**2).sum())
        return total / max(1, len(samples) - begin)

    def sections(self) -> list[array]:
        """Return the network in integers (see `network.SECTIONS`)."""
        np, weights = self.np, self.weights
        unit = SCALE * (1 << SHIFT)
        output = np.rint(weights["output"] * unit / ONE**2)
        bias = round(float(weights["last bias"][0]) * unit)

        def integers(values: Any) -> array:
            return array("h", np.rint(values).astype(int).reshape(-1).tolist())

        return [
            integers(weights["columns"] * ONE),
            integers(weights["bias"] * ONE),
            integers(np.clip(output, -LARGEST_WEIGHT, LARGEST_WEIGHT)),
            array("i", [bias]),
        ]


def fit(
    np: Any, files: Sequence[Path], epochs: int, rate: float, seed: int, curve: Path | None
) -> Trainer:
    """Return what was trained; write the errors of each epoch to *curve*."""
    samples = Samples(np, files)
    learnt = len(samples) * 19 // 20
    trainer = Trainer(np, rate, epochs * (learnt // BATCH), seed)
    print(f"{len(samples)} positions, {len(samples) - learnt} of them held out", flush=True)
    errors = []
    for number in range(1, epochs + 1):
        error = trainer.epoch(samples, learnt)
        errors.append((number, round(error, 5), round(trainer.error(samples, learnt), 5)))
        print("epoch {}: error {}, {} held out".format(*errors[-1]), flush=True)
    if curve is not None:
        write_curve(curve, errors)
    return trainer


# -- the match -------------------------------------------------------------------------------------


def even_openings(start: Any, count: int) -> Iterator[tuple[int, ...]]:
    """Yield *count* openings, 4 or 6 random plies from *start*, that the engine finds even."""
    engine = Engine(4)
    found = number = 0
    while found < count:
        number += 1
        chance = Random(f"loa opening {number}")
        position = start.copy()
        for _ in range(chance.choice((4, 6))):
            position.make(chance.choice(position.legal_moves()))
            if position.is_over():
                break
        else:
            score = engine.analyse(position, Limits(nodes=EVEN_NODES)).lines[0].score
            if not score.decided and abs(search_value(score)) <= EVEN:
                found += 1
                yield tuple(position.move_stack())


def played(file: Path, against: Path | None, games: int, limits: Limits) -> Iterator[float]:
    """Yield the results (1, 0.5, 0) of the network in *file*.

    The opponent is the network in *against*, or the hand-made evaluation.
    """
    game = find_game("loa")
    start = game.start(game.rulebook.default)
    networks = (None if against is None else read_network(against), read_network(file))

    def use(number: int) -> Callable[[Loa], None]:
        return lambda position: position.use_network(networks[number])

    openings = list(even_openings(start, (games + 1) // 2))
    return results(start, openings, (use(0), use(1)), limits)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do one of the steps; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.train_loa")
    steps = parser.add_subparsers(dest="step", required=True)
    positions = steps.add_parser("positions", help="play games and keep their positions")
    positions.add_argument("file", type=Path)
    positions.add_argument("--count", type=int, default=200_000)
    positions.add_argument("--nodes", type=int, default=8_000, help="for each move")
    positions.add_argument("--network", type=Path, help="the network that evaluates")
    fitted = steps.add_parser("fit", help="train a network")
    fitted.add_argument("files", type=Path, nargs="+")
    fitted.add_argument("--output", type=Path, default=Path(), help="the folder for the network")
    fitted.add_argument("--epochs", type=int, default=16)
    fitted.add_argument("--rate", type=float, default=0.002)
    fitted.add_argument("--curve", type=Path, help="a CSV file for the errors of each epoch")
    for step in (positions, fitted):
        step.add_argument("--seed", type=int, default=1)
    match = steps.add_parser("match", help="play a network against the hand-made evaluation")
    match.add_argument("file", type=Path)
    match.add_argument("--against", type=Path, help="another network instead")
    match.add_argument("--games", type=int, default=400)
    match.add_argument("--seconds", type=float, default=0.1, help="of the processor, a move")
    match.add_argument("--nodes", type=int, help="for each move, instead of time")
    chosen = parser.parse_args(arguments)
    steps_by_name: dict[str, Callable[[Any], int]] = {
        "positions": _positions,
        "fit": _fit,
        "match": _match,
    }
    return steps_by_name[chosen.step](chosen)


def _positions(chosen: Any) -> int:
    network = None if chosen.network is None else read_network(chosen.network)
    add_positions(chosen.file, chosen.seed, chosen.count, chosen.nodes, network)
    return 0


def _fit(chosen: Any) -> int:
    try:
        np = import_module("numpy")
    except ImportError:
        print("Training needs NumPy: install the extra 'train'.")
        return 1
    trainer = fit(np, chosen.files, chosen.epochs, chosen.rate, chosen.seed, chosen.curve)
    path = chosen.output / NAME
    write_network(trainer.sections(), path)
    print(path)
    return 0


def _match(chosen: Any) -> int:
    nodes = chosen.nodes
    limits = Limits(nodes=nodes) if nodes else Limits(seconds=chosen.seconds)
    limit_by_processor_time(True)
    tell(played(chosen.file, chosen.against, chosen.games, limits))
    return 0


if __name__ == "__main__":
    sys.exit(main())
