"""How long it takes to change pages, and how much memory a window has after many games::

    python -m tests.benchmarks.rooms [--games 70] [--at-once]

Each page is opened twice.  Printed are the milliseconds of the call and, after it, of the longest
turn of the event loop until all is painted, each by the clock and of the processor, on the thread
of the GUI: other programs disturb that less.  Then comes the memory of the process before and after
games of random moves, in MB.

Pages are first opened when all modules were imported while the window was idle, some seconds after
the start; with ``--at-once``, before that.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QEventLoop, QSettings, QTimer

from kalahloa.app import make_application
from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.session.open_app import make_keeper, open_app
from kalahloa.controllers.work.idle_imports import IdleImports
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.views.window.main_window import MainWindow
from kalahloa.views.window.rooms import PAGES
from kalahloa.views.window.window_place import USUAL_SIZE
from tests.disk import Disk

SETTLE_MS = 400


class Stopwatch:
    """The milliseconds since it was made or asked last, by the clock and of this thread."""

    def __init__(self) -> None:
        self._began = time.perf_counter(), time.thread_time()

    def lap(self) -> tuple[float, float]:
        """Return both, and begin again."""
        now = time.perf_counter(), time.thread_time()
        (wall, processor), self._began = self._began, now
        return 1000 * (now[0] - wall), 1000 * (now[1] - processor)


def longest_turn(milliseconds: int) -> tuple[float, float]:
    """Let the event loop run; return the longest time between two ticks of a timer, as `lap`."""
    loop, stopwatch = QEventLoop(), Stopwatch()
    worst = 0.0, 0.0

    def tick() -> None:
        nonlocal worst
        wall, processor = stopwatch.lap()
        worst = max(worst[0], wall), max(worst[1], processor)

    timer = QTimer()
    timer.timeout.connect(tick)
    timer.start(0)
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
    return worst


def megabytes() -> float:
    """Return the memory of this process."""
    return float(psutil.Process().memory_info().rss) / 1e6


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--at-once", action="store_true", help="before all modules are imported")
    arguments = parser.parse_args()
    make_application(sys.argv[:1])
    with tempfile.TemporaryDirectory() as name:
        app = open_app(find_game("kalah"))
        settings = QSettings(str(Path(name) / "settings.ini"), QSettings.Format.IniFormat)
        settings.setValue("window/page", "play")
        disk = Disk(Path(name) / "library.sqlite")
        disk.prepare()
        window = MainWindow(app, make_keeper(app, disk.open), settings)
        app.document.setParent(window)
        app.document.new_game(find_game("kalah"), None, (HUMAN, HUMAN))
        window.resize(USUAL_SIZE)
        window.show()
        longest_turn(2 * SETTLE_MS)
        if not arguments.at_once:
            imports, loop = IdleImports(window), QEventLoop()
            imports.finished.connect(loop.quit)
            loop.exec()
        for round_name in ("first", "again"):
            for page in (*PAGES, "play"):
                stopwatch = Stopwatch()
                window.rooms.open_page(page)
                called, turn = stopwatch.lap(), longest_turn(SETTLE_MS)
                print(
                    f"{round_name} {page}: {called[0]:.0f} ms, then {turn[0]:.0f}; "
                    f"of the processor {called[1]:.0f}, then {turn[1]:.0f}"
                )
        print(f"memory at the start: {megabytes():.0f} MB")
        chance = random.Random(1)
        for number in range(arguments.games):
            game = find_game(game_keys()[number % len(game_keys())])
            app.document.new_game(game, None, (HUMAN, HUMAN))
            while app.document.position.outcome() is None and app.document.node.ply < 80:
                app.turns.play(chance.choice(app.document.position.legal_moves()))
            longest_turn(60)
            if number % 10 == 9:
                print(f"memory after {number + 1} games: {megabytes():.0f} MB")
        window.close()


if __name__ == "__main__":
    main()
