"""The sandbox: the same searches in another process, stopped and restarted."""

import os
import signal
import threading
from collections.abc import Iterator
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.sandbox import process
from kalahloa.models.sandbox.limits import SandboxLimits
from kalahloa.models.sandbox.orders import EvaluationOrder, SearchOrder
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.lecture.scale import lecture_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.searchers import find_searcher, lecture_searchers
from kalahloa.models.text.errors import HeuristicFailed, SandboxFailed
from kalahloa.models.work.cancellation import Stop
from tests.models.random_play import STEADY, random_position, start

SLOW = "import time\ndef evaluate(p):\n    time.sleep(0.2)\n    return 0.0"
MEASURES = {"loa": "mobility", "kalah": "mobility", "tictactoe": "open_lines"}
MOBILITY = """
'''How many moves there are.

More of this is not shown.
'''
PER_MOVE = 0.5
SIDE = -2

def evaluate(position):
    print("moves", position.mobility(position.side))
    return PER_MOVE * position.mobility(position.side) + SIDE * position.side
"""
GAMES = ("loa", "kalah", "tictactoe")


def mobility(position: Position) -> float:
    """Return what `MOBILITY` returns."""
    key = type(position).__name__.lower()
    view = find_game(key).features.view(position)
    return 0.5 * getattr(view, MEASURES[key])(view.side) - 2 * view.side


def own(text: str, game: str = "tictactoe") -> HeuristicSource:
    return HeuristicSource("mine", game, text.replace("mobility", MEASURES[game]))


def order(
    game: str, position: Position, searcher: str, limits: Limits, heuristic=None, **settings
) -> SearchOrder:
    return SearchOrder.of(find_game(game), position, searcher, limits, heuristic, **settings)


def facts(result: SearchResult) -> tuple:
    """Return all of *result* but the time."""
    columns = [tree.columns() for tree in result.passes]
    return (
        result.move,
        lecture_value(result.score),
        result.line,
        result.nodes,
        result.depth,
        result.score.proven,
        [(one.arrays, one.texts, one.unrecorded) for one in columns],
    )


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as sandbox:
        yield sandbox


# -- the same as here ------------------------------------------------------------------------------


@STEADY
@given(
    key=st.sampled_from(GAMES),
    seed=st.integers(0, 1000),
    plies=st.integers(0, 12),
    searcher=st.sampled_from([one.name for one in lecture_searchers()]),
    depth=st.integers(1, 3),
)
def test_a_recorded_search_gives_the_same_tree_as_in_this_process(
    sandbox, key, seed, plies, searcher, depth
):
    position = random_position(key, seed, plies)
    if position.is_over():
        return
    limits = Limits(depth=min(depth, 2) if key == "loa" else depth)
    here = find_searcher(searcher).choose(
        position.copy(), limits, find_game(key).heuristic(), record_tree=True
    )

    there = sandbox.search(order(key, position, searcher, limits, record=True))

    assert facts(there) == facts(here)


@pytest.mark.parametrize("key", GAMES)
def test_the_users_heuristic_gives_the_same_tree_as_in_this_process(sandbox, key):
    position = random_position(key, 1, 4)
    heuristic = Heuristic("mine", "mine", "", mobility)
    here = find_searcher("alpha-beta-ordered").choose(
        position.copy(), Limits(depth=2), heuristic, record_tree=True
    )

    there = sandbox.search(
        order(
            key,
            position,
            "alpha-beta-ordered",
            Limits(depth=2),
            own(MOBILITY, key),
            record=True,
        )
    )

    assert facts(there) == facts(here)


@pytest.mark.parametrize("key", GAMES)
def test_the_engine_searches_with_the_users_heuristic_even_where_it_has_its_own(sandbox, key):
    position = random_position(key, 1, 4)
    limits = Limits(nodes=2_000)
    here = Engine().analyse(position, limits, lines=3, evaluator=mobility)
    wanted = order(key, position, "engine", limits, own(MOBILITY, key), lines=3)

    there = sandbox.analyse(wanted)
    chosen = sandbox.search(wanted)

    assert (there.lines, there.depth, there.nodes) == (here.lines, here.depth, here.nodes)
    assert chosen.move == Engine().analyse(position, limits, evaluator=mobility).lines[0].move


