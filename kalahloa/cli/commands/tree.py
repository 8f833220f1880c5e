"""`kalahloa tree`: the tree that a searcher has searched."""

import argparse
import json
import sys
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import GameSetup, Parser, number_type
from kalahloa.cli.background import in_background
from kalahloa.cli.command import GameCommand
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import add_json
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.game.line import format_line
from kalahloa.models.search.default_searchers import FOR_TREES
from kalahloa.models.text.errors import BadCommand

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.game.position import Position
    from kalahloa.models.search.request import Progress, SearchResult
    from kalahloa.models.search.search_tree import SearchTree, TreeCounts, TreeNode

DEFAULT_DEPTH = 2
MAX_DEPTH = 8
DEFAULT_LEVELS = 2
PATIENCE = 2.0
"""Seconds that a searcher has to stop after an interrupt."""


def add_tree(parser: Parser, game: "Game | None") -> None:
    """Add the options of `show_tree` to *parser*, with *game*'s heuristics if it is known."""
    known = ": " + ", ".join(entry.name for entry in game.heuristics) if game else ""
    parser.option(
        "--searcher",
        metavar="NAME",
        default=FOR_TREES,
        help="one of the lecture's searchers",
    )
    parser.option(
        "--depth",
        metavar="N",
        type=number_type("The depth", 1, MAX_DEPTH),
        default=DEFAULT_DEPTH,
        help=f"how deep, 1 to {MAX_DEPTH}",
    )
    parser.option(
        "--heuristic",
        metavar="NAME|FILE.py",
        help=f"the evaluation{known.replace('%', '%%')} (default: the first), or your "
        "own: Python code, run in a separate process",
    )
    parser.option(
        "--levels",
        metavar="N",
        type=number_type("The number of levels", 0, 999),
        default=DEFAULT_LEVELS,
        help="how many plies of the tree to print",
    )
    add_json(parser)
    parser.option("--dot", action="store_true", help="print the tree for Graphviz")
    parser.option("--svg", metavar="FILE", help="draw the tree to FILE")


def show_tree(setup: GameSetup, values: argparse.Namespace) -> int:
    """Search, and print or draw the tree of the last pass."""
    from kalahloa.models.heuristics.naming import find_heuristic
    from kalahloa.models.heuristics.source import HeuristicSource
    from kalahloa.models.sandbox.orders import SearchOrder
    from kalahloa.models.sandbox.sandbox import Sandbox
    from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
    from kalahloa.models.search.limits import Limits
    from kalahloa.models.search.request import SearchStopped
    from kalahloa.models.search.searchers import find_searcher, lecture_searchers

    if sum((values.json, values.dot, values.svg is not None)) > 1:
        raise BadCommand("--json, --dot and --svg cannot be combined.")
    searcher = find_searcher(values.searcher)
    if not isinstance(searcher, LectureSearcher):
        names = ", ".join(one.name for one in lecture_searchers())
        raise BadCommand(f"The engine does not record its tree; choose one of: {names}.")
    heuristic = find_heuristic(values.heuristic, setup.game)
    position = setup.open_position()
    with ProgressLine() as line, Interrupt() as interrupt:

        def tell(progress: "Progress") -> None:
            line.say(f"depth {progress.depth}, {progress.nodes:,} nodes, {progress.seconds:.1f} s")

        def search() -> "SearchResult":
            limits = Limits(depth=values.depth)
            if isinstance(heuristic, HeuristicSource):
                order = SearchOrder.of(
                    setup.game, position, searcher.name, limits, heuristic, record=True
                )
                with Sandbox() as sandbox:
                    return sandbox.search(order, interrupt, tell)
            return searcher.choose(
                position.copy(),
                limits,
                heuristic,
                stopped=interrupt,
                report=tell,
                record_tree=True,
            )

        try:
            result = in_background(search, interrupt, PATIENCE)
        except SearchStopped:
            raise interrupt.as_exception() from None
    if values.json:
        _print_json(searcher.name, setup.game.sides, position, result)
    elif values.dot:
        _draw(result, setup.game.sides, None)
    elif values.svg is not None:
        _draw(result, setup.game.sides, Path(values.svg))
    else:
        _print_text(setup, result, values.levels)
    return finish(interrupt)


def _counts(tree: "SearchTree") -> "TreeCounts":
    from kalahloa.models.search.search_tree import TreeCounts

    return TreeCounts.of(tree)


def _role(node: "TreeNode", root: "TreeNode") -> str:
    return "MAX" if node.side == root.side else "MIN"


def _limit(value: float) -> float | None:
    return None if isinf(value) else value


# -- JSON ------------------------------------------------------------------------------------------


