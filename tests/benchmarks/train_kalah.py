"""Trains the network of Kalah on exact values: ``python -m tests.benchmarks.train_kalah``.

    ... train_kalah positions FILE --count 50000 --seed 1      # again with other seeds and files
    ... train_kalah fit FILE ... --output resources/networks [--curve CURVE.csv]
    ... train_kalah match FILE --games 200 --nodes 20000       # or --seconds 0.02

`positions` plays games of mixed strength up to a random number of stones, solves the position, and
walks from it at random: what the solver's table knows exactly by then, or almost, is kept, so that
the positions are like those that a search evaluates.  FILE is added to; it has 13 bytes for each:
the pits of the side to move, those of the other side, and 128 more than the pits are worth to the
side to move.  `fit` trains the network by Adam (Kingma and Ba, 2015) and prints the mean error on
the last tenth of the positions, which it does not learn from; it needs NumPy (the extra *train*).
`match` plays the network against the hand-made evaluation, with as many nodes a move for both or as
much time of the processor, from even openings with sides swapped.
"""

import argparse
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.network import FIRST_UNITS, SECOND_UNITS
from kalahloa.models.games.kalah.network_file import network_name, read_network, write_network
from kalahloa.models.match.openings import read_openings
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.search_control import limit_by_processor_time
from kalahloa.models.search.solver.exact_search import ExactSearch
from kalahloa.models.search.transposition_table import TranspositionTable
from tests.benchmarks.networks import Adam, results, tell, write_curve

PITS, COUNTS = 6, 16
ROW = 2 * PITS + 1
LEAST_STONES = 17
"""What has fewer in its pits is known from the tablebase."""
MOST_LEFT = 40
GUESS_NODES, ROOT_NODES, NEAR_NODES = 1_500, 150_000, 20_000
WALKS, LONGEST_WALK, ROOTS = 250, 14, 6
NEAR = 4
"""Positions whose bounds are no farther apart are solved now and then."""
SCALE = 10.0
"""The network's output of 1 stands for so many stones."""
ONE, DIRECT = 256, 256_000
"""What 1 is in the integers of the first layers, and what the scale is in those of the last."""
BATCH, DECAY = 256, 0.3


# -- positions -------------------------------------------------------------------------------------


class Sampler:
    """Finds exact values of positions under the *preset* of the rules; *seed* sets which."""

    def __init__(self, preset: str, seed: int) -> None:
        game = find_game("kalah")
        self._start = game.start(game.rulebook.read(preset))
        self._known = game.knowledge.to_play(self._start.rules)
        self._table = TranspositionTable(64)
        self._engine = Engine(1)
        self._seed = seed

    def game(self, number: int) -> dict[bytes, int]:
        """Return what positions of game *number* are worth, by their pits."""
        chance = Random(f"network {self._seed} {number}")
        position = self._played(chance)
        self._table.forget()
        found: dict[bytes, int] = {}
        for _ in range(ROOTS):
            if position.is_over() or _stones(position) < LEAST_STONES + 2:
                break
            self._keep(found, position, self._solved(position, ROOT_NODES))
            self._walk(found, ExactSearch(position.copy(), self._table), chance)
            position.make(chance.choice(position.legal_moves()))
        return found

    def _played(self, chance: Random) -> Any:
        position = self._start.copy()
        opening, slips = chance.choice((2, 4, 6, 8)), chance.choice((0.05, 0.15, 0.3))
        end = chance.randint(24, MOST_LEFT)
        while not position.is_over() and _stones(position) > end:
            if position.ply < opening or chance.random() < slips:
                move = chance.choice(position.legal_moves())
            else:
                nodes = chance.choice((300, 3000))
                move = self._engine.analyse(position, Limits(nodes=nodes)).lines[0].move
            position.make(move)
        self._known.use_tablebase(position)
        return position

    def _walk(self, found: dict[bytes, int], search: ExactSearch, chance: Random) -> None:
        position: Any = search.position
        for _ in range(WALKS):
            made = 0
            for _ in range(chance.randint(1, LONGEST_WALK)):
                position.make(chance.choice(position.legal_moves()))
                made += 1
                if position.is_over() or _stones(position) < LEAST_STONES:
                    break
                low, high = search.known_bounds()
                if low == high:
                    self._keep(found, position, low)
                elif high - low <= NEAR and chance.random() < 0.3:
                    self._keep(found, position, self._solved(position, NEAR_NODES))
            for _ in range(made):
                position.unmake()

    def _solved(self, position: Any, nodes: int) -> int | None:
        """Return the value of *position*, None if a search takes more than *nodes* nodes."""
        search = ExactSearch(position.copy(), self._table)
        low, high = search.known_bounds()
        if low < high:
            line = self._engine.analyse(position, Limits(nodes=GUESS_NODES)).lines[0]
            guess = min(max(round(line.score.number), low), high)
        while low < high:
            beta = guess + 1 if guess == low else guess
            guess = search.run(beta - 1, beta, nodes)
            if search.was_aborted():
                return None
            low, high = (low, guess) if guess < beta else (guess, high)
        return low

    def _keep(self, found: dict[bytes, int], position: Any, value: int | None) -> None:
        if value is None:
            return
        stones, side = position.stones(), position.side
        halves = stones[:PITS], stones[PITS + 1 : -1]
        kalahs = position.in_kalah(side) - position.in_kalah(1 - side)
        found[bytes([*halves[side], *halves[1 - side]])] = value - kalahs


