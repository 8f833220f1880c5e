"""`kalahloa best`: the best move of a position, by any searcher."""

import argparse
import json
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup, Parser, number_type
from kalahloa.cli.background import in_background
from kalahloa.cli.command import GameCommand
from kalahloa.cli.exact import knowledge_to_play, known_text
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import MAX_PLIES, add_json, add_time
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.game.knowledge import ProofSource
from kalahloa.models.game.line import format_line
from kalahloa.models.search.default_searchers import FOR_PLAYING

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.game.position import Position
    from kalahloa.models.search.known import KnownMoves
    from kalahloa.models.search.request import Progress, SearchResult
    from kalahloa.models.search.score import Score

_SOURCES = {
    ProofSource.RULES: "by the rules",
    ProofSource.BOOK: "by the book",
    ProofSource.TABLEBASE: "by the tablebase",
    ProofSource.PROOF: "by a proof that comes with the program",
    ProofSource.SEARCH: "by a search",
    ProofSource.MOVES: "by the values of its moves",
}
DEFAULT_DEPTH = 4
PATIENCE = 2.0
"""Seconds that a searcher has to stop after an interrupt."""


def add_best(parser: Parser, game: "Game | None") -> None:
    """Add the options of `show_best` to *parser*, with *game*'s heuristics if it is known."""
    known = ": " + ", ".join(entry.name for entry in game.heuristics) if game else ""
    parser.option(
        "--searcher",
        metavar="NAME",
        default=FOR_PLAYING,
        help="the searcher to use; kalahloa games lists them",
    )
    parser.option(
        "--depth",
        metavar="N",
        type=number_type("The depth", 1, MAX_PLIES),
        usual=f"{DEFAULT_DEPTH}, unless you set a time",
        help=f"how deep to search, 1 to {MAX_PLIES}",
    )
    add_time(parser, "search deeper and deeper for this many seconds", "--seconds")
    parser.option(
        "--heuristic",
        metavar="NAME|FILE.py",
        help=f"the evaluation{known.replace('%', '%%')} (default: the first, or the engine's own "
        "evaluation), or your own: Python code, run in a separate process",
    )
    add_json(parser)


def show_best(setup: GameSetup, values: argparse.Namespace) -> int:
    """Search, and print the best move, its value and the expected line.

    An interrupt ends the search; the best move of the last completed depth is printed, if any.
    """
    from kalahloa.models.heuristics.naming import find_heuristic
    from kalahloa.models.heuristics.source import HeuristicSource
    from kalahloa.models.sandbox.orders import SearchOrder
    from kalahloa.models.sandbox.sandbox import Sandbox
    from kalahloa.models.search.engine.engine import Engine
    from kalahloa.models.search.engine.heuristic_engine import HeuristicEngine
    from kalahloa.models.search.known import known_moves
    from kalahloa.models.search.levels.known_play import known_result, within_known
    from kalahloa.models.search.limits import NO_LIMITS, Limits
    from kalahloa.models.search.request import SearchStopped
    from kalahloa.models.search.searchers import find_searcher

    searcher = find_searcher(values.searcher)
    heuristic = find_heuristic(values.heuristic, setup.game)
    limits = Limits(depth=values.depth, seconds=values.time)
    if limits == NO_LIMITS:
        limits = Limits(depth=DEFAULT_DEPTH)
    position = setup.open_position()
    latest: list[Progress] = []
    with ProgressLine() as line, Interrupt() as interrupt:

        def tell(progress: "Progress") -> None:
            latest[:] = [progress]
            line.say(f"depth {progress.depth}, {progress.nodes:,} nodes, {progress.seconds:.1f} s")

        knowledge = knowledge_to_play(setup, interrupt)
        known = known_moves(knowledge, position)
        plays_known = values.heuristic is None and isinstance(searcher, Engine)

        def search() -> "SearchResult":
            asked = position.copy()
            found = known_result(knowledge, asked, known) if plays_known else None
            if found is not None:
                return found
            if isinstance(heuristic, HeuristicSource):
                order = SearchOrder.of(setup.game, asked, searcher.name, limits, heuristic)
                with Sandbox() as sandbox:
                    return sandbox.search(order, interrupt, tell)
            is_engine = values.heuristic is not None and isinstance(searcher, Engine)
            choosing = HeuristicEngine(heuristic) if is_engine else searcher
            return choosing.choose(asked, limits, heuristic, stopped=interrupt, report=tell)

        try:
            result = in_background(search, interrupt, PATIENCE)
        except SearchStopped:
            if not latest or latest[0].score is None or not latest[0].completed:
                raise interrupt.as_exception() from None
            result = _result_of(latest[0], latest[0].score)
    if plays_known:
        result = within_known(result, position, known)
    _show(setup, values, position, result, known)
    return finish(interrupt)


def _result_of(progress: "Progress", score: "Score") -> "SearchResult":
    """Return the last report of a stopped search, which has completed a depth, as its result."""
    from kalahloa.models.search.request import SearchResult

    return SearchResult(
        progress.line[0],
        score,
        progress.line,
        progress.nodes,
        progress.seconds,
        progress.completed,
    )


def _show(
    setup: GameSetup,
    values: argparse.Namespace,
    position: "Position",
    result: "SearchResult",
    known: "KnownMoves",
) -> None:
    from kalahloa.models.search.lecture.scale import lecture_value

    value = lecture_value(result.score)
    line = format_line(position, result.line)
    best = [position.format_move(move) for move in known.best]
    if values.json:
        print(
            json.dumps(
                {
                    "move": position.format_move(result.move),
                    "value": value,
                    "value_for": setup.game.sides[position.side],
                    "line": line,
                    "nodes": result.nodes,
                    "seconds": result.seconds,
                    "depth": result.depth,
                    "proven": result.score.proven,
                    "known": None
                    if known.value is None
                    else {
                        "value": known.value.value,
                        "source": known.value.source.value,
                        "moves": best,
                    },
                }
            )
        )
    else:
        print(f"Move:  {position.format_move(result.move)}")
        print(f"Value: {value:g} for {setup.game.sides[position.side]}, {_trust(result.score)}")
        print(f"Line:  {' '.join(line)}")
        print(f"{result.nodes:,} nodes in {result.seconds:.3f} s, depth {result.depth}")
        if known.value is not None:
            keeping = f" with {' or '.join(best)}" if best else ""
            print(
                f"Known: {known_text(known.value, position)} for "
                f"{setup.game.sides[position.side]}{keeping}, {_SOURCES[known.value.source]}"
            )


def _trust(score: "Score") -> str:
    """Return whether *score* is proven, in words."""
    if score.proven:
        return "proven"
    return "outcome proven, margin estimated" if score.decided else "estimated"


COMMAND = GameCommand(
    "best",
    "Search for the best move of a position.",
    "kalahloa best kalah --stones 6 --searcher alpha-beta --depth 6",
    add_best,
    show_best,
)
