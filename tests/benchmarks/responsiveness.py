"""How long the window is deaf while something works behind it.

A timer ticks every millisecond on the GUI thread of a whole window.  The gaps between two ticks
are printed, in milliseconds: while a human waits for a searcher at its deepest; around the moment
at which the values of Kalah's moves are turned on, with endgames to be built and with endgames in
the cache, beside those of a window in which nothing happens; and how soon the search for values
stops when nobody waits for it any more; and around moves that are clicked, in short and in long
records, beside how often the board is drawn for one of them; and while one steps through a game as
fast as a key repeats, with five lines, values, bar, arrows and all overlays on, beside how soon a
new position has its first lines::

    python -m tests.benchmarks.responsiveness [--part click] [--seconds 10] [--json]

The gaps are those of the clock; beside the longest stands what is left of it without the time in
which the GUI thread was ready and had no processor, because other programs had it, and the most
that this thread itself worked between two ticks, of all gaps and of 99.9 % of them.  On a busy
machine several turns of the event loop come between two ticks; so it is printed as well what the
thread works for one step in all its turns, of which a gap on a free machine holds a part.  Moves
are clicked without animations, which spread the work, unless ``--animated``.

With ``QT_QPA_PLATFORM=offscreen`` no screen is needed; set it to ``xcb`` for a real window.
"""

import argparse
import gc
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain
from random import Random
from unittest.mock import patch

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtTest import QTest

from kalahloa.app import make_application
from kalahloa.compiled import compiled_note
from kalahloa.controllers.base.player import HUMAN, MAX_DEPTH, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.work.background import Background, Request
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.searchers import searchers
from kalahloa.models.storage.user_cache import VARIABLE
from kalahloa.models.work.cancellation import Stop
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.window.main_window import MIN_THINK_SECONDS, MainWindow
from tests.benchmarks.gap_meter import (
    SETTLING_MS,
    STEP_MS,
    Gap,
    gaps,
    line_of,
    make_event_loop_turn,
    row_of,
    whole_window,
    worked,
)
from tests.benchmarks.records import random_record

VALUES_MS = 2500
VALUES_THREADS = ("analysis", "values")
"""The names that the thread of a search for values may have."""
CLICK_SIZES = (30, 10_000)
CLICK_PLIES = 12
"""Moves are clicked at places at most so many plies from the start."""
CLICK_MS = 150
"""How long ticks count after a click."""
CLICK_LEAD_MS = 10
STEP_PLIES = 60
FIRST_PLIES = 24
"""Of so many positions it is measured how soon the first lines are there."""
STOP_AFTER_MS = (1, 600)
"""Between these times after the beginning a search for values is stopped."""


def while_thinking(seconds: float) -> Iterator[dict[str, object]]:
    """Yield a row for every searcher on the two big games."""
    for key in ("loa", "kalah"):
        for searcher in searchers():
            with whole_window(key) as (window, app, _):
                app.turns.minimum_think_seconds = 1000.0
                deepest = Player(Level(searcher=searcher.name, depth=MAX_DEPTH))
                app.document.new_game(app.document.game, players=(deepest, HUMAN))
                found = gaps(window, round(1000 * seconds))
                yield row_of(f"{key} {searcher.name}", found, thinking=app.document.place.thinking)


def around_values(times: int) -> Iterator[dict[str, object]]:
    """Yield a row each for turning values on with endgames to be built, and with them in a file.

    And one for a window in which they stay off: what that waits for, nobody here can help.
    """
    with tempfile.TemporaryDirectory() as cache:
        for what in ("values off", "values on, endgames built", "values on, endgames kept"):
            found: list[Gap] = []
            for number in range(times):
                on, kept = "values on" in what, "kept" in what
                os.environ[VARIABLE] = f"{cache}/{0 if kept else number}"
                with whole_window("kalah") as (window, app, _):
                    app.document.new_game(find_game("kalah"), players=(HUMAN, HUMAN))
                    make_event_loop_turn(SETTLING_MS)
                    turn_on = window.actions_by_name["values"].trigger
                    if on:
                        QTimer.singleShot(20, turn_on)
                    found += gaps(window, VALUES_MS)
                    if on:
                        turn_on()
            yield row_of(what, sorted(found))