def _print_json(
    name: str, sides: tuple[str, str], position: "Position", result: "SearchResult"
) -> None:
    """Print what was searched; the counts are those of all passes, the tree is the last one's.

    All values and windows are for the side to move, MAX.
    """
    from kalahloa.models.search.lecture.scale import lecture_value

    passes = []
    totals = {"leaves": 0, "cutoffs": 0, "pruned": 0, "hits": 0, "again": 0, "unrecorded": 0}
    for tree in result.passes:
        counts = _counts(tree)
        for key in totals:
            totals[key] += getattr(counts, key)
        passes.append(
            {
                "depth": tree.root.depth,
                "alpha": _limit(tree.root.alpha),
                "beta": _limit(tree.root.beta),
                "value": tree.root.value,
                "nodes": counts.nodes,
                "leaves": counts.leaves,
                "cutoffs": counts.cutoffs,
            }
        )
    assert result.tree is not None
    found = {
        "searcher": name,
        "value_for": sides[position.side],
        "depth": result.depth,
        "value": lecture_value(result.score),
        "proven": result.score.proven,
        "line": format_line(position, result.line),
        "nodes": result.nodes,
        **totals,
        "passes": passes,
        "tree": _plain(result.tree),
    }
    json.dump(found, sys.stdout)
    print()


def _plain(root: "TreeNode") -> dict[str, Any]:
    """Return the tree below *root* as JSON-compatible values, without recursion.

    The numbers are for the side to move at *root*, MAX.
    """
    from kalahloa.models.search.tree_lines import value_for, window_for

    plains: dict[int, dict[str, Any]] = {}
    for node in root.walk():
        alpha, beta = window_for(node, root.side)
        plain: dict[str, Any] = {
            "move": node.text or None,
            "side": node.side,
            "role": _role(node, root),
            "depth": node.depth,
            "value": value_for(node, root.side),
            "alpha": _limit(alpha),
            "beta": _limit(beta),
            "kind": node.kind.value,
            "cut": node.cut_off,
            "pruned": node.pruned,
            "again": node.is_again,
            "children": [],
        }
        plains[node.index] = plain
        parent = node.parent
        if node.index != root.index and parent is not None:
            plains[parent.index]["children"].append(plain)
    return plains[root.index]


# -- pictures --------------------------------------------------------------------------------------


def _draw(result: "SearchResult", sides: tuple[str, str], path: Path | None) -> None:
    """Print the tree for Graphviz, or draw it to *path*."""
    from kalahloa.models.search.tree_pictures import MAX_DRAWN, drawn_depth, to_dot, to_svg

    root = result.tree
    assert root is not None
    depth = drawn_depth(root)
    deepest = max(node.ply for node in root.walk())
    if depth < deepest:
        print(
            f"Only {depth} of {deepest} plies are drawn: a picture has {MAX_DRAWN:,} nodes at "
            "most.",
            file=sys.stderr,
        )
    if path is None:
        print(to_dot(root, sides, depth), end="")
        return
    try:
        path.write_text(to_svg(root, sides, depth), encoding="utf-8")
    except OSError as error:
        raise BadCommand(f"{path} cannot be written: {error.strerror}.") from None
    print(f"The tree is in {path}.")


# -- text ------------------------------------------------------------------------------------------


def _print_text(setup: GameSetup, result: "SearchResult", levels: int) -> None:
    from kalahloa.models.search.tree_lines import signed_value, window_for
    from kalahloa.models.search.tree_words import cut_sentence, short_value

    root = result.tree
    assert root is not None
    top = root.side
    print(f"All values are for {setup.game.sides[top]} (MAX).")
    for node in root.walk():
        if node.ply > levels:
            continue
        window = "[{}, {}]".format(*map(short_value, window_for(node, top)))
        name = node.text or setup.game.sides[node.side]
        again = ", searched again" if node.is_again else ""
        row = f"{'  ' * node.ply}{name}: {signed_value(node, top)}"
        print(f"{row}  ({_role(node, root)}, {node.kind.value}, window {window}{again})")
        sentence = cut_sentence(node, setup.game.sides, top)
        if sentence and node.ply < levels:
            moves = "1 move" if node.pruned == 1 else f"{node.pruned} moves"
            print(f"{'  ' * (node.ply + 1)}✂ {moves}. {sentence}")
    counts = [_counts(tree) for tree in result.passes]
    print(
        f"{result.nodes:,} nodes in {len(counts)} {'pass' if len(counts) == 1 else 'passes'}, "
        f"{sum(one.leaves for one in counts):,} leaves, "
        f"{sum(one.cutoffs for one in counts):,} cut-offs, "
        f"{sum(one.hits for one in counts):,} answered by the table, {result.seconds:.3f} s"
    )
    missing = sum(one.unrecorded for one in counts)
    if missing:
        print(f"{missing:,} nodes, and what is below them, were searched but not recorded.")


COMMAND = GameCommand(
    "tree",
    "Show the tree that a searcher searches.",
    'kalahloa tree tictactoe --position "XX./OO./... X" --depth 3 --json',
    add_tree,
    show_tree,
)
