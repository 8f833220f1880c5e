"""The engine's interface: limits, lines, threads, stopping, errors, memory."""

import gc
import threading
from collections.abc import Callable
from random import Random

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.engine.engine import AnalysisResult, Engine
from kalahloa.models.search.engine.iterative_deepening import INFINITE, Run, follow, lead
from kalahloa.models.search.engine.pvs import Search
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchStopped
from kalahloa.models.search.score import ScoreKind, search_value
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.work.cancellation import Stop
from tests.memory import resident_bytes
from tests.models.random_play import GAME_RULES, random_position, snapshot, start
from tests.models.stones_game import NO_IDEA, Stones
from tests.plugin import KEY as CONNECT_FOUR
from tests.plugin import installed
from tests.pure_twin import load_pure
from tests.scores import is_certain

PATIENCE = 60.0
"""The seconds after which a thread counts as hanging."""
DEPTHS = (
    {"loa": 5, "kalah": 9, "tictactoe": 9}
    if is_compiled()
    else {"loa": 2, "kalah": 4, "tictactoe": 4}
)
NODES = 20_000 if is_compiled() else 500

engine = Engine(4)
every_rule_set = pytest.mark.parametrize(("key", "preset"), GAME_RULES)


@pytest.fixture
def connect_four(tmp_path):
    """Provide a plug-in game in plain Python."""
    with installed(tmp_path):
        yield find_game(CONNECT_FOUR)


def heuristic_of(key: str) -> Heuristic:
    return find_game(key).heuristic()


def signature(analysis: AnalysisResult) -> tuple:
    """Return the deterministic part of an analysis."""
    return (
        [
            (line.move, search_value(line.score), line.score.proven, line.line)
            for line in analysis.lines
        ],
        analysis.depth,
        analysis.nodes,
    )


def assert_legal(position: Position, analysis: AnalysisResult) -> None:
    """Check that every line begins with its move and can be played."""
    before = snapshot(position)
    for line in analysis.lines:
        assert line.line[0] == line.move
        made = 0
        for move in line.line:
            assert move in position.legal_moves()
            position.make(move)
            made += 1
        for _ in range(made):
            position.unmake()
    assert snapshot(position) == before


class Interrupting:
    """A heuristic that does something at its *number*-th call."""

    def __init__(self, number: int, act: Callable[[], None]) -> None:
        self.calls = 0
        self._number = number
        self._act = act

    def __call__(self, position: Position) -> float:
        self.calls += 1
        if self.calls == self._number:
            self._act()
        return 0.0


# -- lines -------------------------------------------------------------------------------------


@every_rule_set
def test_every_line_can_be_played_and_the_position_is_left_as_it_was(key: str, preset: str):
    for seed in range(6 if is_compiled() else 1):
        position = random_position(key, seed, 4 + 7 * seed, preset)
        before = snapshot(position)
        for lines in (1, 3):
            for limits in (Limits(depth=DEPTHS[key]), Limits(nodes=NODES)):
                analysis = engine.analyse(position, limits, lines=lines)

                assert snapshot(position) == before
                assert len(analysis.lines) == min(lines, len(position.legal_moves()))
                assert_legal(position, analysis)


@every_rule_set
def test_several_lines_are_sorted_differ_and_begin_with_the_best(key: str, preset: str):
    for seed in range(4 if is_compiled() else 1):
        position = random_position(key, seed, 5 * seed, preset)
        limits = Limits(depth=3)

        every = engine.analyse(position, limits, lines=1000)
        single = engine.analyse(position, limits)

        values = [search_value(line.score) for line in every.lines]
        assert values == sorted(values, reverse=True)
        assert sorted(line.move for line in every.lines) == sorted(position.legal_moves())
        if key != "loa":  # there late moves are searched less deep, depending on what came before
            assert values[0] == search_value(single.lines[0].score)
        assert single.depth == every.depth


def test_the_lines_of_a_decided_position_reach_the_end_of_the_game():
    position = find_game("tictactoe").read("XX./OO./... X", start("tictactoe").rules)

    analysis = engine.analyse(position, Limits(depth=9), lines=10)

    assert [line.score.text for line in analysis.lines[:1]] == ["wins in 1"]
    assert analysis.lines[0].line == (3,)
    assert all(len(line.line) == line.score.plies for line in analysis.lines if line.score.plies)


