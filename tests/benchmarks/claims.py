"""What the engine claims, against what is true: ``python -m tests.benchmarks.claims``.

Random positions of Kalah with few stones in the pits are searched by the engine with a small budget
and without a tablebase; every score that it calls proven is compared with the tablebase.  Others,
with few pits, and positions of tic-tac-toe are compared with brute force: a plain minimax that
shares nothing with the searches but the rules.  So are the bounds of the engine with proofs.  At
end the signature of the benchmark suite is computed twice, by the compiled modules and by the same
modules uncompiled (``--no-bench`` leaves that out: it takes minutes).  Returns 1 if anything is
wrong.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from kalahloa.cli.progress import ProgressLine
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.knowledge import open_knowledge
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.levels.move_prover import Budget, Prover
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import Score
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.work.cancellation import never
from tests.models.random_play import start
from tests.scores import is_certain

PRESETS = ("lecture", "standard", "empty-capture")
STONES = 12
"""The most stones in the pits of a position that is looked up."""
NODES = (50, 500, 5_000)
"""The budgets of the searches, one of them for each position."""


@dataclass
class Count:
    """How many positions were searched, how many claims made, and which of them are wrong."""

    positions: int = 0
    claims: int = 0
    wrong: list[str] = field(default_factory=list)

    def check(self, good: bool, words: str) -> None:
        """Count a claim."""
        self.claims += 1
        if not good:
            self.wrong.append(words)


def is_right(score: Score, value: int) -> bool:
    """Return whether a *score* that is called proven agrees with the exact *value*."""
    margin = score.number
    if score.plies is not None or score.is_bound:
        return value >= margin if margin > 0 else value <= margin
    return value == margin


def endgame(chance: Random, rules: Any) -> Kalah:
    """Return a random position that goes on, with at most `STONES` stones in the pits."""
    pits = rules.pits
    while True:
        cells = [0] * (2 * pits + 2)
        for _ in range(chance.randint(2, STONES)):
            cells[chance.choice([*range(pits), *range(pits + 1, 2 * pits + 1)])] += 1
        rest = 2 * pits * rules.stones - sum(cells)
        cells[pits] = chance.randint(0, rest)
        cells[2 * pits + 1] = rest - cells[pits]
        position = Kalah(cells, chance.randrange(2), rules)
        if not position.is_over():
            return position


def true_value(table: Tablebase, position: Kalah) -> int:
    """Return the exact score of *position* for the side to move, by the tablebase."""
    cells, pits = position.stones(), position.rules.pits
    south, north = cells[:pits], cells[pits + 1 : -1]
    mine, theirs = (north, south) if position.side else (south, north)
    mover = position.side
    return table.margin_of_pits(mine, theirs) + position.in_kalah(mover) - position.in_kalah(
        1 - mover
    )  # fmt: skip


def check_endgames(count: int, seed: int) -> Count:
    """Compare the engine, and proofs, with the tablebase on *count* positions."""
    found, engine, proofs = Count(), Engine(1), TranspositionTable(1)
    with ProgressLine() as line:
        for number in range(count):
            chance = Random(f"claims {seed} {number}")
            rules: Any = start("kalah", PRESETS[number % len(PRESETS)]).rules
            position = endgame(chance, rules)
            value = true_value(_table(rules), position)
            nodes = NODES[number % len(NODES)]
            score = engine.analyse(position, Limits(nodes=nodes)).lines[0].score
            found.positions += 1
            words = f"{position.position_string()} {rules.file_words()}: {value}"
            if is_certain(score):
                found.check(is_right(score, value), f"{words}, but the engine {score.text}")
            proofs.forget()
            book = find_game("kalah").knowledge.book(rules)
            budget = Budget(Limits(nodes=nodes))
            prover = Prover(position, book, proofs, budget, never)
            for move in prover.moves:
                prover.is_at_least(move, chance.randint(-6, 6))
            bounds = prover.bounds
            found.check(bounds.low <= value <= bounds.high, f"{words}, but proofs {bounds.text}")
            if number % 50 == 0:
                line.show(number, count, f"{found.claims:,} claims")
    return found


@lru_cache
def _table(rules: Any) -> Tablebase:
    table = open_knowledge(rules, STONES, cached=False, booked=False).tablebase
    assert table is not None
    return table


def small_starts() -> Iterator[Any]:
    """Yield starts of games that brute force can solve."""
    yield start("tictactoe")
    for preset in PRESETS:
        yield start("kalah", preset, pits=3, stones=2)
        yield start("kalah", preset, pits=2, stones=3)


def brute_force(position: Any, memo: dict[str, int]) -> int:
    """Return the exact score of *position* for the first player, by plain minimax."""
    outcome = position.outcome()
    if outcome is not None:
        return int(outcome.score_for(0))
    key = position.position_string()
    if key not in memo:
        values = []
        for move in position.legal_moves():
            position.make(move)
            values.append(brute_force(position, memo))
            position.unmake()
        memo[key] = min(values) if position.side else max(values)
    return memo[key]


def check_small(count: int, seed: int) -> Count:
    """Compare the engine with brute force on *count* positions of small games."""
    found, engine = Count(), Engine(1)
    starts = [(position, dict[str, int]()) for position in small_starts()]
    for number in range(count):
        chance = Random(f"small {seed} {number}")
        begin, memo = starts[number % len(starts)]
        position = begin.copy()
        for _ in range(chance.randint(0, 8)):
            position.make(chance.choice(position.legal_moves()))
            if position.is_over():
                position.unmake()
                break
        value = brute_force(position, memo) * (-1 if position.side else 1)
        evaluator = None
        if not position.has_evaluation():
            evaluator = find_game("tictactoe").heuristic()
        limits = Limits(nodes=NODES[number % len(NODES)])
        score = engine.analyse(position, limits, evaluator=evaluator).lines[0].score
        found.positions += 1
        if is_certain(score):
            words = f"{position.position_string()}: {value}, but the engine {score.text}"
            found.check(is_right(score, value), words)
    return found


def signature(pure: bool) -> str:
    """Return the signature that ``kalahloa bench`` prints, compiled or not."""
    environment = {**os.environ, **({"KALAHLOA_PURE": "1"} if pure else {})}
    done = subprocess.run(
        [sys.executable, "-m", "kalahloa", "bench"],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    return done.stdout.split("Signature ")[1].strip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how many claims were checked, and what is wrong; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.claims")
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-bench", action="store_true", help="without the two signatures")
    asked = parser.parse_args(arguments)
    small = asked.positions // 4
    parts = {
        "tablebase": check_endgames(asked.positions - small, asked.seed),
        "brute force": check_small(small, asked.seed),
    }
    for name, count in parts.items():
        print(
            f"{name}: {count.positions:,} positions, {count.claims:,} claims, "
            f"{len(count.wrong)} wrong"
        )
        print("\n".join(count.wrong[:20]), end="\n" if count.wrong else "")
    wrong = any(count.wrong for count in parts.values())
    if not asked.no_bench:
        both = [signature(pure) for pure in (False, True)]
        print("signatures: " + " and ".join(both))
        wrong |= both[0].split()[0] != both[1].split()[0]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
