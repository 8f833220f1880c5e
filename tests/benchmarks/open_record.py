"""How long opening a record takes, and how long the window is deaf meanwhile.

For records of 30, 1,000 and 10,000 nodes in every game, in the library and in a file that is taken
into it, the seconds from asking for the game until it is there are printed, beside the longest gap
between two ticks of a timer that ticks every millisecond on the GUI thread::

    python -m tests.benchmarks.open_record [--window] [--json]

Without ``--window``, only the controllers are measured: reading, checking and handing over.
"""

import argparse
import gc
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer

from kalahloa.app import make_application
from kalahloa.compiled import compiled_note
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.registry import find_game, own_games
from tests.benchmarks.gap_meter import SETTLING_MS, make_event_loop_turn, whole_window
from tests.benchmarks.records import comb_record, random_record
from tests.disk import Disk, write_record

SIZES = (30, 1_000, 10_000)
SHAPES = ("random", "comb")
MAX_WAIT_MS = 60_000
AFTERWARDS_MS = 200
"""For so long after the game is there, the ticks still count: views may draw later."""


def opened(keeper: Keeper, wanted: int | Path) -> tuple[float, float, float]:
    """Open *wanted* in *keeper*; return the seconds, the median gap and the longest, both in ms."""
    ticks: list[float] = []
    loop = QEventLoop()
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(lambda: ticks.append(time.perf_counter()))
    done: list[float] = []

    def end(*_: object) -> None:
        done.append(time.perf_counter())
        QTimer.singleShot(AFTERWARDS_MS, loop.quit)

    keeper.opened.connect(end)
    timer.start(1)
    make_event_loop_turn(50)
    begun = time.perf_counter()
    keeper.open_later(wanted)
    QTimer.singleShot(MAX_WAIT_MS, loop.quit)
    loop.exec()
    timer.stop()
    keeper.opened.disconnect(end)
    gaps = sorted(1000 * (later - earlier) for earlier, later in pairwise(ticks))
    return done[0] - begun, gaps[len(gaps) // 2], gaps[-1]


def rows(folder: Path, in_window: bool) -> Iterator[dict[str, object]]:
    """Yield a row of figures for each game, size and shape."""
    for game in own_games():
        for count in SIZES:
            for shape, make in zip(SHAPES, (random_record, comb_record), strict=True):
                record = make(game.key, count)
                path = folder / f"{game.key} {count} {shape}.kalahloa"
                write_record(path, record)
                # As the program does when it has started.
                gc.collect()
                gc.freeze()
                for place in ("library", "file"):
                    with (whole_window if in_window else no_window)(game.key) as (_, _, keeper):
                        with keeper.open_library() as library:
                            wanted = library.add(record) if place == "library" else path
                        make_event_loop_turn(SETTLING_MS)
                        seconds, median, longest = opened(keeper, wanted)
                    yield {
                        "game": game.key,
                        "shape": shape,
                        "place": place,
                        "nodes": len(record.nodes),
                        "deepest": max(node.ply for node in record.nodes),
                        "seconds": seconds,
                        "median gap": median,
                        "longest gap": longest,
                    }


@contextmanager
def no_window(key: str) -> Iterator[tuple[None, AppContext, Keeper]]:
    """Make the controllers of a window on the game *key*, and end them afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        parent = QObject()
        app = open_app(find_game(key))
        keeper = Keeper(app.document, Disk(Path(folder) / "library.sqlite").open, parent)
        try:
            yield None, app, keeper
        finally:
            keeper.shut_down()
            app.shut_down()


def main() -> None:
    """Measure and print a line for each record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--window", action="store_true", help="with a whole window")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    values = parser.parse_args()
    application = make_application(["open_record"])
    if not values.json:
        print(compiled_note())
        print("game       shape   place    nodes  deepest  seconds  median gap  longest gap (ms)")
    with tempfile.TemporaryDirectory() as folder:
        for row in rows(Path(folder), values.window):
            if values.json:
                print(json.dumps(row))
            else:
                print(
                    f"{row['game']:10} {row['shape']:7} {row['place']:7} {row['nodes']:6,} "
                    f"{row['deepest']:8} {row['seconds']:8.3f} {row['median gap']:11.1f} "
                    f"{row['longest gap']:12.1f}",
                    flush=True,
                )
    del application


if __name__ == "__main__":
    main()
