"""How long the window is deaf while one steps through a recorded search.

A search is recorded until a million nodes are in the tree.  Then the right arrow is pressed on the
slider of the steps thirty times a second, at the start of the search, in its middle and by cuts,
with the whole window shown, and the times between ticks of a timer on the GUI thread are printed as
in `tests.benchmarks.responsiveness`; also those while the cuts are looked for.  Beside them stand
the times that the models need for a step, and for finding a cut::

    python -m tests.benchmarks.tree_steps [--nodes 1000000] [--json]
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from random import Random

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from kalahloa.app import make_application
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_state import TreeOrder, TreeRun
from kalahloa.controllers.features.trees.steps import TreeSteps
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.lecture import recording
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.search_tree import SearchTree
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.search.steps.stack import stack_rows
from kalahloa.models.search.steps.state import state_at
from kalahloa.models.search.steps.step_map import StepMap
from kalahloa.models.search.steps.step_words import StepTeller
from kalahloa.models.work.cancellation import never
from kalahloa.views.panels.search_steps import SearchStepsPanel
from kalahloa.views.window.main_window import MainWindow
from tests.benchmarks.gap_meter import (
    SETTLING_MS,
    STEP_MS,
    gaps,
    line_of,
    make_event_loop_turn,
    row_of,
    whole_window,
)

GAME = "kalah"
SEARCHER = "alpha-beta"
SECONDS = 5.0
SAMPLES = 3000


def recorded(app: AppContext, nodes: int) -> TreeRun:
    """Return a search of the current position with *nodes* nodes recorded, at the deepest depth."""
    game = find_game(GAME)
    position = app.document.position.copy()
    recording.MAX_NODES = nodes
    for depth in range(4, 13):
        result = find_searcher(SEARCHER).choose(
            position.copy(), Limits(depth=depth), game.heuristic(), stopped=never, record_tree=True
        )
        if len(result.passes[-1]) >= nodes:
            break
    order = TreeOrder(SEARCHER, min(depth, 8))
    return TreeRun.of(order, game, app.document.node, position, result)


def of_models(tree: SearchTree) -> Iterator[dict[str, object]]:
    """Yield what the models need, in microseconds of the thread's time."""
    steps = StepMap(tree)
    yield {"what": "all cuts found, in portions", "ms": 1000 * timed(steps.complete)}
    chance, teller = Random(1), StepTeller(("South", "North"))
    numbers = [chance.randrange(tree.step_count) for _ in range(SAMPLES)]

    def describe(number: int) -> None:
        state = state_at(tree, number)
        teller.tell(state)
        stack_rows(state, prunes=True, negamax=False)

    for what, deed in (
        ("a step's state", lambda number: state_at(tree, number)),
        ("a step's state, words and stack", describe),
        ("the next cut", steps.next_cut),
        ("the last cut", steps.previous_cut),
    ):
        times = sorted(1e6 * timed(deed, number) for number in numbers)
        yield {
            "what": what,
            "us_median": times[SAMPLES // 2],
            "us_99": times[int(0.99 * SAMPLES)],
            "us_longest": times[-1],
        }


def timed(deed: Callable[..., object], *arguments: object) -> float:
    """Return for how many seconds this thread works on *deed*."""
    began = time.thread_time()
    deed(*arguments)
    return time.thread_time() - began


def of_window(window: MainWindow, app: AppContext) -> Iterator[dict[str, object]]:
    """Yield a row for each way of stepping as fast as a key repeats."""
    panel = window.docks.panel("search_steps")
    assert isinstance(panel, SearchStepsPanel)
    slider = panel.slider.slider
    steps = app[TreeSteps]
    for what, key, start in (
        ("steps from the start", Qt.Key.Key_Right, 0),
        ("steps from the middle", Qt.Key.Key_Right, steps.count // 2),
        ("steps back from the end", Qt.Key.Key_Left, steps.count - 1),
        ("from cut to cut", Qt.Key.Key_PageDown, steps.count // 3),
    ):
        steps.go(start)
        make_event_loop_turn(SETTLING_MS)
        before = steps.number
        presser = QTimer()
        presser.timeout.connect(lambda key=key: QTest.keyPress(slider, key))
        presser.start(STEP_MS)
        found = gaps(window, round(1000 * SECONDS), wanders=False)
        presser.stop()
        assert steps.number != before
        yield row_of(what, found, moved=abs(steps.number - before))


def measure(nodes: int) -> Iterator[dict[str, object]]:
    """Yield all rows."""
    with whole_window(GAME) as (window, app, _):
        window.resize(1440, 900)
        QTest.keyClick(window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
        make_event_loop_turn(SETTLING_MS)
        run = recorded(app, nodes)
        yield {"what": "recorded", "nodes": len(run.tree), "unrecorded": run.unrecorded}
        yield from of_models(run.tree)
        window.docks.focus("search_steps")
        make_event_loop_turn(SETTLING_MS)
        QTimer.singleShot(20, lambda: take(app, run))
        yield row_of("a run taken over, its cuts looked for", gaps(window, 3000, wanders=False))
        yield from of_window(window, app)


def take(app: AppContext, run: TreeRun) -> None:
    """Have the tree's controller look at *run*, as if it had searched it."""
    search = app[TreeSearch]
    search._run, search._shown, search._step = run, 0, None
    search.changed.emit()


def main() -> None:
    """Measure, and print a line for each measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=1_000_000, help="size of the tree")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    application = make_application(sys.argv[:1])
    rows = []
    for row in measure(arguments.nodes):
        rows.append(row)
        if not arguments.json:
            print(line_of(row) if "ticks" in row else row, flush=True)
    application.sendPostedEvents()
    if arguments.json:
        print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
