"""Questions about a position that the command line answers: its moves, the best one, perft.

Each question has a function that gives the parser its options, and one that answers on the
standard output and returns the exit code; the latter raises `KalahloaError` where the options make
no sense.
"""

import argparse
import json
import sys
import textwrap
import threading
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from kalahloa.cli.arguments import Parser, Setup, read_number, read_seconds
from kalahloa.cli.options import add_json
from kalahloa.models.errors import IllegalMove
from kalahloa.models.stopping import Stop

if TYPE_CHECKING:
    from kalahloa.models.game import Game
    from kalahloa.models.position import Position
    from kalahloa.models.search.request import SearchResult

DEFAULT_SEARCHER = "alpha-beta-ordered"
DEFAULT_DEPTH = 4
MOST_PLIES = 99
"""The greatest depth that can be asked for; no computer gets there in a game worth searching."""

_SEARCH_STACK = 64 * 1024 * 1024

T = TypeVar("T")


def _add_json(parser: Parser) -> None:
    add_json(parser)


def add_moves(parser: Parser, game: "Game | None") -> None:
    """Give *parser* the options of `show_moves`."""
    _add_json(parser)


def show_moves(setup: Setup, values: argparse.Namespace) -> int:
    """List the legal moves; none where the game is over."""
    position = setup.position()
    moves = [position.format_move(move) for move in position.legal_moves()]
    outcome = position.outcome()
    if values.json:
        print(json.dumps({"moves": moves}))
    elif outcome is not None:
        print(f"The game is over: {outcome.reason}")
    else:
        print(textwrap.fill(" ".join(moves), 79, break_on_hyphens=False, break_long_words=False))
    return 0


def add_perft(parser: Parser, game: "Game | None") -> None:
    """Give *parser* the depth and options of `show_perft`."""
    parser.add_argument("DEPTH", help=f"how many moves to play, 0 to {MOST_PLIES}")
    _add_json(parser)


def show_perft(setup: Setup, values: argparse.Namespace) -> int:
    """Count the leaves of the tree of moves, and how fast that went."""
    depth = read_number(values.DEPTH, "The depth", 0, MOST_PLIES)
    position = setup.position()

    def count() -> tuple[int, float]:
        began = perf_counter()
        leaves = position.perft(depth)
        return leaves, perf_counter() - began

    leaves, seconds = in_background(count)
    speed = round(leaves / seconds) if seconds > 0 else 0
    compiled = _is_compiled(position)
    if values.json:
        print(
            json.dumps(
                {
                    "leaves": leaves,
                    "seconds": seconds,
                    "leaves_per_second": speed,
                    "compiled": compiled,
                }
            )
        )
    else:
        counted = "1 leaf" if leaves == 1 else f"{leaves:,} leaves"
        note = "compiled" if compiled else "not compiled"
        print(f"{counted} at depth {depth} in {seconds:.3f} s: {speed:,} a second ({note})")
    return 0


def _is_compiled(position: "Position") -> bool:
    """Return whether the rules of *position*, which may be a plug-in's, run as machine code."""
    source = getattr(sys.modules[type(position).__module__], "__file__", None) or ""
    return bool(source) and not source.endswith((".py", ".pyc"))


def add_best(parser: Parser, game: "Game | None") -> None:
    """Give *parser* the options of `show_best`, with *game*'s heuristics if it is known."""
    known = ": " + ", ".join(entry.name for entry in game.heuristics) if game else ""
    parser.option(
        "--searcher",
        metavar="NAME",
        default=DEFAULT_SEARCHER,
        help=f"the searcher to ask, as kalahloa games lists them (default: {DEFAULT_SEARCHER})",
    )
    parser.option(
        "--depth",
        metavar="N",
        help=f"how deep to search, 1 to {MOST_PLIES} (default: {DEFAULT_DEPTH}, unless a time is "
        "given)",
    )
    parser.option("--seconds", metavar="S", help="how long to search, deeper and deeper")
    parser.option(
        "--heuristic",
        metavar="NAME",
        help=f"what judges unfinished games{known.replace('%', '%%')} (default: the first)",
    )
    _add_json(parser)


def show_best(setup: Setup, values: argparse.Namespace) -> int:
    """Search, and show the move found, its value and the line expected."""
    from kalahloa.models.search import find_searcher
    from kalahloa.models.search.request import Limits

    searcher = find_searcher(values.searcher)
    heuristic = setup.game.heuristic(values.heuristic)
    depth, seconds = None, None
    if values.depth is not None:
        depth = read_number(values.depth, "The depth", 1, MOST_PLIES)
    if values.seconds is not None:
        seconds = read_seconds(values.seconds, "The time")
    if depth is None and seconds is None:
        depth = DEFAULT_DEPTH
    limits = Limits(depth=depth, seconds=seconds)
    position = setup.position()
    outcome = position.outcome()
    if outcome is not None:
        raise IllegalMove(f"The game is over: {outcome.reason}")
    stop = Stop()
    result = in_background(
        lambda: searcher.choose(position.copy(), limits, heuristic, stopped=stop),
        stop.set,
    )
    line = written(position, result.line)
    if values.json:
        print(
            json.dumps(
                {
                    "move": position.format_move(result.move),
                    "value": result.value,
                    "line": line,
                    "nodes": result.nodes,
                    "seconds": result.seconds,
                    "depth": result.depth,
                    "proven": result.proven,
                }
            )
        )
    else:
        print(f"Move:  {position.format_move(result.move)}")
        print(f"Value: {result.value:g} for {setup.game.sides[position.side]}, {_trust(result)}")
        print(f"Line:  {' '.join(line)}")
        print(f"{result.nodes:,} nodes in {result.seconds:.3f} s, depth {result.depth}")
    return 0


def _trust(result: "SearchResult") -> str:
    """Return in a few words whether the value of *result* is exact."""
    if result.proven:
        return "proven"
    return "certain but for the margin" if result.decided else "estimated"


def written(position: "Position", line: Sequence[int]) -> list[str]:
    """Return the moves of *line*, made one after the other from *position*, in notation."""
    walker = position.copy()
    texts = []
    for move in line:
        texts.append(walker.format_move(move))
        walker.make(move)
    return texts


def in_background(work: Callable[[], T], stop: Callable[[], None] = lambda: None) -> T:
    """Return what *work* returns, or raise what it raises; call *stop* on an interrupt.

    Compiled rules do not hear of an interrupt while they count: so they count in a thread, which
    ends with the process, and this one listens.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    threading.stack_size(_SEARCH_STACK)  # searches recurse deeply
    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
        while thread.is_alive():
            thread.join(0.1)  # on some systems an endless wait would not be interrupted
    except KeyboardInterrupt:
        stop()
        raise
    if errors:
        raise errors[0]
    return results[0]
