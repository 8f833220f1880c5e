"""How smoothly a tree of a million nodes is looked at, and how much memory that takes.

A position of Lines of Action is searched without pruning and with the tree recorded, in the Learn
workspace of a whole window.  Printed are the time from the end of the search to the first picture
of the tree; the gaps of the GUI thread while the search runs, while it is shown, and while branches
are opened and folded, one zooms, walks, steps through the search, compares; while its panel is
hidden and shown by the menu, taken out of the window and put back by its handle, and is given a
window as large as the screen; and the most memory that the window's process and that of the search
had::

    python -m tests.benchmarks.search_tree [--game loa] [--depth 4] [--actions 60] [--openings 12]
        [--json]

A gap is the time between two ticks of a timer of one millisecond.  Beside its clock time stands the
time that the GUI thread itself worked in it, which other programs on the machine cannot lengthen.
"""

import argparse
import gc
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QObject, QSettings, Qt, QTimer, Slot
from PySide6.QtTest import QTest

from kalahloa.app import make_application
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_state import TreeOrder
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.registry import find_game
from kalahloa.views.panels.search_tree import SearchTreePanel
from kalahloa.views.window.main_window import MainWindow
from tests.disk import Disk

SETTLING_MS = 800
AFTER_MS = 150
"""How long ticks count after something is done."""
SEARCH_SECONDS = 600.0
Rows = dict[str, dict[str, float]]
"""Figures by the names of the rows that are printed."""


class Ticks(QObject):
    """Notes the gaps between ticks of the GUI thread, in milliseconds of the clock and of work."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[tuple[float, float]] = []
        self._last = (0.0, 0.0)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begin anew."""
        self.gaps.clear()
        self._last = (time.perf_counter(), time.thread_time())
        self._timer.start()

    def stop(self) -> None:
        """End."""
        self._tick()
        self._timer.stop()

    @Slot()
    def _tick(self) -> None:
        now = (time.perf_counter(), time.thread_time())
        self.gaps.append(((now[0] - self._last[0]) * 1e3, (now[1] - self._last[1]) * 1e3))
        self._last = now

    def worst(self) -> dict[str, float]:
        """Return the longest gap, and the longest work in one."""
        return {
            "gap": round(max(gap for gap, _ in self.gaps), 1),
            "work": round(max(work for _, work in self.gaps), 1),
        }


def wait(milliseconds: int) -> None:
    """Let the program run for so long."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait_until(is_true: Callable[[], bool], seconds: float = 30.0) -> None:
    """Let the program run until *is_true* returns True."""
    deadline = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > deadline:
            sys.exit("It takes too long.")
        wait(1)


@contextmanager
def learner(game: str) -> Iterator[tuple[MainWindow, AppContext, SearchTreePanel]]:
    """Show a window of *game* in Learn, with the panel; close it afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        app = open_app(find_game(game))
        settings = QSettings(f"{folder}/settings.ini", QSettings.Format.IniFormat)
        keeper = Keeper(app.document, Disk(Path(folder) / "library.sqlite").open, app.document)
        window = MainWindow(app, keeper, settings)
        app.document.setParent(window)
        window.resize(1440, 900)
        window.show()
        window.rooms.open_page("search")
        window.rooms.focus("search_tree")
        panel = window.panel_host.panel("search_tree")
        assert isinstance(panel, SearchTreePanel)
        wait(SETTLING_MS)
        gc.freeze()  # as the program does once its window is there
        try:
            yield window, app, panel
        finally:
            window.close()
            wait(0)


def actions(
    app: AppContext, panel: SearchTreePanel, count: int
) -> dict[str, Callable[[int], None]]:
    """Return what is done with the tree, each *count* times with the number of the time."""
    search, tree, chance = app[TreeSearch], panel.tree, Random(1)

    def open_any(_number: int) -> None:
        assert search.run is not None
        search.show(chance.randrange(len(search.run.tree)))

    def step(number: int) -> None:
        assert search.run is not None
        nodes = search.run.tree
        at = nodes.step_count // count * number + number
        shown = nodes.step(at)
        search.show(shown.node.index, at)

    def step_on(number: int) -> None:
        assert search.run is not None
        at = search.run.tree.step_count // 2 + number
        search.show(search.run.tree.step(at).node.index, at)

    def keep_open(_number: int) -> None:
        cells = [cell for row in tree.plan.rows for cell in row.cells if cell.has_more]
        tree.keep_open(chance.choice(cells).node, True)

    def walk(number: int) -> None:
        keys = (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Up)
        QTest.keyClick(tree, keys[number % len(keys)])

    return {
        "open": open_any,
        "walk by keys": walk,
        "fold": lambda number: tree.fold(number % 2 == 0),
        "zoom": lambda number: tree.zoom_by(1 if number % 16 < 8 else -1),
        "jump to a step": step,
        "step": step_on,
        "keep open": keep_open,
        "fold all": lambda _number: tree.fold_all(),
        "pass": lambda number: search.set_pass(number % len(search.run.passes)),
        "negamax": lambda number: search.set_negamax(number % 2 == 0),
    }