# -- limits ------------------------------------------------------------------------------------


@every_rule_set
def test_a_node_limit_is_exact_and_deterministic(key: str, preset: str):
    position = random_position(key, 3, 4, preset)
    for nodes in (1, 2, 100, 1023, 1024, 1025, NODES):
        first = engine.analyse(position, Limits(nodes=nodes), lines=2)
        second = Engine(4).analyse(position, Limits(nodes=nodes), lines=2)

        # Depth 1 is completed in any case.
        least = engine.analyse(position, Limits(depth=1), lines=2).nodes
        assert first.nodes <= max(nodes, least)
        assert first.nodes >= nodes or all(is_certain(line.score) for line in first.lines)
        assert signature(first) == signature(second)
        assert_legal(position, first)


def test_a_node_limit_uses_one_thread_to_be_deterministic():
    position = start("kalah")
    limits = Limits(nodes=NODES)

    assert signature(Engine(4, threads=2).analyse(position, limits)) == signature(
        engine.analyse(position, limits)
    )


@pytest.mark.parametrize("key", list(DEPTHS))
def test_the_depth_limit_is_reached_and_not_exceeded(key: str):
    position = start(key)
    for depth in range(1, DEPTHS[key]):
        analysis = engine.analyse(position, Limits(depth=depth))

        assert analysis.depth == depth
        assert signature(analysis) == signature(Engine(4).analyse(position, Limits(depth=depth)))


def test_more_time_gives_more_nodes_and_the_given_time_is_used():
    position = start("kalah")

    short, long = (engine.analyse(position, Limits(seconds=seconds)) for seconds in (0.02, 0.4))

    assert short.nodes < long.nodes
    assert short.seconds < long.seconds
    assert_legal(position, short)
    assert_legal(position, long)


@pytest.mark.parametrize("limits", [{"seconds": 0.0}, {"seconds": 1e-9}, {"nodes": 1}])
@pytest.mark.parametrize("lines", [1, 3, 1000])
def test_the_tightest_limit_leaves_depth_1_whole(limits: dict, lines: int):
    position = start("loa")

    analysis = Engine(1).analyse(position, Limits(**limits), lines=lines)

    assert signature(analysis) == signature(
        Engine(1).analyse(position, Limits(depth=1), lines=lines)
    )


def test_the_time_counts_from_when_the_memory_is_ready(monkeypatch):
    clock = [0.0]
    make = TranspositionTable

    def slow_table(mebibytes: int) -> TranspositionTable:
        clock[0] += 100.0
        return make(mebibytes)

    monkeypatch.setattr("kalahloa.models.search.engine.engine.TranspositionTable", slow_table)
    for module in ("engine", "iterative_deepening"):
        name = f"kalahloa.models.search.engine.{module}.search_time"
        monkeypatch.setattr(name, lambda: clock[0])

    analysis = Engine(1).analyse(start("loa"), Limits(depth=3, seconds=50.0))

    assert (analysis.depth, analysis.seconds) == (3, 0.0)


def test_the_time_that_depth_1_has_taken_is_gone(monkeypatch):
    clock = [0.0]
    for module in ("engine", "iterative_deepening"):
        name = f"kalahloa.models.search.engine.{module}.search_time"
        monkeypatch.setattr(name, lambda: clock[0])

    def slow(_position: Position) -> float:
        clock[0] += 10.0
        return 0.0

    analysis = Engine(1).analyse(start("loa"), Limits(depth=3, seconds=PATIENCE), evaluator=slow)

    assert analysis.depth == 1


def test_no_depth_is_begun_after_enough_time():
    analysis = engine.analyse(start("loa"), Limits(seconds=PATIENCE, soft_seconds=1e-9))

    assert analysis.depth == 1


def test_the_only_legal_move_is_analysed_as_deep_as_any():
    kalah = find_game("kalah").read("<6,9,9,0,0,0,0,1,0,4,4,4,4,4,4> S", start("kalah").rules)
    assert kalah.legal_moves() == [5]

    analysis = engine.analyse(kalah, Limits(depth=3, seconds=PATIENCE))

    assert analysis.depth == 3


