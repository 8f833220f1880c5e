"""Random positions of all built-in games, searched by everything that searches them.

    python -m tests.benchmarks.fuzz [--positions N] [--seed S] [--threads 1|2] [--first N]

Every position has rules, a history and a kind of search of its own, all drawn from the seed and its
number.  In a debug build (KALAHLOA_BUILD=debug) the invariants of rules and searches are checked at
every node; in any build the lines must be legal, and what one search has proven must not contradict
another.  With two threads engine and solver share a table.

The positions are searched in a process of their own: where a check ends it, the position's number
is told, and the next process goes on after it.  ``--first N --positions 1`` repeats position N.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from struct import Struct
from time import perf_counter
from typing import Any

from kalahloa.compiled import compiled_note, is_debug_build
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.rulebook import ChoiceOption
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import OPTIONS, KalahRules
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase
from kalahloa.models.games.loa.game import LoaRules
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.rules import OPTIONS as LOA_OPTIONS
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.search.proof.verification import ProofVerification
from kalahloa.models.search.score import Score, search_value
from kalahloa.models.search.solver.exact_search import ExactSearch
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.search.transposition_table import TranspositionTable
from tests.scores import is_certain

MAX_NODES = 400
"""The most nodes of one search on one thread."""
EXACT_NODES = 3_000
TABLEBASE_STONES = 5
_PROGRESS = Struct("<QQQ")  # the number of the position, of those compared, and of findings


class Contradiction(Exception):
    """What was found does not fit the rules, or other findings."""


# -- positions ------------------------------------------------------------------------------------


def _choices(rng: Random, options: Sequence[Any]) -> dict[str, Any]:
    return {
        option.name: rng.choice(list(option.values))
        for option in options
        if isinstance(option, ChoiceOption)
    }


def random_kalah(rng: Random) -> Position:
    """Return a position of Kalah under any rules, from its start or with stones anywhere."""
    pits = rng.choice((1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 6, 7, 9, 12))
    stones = rng.choice((1, 1, 2, 2, 3, 4, 6, 12))
    rules = KalahRules(pits=pits, stones=stones, **_choices(rng, OPTIONS))
    if rng.random() < 0.5:
        return find_game("kalah").start(rules)
    cells = [0] * (2 * pits + 2)
    for _ in range(rng.choice((3, 6, 9, 14, 20, 40, 200))):
        cells[rng.randrange(len(cells))] += 1
    if rng.random() < 0.1:
        cells[rng.randrange(pits)] += rng.randrange(200)  # sown more than once round
    return Kalah(cells, rng.randrange(2), rules)


def random_loa(rng: Random) -> Position:
    """Return a position of Lines of Action, from its start or with a few pieces anywhere."""
    rules = LoaRules(**_choices(rng, LOA_OPTIONS))
    if rng.random() < 0.4:
        return find_game("loa").start(rules)
    count = rng.randint(2, 14)
    squares = rng.sample(range(64), count)
    if rng.random() < 0.5:  # near to one another, so that wins are near as well
        corner = rng.randrange(4) + 8 * rng.randrange(4)
        squares = [
            corner + square % 5 + 8 * (square // 5) for square in rng.sample(range(25), count)
        ]
    own = rng.randint(1, count - 1)
    black, white = (sum(1 << square for square in part) for part in (squares[:own], squares[own:]))
    return Loa(black, white, rng.randrange(2), rules)


def random_position(rng: Random) -> Position:
    """Return a position with a history, whose game goes on."""
    draw = rng.random()
    while True:
        if draw < 0.45:
            position = random_kalah(rng)
        elif draw < 0.95:
            position = random_loa(rng)
        else:
            position = find_game("tictactoe").start(find_game("tictactoe").rulebook.default)
        if not position.is_over():
            break
    back_and_forth = rng.random() < 0.4
    for _ in range(rng.choice((0, 1, 2, 4, 8, 16, 40))):
        moves = position.legal_moves()
        played = position.move_stack()
        move = rng.choice(moves)
        if back_and_forth and len(played) > 1:
            # Where it is legal, the last move of the same side undone: boards come again.
            undone = played[-2] >> 6 | (played[-2] & 63) << 6
            move = undone if undone in moves else move
        position.make(move)
        if position.is_over():
            position.unmake()
            break
    return position


def describe(position: Position) -> str:
    """Return all that one needs to set *position* up again."""
    moves = position.move_stack()
    first = position.copy()
    for _ in moves:
        first.unmake()
    return f"{position.rules} {first.position_string()!r} moves {moves}"


# -- searches -------------------------------------------------------------------------------------


def expect(condition: bool, text: str) -> None:
    """Raise `Contradiction` with *text* unless *condition* holds."""
    if not condition:
        raise Contradiction(text)


def check_line(position: Position, line: Sequence[int], what: str) -> Position:
    """Return the position at the end of *line*; raise `Contradiction` where a move is illegal."""
    after = position.copy()
    for move in line:
        expect(move in after.legal_moves(), f"{what} has the illegal move {move} in {list(line)}")
        after.make(move)
    return after


def check_end(position: Position, line: Sequence[int], score: Score) -> None:
    """Check that a win in so many plies has a line that ends so."""
    after = check_line(position, line, "the engine's line")
    if score.plies is not None and len(line) == score.plies:
        outcome = after.outcome()
        expect(outcome is not None, f"{score.text}, but the line does not end the game")
        assert outcome is not None
        value = outcome.score_for(position.side)
        expect((value > 0) == (score.number > 0) and value != 0, f"{score.text}, but ends {value}")


class Fuzzer:
    """Searches positions with tables that it keeps; *threads* is 1 or 2."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.engine = Engine(1, threads)
        self.table = TranspositionTable(1)
        self.proofs = ProofTable(1)
        self.solver = Solver(1, threads)
        self.compared = 0

    def run(self, position: Position, rng: Random) -> None:
        """Search *position*; raise `Contradiction` for what cannot be."""
        before = (position.position_string(), position.hash, position.move_stack())
        score = self.analyse(position, rng)
        value = None if isinstance(position, Loa) else self.solve(position, rng)
        if value is not None:
            self.compare_value(score, value)
        if rng.random() < 0.5:
            self.compare_proof(position, rng, score, value)
        after = (position.position_string(), position.hash, position.move_stack())
        expect(before == after, "a search has changed the position that it was given")

    def analyse(self, position: Position, rng: Random) -> Score:
        """Return the engine's score after checking all its lines."""
        if self.threads == 1:
            limits = Limits(nodes=rng.randint(1, MAX_NODES))
        else:  # limits of nodes are for one thread; moves are shared from depth 4 on
            limits = Limits(depth=rng.choice((3, 4) if isinstance(position, Loa) else (4, 6, 8)))
        wanted = rng.choice((1, 1, 1, 2, 3))
        found = self.engine.analyse(position, limits, lines=wanted)
        first = [line.move for line in found.lines]
        expect(len(set(first)) == len(first), f"a move has two lines: {first}")
        values = [search_value(line.score) for line in found.lines]
        for line in found.lines:
            expect(line.line[0] == line.move, f"move {line.move} has the line {line.line}")
            check_line(position, line.line, "the engine's line")
        check_end(position, found.lines[0].line, found.lines[0].score)
        expect(values == sorted(values, reverse=True), f"lines are not in order: {values}")
        return found.lines[0].score

    def solve(self, position: Position, rng: Random) -> int | None:
        """Return the final score of *position* if it is found in few nodes."""
        value = self.converge(position, rng)
        if value is None or not isinstance(position, Kalah) or position.rules.pits > 6:
            return value
        position.use_tablebase(tablebase_for(position.rules))
        try:
            again = self.converge(position, rng)
            expect(again in (None, value), f"worth {value}, but {again} with the tablebase")
            self.compare_value(self.analyse(position, rng), value)
            if self.threads > 1:
                found = self.solver.solve(position, guess=value + rng.randint(-2, 2), plies=0)
                expect(found.bounds.value == value, f"worth {value}, the solver: {found.bounds}")
        finally:
            position.use_tablebase(None)
        return value

    def converge(self, position: Position, rng: Random) -> int | None:
        """Close in on the final score by windows of any width."""
        self.table.forget()
        search = ExactSearch(position.copy(), self.table)
        search.limit(nodes=EXACT_NODES)
        low, high = search.known_bounds()
        while low < high:
            alpha = rng.randint(low, high - 1)
            beta = alpha + rng.choice((1, 1, 1, 5))
            value = search.run(alpha, beta)
            if search.was_aborted():
                return None
            if value >= beta:
                low = max(low, value)
            elif value <= alpha:
                high = min(high, value)
            else:
                expect(low <= value <= high, f"{value} is not between {low} and {high}")
                low = high = value
            expect(low <= high, f"worth at least {low}, and at most {high}")
        return low

    def compare_value(self, score: Score, value: int) -> None:
        """Check what the engine has proven against the final score for the side to move."""
        if not is_certain(score):
            return
        self.compared += 1
        margin = score.number
        assert margin is not None
        if score.plies is not None:
            expect((margin > 0) == (value > 0) and value != 0, f"worth {value}: {score.text}")
        elif score.proven:
            expect(margin == value, f"worth {value}, but the engine: {score.text}")
        else:
            least = abs(margin)
            expect(margin * value >= least * least, f"worth {value}, but the engine: {score.text}")

    def compare_proof(
        self, position: Position, rng: Random, score: Score, value: int | None
    ) -> None:
        """Search for a forced win of either side, and compare it with what is known."""
        side = rng.randrange(2)
        self.proofs.forget()
        search = ProofSearch(position.copy(), self.proofs, side)
        search.limit(nodes=rng.randint(1, 2 * MAX_NODES))
        result = search.run(rng.choice((0, 50)))
        while result == 0 and search.was_aborted() and not search.is_over():
            result = search.run(50)
        if result > 0 and not ProofVerification(search).run():
            result = 0
        if result == 0:
            return
        sign = 1 if side == position.side else -1
        if value is not None:
            self.compared += 1
            expect((sign * value > 0) == (result > 0), f"worth {value}, but the proof: {result}")
        if is_certain(score):
            self.compared += 1
            wins = score.decided and sign * score.number > 0
            expect(wins == (result > 0), f"{score.text}, but side {side} has the proof {result}")


