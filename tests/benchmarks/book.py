"""How soon the book answers for a position, from the question to the reply on the same thread::

    python -m tests.benchmarks.book [--games 10] [--json]

Random games of Kalah are walked through ply by ply, once the tablebase is loaded.
"""

import argparse
import json
import time
from random import Random

from PySide6.QtCore import QCoreApplication, QEventLoop

from kalahloa.controllers.desk import Desk
from kalahloa.models.game.registry import find_game


def main() -> None:
    """Print the times of the answers in milliseconds: on the wall, and of the processors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10, help="so many random games")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    app = QCoreApplication.instance() or QCoreApplication([])
    game = find_game("kalah")
    desk = Desk.of(game)
    desk.document.new_game(game)
    _ask(desk)
    while desk.analysis.is_loading:
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    random = Random(2)
    taken = []
    for _ in range(arguments.games):
        desk.document.new_game(game)
        while desk.document.node.outcome is None:
            desk.document.play(random.choice(desk.document.position.legal_moves()))
            taken.append(_ask(desk))
    desk.shut_down()
    wall, work = (sorted(times) for times in zip(*taken, strict=True))
    facts = {"wall": _summary(wall), "processor": _summary(work)}
    if arguments.json:
        print(json.dumps({"answers": len(taken), **facts}))
        return
    for name, summary in facts.items():
        row = ", ".join(f"{key} {value:.1f} ms" for key, value in summary.items())
        print(f"{name}: {row} ({len(taken)} answers)")


def _ask(desk: Desk) -> tuple[float, float]:
    """Ask for the current position; return the milliseconds on the wall and of the processors."""
    loop = QEventLoop()
    desk.browser.found.connect(loop.quit)
    began, work = time.perf_counter(), time.process_time()
    desk.browser.look()
    loop.exec()
    desk.browser.found.disconnect(loop.quit)
    return 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - work)


def _summary(times: list[float]) -> dict[str, float]:
    return {
        "median": times[len(times) // 2],
        "99 %": times[int(0.99 * len(times))],
        "most": times[-1],
    }


if __name__ == "__main__":
    main()
