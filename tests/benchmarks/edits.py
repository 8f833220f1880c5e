"""How long an edit of a large record holds the GUI thread, in a whole window.

A record of 10,000 nodes, every tenth with a comment, is open in the study workspace.  For each kind
of edit, and for taking it back, milliseconds are printed: the time in which the change is told, the
longest turn of the event loop until all panels are drawn, and all turns together; median and worst.
It is the time that the GUI thread computes, which other programs do not change by much::

    python -m tests.benchmarks.edits [--game loa] [--nodes 10000] [--shape tree] [--times 7]
"""

import argparse
import gc
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from kalahloa.app import make_application
from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Notes, Shape
from kalahloa.models.record.record import Node, Record
from kalahloa.views.window.main_window import MainWindow
from tests.disk import Disk

QUIET_TURNS = 3
"""After so many turns in which no panel has to be told, everything is drawn."""


def grown(game: str, size: int, shape: str) -> Record:
    """Return a record of *size* nodes: one long ``line``, or a ``tree`` of random games."""
    record = Record(find_game(game))
    chance = Random(size)
    while shape == "line" and len(record.nodes) < size and _went_on(record, chance):
        node = record.current
        if node.number % 10 == 0:
            record.annotate(node, Notes(f"A comment on move {node.number}."))
        if node.number % 20 == 0 and record.undo():
            _went_on(record, chance)
            record.jump(node.number)
    while len(record.nodes) < size:
        moves = [] if record.current.outcome else record.position.legal_moves()
        if not moves or (len(record.nodes) > 200 and chance.random() < 0.04):
            record.jump(chance.choice(record.nodes).number)
            continue
        node = record.play(chance.choice(moves))
        if node.number % 10 == 0:
            record.annotate(node, Notes(f"A comment on move {node.number}."))
    return record


def _went_on(record: Record, chance: Random) -> bool:
    """Make a move that takes nothing and does not end the game; return whether there is one."""
    moves = record.position.legal_moves()
    for move in chance.sample(moves, len(moves)):
        if "x" not in record.position.format_move(move):
            record.play(move)
            if record.current.outcome is None:
                return True
            node = record.current
            record.undo()
            record.remove(node)
    return False


def main() -> None:
    """Measure, and print a line for each kind of edit."""
    parser = argparse.ArgumentParser(description="How long edits of a large record take, in ms.")
    parser.add_argument("--game", default="loa")
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--shape", choices=("line", "tree"), default="tree")
    parser.add_argument("--times", type=int, default=7)
    given = parser.parse_args()
    application = make_application(sys.argv[:1])
    with TemporaryDirectory() as name:
        folder = Path(name)
        app = open_app(find_game(given.game))
        keeper = Keeper(app.document, Disk(folder / "library.sqlite").open, app.document)
        settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        window = MainWindow(app, keeper, settings)
        app.document.setParent(window)
        window.resize(1280, 860)
        window.show()
        window.rooms.open_page("study")
        app.document.open_record(grown(given.game, given.nodes, given.shape), (HUMAN, HUMAN))
        _settle(application)
        keeper.shut_down()  # what it costs to keep a game is another matter
        _measure(application, window, app, given.times)
        window.close()


def _settle(application: QApplication) -> None:
    """Let everything be drawn and kept, so that nothing is left for the next measurement."""
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        application.processEvents()
    gc.collect()


def _measure(application: QApplication, window: MainWindow, app: AppContext, times: int) -> None:
    record, study = app.document.record, app.study
    line = record.main_line()
    middle = line[len(line) // 2]
    starts = [child for node in record.nodes for child in node.children[1:]]
    by_size = sorted(starts, key=lambda node: sum(1 for _ in node.subtree()))
    arrow = Drawing(Shape.ARROW, "c8", "e6", Ink.RED)
    texts = iter(f"A comment, {number}" for number in range(10**6))
    deeds: dict[str, tuple[Node, Callable[[Node], object]]] = {
        "comment, a key": (middle, lambda node: study.comment(node, next(texts))),
        "mark": (middle, lambda node: study.toggle_mark(node, Mark.GOOD)),
        "drawing": (middle, lambda node: study.toggle_drawing(node, arrow)),
        "delete a ply": (line[-1], study.delete_from),
        "delete a small line": (by_size[len(by_size) // 2], study.delete_from),
        "delete the largest line": (by_size[-1], study.delete_from),
        "delete half the main line": (middle, study.delete_from),
        "delete all from the start": (line[0], study.delete_from),
        "delete all variations": (middle, lambda node: study.delete_variations()),
        "promote a small line": (by_size[len(by_size) // 2], study.promote),
        "promote the largest line": (by_size[-1], study.promote),
        "make main line": (by_size[-1], study.make_main_line),
        "insert a line": (middle, lambda node: study.insert(node, _some_move(record, node))),
    }
    print(f"{len(record.nodes):,} nodes, {len(line)} in the main line, {len(starts)} variations")
    heads = ("told", "worst", "longest", "worst", "all", "worst")
    print(f"{'edit':<36}" + "".join(f" {head:>7}" for head in heads) + "  ms")
    for name, (node, deed) in deeds.items():
        for kind, here in (("", node), (", elsewhere", line[0])):
            done: list[tuple[float, float, float]] = []
            undone: list[tuple[float, float, float]] = []
            for _ in range(times):
                app.document.go_to(here)
                _settle(application)
                done.append(_timed(application, window, lambda deed=deed, node=node: deed(node)))
                _settle(application)
                study.end_typing()
                undone.append(_timed(application, window, study.undo_edit))
            _print(name + kind, done)
            _print(f"  undo{kind}", undone)


def _some_move(record: Record, node: Node) -> str:
    position = record.position_at(node)
    known = {child.text for child in node.children}
    texts = map(position.format_move, position.legal_moves())
    return next(text for text in texts if text not in known)


def _timed(
    application: QApplication, window: MainWindow, deed: Callable[[], object]
) -> tuple[float, float, float]:
    """Return how long *deed* takes, the longest turn with what follows, and all, in ms."""
    begin = time.thread_time()
    deed()
    told = time.thread_time()
    application.processEvents()  # in the same turn as the deed
    turns = [time.thread_time() - begin]
    quiet = 0
    while quiet < QUIET_TURNS:
        time.sleep(0.002)
        begun = time.thread_time()
        application.processEvents()
        turns.append(time.thread_time() - begun)
        quiet = quiet + 1 if window.panel_host.is_settled else 0
    return (told - begin) * 1e3, max(turns) * 1e3, sum(turns) * 1e3


def _print(name: str, times: list[tuple[float, float, float]]) -> None:
    figures = [
        figure for column in zip(*times, strict=True) for figure in (median(column), max(column))
    ]
    print(f"{name:<36}" + "".join(f" {figure:7.1f}" for figure in figures), flush=True)


if __name__ == "__main__":
    main()
