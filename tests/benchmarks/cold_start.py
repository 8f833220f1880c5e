"""How long the program takes to start, as whole processes.

The window is timed from the start of the process to the first painted board, and as it first
starts to the page of Home; the command line by ``--version``, from its start to its end.  Modules
are kept as byte code, as in an installed program: one run before those that count writes it.  The
fastest and the median of several runs are printed, in seconds, and beside them the least time of a
processor, which other programs disturb less::

    python -m tests.benchmarks.cold_start [--runs 7]
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from subprocess import DEVNULL, PIPE

_FIRST_PAINT = """
import gc
import sys
import time

gc.disable()  # as the command does until the window is there

from PySide6.QtCore import QEvent, QObject, QTimer
from kalahloa import app

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            # The timer fires when this paint event is done.
            QTimer.singleShot(0, self.end)
        return False

    def end(self):
        print(time.clock_gettime(time.CLOCK_MONOTONIC), time.process_time())
        application.quit()

application = app.make_application(sys.argv[:1])
game = sys.argv[1] if len(sys.argv) > 1 else None
window = app.make_window(game)
watch = Watch()
window.show()  # which makes the board; it is painted from the event loop
gc.freeze()
panels = window.panel_host.areas
shown = window.graphical.board.viewport() if game else panels["home"].panel
shown.installEventFilter(watch)
application.exec()
window.close()
"""


@dataclass(frozen=True)
class Times:
    """How long each run took, in seconds, by the clock and of a processor."""

    wall: list[float]
    processor: list[float]


def timed(command: list[str], runs: int) -> Times:
    """Return how long *command* took until the time it prints, or until its end, *runs* times."""
    times = Times([], [])
    with tempfile.TemporaryDirectory() as home:
        environment = dict(os.environ, HOME=home, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home)
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment["PYTHONPYCACHEPREFIX"] = f"{home}/bytecode"
        for run in range(runs + 1):
            used = _used_by_children()
            begun = time.clock_gettime(time.CLOCK_MONOTONIC)
            ended = subprocess.run(
                command, check=True, env=environment, stdout=PIPE, stderr=DEVNULL, text=True
            )
            wall = time.clock_gettime(time.CLOCK_MONOTONIC) - begun
            processor = _used_by_children() - used
            with suppress(ValueError):  # what prints no times is timed to its end
                painted, processor = map(float, ended.stdout.split())
                wall = painted - begun
            if run:
                times.wall.append(wall)
                times.processor.append(processor)
    return times


def _used_by_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Time both and print a line each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7, help="how often each is started")
    runs = parser.parse_args().runs
    for name, command in (
        ("window, first painted board", [sys.executable, "-c", _FIRST_PAINT, "kalah"]),
        ("window, first painted Home", [sys.executable, "-c", _FIRST_PAINT]),
        ("kalahloa --version", [sys.executable, "-m", "kalahloa", "--version"]),
        ("python -c pass", [sys.executable, "-c", "pass"]),
    ):
        times = timed(command, runs)
        print(
            f"{name:28} fastest {min(times.wall):.3f} s   "
            f"median {statistics.median(times.wall):.3f} s   "
            f"processor {min(times.processor):.3f} s"
        )


if __name__ == "__main__":
    main()
