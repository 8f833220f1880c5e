"""How soon the book answers for a position, from the question to the reply on the same thread::

    python -m tests.benchmarks.book [--games 10] [--json]

Random games of Kalah are walked through ply by ply, once the tablebase is loaded.
"""

import argparse
import json
import time
from random import Random

from PySide6.QtCore import QCoreApplication, QEventLoop

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.book.browser import BookBrowser
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.registry import find_game


def main() -> None:
    """Print the times of the answers in milliseconds: on the wall, and of the processors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10, help="so many random games")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    application = QCoreApplication.instance() or QCoreApplication([])
    game = find_game("kalah")
    app = open_app(game)
    app.document.new_game(game)
    _ask(app)
    while app[Analysis].is_loading:
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    random = Random(2)
    taken = []
    for _ in range(arguments.games):
        app.document.new_game(game)
        while app.document.node.outcome is None:
            app.document.play(random.choice(app.document.position.legal_moves()))
            taken.append(_ask(app))
    app.shut_down()
    wall, work = (sorted(times) for times in zip(*taken, strict=True))
    facts = {"wall": _summary(wall), "processor": _summary(work)}
    if arguments.json:
        print(json.dumps({"answers": len(taken), **facts}))
        return
    for name, summary in facts.items():
        row = ", ".join(f"{key} {value:.1f} ms" for key, value in summary.items())
        print(f"{name}: {row} ({len(taken)} answers)")


def _ask(app: AppContext) -> tuple[float, float]:
    """Ask for the current position; return the milliseconds on the wall and of the processors."""
    loop = QEventLoop()
    app[BookBrowser].found.connect(loop.quit)
    began, work = time.perf_counter(), time.process_time()
    app[BookBrowser].look()
    loop.exec()
    app[BookBrowser].found.disconnect(loop.quit)
    return 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - work)


def _summary(times: list[float]) -> dict[str, float]:
    return {
        "median": times[len(times) // 2],
        "99 %": times[int(0.99 * len(times))],
        "most": times[-1],
    }


if __name__ == "__main__":
    main()
