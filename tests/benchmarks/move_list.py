"""How long the list of moves holds the GUI thread: for a new move, and for another record.

For records of 30, 1,000 and 10,000 nodes, in one long line (``line``: the game is a game of Lines
of Action whose end is overlooked) and with many variations (``tree``), each without comments and
with one on every node (``said``), the milliseconds are printed from the change to the painted
panel: median and worst; and those of the model alone.  It is the time that the thread computes::

    python -m tests.benchmarks.move_list [--game loa] [--moves 40] [--resets 9]

With ``QT_QPA_PLATFORM=offscreen`` no screen is needed; set it to ``xcb`` for a real window.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from kalahloa.app import make_application
from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Notes
from kalahloa.models.record.record import Node, Record
from kalahloa.views.items.move_tree import MoveTree
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.panels.moves import MovesPanel

SIZES = (30, 1_000, 10_000)


def change_to(record: Record, node: Node, came: tuple[Node, ...] = (), new: bool = False) -> Change:
    """Return a change that leads to *node*."""
    place = Place(
        record_number=id(record),
        game=record.game,
        rules=record.rules,
        root=record.root,
        node=node,
        nodes=record.nodes,
        node_count=len(record.nodes),
        position=record.position,
        players=(HUMAN, HUMAN),
    )
    return Change(frozenset({Cause.NEW if new else Cause.MOVE}), place, came=came)


def add_node(record: Record, parent: Node) -> Node:
    """Append a node to *parent* that no rule has looked at."""
    side = parent.to_move
    node = Node(len(record.nodes), parent, 0, "c1-c3", side, parent.ply + 1, 1 - side, 0, None)
    record.nodes.append(node)
    parent.children.append(node)
    parent.followed = node
    return node


def grown(game: str, size: int, shape: str, said: bool) -> Record:
    """Return a record of *size* nodes below the root: one ``line``, or a ``tree``.

    With *said*, each has a comment.
    """
    record = Record(find_game(game))
    chance = Random(size)
    node = record.root
    for _ in range(size):
        if shape == "tree" and chance.random() < 0.2:
            node = chance.choice(record.nodes)
        node = add_node(record, node)
        if said:
            record.annotate(node, Notes(f"A comment on move {node.number}."))
    return record


def timed(work: Callable[[], None]) -> float:
    """Return how long *work* takes, in milliseconds."""
    begin = time.thread_time()
    work()
    return (time.thread_time() - begin) * 1e3


def show(panel: MovesPanel, change: Change) -> None:
    """Tell *panel* of *change*, and let it lay out and paint itself."""
    panel.show_change(change)
    QApplication.processEvents()


def measure(panel: MovesPanel, record: Record, moves: int, resets: int) -> dict[str, list[float]]:
    """Return the milliseconds of *moves* new moves at the end, and of *resets* of all."""
    names = ("reset", "reset, model", "move", "move, model", "comment", "no comment")
    found: dict[str, list[float]] = {name: [] for name in names}
    tree = MoveTree()
    tree.show_comments(True)
    node = record.main_line()[-1]
    for _ in range(resets):
        change = change_to(record, node, new=True)
        found["reset, model"].append(timed(lambda change=change: tree.show_change(change)))
        found["reset"].append(timed(lambda change=change: show(panel, change)))
    for _ in range(moves):
        node = add_node(record, node)
        change = change_to(record, node, (node,))
        found["move, model"].append(timed(lambda change=change: tree.show_change(change)))
        found["move"].append(timed(lambda change=change: show(panel, change)))
    line = record.main_line()
    middle = line[len(line) // 2]
    for comment in ("", "A comment") * (moves // 2):
        record.annotate(middle, Notes(comment))
        change = replace(change_to(record, node), edited=(middle,))
        what = "comment" if comment else "no comment"
        found[what].append(timed(lambda change=change: show(panel, change)))
    return found


def main() -> None:
    """Measure, and print a line for each record and kind of change."""
    parser = argparse.ArgumentParser(description="How long the list of moves takes, in ms.")
    parser.add_argument("--game", default="loa")
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--resets", type=int, default=9)
    given = parser.parse_args()
    app = make_application(sys.argv[:1])
    app.setStyleSheet(style_sheet(LIGHT))
    print(f"{'record':<19} {'what':<13} {'median':>8} {'worst':>8}  ms")
    for shape, said in product(("line", "tree"), (False, True)):
        for size in SIZES:
            panel = MovesPanel(LIGHT)
            panel.resize(330, 600)
            panel.show()
            found = measure(panel, grown(given.game, size, shape, said), given.moves, given.resets)
            name = f"{shape:<4} {'said' if said else '':<4} {size:>8,}"
            for what, times in found.items():
                print(f"{name}  {what:<13} {median(times):8.2f} {max(times):8.2f}")
            panel.close()


if __name__ == "__main__":
    main()
