"""How long the window is deaf while something is exported.

Both big games are exported to each kind of file, as a window does it that shows them: in slices on
the GUI thread, and in parts on another.  Printed are, in milliseconds, the processor time of the
first slice and of the longest, and the processor time of other threads in the longest gap between
two ticks of a timer: so long they let the GUI thread run no Python::

    python -m tests.benchmarks.exports [--game kalah] [--format pdf] [--times 3] [--json]

The first row of each game is for the first picture of all, which has more to make.  Where an
export is repeated, the least of the figures is printed: what else goes on can only add to them.
Processor time also counts where caches are shared with other programs; compare within one run.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, Qt, QTimer

from kalahloa.app import make_application
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Drawing, Mark, Notes, Shape
from kalahloa.models.record.record import Record
from kalahloa.views.pictures.export import FORMATS, job_for
from kalahloa.views.pictures.job import Job
from kalahloa.views.pictures.options import AnimationOptions, PageOptions, PictureOptions
from kalahloa.views.pictures.runner import Runner
from tests.benchmarks.gap_meter import SETTLING_MS, make_event_loop_turn, whole_window

GAMES = ("kalah", "loa")
OPTIONS = {
    PictureOptions: PictureOptions(),
    AnimationOptions: AnimationOptions(),
    PageOptions: PageOptions(),
}
PLIES = 24
LARGE = PictureOptions(width=2_000, scale=4)


class Timed:
    """A job that notes how long each of its slices works, in milliseconds."""

    def __init__(self, job: Job[object]) -> None:
        self._job = job
        self.slices: list[float] = []

    def send(self, answer: object) -> object:
        return self._timed(lambda: self._job.send(answer))

    def throw(self, error: Exception) -> object:
        return self._timed(lambda: self._job.throw(error))

    def close(self) -> None:
        self._timed(self._job.close)

    def _timed(self, step: Callable[[], object]) -> object:
        began = time.thread_time()
        try:
            return step()
        finally:
            self.slices.append(1000 * (time.thread_time() - began))


def annotated(key: str) -> Record:
    """Return a game with comments, and diagrams at every other move."""
    record = Record(find_game(key))
    chance = Random(4)
    while record.current.outcome is None and len(record.nodes) <= PLIES:
        node = record.play(chance.choice(record.position.legal_moves()))
        cell = "c6" if key == "loa" else "S2"
        if node.number % 2:
            drawings = (Drawing(Shape.CELL, cell),)
            record.annotate(node, Notes("A comment. " * 12, (Mark.GOOD,), drawings))
    return record


def export(job: Job[object]) -> dict[str, float]:
    """Do *job* as the window does; return the figures."""
    timed = Timed(job)
    runner = Runner()
    loop = QEventLoop()
    failures: list[str] = []
    runner.finished.connect(loop.quit)
    runner.failed.connect(failures.append)
    runner.failed.connect(loop.quit)
    ticks: list[tuple[float, float]] = []
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(
        lambda: ticks.append((time.process_time() - time.thread_time(), time.thread_time()))
    )
    timer.start(1)
    runner.start(timed)  # type: ignore[arg-type]
    loop.exec()
    timer.stop()
    runner.shut_down()
    if failures:
        raise SystemExit(failures[0])
    # While this thread works it keeps the others waiting.
    kept_waiting = max(
        1000 * (after[0] - before[0] - (after[1] - before[1])) for before, after in pairwise(ticks)
    )
    return {
        "slices": float(len(timed.slices)),
        "first": timed.slices[0],
        "longest": max(timed.slices),
        "kept_waiting": kept_waiting,
    }


def rows(games: list[str], formats: list[str], times: int) -> Iterator[dict[str, object]]:
    """Yield a row for each game and kind of file."""
    for key in games:
        record = annotated(key)
        with whole_window(key):
            make_event_loop_turn(SETTLING_MS)
            what = f"{key} png, first of all"
            yield {"what": what} | export(job_for(record, PictureOptions(), "png", None))
            for suffix in formats:
                options = OPTIONS[FORMATS[suffix].options]
                for name, chosen in ((suffix, options), (f"{suffix}, large", LARGE)):
                    if not isinstance(chosen, FORMATS[suffix].options):
                        continue
                    found = [export(job_for(record, chosen, suffix, None)) for _ in range(times)]
                    least = {figure: min(row[figure] for row in found) for figure in found[0]}
                    yield {"what": f"{key} {name}", **least}


def line_of(row: dict[str, object]) -> str:
    """Return *row* as it is printed."""
    return (
        f"{row['what']:24} slices {row['slices']:5.0f}   the first {row['first']:6.1f}   "
        f"the longest {row['longest']:6.1f}   kept waiting {row['kept_waiting']:6.1f}"
    )


def main() -> None:
    """Measure, and print a line for each kind of file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=(*GAMES, "all"), default="all")
    parser.add_argument("--format", choices=(*FORMATS, "all"), default="all")
    parser.add_argument("--times", type=int, default=3, help="how often each is exported")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    application = make_application(sys.argv[:1])
    games = list(GAMES) if arguments.game == "all" else [arguments.game]
    formats = list(FORMATS) if arguments.format == "all" else [arguments.format]
    found = []
    for row in rows(games, formats, arguments.times):
        found.append(row)
        if not arguments.json:
            print(line_of(row), flush=True)
    application.sendPostedEvents()
    if arguments.json:
        print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