def _stones(position: Any) -> int:
    return int(position.in_pits(0) + position.in_pits(1))


def add_positions(file: Path, preset: str, seed: int, count: int) -> None:
    """Add about *count* positions to *file*."""
    sampler = Sampler(preset, seed)
    number = added = 0
    while added < count:
        number += 1
        found = sampler.game(number)
        added += len(found)
        with file.open("ab") as out:
            out.write(b"".join(bytes([*pits, 128 + worth]) for pits, worth in found.items()))
        if number % 20 == 0:
            print(f"{number} games, {added} positions", flush=True)


# -- training --------------------------------------------------------------------------------------


class Trainer:
    """A network in floating-point numbers, by the module *np*, that learns in *steps* steps."""

    def __init__(
        self, np: Any, inputs: Any, worths: Any, rate: float, steps: int, seed: int
    ) -> None:
        self.np = np
        chance = np.random.default_rng(seed)
        size = inputs.shape[1]

        def random(spread: float, *shape: int) -> Any:
            return chance.normal(0.0, spread, shape).astype(np.float32)

        def equal(value: float, *shape: int) -> Any:
            return np.full(shape, value, np.float32)

        # The direct worth begins with the ridge regression, the rest learns what that misses.
        bias = float(worths.mean())
        square = inputs.T @ inputs + 3 * np.eye(size, dtype=np.float32)
        direct = np.linalg.solve(square, inputs.T @ (worths - bias)).astype(np.float32)
        self.weights = {
            "columns": random(0.15, size, FIRST_UNITS),
            "first bias": equal(0.3, FIRST_UNITS),
            "second": random(FIRST_UNITS**-0.5, FIRST_UNITS, SECOND_UNITS),
            "second bias": equal(0.2, SECOND_UNITS),
            "third": random(SECOND_UNITS**-0.5, SECOND_UNITS),
            "direct": direct,
            "bias": equal(bias, 1),
        }
        self._adam = Adam(np, self.weights, rate, steps, ("columns", "second"), DECAY)
        self._chance = chance

    def forward(self, inputs: Any) -> tuple[Any, Any, Any]:
        """Return the activations of both layers, and the output."""
        np, weights = self.np, self.weights
        first = np.clip(inputs @ weights["columns"] + weights["first bias"], 0, 1)
        second = np.clip(first @ weights["second"] + weights["second bias"], 0, 1)
        direct = inputs @ weights["direct"] + weights["bias"][0]
        return first, second, second @ weights["third"] + direct

    def epoch(self, inputs: Any, worths: Any) -> float:
        """Learn from all samples once; return the mean squared error."""
        order = self._chance.permutation(len(inputs))
        total = 0.0
        for begin in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[begin : begin + BATCH]
            total += self._step(inputs[chosen], worths[chosen])
        return total / max(1, len(order) // BATCH * BATCH)

    def _step(self, inputs: Any, worths: Any) -> float:
        np, weights = self.np, self.weights
        first, second, output = self.forward(inputs)
        error = output - worths
        outer = 2 * error / len(worths)
        later = np.outer(outer, weights["third"]) * ((second > 0) & (second < 1))
        earlier = (later @ weights["second"].T) * ((first > 0) & (first < 1))
        slopes = {
            "columns": inputs.T @ earlier + 0.0,
            "first bias": earlier.sum(0),
            "second": first.T @ later,
            "second bias": later.sum(0),
            "third": second.T @ outer,
            "direct": inputs.T @ outer,
            "bias": outer.sum(keepdims=True),
        }
        self._adam.step(slopes)
        return float((error**2).sum())

    def sections(self) -> list[array]:
        """Return the network in integers (see `network.SECTIONS`)."""

        def integers(kind: str, name: str, one: int) -> array:
            weights = self.weights[name]
            turned = weights.T if name == "second" else weights
            return array(kind, self.np.rint(turned * one).astype(int).reshape(-1).tolist())

        return [
            integers("h", "columns", ONE),
            integers("h", "first bias", ONE),
            integers("h", "second", ONE),
            integers("i", "second bias", ONE * ONE),
            integers("h", "third", round(100 * SCALE)),
            integers("i", "direct", DIRECT),
            integers("i", "bias", DIRECT),
        ]


def read_positions(np: Any, files: Sequence[Path]) -> tuple[Any, Any]:
    """Return the inputs and the worths, in units of `SCALE`; each position once."""
    content = b"".join(path.read_bytes() for path in files)
    rows = np.frombuffer(content, np.uint8).reshape(-1, ROW)
    _, places = np.unique(rows[:, :-1], axis=0, return_index=True)
    rows = rows[np.sort(places)]
    inputs = np.zeros((len(rows), 2 * PITS * COUNTS), np.float32)
    columns = np.arange(2 * PITS) * COUNTS + np.minimum(rows[:, :-1], COUNTS - 1)
    inputs[np.arange(len(rows))[:, None], columns] = 1
    return inputs, (rows[:, -1].astype(np.float32) - 128) / SCALE


def fit(
    np: Any, files: Sequence[Path], epochs: int, rate: float, seed: int, curve: Path | None
) -> Trainer:
    """Return what was trained; write the errors of each epoch, in stones, to *curve*."""
    inputs, worths = read_positions(np, files)
    learnt = len(inputs) * 9 // 10
    steps = epochs * (learnt // BATCH)
    trainer = Trainer(np, inputs[:learnt], worths[:learnt], rate, steps, seed)
    print(f"{len(inputs)} positions, {len(inputs) - learnt} of them held out", flush=True)
    errors = []
    for number in range(1, epochs + 1):
        error = SCALE * sqrt(trainer.epoch(inputs[:learnt], worths[:learnt]))
        output = trainer.forward(inputs[learnt:])[-1]
        held = SCALE * sqrt(float(((output - worths[learnt:]) ** 2).mean()))
        errors.append((number, round(error, 3), round(held, 3)))
        print("epoch {}: error {} stones, {} held out".format(*errors[-1]), flush=True)
    if curve is not None:
        write_curve(curve, errors)
    return trainer


# -- the match -------------------------------------------------------------------------------------


def played(file: Path, preset: str, games: int, limits: Limits) -> Iterator[float]:
    """Yield the network's results (1, 0.5, 0) against the hand-made evaluation."""
    game = find_game("kalah")
    start: Any = game.start(game.rulebook.read(preset))
    network = read_network(file, start.rules)
    game.knowledge.to_play(start.rules).use_tablebase(start)
    pairs = (games + 1) // 2
    found = read_openings(f"even:{pairs}").offered(start, pairs, game.knowledge, fewer=True)
    openings = [found[number % len(found)].moves for number in range(pairs)]
    uses = (lambda one: one.use_network(None), lambda one: one.use_network(network))
    return results(start, openings, uses, limits)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do one of the steps; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.train_kalah")
    steps = parser.add_subparsers(dest="step", required=True)
    positions = steps.add_parser("positions", help="solve positions")
    positions.add_argument("file", type=Path)
    positions.add_argument("--count", type=int, default=50_000)
    fitted = steps.add_parser("fit", help="train a network")
    fitted.add_argument("files", type=Path, nargs="+")
    fitted.add_argument("--output", type=Path, default=Path(), help="the folder for the network")
    fitted.add_argument("--epochs", type=int, default=20)
    fitted.add_argument("--rate", type=float, default=0.002)
    fitted.add_argument("--curve", type=Path, help="a CSV file for the errors of each epoch")
    match = steps.add_parser("match", help="play a network against the hand-made evaluation")
    match.add_argument("file", type=Path)
    match.add_argument("--games", type=int, default=200)
    match.add_argument("--nodes", type=int, default=20_000, help="for each move")
    match.add_argument("--seconds", type=float, help="for each move, instead of nodes")
    for step in (positions, fitted, match):
        step.add_argument("--preset", default="lecture")
    for step in (positions, fitted):
        step.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    steps_by_name: dict[str, Callable[[Any], int]] = {
        "positions": _positions,
        "fit": _fit,
        "match": _match,
    }
    return steps_by_name[chosen.step](chosen)


def _positions(chosen: Any) -> int:
    add_positions(chosen.file, chosen.preset, chosen.seed, chosen.count)
    return 0


def _fit(chosen: Any) -> int:
    try:
        np = import_module("numpy")
    except ImportError:
        print("Training needs NumPy: install the extra 'train'.")
        return 1
    trainer = fit(np, chosen.files, chosen.epochs, chosen.rate, chosen.seed, chosen.curve)
    game = find_game("kalah")
    rules = game.rulebook.read(chosen.preset)
    path = chosen.output / network_name(rules)
    write_network(trainer.sections(), rules, path)
    print(path)
    return 0


def _match(chosen: Any) -> int:
    limits = Limits(nodes=None if chosen.seconds else chosen.nodes, seconds=chosen.seconds)
    limit_by_processor_time(True)
    tell(played(chosen.file, chosen.preset, chosen.games, limits))
    return 0


if __name__ == "__main__":
    sys.exit(main())
