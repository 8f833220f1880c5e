"""How long the window is deaf while the computer thinks.

A timer ticks every millisecond on the GUI thread of a whole window in which a human is to wait
for a searcher at its deepest.  The gaps between two ticks are printed, in milliseconds::

    python -m tests.benchmarks.responsiveness [--seconds 10] [--json]

With ``QT_QPA_PLATFORM=offscreen`` no screen is needed; set it to ``xcb`` for a real window.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer

from kalahloa.app import make_application
from kalahloa.compiled import compiled_note
from kalahloa.controllers.player import HUMAN, MAX_DEPTH, Level, Player
from kalahloa.controllers.session import Session
from kalahloa.controllers.turn_controller import TurnController
from kalahloa.models.games import find_game
from kalahloa.models.search import searchers
from kalahloa.views.main_window import MainWindow


def gaps_while_thinking(window: MainWindow, controller: TurnController, seconds: float):
    """Return the gaps between ticks, in milliseconds, over *seconds* of thinking."""
    ticks: list[float] = []
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(lambda: ticks.append(time.perf_counter()))
    loop = QEventLoop()
    # The board is drawn again and again, as when the mouse wanders over it.
    painter = QTimer()
    painter.timeout.connect(window.graphical.board.viewport().update)
    timer.start(1)
    painter.start(33)
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()
    still_thinking = controller.thinking
    timer.stop()
    gaps = sorted(1000 * (b - a) for a, b in pairwise(ticks))
    return gaps, still_thinking


def main() -> None:
    """Measure every searcher on the two big games and print a line each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="time for each searcher")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    application = make_application(sys.argv[:1])
    rows = []
    for key in ("loa", "kalah"):
        for searcher in searchers():
            with tempfile.TemporaryDirectory() as folder:
                controller = TurnController(find_game(key))
                settings = QSettings(f"{folder}/settings.ini", QSettings.Format.IniFormat)
                window = MainWindow(
                    controller, Session(controller, Path(folder), controller), settings
                )
                controller.setParent(window)
                controller.minimum_think_seconds = 1000.0
                window.show()
                deepest = Player(Level(searcher=searcher.name, depth=MAX_DEPTH))
                controller.new_game(controller.game, players=(deepest, HUMAN))
                gaps, thinking = gaps_while_thinking(window, controller, arguments.seconds)
                window.close()
                application.sendPostedEvents()
            row = {
                "game": key,
                "searcher": searcher.name,
                "ticks": len(gaps) + 1,
                "median": gaps[len(gaps) // 2],
                "percentile_99_9": gaps[int(len(gaps) * 0.999)],
                "longest": gaps[-1],
                "thinking": thinking,
            }
            rows.append(row)
            if not arguments.json:
                print(
                    f"{key:6} {searcher.name:24} median {row['median']:5.2f} ms   "
                    f"99.9 % {row['percentile_99_9']:6.2f} ms   longest {row['longest']:6.2f} ms",
                    flush=True,
                )
    if arguments.json:
        print(json.dumps({"rules": compiled_note(), "rows": rows}, indent=1))
    else:
        print(f"Rules: {compiled_note()}.")


if __name__ == "__main__":
    main()