def until_stopped(times: int) -> Iterator[dict[str, object]]:
    """Yield a row each for stopping the search for values by a move, and by turning them off."""
    chance = Random(1)
    with tempfile.TemporaryDirectory() as cache:
        os.environ[VARIABLE] = cache
        for what in ("values stopped by a move", "values turned off", "values off at once"):
            late: list[float] = []
            for _ in range(1 if "move" in what else times):
                with watched_stops(late), whole_window("kalah") as (window, app, _):
                    app.document.new_game(find_game("kalah"), players=(HUMAN, HUMAN))
                    toggle = window.actions_by_name["values"].trigger
                    toggle()
                    if "move" in what:
                        for _ in range(times):
                            make_event_loop_turn(chance.randint(*STOP_AFTER_MS))
                            play_or_begin_again(app, chance)
                    elif "once" in what:
                        make_event_loop_turn(chance.randint(1, 60))
                    else:
                        make_event_loop_turn(chance.randint(*STOP_AFTER_MS) + SETTLING_MS)
                    toggle()
                    make_event_loop_turn(100)
            late.sort()
            yield {
                "what": what,
                "stops": len(late),
                "median": late[len(late) // 2],
                "percentile_90": late[int(len(late) * 0.9)],
                "longest": late[-1],
            }


@contextmanager
def watched_stops(late: list[float]) -> Iterator[None]:
    """Add to *late* how long each search for values goes on after it was stopped, in ms."""
    set_stop = Stop.set
    stopped: dict[Stop, float] = {}

    def watched_set(stop: Stop) -> None:
        stopped.setdefault(stop, time.perf_counter())
        set_stop(stop)

    def watched(work: Callable[..., None]) -> Callable[..., None]:
        def watched_work(background: Background[Request], request: Request) -> None:
            work(background, request)
            ended = time.perf_counter()
            if request.stop in stopped and background._thread.objectName() in VALUES_THREADS:
                late.append(1000 * (ended - stopped[request.stop]))

        return watched_work

    with ExitStack() as patches:
        patches.enter_context(patch.object(Stop, "set", watched_set))
        for kind in Background.__subclasses__():
            patches.enter_context(patch.object(kind, "work", watched(kind.work)))
        yield


def around_clicks(times: int, speed: float) -> Iterator[dict[str, object]]:
    """Yield a row for moves by a click, for both big games, short and long records.

    While the engine thinks in the background, and while values are on, as well as while nothing
    else happens.
    """
    for key in ("loa", "kalah"):
        for count in CLICK_SIZES:
            for what in ("idle", "values on", "engine thinking"):
                with whole_window(key, speed) as (window, app, _):
                    yield clicks(window, app, count, what, times)


def clicks(
    window: MainWindow, app: AppContext, count: int, what: str, times: int
) -> dict[str, object]:
    """Return a row for so many moves in a record of *count* nodes while *what* goes on."""
    key = app.document.game.key
    record = random_record(key, count)
    # Played on from where many moves are left.
    lines = [node for node in record.nodes if node.outcome is None and node.ply <= CLICK_PLIES]
    app.document.open_record(record, (HUMAN, HUMAN))
    chance = Random(1)
    app[Analysis].set_wanted(what == "values on")
    if what == "engine thinking":
        deepest = Player(Level(searcher="engine", depth=MAX_DEPTH))
        app.turns.minimum_think_seconds = MIN_THINK_SECONDS
        app.document.set_player(1, deepest)
    make_event_loop_turn(SETTLING_MS)
    board = window.graphical.board
    gc.collect()
    gc.freeze()
    found: list[Gap] = []
    drawn: list[int] = []
    while len(drawn) < times:
        app.document.jump(chance.choice(lines).number)
        make_event_loop_turn(CLICK_MS)
        place = app.document.place
        if place.player_to_move.is_computer or not place.human_may_move:
            continue
        move = chance.choice(place.position.legal_moves())
        cells = cells_of(key, place, move)
        for cell in cells[:-1]:
            click(board, cell)
        hover(board, cells[-1])
        make_event_loop_turn(CLICK_MS)
        before = app.document.node
        draws = Draws(board, app.document)
        QTimer.singleShot(CLICK_LEAD_MS, partial(click, board, cells[-1]))
        found += gaps(window, CLICK_LEAD_MS + CLICK_MS, wanders=False)
        assert before in app.document.node.path()[:-1]
        drawn.append(draws.count)
        draws.deleteLater()
    name = f"{key}, {len(record.nodes):,} nodes, {what}"
    row = row_of(name, sorted(found), clicks=times)
    return row | {"draws": sorted(drawn)[times // 2], "most_draws": max(drawn)}


def cells_of(key: str, place: Place, move: int) -> tuple[int, ...]:
    """Return the cells to click, one after the other, for *move*."""
    if key == "loa":
        return move & 63, move >> 6
    return (place.position.side * (place.rules.pits + 1) + move - 1,)


def click(board: BoardView, cell: int) -> None:
    """Click the middle of *cell*."""
    middle = board.mapFromScene(board.cell_rect(cell).center())
    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=middle)


def hover(board: BoardView, cell: int) -> None:
    """Move the mouse to the middle of *cell*."""
    QTest.mouseMove(board.viewport(), board.mapFromScene(board.cell_rect(cell).center()))


class Draws(QObject):
    """Counts how often *board* is painted for the first change of *document* that is told."""

    def __init__(self, board: BoardView, document: Document) -> None:
        super().__init__(board)
        self.count = 0
        self._changes = 0
        document.changed.connect(self._on_changed)
        board.viewport().installEventFilter(self)

    @Slot()
    def _on_changed(self) -> None:
        self._changes += 1

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._changes <= 1:
            self.count += 1
        return False


def around_steps(times: int) -> Iterator[dict[str, object]]:
    """Yield a row for stepping through a game, and one for its first lines, for both big games."""
    for key in ("loa", "kalah"):
        for on in (False, True):
            with studied_game(key) as (window, app):
                if on:
                    turn_all_on(app)
                make_event_loop_turn(SETTLING_MS)
                gc.collect()
                gc.freeze()
                ways = ("forward", "back") * times
                runs = [steps(window, way) for way in ways[:times]]
                works = sorted(worked(run) for run in runs)
                what = "everything on" if on else "nothing on"
                row = row_of(f"{key}, stepping, {what}", sorted(chain.from_iterable(runs)))
                each = sorted(sum(work for _, _, work in run) / STEP_PLIES for run in runs)
                more = {"run_work_99_9": works[times // 2], "work_a_step": each[times // 2]}
                yield row | more | {"runs": times}
        with studied_game(key) as (window, app):
            turn_all_on(app)
            make_event_loop_turn(SETTLING_MS)
            yield first_lines(key, window, app)


def turn_all_on(app: AppContext) -> None:
    """Turn values, lines and every overlay on."""
    app[Analysis].set_wanted(True)
    app[LiveAnalysis].set_on(True)
    for overlay in app.document.place.overlays:
        app.overlays.toggle(overlay.key)


@contextmanager
def studied_game(key: str) -> Iterator[tuple[MainWindow, AppContext]]:
    """Show a long game of *key* at its start in a window for studying, with five lines wanted."""
    with whole_window(key, 0.0) as (window, app, _):
        record = random_record(key, STEP_PLIES)
        record.jump(0)
        app.document.open_record(record, (HUMAN, HUMAN))
        window.rooms.open_page("study")
        app[LiveAnalysis].set_lines(5)
        node = record.root
        while node.children:  # the longest line is walked through
            node = max(node.children, key=lambda child: sum(1 for _ in child.subtree()))
        app.document.go_to(node)
        app.navigation.to_start()
        yield window, app


def steps(window: MainWindow, way: str) -> list[Gap]:
    """Return the gaps while the key of *way* is held down until the end of the line."""
    action = window.actions_by_name[way]
    timer = QTimer()
    timer.timeout.connect(action.trigger)
    timer.start(STEP_MS)
    found = gaps(window, STEP_MS * STEP_PLIES, wanders=False)
    timer.stop()
    return found


def first_lines(key: str, window: MainWindow, app: AppContext) -> dict[str, object]:
    """Return a row for how soon the first lines of each new position of the game are there.

    And how soon those of a position that was seen before.
    """
    new: list[float] = []
    known: list[float] = []
    for way, late in (("forward", new), ("back", known)):
        for _ in range(FIRST_PLIES):
            if not window.actions_by_name[way].isEnabled():
                break
            began = time.perf_counter()
            window.actions_by_name[way].trigger()
            if app.document.node.outcome is None:
                while not app.document.place[Live].lines:
                    make_event_loop_turn(1)
                late.append(1000 * (time.perf_counter() - began))
            make_event_loop_turn(150)
    new.sort()
    known.sort()
    return {
        "what": f"{key}, first lines",
        "positions": len(new),
        "median": new[len(new) // 2],
        "percentile_90": new[int(len(new) * 0.9)],
        "longest": new[-1],
        "known_median": known[len(known) // 2],
        "known_longest": known[-1],
    }


def play_or_begin_again(app: AppContext, chance: Random) -> None:
    """Make a move, or begin a new game where one is over."""
    if app.document.node.outcome is not None:
        app.document.new_game(find_game("kalah"), players=(HUMAN, HUMAN))
    else:
        app.document.play(chance.choice(app.document.position.legal_moves()))


def main() -> None:
    """Measure, and print a line for each measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--part", choices=("thinking", "values", "stops", "click", "steps", "all"), default="all"
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="time for each searcher")
    parser.add_argument("--times", type=int, default=5, help="how often values are turned on")
    parser.add_argument("--animated", action="store_true", help="click moves with animations")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    application = make_application(sys.argv[:1])
    parts = {
        "thinking": lambda: while_thinking(arguments.seconds),
        "values": lambda: around_values(arguments.times),
        "stops": lambda: until_stopped(8 * arguments.times),
        "click": lambda: around_clicks(8 * arguments.times, 1.0 if arguments.animated else 0.0),
        "steps": lambda: around_steps(arguments.times),
    }
    rows = []
    for name, measure in parts.items():
        if arguments.part in (name, "all"):
            for row in measure():
                rows.append(row)
                if not arguments.json:
                    print(line_of(row), flush=True)
    application.sendPostedEvents()
    if arguments.json:
        print(json.dumps({"rules": compiled_note(), "rows": rows}, indent=1))
    else:
        print(f"Rules: {compiled_note()}.")


if __name__ == "__main__":
    main()
