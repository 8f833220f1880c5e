"""How long it takes to change pages, and how much memory a window has after many games::

    python -m tests.benchmarks.rooms [--games 70]

Each page is opened twice.  Printed are the milliseconds of the call and, after it, of the longest
turn of the event loop until all is painted; then the memory of the process before and after games
of random moves, in MB.
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
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.views.window.main_window import MainWindow
from kalahloa.views.window.rooms import PAGES
from kalahloa.views.window.window_place import USUAL_SIZE
from tests.disk import Disk

SETTLE_MS = 400


def longest_turn(milliseconds: int) -> float:
    """Let the event loop run; return the longest time between two ticks of a timer, in ms."""
    loop, worst, last = QEventLoop(), 0.0, time.perf_counter()

    def tick() -> None:
        nonlocal worst, last
        now = time.perf_counter()
        worst, last = max(worst, 1000 * (now - last)), now

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
    games = parser.parse_args().games
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
        for round_name in ("first", "again"):
            for page in (*PAGES, "play"):
                began = time.perf_counter()
                window.rooms.open_page(page)
                called = 1000 * (time.perf_counter() - began)
                print(f"{round_name} {page}: {called:.0f} ms, then {longest_turn(SETTLE_MS):.0f}")
        print(f"memory at the start: {megabytes():.0f} MB")
        chance = random.Random(1)
        for number in range(games):
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