@pytest.mark.parametrize("settings", [{}, {"strength": 7}], ids=str)
def test_a_heuristic_that_may_be_compiled_gives_the_same_search(sandbox, settings):
    position = random_position("loa", 1, 4)
    limits = Limits(nodes=2_000)
    source = own(MOBILITY.replace("    print", "    # print"), "loa")

    found = [
        sandbox.search(order("loa", position, "engine", limits, source, compiled=one, **settings))
        for one in (False, True)
    ]

    assert facts(found[0]) == facts(found[1])


def test_the_engine_without_a_heuristic_evaluates_by_itself(sandbox):
    position = random_position("loa", 3, 10)
    limits = Limits(depth=4)

    there = sandbox.analyse(order("loa", position, "engine", limits, lines=2))

    assert there.lines == Engine(network=True).analyse(position, limits, lines=2).lines


def test_a_level_searches_with_the_users_heuristic(sandbox):
    position = start("loa")
    disliked = position.legal_moves()[7]
    before = set(position.squares(0))
    position.make(disliked)
    (target,) = set(position.squares(0)) - before
    position.unmake()
    text = (
        f"TARGET = {target}\n"
        "def evaluate(p): return 50.0 if TARGET in p.squares(1 - p.side) else -50.0"
    )

    found = sandbox.search(
        order("loa", position, "engine", Limits(seconds=60), own(text, "loa"), strength=2)
    )

    # The other side is to move after it, and likes it very much.
    assert found.move != disliked
    assert lecture_value(found.score) == 50.0
    assert found.depth == 1


def test_moves_that_led_to_the_position_count(sandbox):
    """Repetition is a draw only if it is known what came before."""
    position = start("loa")
    for text in ("b1-b3", "a2-c2", "b3-b1", "c2-a2", "b1-b3", "a2-c2", "b3-b1"):
        position.make(position.read_move(text))
    here = find_searcher("game-tree").choose(
        position.copy(), Limits(depth=1), find_game("loa").heuristic(), record_tree=True
    )

    there = sandbox.search(order("loa", position, "game-tree", Limits(depth=1), record=True))

    assert facts(there) == facts(here)
    assert any(node.kind.value == "finished" for node in there.tree.children)


def test_progress_is_told(sandbox):
    told: list[Progress] = []

    result = sandbox.search(
        order("loa", start("loa"), "alpha-beta-ordered", Limits(seconds=0.6)), report=told.append
    )

    assert told
    assert told[-1].depth <= result.depth + 1
    assert all(progress.line for progress in told)


# -- evaluation ------------------------------------------------------------------------------------


def test_an_evaluation_has_a_value_its_terms_and_what_was_printed(sandbox):
    (found,) = sandbox.evaluate(own(MOBILITY), [start("tictactoe")])

    assert found.value == 4.0
    assert found.terms == {"PER_MOVE": 4.0, "SIDE": 0.0}
    assert found.printed == "moves 8\n"


def test_positions_are_evaluated_in_their_order_and_finished_ones_not_at_all(sandbox):
    over = find_game("tictactoe").read("XXX/OO./... O", start("tictactoe").rules)
    positions = [start("tictactoe"), over, *(random_position("tictactoe", n, 3) for n in range(9))]

    found = sandbox.evaluate(own(MOBILITY), positions, terms=False)

    assert [one and one.value for one in found] == [
        None if position.is_over() else mobility(position) for position in positions
    ]


def test_thousands_of_positions_are_evaluated(sandbox):
    positions = [random_position("kalah", seed, 2) for seed in range(1200)]

    found = sandbox.evaluate(own(MOBILITY, "kalah"), positions)

    assert [one.value for one in found] == [mobility(position) for position in positions]


def test_no_positions_have_no_evaluations(sandbox):
    assert sandbox.evaluate(own(MOBILITY), []) == ()