@dataclass(frozen=True)
class Opening:
    """What is done with the panel, and undone: the names of the rows, how, and whether it is so."""

    names: tuple[str, str]
    deed: Callable[[], object]
    is_done: Callable[[], bool]


def openings(window: MainWindow, panel: SearchTreePanel) -> list[Opening]:
    """Return what is done with the *panel* itself, by the menu, its handle and its command."""
    rooms = window.rooms
    return [
        Opening(
            ("hide the panel", "show the panel"),
            rooms.toggle_actions["search_tree"].trigger,
            lambda: not panel.isVisible(),
        ),
        Opening(
            ("own large window", "back from there"),
            window.actions_by_name["project-tree"].trigger,
            lambda: rooms.is_detached("search_tree"),
        ),
    ]


def measure_opening(
    opening: Opening, is_calm: Callable[[], bool], ticks: Ticks, count: int
) -> Rows:
    """Do it and undo it *count* times; return the worst of both, from the deed to the calm."""
    worst: dict[str, dict[str, float]] = {}
    for _ in range(count):
        for name, is_to_be in zip(opening.names, (True, False), strict=True):
            ticks.start()
            opening.deed()
            wait(AFTER_MS)
            wait_until(is_calm)
            ticks.stop()
            assert opening.is_done() is is_to_be, name
            found = ticks.worst()
            before = worst.setdefault(name, found)
            worst[name] = {key: max(found[key], before[key]) for key in found}
    return worst


def memory(child: int | None) -> dict[str, int]:
    """Return the most memory that this process and *child* had, in MB; of that on Linux only."""
    scale = 1024 if sys.platform != "darwin" else 1024 * 1024
    found = {"window": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale)}
    status = Path(f"/proc/{child}/status")
    if status.exists():
        rows = dict(row.split(":", 1) for row in status.read_text().splitlines() if ":" in row)
        found["child"] = round(int(rows["VmHWM"].split()[0]) / 1024)
    return found


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description="Gaps and memory of a large search tree.")
    parser.add_argument("--game", default="loa")
    parser.add_argument("--searcher", default="game-tree")
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--heuristic", default="captures")
    parser.add_argument("--actions", type=int, default=60)
    parser.add_argument("--openings", type=int, default=12)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    make_application(sys.argv[:1])
    found: dict[str, object] = {}
    ticks = Ticks()
    with learner(given.game) as (window, app, panel):
        search, tree = app[TreeSearch], panel.tree
        search.set_order(TreeOrder(given.searcher, given.depth, given.heuristic))
        ended: list[float] = []
        search.progressed.connect(lambda news: news is None and ended.append(time.perf_counter()))
        ticks.start()
        search.run_now()
        wait_until(lambda: search.run is not None, SEARCH_SECONDS)
        wait_until(lambda: tree.run is search.run and not tree.is_drawing)
        first = (time.perf_counter() - ended[-1]) * 1e3
        wait(AFTER_MS)
        ticks.stop()
        run = search.run
        assert run is not None
        found["nodes"] = {"searched": run.result.nodes, "recorded": sum(map(len, run.passes))}
        found["search and show"] = ticks.worst()
        found["first picture"] = {"ms": round(first)}

        def is_calm() -> bool:
            return not (tree.is_drawing or panel.thumbnails.is_busy)

        for name, act in actions(app, panel, given.actions).items():
            ticks.start()
            for number in range(given.actions):
                act(number)
                wait(AFTER_MS if number % 4 == 0 else 20)
            wait_until(is_calm)
            ticks.stop()
            found[name] = ticks.worst()
        for opening in openings(window, panel):
            found |= measure_opening(opening, is_calm, ticks, given.openings)
        found["memory, MB"] = memory(search._sandbox._sandbox().pid)
    if given.json:
        print(json.dumps(found, indent=1))
        return
    for name, figures in found.items():
        assert isinstance(figures, dict)
        print(f"{name:<18}", "  ".join(f"{key} {value:,}" for key, value in figures.items()))


if __name__ == "__main__":
    main()
