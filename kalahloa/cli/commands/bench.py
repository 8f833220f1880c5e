"""`kalahloa bench`: the speed of the engine, and a signature of its search."""

import argparse
import json

from kalahloa.cli.arguments import Parser
from kalahloa.cli.command import PlainCommand
from kalahloa.cli.options import add_json


def add_bench(parser: Parser) -> None:
    """Add the options of `show_bench` to *parser*."""
    add_json(parser)


def show_bench(values: argparse.Namespace) -> int:
    """Search a fixed suite of all games to fixed depths; print nodes, speed and a signature.

    The signature is the number of nodes: it changes only if the search visits other nodes.
    """
    from kalahloa.compiled import compiled_note
    from kalahloa.models.search.engine.bench import run_bench

    rows = run_bench()
    nodes = sum(row.nodes for row in rows)
    seconds = sum(row.seconds for row in rows)
    signature = f"{nodes:x}"
    if values.json:
        cases = [
            {"game": row.game, "position": row.position, "depth": row.depth, "nodes": row.nodes}
            for row in rows
        ]
        facts = {"nodes": nodes, "seconds": seconds, "nodes_per_second": nodes / seconds}
        print(json.dumps({"cases": cases, **facts, "signature": signature}))
        return 0
    for row in rows:
        speed = row.nodes / row.seconds / 1e6
        print(f"{row.game:10} depth {row.depth:3} {row.nodes:12,} nodes {speed:7.2f} million/s")
    print(f"{nodes:,} nodes in {seconds:.2f} s, {nodes / seconds / 1e6:.2f} million per second")
    print(f"Signature {signature} ({compiled_note()})")
    return 0


COMMAND = PlainCommand(
    "bench",
    "Measure the engine on a fixed suite, and print a signature of its search.",
    "kalahloa bench --json",
    add_bench,
    show_bench,
)
