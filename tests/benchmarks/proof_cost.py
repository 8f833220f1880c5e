"""How many nodes proofs take: ``python -m tests.benchmarks.proof_cost [--games N] [--nodes N]``.

At one position of each game of mixed strength, the question whether a move is worth a draw is put
to every legal move, as a player with proofs does.  The binary logarithm of the nodes is fitted, by
least squares, to what is known before the search (see `proof_cost` in the models).  A question that
takes more than the limit counts as what the fit says of it, but at least as the limit.  Nodes are
the same on every machine.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2, sqrt
from random import Random

from kalahloa.models.game.registry import find_game
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.levels.move_prover import Budget, Prover
from kalahloa.models.search.levels.proof_cost import MAX_DISTANCE, CostModel
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.work.cancellation import never
from tests.benchmarks.exact import mixed_games

GUESS_NODES = 20_000
ROUNDS = 30
RIDGE = 1e-3


@dataclass(frozen=True)
class Sample:
    """A question: what is known before, and the nodes; *open* if it took more."""

    span: int
    distance: float
    moves: int
    log_nodes: float
    open: bool

    @property
    def row(self) -> list[float]:
        """What the logarithm is fitted to."""
        return [1.0, self.span, min(MAX_DISTANCE, abs(self.distance)), self.moves]


def samples(games: int, limit: int, seed: int) -> Iterator[Sample]:
    """Yield the questions at a position of each of *games* games, with at most *limit* nodes."""
    source = find_game("kalah").knowledge
    table = TranspositionTable(32)
    engine = Engine(4)
    numbers = range(seed * 10_000, seed * 10_000 + games)
    for number, passed in zip(numbers, mixed_games("lecture", numbers), strict=True):
        position = Random(number).choice(passed)
        knowledge = source.to_play(position.rules)
        knowledge.use_tablebase(position)
        table.forget()
        budget = Budget(Limits(nodes=limit))
        prover = Prover(position, knowledge, table, budget, never)
        if len(prover.moves) < 2 or prover.best_moves():
            continue
        found = engine.analyse(position, Limits(nodes=GUESS_NODES)).lines[0]
        span = prover.span_after(found.move)
        answer = prover.is_at_least(found.move, 0)
        yield Sample(
            span,
            found.score.number,
            len(prover.moves),
            log2(max(1, budget.nodes)),
            answer is None,
        )


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of a system of linear equations, by Gauss's elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    count = len(rows)
    for column in range(count):
        pivot = max(range(column, count), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(count):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [rows[row][count] / rows[row][row] for row in range(count)]


def fitted(found: Sequence[Sample]) -> CostModel:
    """Return the model that fits *found* best."""
    aims = [sample.log_nodes for sample in found]
    weights = [0.0] * 4
    for _ in range(ROUNDS):
        matrix = [
            [sum(s.row[i] * s.row[j] for s in found) + RIDGE * (i == j) for j in range(4)]
            for i in range(4)
        ]
        right = [sum(s.row[i] * aim for s, aim in zip(found, aims, strict=True)) for i in range(4)]
        weights = solved(matrix, right)
        said = [sum(w * x for w, x in zip(weights, s.row, strict=True)) for s in found]
        aims = [
            max(s.log_nodes, value) if s.open else s.log_nodes
            for s, value in zip(found, said, strict=True)
        ]
    errors = [aim - value for aim, value in zip(aims, said, strict=True)]
    deviation = sqrt(sum(error * error for error in errors) / max(1, len(errors) - 4))
    return CostModel(*weights, deviation)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the samples by their span, and the fitted numbers; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.proof_cost")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=1_000_000, help="at most, a question")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    found = list(samples(asked.games, asked.nodes, asked.seed))
    for low in range(0, 100, 10):
        rows = sorted(s.log_nodes for s in found if low <= s.span < low + 10)
        if rows:
            opened = sum(s.open for s in found if low <= s.span < low + 10)
            print(
                f"span {low:2} to {low + 9:2}: {len(rows):3} questions, median "
                f"{2 ** rows[len(rows) // 2]:12,.0f} nodes, {opened} not answered"
            )
    model = fitted(found)
    print(", ".join(f"{name} {value:.3f}" for name, value in model._asdict().items()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
