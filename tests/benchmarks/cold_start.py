"""How long the program takes to start, as whole processes.

The window is timed from the start of the process to the first painted board; the command line by
``--version``.  The fastest and the median of several runs are printed, in seconds::

    python -m tests.benchmarks.cold_start [--runs 7]
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

_FIRST_PAINT = """
import sys
from PySide6.QtCore import QEvent, QObject, QTimer
from kalahloa import app

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            # The timer fires when this paint event is done.
            QTimer.singleShot(0, application.quit)
        return False

application = app.make_application(sys.argv[:1])
window = app.make_window("kalah")
watch = Watch()
window.show()  # which makes the board; it is painted from the event loop
window.graphical.board.viewport().installEventFilter(watch)
application.exec()
window.close()
"""


def timed(command: list[str], runs: int) -> list[float]:
    """Return how long *command* took, in seconds, *runs* times."""
    with tempfile.TemporaryDirectory() as home:
        environment = dict(os.environ, HOME=home, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home)
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
        seconds = []
        for _ in range(runs):
            begun = time.perf_counter()
            subprocess.run(command, check=True, env=environment, capture_output=True)
            seconds.append(time.perf_counter() - begun)
    return seconds


def main() -> None:
    """Time both and print a line each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7, help="how often each is started")
    runs = parser.parse_args().runs
    for name, command in (
        ("window, first painted board", [sys.executable, "-c", _FIRST_PAINT]),
        ("kalahloa --version", [sys.executable, "-m", "kalahloa", "--version"]),
        ("python -c pass", [sys.executable, "-c", "pass"]),
    ):
        seconds = timed(command, runs)
        print(f"{name:28} fastest {min(seconds):.3f} s   median {statistics.median(seconds):.3f} s")


if __name__ == "__main__":
    main()