def test_the_only_legal_move_is_played_at_once_with_a_time_limit():
    position = find_game("tictactoe").read("XOX/XOO/O.. X", start("tictactoe").rules)
    kalah = find_game("kalah").read("<6,9,9,0,0,0,0,0,1,4,4,4,4,4,4> S", start("kalah").rules)

    assert len(position.legal_moves()) == 2
    analysis = engine.analyse(kalah, Limits(seconds=PATIENCE), for_play=True)

    assert analysis.lines[0].move == 6
    assert analysis.depth == 1


@pytest.mark.parametrize("limits", [{"depth": 0}, {"seconds": -0.1}, {"nodes": 0}])
def test_a_limit_out_of_range_is_rejected(limits: dict):
    with pytest.raises(ValueError, match="of a search"):
        Limits(**limits)


def test_an_engine_has_at_least_one_thread():
    with pytest.raises(ValueError, match="at least 1 thread"):
        Engine(threads=0)


def test_a_depth_beyond_the_maximum_ends_at_the_maximum():
    position = Stones(9)

    analysis = engine.analyse(position, Limits(depth=10_000))

    assert analysis.lines[0].score.text == "wins in 5"


# -- determinism -------------------------------------------------------------------------------


@every_rule_set
def test_a_search_does_not_depend_on_searches_before_it(key: str, preset: str):
    position = random_position(key, 8, 6, preset)
    limits = Limits(depth=DEPTHS[key])

    first = engine.analyse(position, limits)
    for other in DEPTHS:
        engine.analyse(start(other), Limits(nodes=NODES))
    second = engine.analyse(position, limits)

    assert signature(first) == signature(second)


TWINS = {"loa": 6_000, "kalah": 4_000, "tictactoe": 3_000}


@pytest.mark.parametrize(("key", "preset"), GAME_RULES)
def test_both_modes_visit_the_same_nodes(key: str, preset: str):
    pure = load_pure()
    twin_game = pure[f"games.{key}.game"].GAME
    twin_engine = pure["search.engine.engine"].Engine(1)
    random = Random(4)
    position, twin = start(key, preset), twin_game.start(twin_game.rulebook.read(preset))
    for _ in range(4):
        move = random.choice(position.legal_moves())
        position.make(move)
        twin.make(move)
    nodes = TWINS[key] // 6

    ours = Engine(1).analyse(position, Limits(nodes=nodes), lines=2)
    theirs = twin_engine.analyse(twin, pure["search.limits"].Limits(nodes=nodes), lines=2)

    assert signature(ours) == signature(theirs)
    assert ours.depth >= 1


def test_a_heuristic_is_called_as_often_in_both_modes():
    pure = load_pure()
    twin_game = pure["games.tictactoe.game"].GAME
    judged = find_game("tictactoe").heuristic().function
    twin_judged = twin_game.heuristic().function
    limits = {"depth": 4}

    ours = Engine(1).analyse(start("tictactoe"), Limits(**limits), evaluator=judged)
    theirs = (
        pure["search.engine.engine"]
        .Engine(1)
        .analyse(
            twin_game.start(twin_game.rulebook.default),
            pure["search.limits"].Limits(**limits),
            evaluator=twin_judged,
        )
    )

    assert signature(ours) == signature(theirs)


# -- games in plain Python ---------------------------------------------------------------------


def test_a_plugin_game_is_searched_and_evaluated_like_any_other(connect_four):
    position = connect_four.start(connect_four.rulebook.default)
    before = snapshot(position)
    limits = Limits(nodes=600)

    first = engine.analyse(position, limits, lines=3, evaluator=connect_four.heuristic())
    second = engine.analyse(position, limits, lines=3, evaluator=connect_four.heuristic())

    assert signature(first) == signature(second)
    assert first.nodes == 600
    assert snapshot(position) == before
    assert_legal(position, first)


def test_a_win_in_a_plugin_game_is_proven(connect_four):
    position = connect_four.start(connect_four.rulebook.default)
    for move in (4, 1, 4, 1, 5):
        position.make(move)
    position.make(2)  # now 4 4 5 of Red, and Red wins by force

    best = engine.analyse(position, Limits(depth=5), evaluator=connect_four.heuristic()).lines[0]

    assert best.score.text.startswith("wins in ")
    for move in best.line:
        position.make(move)
    assert position.outcome().winner == 0