_tablebases: dict[tuple[int | str, ...], Tablebase] = {}


def tablebase_for(rules: KalahRules) -> Tablebase:
    """Return the values of positions with few stones under *rules*."""
    key = rules.tablebase_key()
    if key not in _tablebases:
        _tablebases[key] = build_tablebase(rules, TABLEBASE_STONES)
    return _tablebases[key]


# -- processes ------------------------------------------------------------------------------------


def work(seed: int, first: int, end: int, threads: int, progress: Path) -> None:
    """Search the positions from *first* to before *end*, and note in *progress* how far it is."""
    fuzzer = Fuzzer(threads)
    findings = 0
    with open(progress, "r+b", buffering=0) as file:
        for number in range(first, end):
            file.seek(0)
            file.write(_PROGRESS.pack(number, fuzzer.compared, findings))
            rng = Random(f"{seed} {number}")
            position = random_position(rng)
            try:
                fuzzer.run(position, rng)
            except Exception as error:  # every one of them is a finding
                findings += 1
                kind = type(error).__name__
                print(f"position {number}: {kind}: {error}\n  {describe(position)}", flush=True)
        file.seek(0)
        file.write(_PROGRESS.pack(end, fuzzer.compared, findings))


def run(seed: int, first: int, end: int, threads: int) -> tuple[int, int]:
    """Search all positions; return how many findings there were and how many comparisons."""
    findings = compared = 0
    with tempfile.TemporaryDirectory() as folder:
        progress = Path(folder, "progress")
        while first < end:
            progress.write_bytes(_PROGRESS.pack(first, 0, 0))
            command = ["--work", str(progress), "--seed", str(seed), "--threads", str(threads)]
            command += ["--first", str(first), "--positions", str(end - first)]
            done = subprocess.run(
                [sys.executable, "-X", "faulthandler", "-m", "tests.benchmarks.fuzz", *command],
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
            number, comparisons, found = _PROGRESS.unpack(progress.read_bytes())
            compared += comparisons
            findings += found
            if done.returncode:
                findings += 1
                position = random_position(Random(f"{seed} {number}"))
                print(f"position {number}: the process ended with {done.returncode}")
                print(f"  {describe(position)}\n{done.stderr[:2000]}", flush=True)
                number += 1
            first = number
    return findings, compared


def main(arguments: Sequence[str] | None = None) -> int:
    """Search so many positions and print what was found; return 1 if anything was."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.fuzz", description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000, help="how many positions")
    parser.add_argument("--seed", type=int, default=1, help="what they are drawn from")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--threads", type=int, choices=(1, 2), default=1)
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    end = asked.first + asked.positions
    if asked.work is not None:
        work(asked.seed, asked.first, end, asked.threads, asked.work)
        return 0
    print(f"Rules and search: {compiled_note()}.")
    if not is_debug_build():
        print("This is no debug build: invariants are not checked (KALAHLOA_BUILD=debug).")
    began = perf_counter()
    findings, compared = run(asked.seed, asked.first, end, asked.threads)
    seconds = perf_counter() - began
    print(
        f"{asked.positions:,} positions, seed {asked.seed}, {asked.threads} thread(s): "
        f"{findings} findings, {compared:,} values compared; "
        f"{asked.positions / seconds:,.0f} positions/s, {seconds:,.0f} s"
    )
    return 1 if findings else 0


if __name__ == "__main__":
    raise SystemExit(main())
