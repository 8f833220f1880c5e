"""How many leaves a second the rules reach: ``python -m tests.benchmarks.perft``.

Every leaf is a move made and unmade.  OpenSpiel, where it is installed, is driven through its
Python interface: that is what a program in Python gets of it, not the speed of its C++ inside.
"""

import argparse
import importlib
import time
from collections.abc import Callable, Sequence
from typing import Any

from kalahloa.compiled import compiled_note, is_compiled
from kalahloa.models.game.registry import find_game

ROUNDS = 3
CASES = (
    # Game, rules, depth compiled and not, OpenSpiel's name for it, depth there.
    ("loa", "tutorial", 5, 3, "lines_of_action", 3),
    ("kalah", "standard", 10, 6, "mancala", 6),
)


def rate(count: Callable[[], int], rounds: int = ROUNDS) -> tuple[int, float]:
    """Return what *count* counts, and the best rate a second of some rounds."""
    best = 0.0
    leaves = 0
    for _ in range(rounds):
        began = time.perf_counter()
        leaves = count()
        best = max(best, leaves / (time.perf_counter() - began))
    return leaves, best


def openspiel_leaves(state: Any, depth: int) -> int:
    """Return the leaves *depth* (> 0) plies below OpenSpiel's *state*, each of them played."""
    leaves = 0
    for action in state.legal_actions():
        child = state.child(action)
        leaves += 1 if depth == 1 else openspiel_leaves(child, depth - 1)
    return leaves


def openspiel() -> Any:
    """Return OpenSpiel's module, or None where it is not installed."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the rates; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.perft", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often; the best counts")
    rounds = max(1, parser.parse_args(arguments).rounds)
    print(f"Kalahloa's rules are {compiled_note()}; best of {rounds}, one core.")
    theirs = openspiel()
    for key, preset, deep, shallow, name, their_depth in CASES:
        game = find_game(key)
        position = game.start(game.rulebook.read(preset))
        depth = deep if is_compiled() else shallow
        leaves, ours = rate(lambda p=position, d=depth: p.perft(d), rounds)
        print(
            f"{game.title}, {preset} rules, depth {depth}: {leaves:,} leaves, {ours:,.0f} a second"
        )
        if theirs is None:
            continue
        state = theirs.load_game(name).new_initial_state()
        leaves, other = rate(lambda s=state, d=their_depth: openspiel_leaves(s, d), rounds)
        print(
            f"  OpenSpiel's {name}, depth {their_depth}: {leaves:,} leaves, {other:,.0f} a second; "
            f"ratio {ours / other:,.1f}"
        )
    if theirs is None:
        print("OpenSpiel is not installed: nothing to compare with.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