def test_positions_of_a_game_without_a_hash_are_not_confused():
    for count in range(1, 14):
        best = engine.analyse(Stones(count), Limits(depth=20)).lines[0]

        assert best.score.proven
        assert (best.score.number > 0) == (count % 4 > 0)
        if count % 4:
            assert best.move == count % 4


def test_a_heuristic_value_of_any_size_is_clamped_below_a_win():
    for value in (1e300, -1e300, 1e9, float("inf"), -float("inf")):
        analysis = engine.analyse(start("kalah"), Limits(depth=2), evaluator=lambda _, v=value: v)

        assert not analysis.lines[0].score.decided
        assert not is_certain(analysis.lines[0].score)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("number", [1, 2, 50])
def test_an_exception_of_a_heuristic_reaches_the_caller(threads: int, number: int):
    def fail() -> None:
        raise ZeroDivisionError("as it is")

    position = start("kalah")
    before = snapshot(position)

    with pytest.raises(ZeroDivisionError, match="as it is"):
        Engine(1, threads).analyse(position, Limits(depth=8), evaluator=Interrupting(number, fail))

    assert snapshot(position) == before


class Faulty(Stones):
    """A game whose *method* fails after some moves."""

    method = ""

    def _fail(self, method: str) -> None:
        if method == self.method and self.ply >= 3:
            raise KeyError(f"a fault in {method}")

    def list_moves(self) -> list[int]:
        self._fail("list_moves")
        return super().list_moves()

    def do_move(self, move: int) -> None:
        self._fail("do_move")
        super().do_move(move)

    def board_outcome(self):
        self._fail("board_outcome")
        return super().board_outcome()


@pytest.mark.parametrize("method", ["list_moves", "do_move", "board_outcome"])
def test_an_exception_of_the_rules_reaches_the_caller(method: str, monkeypatch):
    monkeypatch.setattr(Faulty, "method", method)

    with pytest.raises(KeyError, match=f"a fault in {method}"):
        engine.analyse(Faulty(12), Limits(depth=6))


def test_a_game_without_legal_moves_before_its_end_raises():
    class Stuck(Stones):
        def list_moves(self) -> list[int]:
            return [] if self.ply else super().list_moves()

    with pytest.raises(ValueError, match="no legal move"):
        engine.analyse(Stuck(5), Limits(depth=3))


# -- stopping ----------------------------------------------------------------------------------