def test_each_order_begins_with_the_module_anew(sandbox):
    counting = "calls = 0\ndef evaluate(p):\n    global calls\n    calls += 1\n    return calls"

    first = sandbox.evaluate(own(counting), [start("tictactoe")])
    second = sandbox.evaluate(own(counting), [start("tictactoe")])

    assert first == second


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [SLOW, "def evaluate(p):\n    while True: pass", "def evaluate(p): return 10 ** 10 ** 10 % 7"],
)
def test_whatever_the_heuristic_does_the_search_stops_soon(text):
    stop = Stop()
    with Sandbox() as sandbox:
        sandbox.warm_up()
        threading.Timer(0.3, stop.set).start()

        with pytest.raises(SearchStopped):
            sandbox.search(order("loa", start("loa"), "negamax", Limits(depth=3), own(text)), stop)


def test_a_search_is_stopped_by_any_function(sandbox):
    asked = iter([False] * 20)

    with pytest.raises(SearchStopped):
        sandbox.search(
            order("loa", start("loa"), "game-tree", Limits(depth=6)), lambda: next(asked, True)
        )


def test_a_search_that_stops_when_it_is_told_keeps_its_process():
    stop = Stop()
    with Sandbox(SandboxLimits(stop_seconds=60.0)) as sandbox:
        sandbox.warm_up()
        before = sandbox.pid

        with pytest.raises(SearchStopped):
            sandbox.search(
                order("loa", start("loa"), "alpha-beta-ordered", Limits(depth=8)),
                stop,
                lambda _: stop.set(),
            )

        assert sandbox.search(order("loa", start("loa"), "game-tree", Limits(depth=1)))
        assert sandbox.pid == before


def test_what_an_analysis_has_found_until_it_is_stopped_is_returned(sandbox):
    stop = Stop()

    found = sandbox.analyse(
        order("loa", start("loa"), "engine", Limits(), own(MOBILITY, "loa")),
        stop,
        lambda sofar: stop.set(),
    )

    assert found.lines


def test_a_sandbox_that_is_closed_stops_its_search():
    sandbox = Sandbox()
    sandbox.warm_up()
    threading.Timer(0.2, sandbox.close).start()

    with pytest.raises(SearchStopped):
        sandbox.search(order("loa", start("loa"), "game-tree", Limits(depth=8)))
    with pytest.raises(SearchStopped):
        sandbox.search(order("loa", start("loa"), "game-tree", Limits(depth=1)))


def test_a_process_that_was_killed_is_said_and_replaced(sandbox):
    sandbox.warm_up()
    pid = sandbox.pid
    threading.Timer(0.3, os.kill, (pid, signal.SIGKILL)).start()

    with pytest.raises(SandboxFailed, match=r"ended: signal SIGKILL\."):
        sandbox.search(order("loa", start("loa"), "game-tree", Limits(depth=8)))

    assert sandbox.search(order("loa", start("loa"), "game-tree", Limits(depth=1))).depth == 1
    assert sandbox.pid != pid


def test_what_a_heuristic_leaves_behind_changes_no_search_without_one(sandbox):
    vandal = (
        "from kalahloa.models.games.tictactoe import heuristics, game\n"
        "for one in game.GAME.heuristics: object.__setattr__(one, 'function', lambda p: 7.0)\n"
        "def evaluate(p): return 0.0"
    )
    position = start("tictactoe")
    here = find_searcher("game-tree").choose(
        position.copy(), Limits(depth=1), find_game("tictactoe").heuristic()
    )
    sandbox.search(order("tictactoe", position, "game-tree", Limits(depth=1), own(vandal)))

    there = sandbox.search(order("tictactoe", position, "game-tree", Limits(depth=1)))

    assert there.score == here.score


def test_what_a_heuristic_leaves_behind_does_not_reach_its_next_version(sandbox):
    hook = (
        "import sys\n\n\nclass Finder:\n    def find_spec(self, *arguments):\n"
        "        raise ZeroDivisionError\n\n\nsys.meta_path.insert(0, Finder())\n"
        "sys.modules.pop('colorsys', None)\n\n\ndef evaluate(position):\n    return 0.0\n"
    )
    imports = "import colorsys\n\n\ndef evaluate(position):\n    return 1.0\n"
    position = start("tictactoe")
    before = HeuristicSource("mine", "tictactoe", hook)
    after = HeuristicSource("mine", "tictactoe", imports)

    sandbox.evaluate(before, [position], terms=False)
    (found,) = sandbox.evaluate(after, [position], terms=False)

    assert found is not None
    assert found.value == 1.0


