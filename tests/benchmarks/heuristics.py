"""How fast the engine is with heuristics that users write: interpreted, compiled, and its own.

    python -m tests.benchmarks.heuristics [--rounds 3] [--nodes 200000] [--json]

The examples that come with the program are compared.  Each round measures all three one after the
other on the same positions; of the rounds the best counts, in nodes for a second of the processor.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kalahloa.compiled import compiled_note
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import own_games
from kalahloa.models.heuristics.fast import (
    CompiledHeuristic,
    NotCompiled,
    compile_heuristic,
    sample_positions,
)
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.resources import resource

MEBIBYTES = 4
INTERPRETED_SHARE = 100
"""Interpreted searches visit this many times fewer nodes."""
POSITIONS = 4
LIKE_SIZE = {("loa", "mia"), ("kalah", "offers")}
"""The examples that are as large as the engine's own evaluation."""

Evaluator = Callable[[Position], float]


@dataclass(frozen=True)
class Row:
    """The figures of one example: nodes a second, and how long it took to compile and check it."""

    game: str
    name: str
    interpreted: float
    compiled: float
    own: float | None
    seconds: float
    like_size: bool

    @property
    def gain(self) -> float:
        """How many times as fast compiled is as interpreted."""
        return self.compiled / self.interpreted

    @property
    def share(self) -> float | None:
        """The speed as a share of that with the engine's own evaluation."""
        return None if self.own is None else self.compiled / self.own


def interpreted(game: Game, text: str) -> Evaluator:
    """Return the heuristic *text* as a function of a position of *game*."""
    names: dict[str, Any] = {}
    exec(text, names)
    assert game.features is not None
    view, evaluate = game.features.view, names["evaluate"]
    return lambda position: evaluate(view(position))


def middle_positions(game: Game) -> list[Position]:
    """Return positions from the middle of random games."""
    found: list[Position] = []
    usual = [preset.rules for preset in game.rulebook.presets]
    sampled = (one for one in sample_positions(game, 1_000) if one.rules in usual)
    for number, position in enumerate(sampled):
        if number % 97 == 12 and len(found) < POSITIONS:
            found.append(position.copy(stack=False))
    return found


def speed(positions: Sequence[Position], evaluator: Evaluator | None, nodes: int) -> float:
    """Return the nodes for a second of the processor of searches of *nodes* nodes each."""
    engine = Engine(MEBIBYTES)
    visited = 0
    began = time.process_time()
    for position in positions:
        visited += engine.analyse(position, Limits(nodes=nodes), evaluator=evaluator).nodes
    return visited / (time.process_time() - began)


def measure(game: Game, name: str, nodes: int, rounds: int) -> Row | NotCompiled:
    """Return the figures of the example *name* of *game*."""
    text = resource("heuristics", game.key, f"{name}.py").read_text(encoding="utf-8")
    plain = interpreted(game, text)
    compiled = compile_heuristic(text, game, plain)
    if not isinstance(compiled, CompiledHeuristic):
        return compiled
    positions = middle_positions(game)
    own = positions[0].has_evaluation()
    speeds = [
        (
            speed(positions, plain, max(200, nodes // INTERPRETED_SHARE)),
            speed(positions, compiled, nodes),
            speed(positions, None, nodes) if own else 0.0,
        )
        for _ in range(rounds)
    ]
    best = [max(column) for column in zip(*speeds, strict=True)]
    like_size = (game.key, name) in LIKE_SIZE
    return Row(game.key, name, best[0], best[1], best[2] or None, compiled.seconds, like_size)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.heuristics")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=200_000, help="of each compiled search")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    rows = []
    if not options.json:
        print(f"The engine is {compiled_note()}.  Nodes for a second of the processor:\n")
        print("game       heuristic          interpreted    compiled  times   engine's own  share")
    for game in own_games():
        for name in game.features.examples if game.features else ():
            row = measure(game, name, options.nodes, options.rounds)
            if isinstance(row, NotCompiled):
                print(f"{game.key:11}{name:17} {row.sentence}")
                return 1
            rows.append(row)
            if not options.json:
                own = "" if row.share is None else f"{row.own:15,.0f}{row.share:7.0%}"
                print(
                    f"{row.game:11}{row.name:17}{row.interpreted:13,.0f}{row.compiled:12,.0f}"
                    f"{row.gain:7.0f}{own}{'  like size' if row.like_size else ''}"
                )
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