@pytest.mark.parametrize("told", [True, False], ids=["told", "asking"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("key", ["loa", "kalah"])
def test_a_search_without_limits_is_stopped_from_another_thread(key, threads, told):
    position = start(key)
    stop, reported = Stop(), threading.Event()
    results: list[AnalysisResult] = []
    asked = Engine(4, threads)

    def ask() -> None:
        results.append(
            asked.analyse(
                position,
                Limits(),
                stopped=stop if told else stop.is_set,
                report=lambda _: reported.set(),
            )
        )

    asker = threading.Thread(target=ask)
    asker.start()
    assert reported.wait(PATIENCE)
    stop.set()
    asker.join(PATIENCE)

    assert not asker.is_alive()
    assert results[0].depth >= 1
    assert_legal(position, results[0])


@pytest.mark.parametrize("lines", [1, 6])
def test_a_search_that_is_stopped_within_depth_1_has_no_result(lines):
    evaluator = Interrupting(3, lambda: run.stop())
    search = Search(start("loa"), TranspositionTable(1), evaluator)
    run = Run([search], Limits(), lines, 0.0, 0, ScoreKind.WINNER)

    lead(run)

    assert run.done.is_set()
    assert run.error is None
    assert run.latest is None


def test_a_search_that_is_stopped_before_it_begins_searches_nothing():
    with pytest.raises(SearchStopped):
        engine.analyse(start("kalah"), Limits(), stopped=lambda: True)


def test_a_search_is_stopped_while_python_code_evaluates():
    stop = threading.Event()
    evaluator = Interrupting(100, stop.set)

    engine.analyse(start("kalah"), Limits(), evaluator=evaluator, stopped=stop.is_set)

    assert evaluator.calls >= 100


def test_a_helper_search_stops_with_the_main_thread():
    run = Run([Search(start("loa"), TranspositionTable(1))], Limits(), 1, 0.0, 0, ScoreKind.WINNER)
    early, late = (
        Search(start("loa"), TranspositionTable(1)),
        Search(start("loa"), TranspositionTable(1)),
    )

    run.set_helper(early)
    run.stop()
    run.set_helper(late)

    for helper in (early, late):
        helper.run(1, -INFINITE, INFINITE)
        assert helper.was_aborted()


def test_an_exception_of_the_report_ends_the_search():
    def fail(_: AnalysisResult) -> None:
        raise KeyError("the listener")

    threads = threading.active_count()
    with pytest.raises(KeyError, match="the listener"):
        Engine(1, 2).analyse(start("loa"), Limits(), report=fail)

    assert threading.active_count() == threads


# -- as a searcher -----------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(DEPTHS))
def test_a_chosen_move_comes_with_its_line_and_value(key: str):
    position = start(key)
    told: list[Progress] = []

    result = engine.choose(
        position, Limits(depth=DEPTHS[key]), heuristic_of(key), report=told.append
    )

    assert result.move in position.legal_moves()
    assert result.line[0] == result.move
    assert result.depth == DEPTHS[key]
    assert told[-1].line == result.line
    assert told[-1].score == result.score


def test_a_margin_that_is_only_a_bound_is_not_called_proven():
    kalah = find_game("kalah")
    position = kalah.read("<6,26,7,1,0,0,0,0,0,4,2,1,3,4,0> N", kalah.rulebook.default)

    shallow, deep = (
        engine.choose(position, Limits(depth=depth), heuristic_of("kalah")) for depth in (3, 60)
    )

    assert (shallow.score.proven, shallow.score.decided, shallow.score.number) == (False, True, -4)
    assert (deep.score.proven, deep.score.number) == (True, -12)


def test_a_stopped_choice_raises_search_stopped():
    with pytest.raises(SearchStopped):
        engine.choose(start("loa"), Limits(depth=50), heuristic_of("loa"), stopped=lambda: True)


def test_choosing_a_move_in_a_finished_game_raises():
    with pytest.raises(ValueError, match="over"):
        engine.choose(Stones(0), Limits(depth=3), NO_IDEA)


def test_one_engine_serves_several_threads_at_once():
    positions = [random_position("kalah", seed, 5) for seed in range(4)]
    alone = [signature(engine.analyse(position, Limits(nodes=NODES))) for position in positions]
    together: dict[int, tuple] = {}

    def ask(number: int) -> None:
        analysis = engine.analyse(positions[number], Limits(nodes=NODES))
        together[number] = signature(analysis)

    askers = [threading.Thread(target=ask, args=(number,)) for number in range(len(positions))]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join(PATIENCE)

    assert [together[number] for number in range(len(positions))] == alone


# -- two threads -------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["lecture", "standard", "empty-capture"])
def test_two_threads_find_the_same_exact_value_as_one(preset: str):
    both = Engine(1, threads=2)
    to_the_end = Limits(depth=100)
    pits = 3 if is_compiled() else 2
    position = start("kalah", preset, pits=pits, stones=3)
    while not position.is_over():
        alone = engine.analyse(position, to_the_end, lines=9)

        together = both.analyse(position, to_the_end, lines=9)

        assert [line.score for line in together.lines] == [line.score for line in alone.lines]
        assert all(line.score.proven for line in together.lines)
        assert_legal(position, together)
        position.make(position.legal_moves()[-1])


@pytest.mark.parametrize("key", list(DEPTHS))
def test_lines_of_two_threads_are_playable(key: str):
    both = Engine(1, threads=2)
    for seed in range(4 if is_compiled() else 1):
        position = random_position(key, seed, 6 * seed)

        analysis = both.analyse(position, Limits(depth=DEPTHS[key]), lines=2)

        assert analysis.depth == DEPTHS[key] or all(line.score.proven for line in analysis.lines)
        assert_legal(position, analysis)


def test_the_main_thread_takes_over_a_task_finished_by_a_helper():
    position = start("kalah")
    table = TranspositionTable(1)
    leading, other = (Search(position.copy(), table, None, True) for _ in range(2))
    run = Run([leading, other], Limits(), 1, 0.0, 0, ScoreKind.WINNER)
    run.done.set()

    follow(run, 1)

    assert run.findings[run.task.number].move in position.legal_moves()
    for number, aborted in ((run.task.number, True), (run.task.number + 1, False)):
        leading.set_task(number)
        leading.run(1, -INFINITE, INFINITE)
        assert leading.was_aborted() is aborted


# -- memory ------------------------------------------------------------------------------------


def test_a_thousand_searches_leak_no_memory():
    position = start("loa")
    limits = Limits(nodes=200 if is_compiled() else 2)

    def search(times: int) -> None:
        for number in range(times):
            engine.analyse(position, limits, lines=1 + number % 3)

    search(100)
    before, threads = resident_bytes(), threading.active_count()
    search(900)

    # One search alone holds half a mebibyte, were it kept.
    assert resident_bytes() - before < 8 << 20
    assert threading.active_count() == threads


def test_successive_searches_reuse_one_table_and_leak_no_object():
    asked = Engine(2, threads=2)
    for number in range(40):
        key = list(DEPTHS)[number % 3]
        position = random_position(key, number, number % 9)
        limits = (Limits(depth=2), Limits(nodes=50))[number % 2]
        asked.analyse(position, limits, lines=1 + number % 3)
    gc.collect()

    tables = asked._spare_tables
    assert [table.bytes_held() for table in tables] == [2 << 20]
    assert sum(isinstance(kept, Search) for kept in gc.get_objects()) == 0


def test_failing_searches_leak_no_memory():
    def fail() -> None:
        raise ZeroDivisionError

    def search(times: int) -> None:
        for _ in range(times):
            with pytest.raises(ZeroDivisionError):
                engine.analyse(start("kalah"), Limits(), evaluator=Interrupting(3, fail))

    search(20)
    before = resident_bytes()
    search(100)

    assert resident_bytes() - before < 16 << 20


def test_a_bound_from_a_depth_that_was_given_up_is_not_called_exact():
    # In the seventh depth the first window is too low, and the second one is given up.
    rules = find_game("kalah").rulebook.read(None, {"pits": 4})
    position = find_game("kalah").read("<4,1,2,2,3,1,4,3,2,1,1> S", rules)

    best = engine.analyse(position, Limits(nodes=386)).lines[0]

    assert not is_certain(best.score)


def test_a_move_that_loses_is_no_lost_position_while_others_are_not_searched():
    # In the second depth the best move of the first is found to lose, and the search is given up.
    position = find_game("loa").read(
        "8/1w3b2/1b6/2w5/1b2w3/8/8/8 b", find_game("loa").rulebook.default
    )
    for move in (3317, 1244, 2089, 1698):
        position.make(move)

    for nodes in range(19, 135):
        best = engine.analyse(position, Limits(nodes=nodes)).lines[0]

        assert not is_certain(best.score), nodes


# -- two moves compared ----------------------------------------------------------------------------


def test_a_move_is_compared_with_the_best_one_in_one_search():
    loa = find_game("loa")
    position = loa.start(loa.rulebook.default)
    engine = Engine(1)
    everything = engine.analyse(position, Limits(depth=3), lines=36).lines
    worst = everything[-1]

    found = engine.analyse(position, Limits(depth=3), versus=worst.move)

    assert found.depth == 3
    assert [line.move for line in found.lines] == [everything[0].move, worst.move]
    assert [search_value(line.score) for line in found.lines] == [
        search_value(everything[0].score),
        search_value(worst.score),
    ]


def test_the_best_move_is_compared_with_the_best_other_one():
    loa = find_game("loa")
    position = loa.start(loa.rulebook.default)
    engine = Engine(1)
    first, second = engine.analyse(position, Limits(depth=3), lines=2).lines

    found = engine.analyse(position, Limits(depth=3), versus=first.move)

    assert found.lines[0].move == first.move
    assert search_value(found.lines[1].score) == search_value(second.score)


def test_where_there_is_one_move_only_it_is_compared_with_nothing():
    game = find_game("tictactoe")
    position = game.read("XOX/XOO/OX. X", game.rulebook.default)

    found = Engine(1).analyse(position, Limits(depth=2), versus=position.legal_moves()[0])

    assert len(found.lines) == 1