def test_a_process_that_cannot_be_started_is_said(monkeypatch):
    monkeypatch.setattr(process.sys, "executable", "/nowhere/python")

    with Sandbox() as sandbox, pytest.raises(SandboxFailed, match="Cannot start a process"):
        sandbox.search(order("loa", start("loa"), "game-tree", Limits(depth=1)))


def test_a_process_that_does_not_begin_is_said(monkeypatch):
    monkeypatch.setattr(process, "CHILD", "kalahloa.no_such_module")

    with Sandbox() as sandbox, pytest.raises(SandboxFailed, match=r"ended: exit code 1\."):
        sandbox.search(order("loa", start("loa"), "game-tree", Limits(depth=1)))


def test_a_search_that_cannot_be_is_said(sandbox):
    over = find_game("tictactoe").read("XXX/OO./... O", start("tictactoe").rules)

    with pytest.raises(SandboxFailed, match=r"The search failed: .*game is over"):
        sandbox.search(order("tictactoe", over, "game-tree", Limits(depth=1)))


def test_calls_from_two_threads_come_one_after_the_other(sandbox):
    found: list[float] = []

    def ask() -> None:
        for _ in range(5):
            found.append(sandbox.evaluate(own(MOBILITY), [start("tictactoe")])[0].value)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [4.0] * 10


def test_a_call_that_waits_for_its_turn_can_be_stopped(sandbox):
    sandbox.warm_up()
    running, first = Stop(), threading.Event()

    def run() -> None:
        with pytest.raises(SearchStopped):
            sandbox.search(
                order("loa", start("loa"), "alpha-beta-ordered", Limits(depth=8)),
                running,
                lambda _: first.set(),
            )

    thread = threading.Thread(target=run)
    thread.start()
    first.wait(30)

    with pytest.raises(SearchStopped):
        sandbox.search(order("loa", start("loa"), "game-tree", Limits(depth=1)), lambda: True)

    running.set()
    thread.join()


# -- orders ----------------------------------------------------------------------------------------


def test_an_order_survives_its_way_through_a_pipe():
    position = random_position("kalah", 5, 6)
    search = order(
        "kalah", position, "engine", Limits(nodes=5, soft_seconds=1.5), own("x = 1"), seed=3
    )
    evaluation = EvaluationOrder.of(own("x = 1", "kalah"), [position])

    assert SearchOrder.from_json(search.to_json()) == search
    assert EvaluationOrder.from_json(evaluation.to_json()) == evaluation
    assert search.position().position_string() == position.position_string()
    assert search.position().move_stack() == position.move_stack()


def test_a_heuristic_that_needs_long_is_heard_of_before_its_search_is_over():
    """A pulse counts as an answer."""
    began = monotonic()
    with Sandbox() as sandbox, pytest.raises(HeuristicFailed, match="one position"):
        sandbox.search(
            order(
                "tictactoe",
                start("tictactoe"),
                "game-tree",
                Limits(depth=1),
                own("def evaluate(p):\n    while True: pass"),
            )
        )
    assert monotonic() - began > 2.0


# -- speed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["loa", "tictactoe"])
def test_the_speed_is_measured_interpreted_and_beside_the_engines_own(sandbox, game):
    position = start(game)

    speed = sandbox.measure(own(MOBILITY, game), find_game(game), position, seconds=0.05)

    assert speed.interpreted > 0
    assert (speed.own is not None) == position.has_evaluation()
    if speed.compiled is None:
        assert speed.sentence
    else:
        assert speed.compiled > speed.interpreted


def test_measuring_a_heuristic_that_does_not_return_fails_with_its_line(sandbox):
    endless = own("def evaluate(p):\n    while True:\n        pass")

    with pytest.raises(HeuristicFailed) as failed:
        sandbox.measure(endless, find_game("tictactoe"), start("tictactoe"))

    assert failed.value.line in (2, 3)


def test_measuring_can_be_stopped(sandbox):
    stop = Stop()
    stop.set()

    with pytest.raises(SearchStopped):
        sandbox.measure(own(MOBILITY), find_game("tictactoe"), start("tictactoe"), stop)
