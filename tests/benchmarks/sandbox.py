"""What the sandbox costs: starting, stopping, large trees, and the engine with a heuristic::

    python -m tests.benchmarks.sandbox [--nodes 1000000] [--json]

While the tree arrives, another thread asks for the GIL again and again, as a window would; its
longest wait is counted in processor time of this process, which other programs do not disturb.
The longest piece is the processor time of the thread that puts the tree together, for one part of
it: between the parts others get the GIL.
"""

import argparse
import json
import threading
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from kalahloa.controllers.work.background import prompt_switching
from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.sandbox import sandbox as sandbox_module
from kalahloa.models.sandbox import trees
from kalahloa.models.sandbox.orders import SearchOrder
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.search.engine.heuristic_engine import HeuristicEngine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.search_tree import SearchTree
from kalahloa.models.work.cancellation import Stop
from tests.memory import resident_bytes

NEAR = "def evaluate(p): return p.mobility(p.side) - p.mobility(1 - p.side)"
ENDLESS = "def evaluate(p):\n    while True: pass"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--nodes", type=int, default=1_000_000, help="about so many nodes of a tree"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    facts = {
        **_starting(),
        **_stopping(),
        **_evaluating(),
        **_speed(),
        **_tree(arguments.nodes),
    }
    if arguments.json:
        print(json.dumps(facts))
        return
    for name, value in facts.items():
        print(f"{name:40} {value:>12,.4g}")


def _order(text: str | None, searcher: str, limits: Limits, **settings: Any) -> SearchOrder:
    game = find_game("loa")
    source = None if text is None else HeuristicSource("benchmark", "loa", text)
    position = game.start(game.rulebook.default)
    return SearchOrder.of(game, position, searcher, limits, source, **settings)


def _starting() -> dict[str, float]:
    """Return the time from nothing to the first answer, and that of further answers."""
    times, again = [], []
    for _ in range(5):
        with Sandbox() as sandbox:
            for kept in (times, again):
                began = time.perf_counter()
                sandbox.search(_order(NEAR, "alpha-beta", Limits(depth=1)))
                kept.append(time.perf_counter() - began)
    return {"first answer, ms": 1000 * median(times), "next answer, ms": 1000 * median(again)}


def _stopping() -> dict[str, float]:
    """Return the time from the flag to the end of the call."""
    facts = {}
    for name, text in (("a search", NEAR), ("an endless loop", ENDLESS)):
        times = []
        for _ in range(5):
            stop = Stop()
            set_at: list[float] = []

            def end(stop: Stop = stop, set_at: list[float] = set_at) -> None:
                set_at.append(time.perf_counter())
                stop.set()

            with Sandbox() as sandbox:
                sandbox.warm_up()
                threading.Timer(0.6, end).start()
                try:
                    sandbox.search(_order(text, "negamax", Limits(depth=8)), stop)
                except SearchStopped:
                    times.append(time.perf_counter() - set_at[0])
        facts[f"stopping {name}, ms, the longest"] = 1000 * max(times)
    return facts


def _evaluating() -> dict[str, float]:
    """Return how long the values and terms of all moves take, as the lab asks for them."""
    game = find_game("loa")
    position = game.start(game.rulebook.default)
    after = []
    for move in position.legal_moves():
        position.make(move)
        after.append(position.copy())
        position.unmake()
    source = HeuristicSource("benchmark", "loa", f"A = 1.0\nB = 2.0\nC = 3.0\n{NEAR}")
    times = []
    with Sandbox() as sandbox:
        for _ in range(10):
            began = time.perf_counter()
            sandbox.evaluate(source, [position, *after])
            times.append(time.perf_counter() - began)
    return {f"values and terms of {len(after)} moves, ms": 1000 * median(times)}


def _speed() -> dict[str, float]:
    """Return the nodes a second of the engine with the same heuristic, here and there."""
    game = find_game("loa")
    position = game.start(game.rulebook.default)
    code: dict[str, Any] = {}
    exec(NEAR, code)
    assert game.features is not None
    view = game.features.view
    here = HeuristicEngine(Heuristic("h", "h", "", lambda one: float(code["evaluate"](view(one)))))
    limits = Limits(nodes=20_000)
    ratios, speeds = [], []
    with Sandbox() as sandbox:
        sandbox.warm_up()
        for _ in range(5):
            one = here.choose(position.copy(), limits, game.heuristic())
            other = sandbox.search(_order(NEAR, "engine", limits))
            speeds.append(other.nodes / other.seconds)
            ratios.append(one.seconds / other.seconds)
    return {"engine, nodes a second": median(speeds), "the same, of here": median(ratios)}


def _tree(nodes: int) -> dict[str, float]:
    """Return what a tree of so many nodes takes to arrive."""
    waits: list[float] = []
    pieces: list[float] = []
    done, begun = threading.Event(), threading.Event()
    began_at = [0.0]

    def tick() -> None:
        begun.wait()
        last = time.process_time()
        while not done.is_set():
            time.sleep(0)
            now = time.process_time()
            waits.append(now - last)
            last = now

    class Watched(trees.TreeReceiver):
        def __init__(self, message: dict[str, Any]) -> None:
            super().__init__(message)
            if message["nodes"] > nodes // 2:
                began_at[0] = time.perf_counter()
                begun.set()

        def take(self, message: dict[str, Any]) -> SearchTree | None:
            before = time.thread_time()
            tree = super().take(message)
            if tree is None:  # the last one is done in pieces
                pieces.append(time.thread_time() - before)
            return tree

        def take_bytes(self, content: bytes) -> None:
            before = time.thread_time()
            super().take_bytes(content)
            pieces.append(time.thread_time() - before)

        def checks(self) -> Iterator[None]:
            before = time.thread_time()
            for _ in super().checks():
                pieces.append(time.thread_time() - before)
                yield
                before = time.thread_time()

    sandbox_module.TreeReceiver = Watched  # type: ignore[misc]
    # Tic-tac-toe has 549,946 nodes in all; of Lines of Action so many are recorded.
    game = find_game("loa" if nodes > 549_946 else "tictactoe")
    position = game.start(game.rulebook.default)
    before = resident_bytes()
    ticking = threading.Thread(target=tick)
    ticking.start()
    with Sandbox() as sandbox, prompt_switching():
        depth = 4 if nodes > 549_946 else 9 if nodes > 100_000 else 5
        limits = Limits(depth=depth)
        order = SearchOrder.of(game, position, "game-tree", limits, record=True)
        result = sandbox.search(order)
        arrived = time.perf_counter()
    done.set()
    begun.set()
    ticking.join()
    tree = result.passes[-1]
    return {
        "nodes of the tree": len(tree),
        "the search, s": result.seconds,
        "until it has arrived, s": arrived - began_at[0],
        "pieces": len(pieces),
        "longest piece, ms": 1000 * max(pieces),
        "longest wait for the GIL, ms": 1000 * max(waits, default=0.0),
        "memory, MB": (resident_bytes() - before) / 1e6,
    }


if __name__ == "__main__":
    main()
