"""A meter for how long the window is deaf, which the benchmarks of the window share.

A timer ticks every millisecond on the GUI thread of a whole window; what comes between two ticks
is a gap.  `row_of` makes figures of gaps, and `line_of` a line to be printed.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from threading import get_native_id

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.session.open_app import open_app
from kalahloa.lazy_imports import in_import_order
from kalahloa.models.game.registry import find_game
from kalahloa.views.window.main_window import MainWindow
from tests.disk import Disk

SETTLING_MS = 700
"""How long a new window has before anything is measured."""
STEP_MS = 33
"""The time between two steps: keys repeat thirty times a second."""

Gap = tuple[float, float, float]
"""The time between two ticks, how much of it the GUI thread was ready and had no processor, and how
long that thread worked; in milliseconds."""


@contextmanager
def whole_window(
    key: str, speed: float = 1.0, library: Path | None = None
) -> Iterator[tuple[MainWindow, AppContext, Keeper]]:
    """Show a window of the game *key*, and close it afterwards; *speed* is that of animations.

    Games are kept in *library*, by default in an empty one that is thrown away.
    """
    for module in in_import_order():  # as some seconds after the start
        import_module(module)
    with tempfile.TemporaryDirectory() as folder:
        app = open_app(find_game(key))
        document = app.document
        settings = QSettings(f"{folder}/settings.ini", QSettings.Format.IniFormat)
        settings.setValue("preferences/speed", speed)
        keeper = Keeper(document, Disk(library or Path(folder) / "library.sqlite").open, document)
        window = MainWindow(app, keeper, settings)
        document.setParent(window)
        window.show()
        try:
            yield window, app, keeper
        finally:
            window.close()
            make_event_loop_turn()


def make_event_loop_turn(milliseconds: int = 0) -> None:
    """Let the window and its threads work for so long."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def waited_for_processor() -> float:
    """Return how long this thread has waited for a processor so far, in ms; 0 if not known."""
    try:
        words = Path(f"/proc/self/task/{get_native_id()}/schedstat").read_text().split()
    except OSError:
        return 0.0
    return int(words[1]) / 1e6


def gaps(window: MainWindow, milliseconds: int, *, wanders: bool = True) -> list[Gap]:
    """Return the gaps between ticks in so many milliseconds, the shortest first.

    The board is drawn again and again, as when the mouse *wanders* over it, or only where it has
    changed.
    """
    ticks: list[tuple[float, float, float]] = []

    def tick() -> None:
        ticks.append((time.perf_counter(), waited_for_processor(), time.thread_time()))

    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(tick)
    painter = QTimer()
    painter.timeout.connect(window.graphical.board.viewport().update)
    timer.start(1)
    if wanders:
        painter.start(33)
    make_event_loop_turn(milliseconds)
    timer.stop()
    return sorted(
        (1000 * (b[0] - a[0]), b[1] - a[1], 1000 * (b[2] - a[2])) for a, b in pairwise(ticks)
    )


def row_of(what: str, found: list[Gap], **more: object) -> dict[str, object]:
    """Return what is printed of the gaps *found*."""
    return {
        "what": what,
        "ticks": len(found) + 1,
        "median": found[len(found) // 2][0],
        "percentile_99_9": found[int(len(found) * 0.999)][0],
        "longest": found[-1][0],
        "longest_without_processor": found[-1][1],
        "longest_otherwise": max(gap - waited for gap, waited, _ in found),
        "work_99_9": worked(found),
        "longest_work": max(work for _, _, work in found),
        **more,
    }


def worked(found: list[Gap]) -> float:
    """Return how long the GUI thread worked between two ticks, in 99.9 % of the gaps *found*."""
    return sorted(work for _, _, work in found)[int(len(found) * 0.999)]


def line_of(row: dict[str, object]) -> str:
    """Return *row* as it is printed."""
    names = {"percentile_99_9": "99.9 %", "percentile_90": "90 %"}
    names |= {"longest_without_processor": "of it without a processor"}
    names |= {"longest_otherwise": "longest with one", "longest_work": "most work"}
    names |= {"work_99_9": "work, 99.9 %", "run_work_99_9": "of the median run"}
    names |= {"work_a_step": "work a step"}
    names |= {"known_median": "known, median", "known_longest": "known, longest"}
    figures = (
        f"{names.get(name, name)} {figure:6.2f} ms"
        for name, figure in row.items()
        if isinstance(figure, float)
    )
    draws = f"   drawn {row['draws']} (at most {row['most_draws']})" if "draws" in row else ""
    return f"{row['what']:32} " + "   ".join(figures) + draws
