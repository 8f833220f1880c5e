"""Comparing searchers: what is counted, summed and given up, and what is said of it."""

from dataclasses import replace
from itertools import count
from math import inf

import pytest

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.registry import find_game
from kalahloa.models.search import comparison as comparing
from kalahloa.models.search.comparison import (
    Comparison,
    ComparisonPlan,
    ComparisonRun,
    ComparisonTask,
    Ending,
    Measured,
    Sample,
    SearchCost,
    measure_search,
)
from kalahloa.models.search.comparison_samples import bench_samples, random_samples
from kalahloa.models.search.comparison_words import (
    against,
    figures,
    least_leaves,
    row_sentence,
    seconds_text,
    share_text,
)
from kalahloa.models.search.lecture.scale import lecture_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.pass_counts import PassCounts
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.search_tree import TreeCounts
from kalahloa.models.search.searchers import find_searcher, lecture_searchers, searchers
from tests.scores import estimate

TICTACTOE, KALAH, LOA = (find_game(key) for key in ("tictactoe", "kalah", "loa"))
LECTURE = tuple(one.name for one in lecture_searchers())
ALL = tuple(one.name for one in searchers())


def plan_of(game=KALAH, names=ALL, depth=3, samples=None, **others) -> ComparisonPlan:
    rules = game.rulebook.default
    return ComparisonPlan(
        game, samples or (Sample(rules),), names, depth, game.heuristic(), **others
    )


def compare(plan: ComparisonPlan) -> Comparison:
    return ComparisonRun(plan).run()


def passes(*counts: tuple[float, ...]) -> tuple[PassCounts, ...]:
    """Passes of these depths, windows, values and nodes; they have half as many leaves."""
    return tuple(
        PassCounts(depth, alpha, beta, value, nodes, nodes // 2, 1, 10, 9, 20, 2, 5, 7)
        for depth, alpha, beta, value, nodes in counts
    )


class Scripted:
    """Measures what it was told, and remembers what it was asked for."""

    def __init__(self, answer) -> None:
        self.asked: list[ComparisonTask] = []
        self._answer = answer

    def __call__(self, plan, task, stopped, tell) -> Measured:
        self.asked.append(task)
        return self._answer(task)


def finished(task: ComparisonTask, nodes: int, **others) -> Measured:
    return Measured(task, Ending.FINISHED, nodes, 0.5, score=estimate(0.0), **others)


# -- counts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LECTURE)
def test_the_counts_are_those_of_recorded_trees(name):
    searcher, heuristic = find_searcher(name), KALAH.heuristic()
    position = KALAH.start(KALAH.rulebook.default)

    found = measure_search(
        plan_of(names=(name,)), ComparisonTask(0, name, 3), lambda: False, lambda nodes: None
    )

    recorded = searcher.choose(position, Limits(depth=3), heuristic, record_tree=True)
    trees = [TreeCounts.of(tree) for tree in recorded.passes]
    cost = SearchCost.of(found)
    assert (found.nodes, lecture_value(found.score)) == (
        recorded.nodes,
        lecture_value(recorded.score),
    )
    assert cost.passes == len(trees)
    for field in ("leaves", "hits", "cutoffs", "pruned", "again"):
        assert getattr(cost, field) == sum(getattr(tree, field) for tree in trees), field
    last = [tree for tree in recorded.passes if tree.root.depth == 3]
    assert cost.last_nodes == sum(len(tree) for tree in last)
    sorts = name not in ("game-tree", "negamax", "alpha-beta")
    assert (cost.sorted_by > 0) == sorts


def test_counting_changes_no_search():
    position = KALAH.start(KALAH.rulebook.default)
    for searcher in lecture_searchers():
        plain = searcher.choose(position, Limits(depth=2), KALAH.heuristic())
        counted = searcher.choose(position, Limits(depth=2), KALAH.heuristic(), count=True)
        assert (plain.nodes, plain.score, plain.line) == (
            counted.nodes,
            counted.score,
            counted.line,
        )
        assert not plain.counts and counted.counts


def test_counts_come_back_from_plain_numbers():
    counts = find_searcher("alpha-beta-aspiration").choose(
        KALAH.start(KALAH.rulebook.default), Limits(depth=3), KALAH.heuristic(), count=True
    )
    for one in counts.counts:
        assert PassCounts.from_json(one.to_json()) == one
    assert counts.counts[0].to_json()[1:3] == [None, None]
    assert counts.counts[0].alpha == -inf
    for wrong in ([], [1] * 12, [1, None, None, None, *[1] * 9], [1, 0, 1, 0, -1, *[0] * 8]):
        with pytest.raises((TypeError, ValueError)):
            PassCounts.from_json(wrong)


def test_a_window_that_fails_is_counted_with_what_it_has_cost():
    told = passes(
        (1, -inf, inf, 0.0, 10), (2, -1.0, 1.0, 3.0, 100), (2, -1.0, inf, 2.0, 200),
        (3, 1.0, 3.0, 1.0, 1000), (3, -inf, 3.0, 0.5, 2000),
    )  # fmt: skip

    cost = SearchCost.of(finished(ComparisonTask(0, "alpha-beta-aspiration", 3), 3310, passes=told))

    assert (cost.passes, cost.window_passes) == (5, 4)
    assert (cost.high, cost.high_nodes, cost.low, cost.low_nodes) == (1, 100, 1, 1000)
    assert (cost.last_nodes, cost.last_leaves) == (3000, 1500)


# -- the run ---------------------------------------------------------------------------------------


def test_every_searcher_is_compared_at_every_depth_and_finds_the_same_value():
    two_moves_played = (Sample(TICTACTOE.rulebook.default, None, (1, 5)),)

    comparison = compare(plan_of(TICTACTOE, samples=two_moves_played, depth=5))

    assert comparison.complete and comparison.depth == 5
    assert [(row.depth, row.searcher) for row in comparison.rows] == [
        (depth, name) for depth in (1, 2, 3, 4, 5) for name in ALL
    ]
    nodes = {row.searcher: row.cost.nodes for row in comparison.at(5)}
    assert nodes["game-tree"] == nodes["negamax"] > 2_000 > nodes["alpha-beta"] > 100
    assert nodes["alpha-beta-table"] < nodes["alpha-beta-ordered"]
    assert comparison.differing == (0,) * 5
    values = {row.score for row in comparison.at(5) if row.counted}
    assert len(values) == 1


def test_the_engine_counts_its_nodes_only():
    row = compare(plan_of(depth=2, names=("engine",))).row("engine", 2)

    assert not row.counted
    assert row.cost.nodes > 0 and row.cost.leaves == row.cost.passes == 0


def test_the_shallow_searches_are_made_first():
    samples = random_samples(KALAH.rulebook.default, 2)
    script = Scripted(lambda task: finished(task, 10))

    ComparisonRun(plan_of(names=("negamax", "alpha-beta"), depth=2, samples=samples)).run(script)

    assert [(task.depth, task.sample, task.searcher) for task in script.asked] == [
        (depth, sample, name)
        for depth in (1, 2)
        for sample in (0, 1)
        for name in ("negamax", "alpha-beta")
    ]


def test_a_run_that_was_stopped_goes_on_where_it_was():
    calls = count()

    def answer(task: ComparisonTask) -> Measured:
        if next(calls) == 2:
            raise SearchStopped
        return finished(task, 10)

    script = Scripted(answer)
    run = ComparisonRun(plan_of(names=("negamax", "alpha-beta"), depth=2))

    before = run.run(script)
    assert (before.done, before.complete) == (2, False)
    assert run.task == ComparisonTask(0, "negamax", 2)
    after = run.run(script)

    assert after.complete
    assert [task.depth for task in script.asked] == [1, 1, 2, 2, 2]


def test_a_stopped_run_asks_for_nothing():
    script = Scripted(lambda task: finished(task, 10))

    comparison = ComparisonRun(plan_of()).run(script, stopped=lambda: True)

    assert not script.asked and not comparison.rows and comparison.depth == 1


def test_results_are_reported_one_by_one():
    seen: list[int] = []

    ComparisonRun(plan_of(depth=1)).run(
        Scripted(lambda task: finished(task, 10)), report=lambda one: seen.append(one.done)
    )

    assert seen == list(range(1, len(ALL) + 1))


def test_samples_are_summed_once_all_searchers_have_been_through_them():
    samples = random_samples(KALAH.rulebook.default, 2)
    plan = plan_of(names=("negamax", "alpha-beta"), depth=1, samples=samples)
    steps: list[Comparison] = []

    ComparisonRun(plan).run(
        Scripted(lambda task: finished(task, 10 + task.sample)), report=steps.append
    )

    assert [len(one.rows) for one in steps] == [0, 2, 2, 2]
    assert [row.cost.nodes for row in steps[2].rows] == [10, 10]
    assert [row.cost.nodes for row in steps[3].rows] == [21, 21]
    assert steps[3].rows[0].score is None, "There is no value of two positions."


def test_positions_with_different_values_are_counted_but_the_engine_may_differ():
    def answer(task: ComparisonTask) -> Measured:
        value = {"negamax": 0.0, "alpha-beta": 1.0, "engine": 2.0}[task.searcher]
        return replace(finished(task, 10), score=estimate(value))

    names = ("negamax", "alpha-beta", "engine")
    assert ComparisonRun(plan_of(names=names, depth=1)).run(Scripted(answer)).differing == (1,)
    names = ("negamax", "engine")
    assert ComparisonRun(plan_of(names=names, depth=1)).run(Scripted(answer)).differing == (0,)


# -- searches without an end -----------------------------------------------------------------------


def test_a_search_that_takes_too_long_is_given_up_with_the_nodes_it_had(monkeypatch):
    clock = count(0, 0.01)
    monkeypatch.setattr(comparing, "monotonic", lambda: next(clock))

    comparison = compare(plan_of(LOA, names=("game-tree",), depth=3, seconds=1.0))

    ended = [row for row in comparison.rows if row.cost.given_up]
    assert [row.depth for row in ended] == [2, 3]
    assert ended[0].cost.nodes > 300
    assert not ended[0].is_comparable and ended[0].score is None
    assert "stopped after" in row_sentence(ended[0])


def test_what_was_given_up_is_not_tried_deeper():
    def answer(task: ComparisonTask) -> Measured:
        if task.searcher == "negamax" and task.depth == 2:
            return Measured(task, Ending.GIVEN_UP, 500, 20.0)
        return finished(task, 10)

    script = Scripted(answer)
    plan = plan_of(names=("negamax", "alpha-beta"), depth=4)
    comparison = ComparisonRun(plan).run(script)

    assert [task.depth for task in script.asked if task.searcher == "negamax"] == [1, 2]
    assert comparison.complete and comparison.depth == 4
    assert comparison.row("negamax", 4).cost.nodes == 500
    assert [row.depth for row in comparison.growth("negamax")] == [1]
    assert any("lower bounds" in sentence for sentence in figures(comparison))


def test_a_heuristic_that_raises_is_told_and_the_others_go_on():
    def fail(position) -> float:
        raise ZeroDivisionError("division by zero")

    plan = replace(plan_of(depth=2), heuristic=Heuristic("bad", "Bad", "", fail))

    comparison = compare(plan)

    assert comparison.complete
    row = comparison.row("negamax", 1)
    assert (row.error, row.cost.failed) == ("division by zero", 1)
    assert comparison.row("engine", 2).is_comparable, "It has an evaluation of its own."
    assert "Negamax failed: division by zero" in figures(comparison)


def test_memory_that_is_short_ends_the_comparison():
    def fail(position) -> float:
        raise MemoryError

    plan = replace(plan_of(depth=2), heuristic=Heuristic("bad", "Bad", "", fail))

    with pytest.raises(MemoryError):
        compare(plan)


@pytest.mark.parametrize("depth", [0, 9])
def test_depths_out_of_range_are_refused(depth):
    with pytest.raises(ValueError, match="depth"):
        plan_of(depth=depth)


def test_a_plan_without_positions_or_searchers_is_refused():
    for change in ({"samples": ()}, {"searchers": ()}):
        with pytest.raises(ValueError, match="at least one"):
            replace(plan_of(), **change)


# -- growth ----------------------------------------------------------------------------------------


def test_the_branching_factor_is_that_of_the_last_two_plies():
    nodes = {1: 10, 2: 40, 3: 80, 4: 360}

    def branching(depth: int) -> float | None:
        plan = plan_of(names=("alpha-beta",), depth=depth)
        script = Scripted(lambda task: finished(task, nodes[task.depth]))
        return ComparisonRun(plan).run(script).branching("alpha-beta")

    assert branching(1) is None
    assert branching(2) == pytest.approx(4.0)
    assert branching(4) == pytest.approx(3.0), "360 is 9 times 40, two plies before."


def test_plain_search_grows_by_the_number_of_moves():
    comparison = compare(plan_of(TICTACTOE, names=("negamax",), depth=3))

    assert [row.cost.nodes for row in comparison.growth("negamax")] == [10, 82, 586]
    assert comparison.branching("negamax") == pytest.approx((586 / 10) ** 0.5)


# -- positions -------------------------------------------------------------------------------------


def test_a_sample_remembers_the_moves_that_led_to_it():
    position = Sample(KALAH.rulebook.default, None, (3, 6)).position(KALAH)

    assert list(position.move_stack()) == [3, 6]


@pytest.mark.parametrize("game", [TICTACTOE, KALAH, LOA], ids=lambda game: game.key)
def test_random_samples_are_the_same_for_one_seed_and_never_over(game):
    rules = game.rulebook.default
    samples = random_samples(rules, 30, seed=5)

    assert samples == random_samples(rules, 30, seed=5)
    assert samples != random_samples(rules, 30, seed=6)
    positions = [sample.position(game) for sample in samples]
    assert not any(position.is_over() for position in positions)
    assert len({position.position_string() for position in positions}) > 20


def test_the_benchmark_has_positions_of_every_game():
    for game in (TICTACTOE, KALAH, LOA):
        samples = bench_samples(game)
        assert len(samples) == len(game.bench) > 0
        assert all(not sample.position(game).is_over() for sample in samples)


# -- words -----------------------------------------------------------------------------------------


def scripted_figures() -> str:
    """What is said of numbers that are easy to check."""
    costs = {
        "game-tree": passes((2, -inf, inf, 0.0, 111)),
        "alpha-beta": passes((2, -inf, inf, 0.0, 40)),
        "alpha-beta-ordered": passes((1, -inf, inf, 0.0, 10), (2, -inf, inf, 0.0, 20)),
        "alpha-beta-aspiration": passes(
            (1, -inf, inf, 0.0, 10), (2, -6.0, 6.0, 8.0, 15), (2, -6.0, inf, 7.0, 20)
        ),
        "alpha-beta-table": passes((1, -inf, inf, 0.0, 10), (2, -inf, inf, 0.0, 14)),
        "negascout": passes((1, -inf, inf, 0.0, 10), (2, -inf, inf, 0.0, 17)),
        "engine": (),
    }

    def answer(task: ComparisonTask) -> Measured:
        told = costs[task.searcher]
        nodes = sum(one.nodes for one in told) or 5
        if task.depth == 1:
            return finished(task, 10, passes=told[:1])
        if task.searcher == "game-tree":
            told = (replace(told[0], leaves=100),)
        return finished(task, nodes, passes=told)

    plan = plan_of(names=tuple(costs), depth=2)
    return "\n".join(figures(ComparisonRun(plan).run(Scripted(answer))))


def test_the_figures_of_the_lecture_are_told_with_their_numbers():
    said = scripted_figures()

    for sentence in (
        "6 searchers of the lecture find the same value: 0.00.",
        "The full tree has 100 leaves at depth 2: b^d with b = 10.0. With the best move always "
        "first, alpha-beta would need about 19, on the order of b^(d/2).",
        "Alpha-beta needs 20 leaves: b^1.3.",
        "Alpha-beta visits 40 of 111 nodes, 64 % fewer; its 10 cut-offs skip 20 moves.",
        "Move ordering: 30 nodes in all passes together, 25 % fewer; in the last pass alone 20. To "
        "sort the moves it evaluates 14 positions, which do not count as nodes.",
        "With ordering, the first move causes 90 % of the cut-offs; without, 90 %.",
        "The table answers 2 of 24 nodes; with it, the search visits 20 % fewer.",
        "The aspiration window, ±6 around the last value: 45 nodes, 50 % more.",
        "1 of 2 passes with a window failed and had to be repeated: 1 high, 0 low. That cost 15 "
        "nodes, 33 % of all.",
        "A fail-high costs 15 extra nodes on average.",
        "NegaScout: 27 nodes, 10 % fewer. 4 moves were better than expected and had to be "
        "searched again, which wasted 10 nodes.",
        "Game tree 11.1; Alpha-beta 4.0; Alpha-beta, ordered 3.0; ",
        "The engine visits 5 nodes to depth 2, but its tree differs: it prunes more,",
    ):
        assert sentence in said, said


def test_real_figures_agree_with_each_other():
    comparison = compare(plan_of(depth=4))
    said = "\n".join(figures(comparison))
    whole, cut = comparison.row("game-tree", 4).cost, comparison.row("alpha-beta", 4).cost

    assert f"Alpha-beta visits {cut.nodes:,} of {whole.nodes:,} nodes" in said
    moves = whole.leaves ** (1 / 4)
    assert f"about {least_leaves(moves, 4):,.0f}, on the order" in said
    assert least_leaves(moves, 4) < cut.leaves < whole.leaves


def test_nothing_is_said_of_what_was_not_compared():
    assert figures(compare(plan_of(names=("negascout",), depth=1))) == ()


@pytest.mark.parametrize(
    ("nodes", "others", "said"),
    [
        (50, 100, "50 % fewer"),
        (100, 100, "the same number"),
        (150, 100, "50 % more"),
        (400, 100, "4.0 times as many"),
        (1, 1000, "> 99 % fewer"),
        (999, 1000, "< 1 % fewer"),
    ],
)
def test_numbers_are_compared_in_words(nodes, others, said):
    assert against(nodes, others) == said


def test_times_and_shares_are_short():
    assert [seconds_text(one) for one in (0.0001, 0.003, 0.114, 9.5, 1234.5)] == [
        *("< 1 ms", "3 ms", "0.11 s", "9.50 s", "1,234 s"),
    ]
    assert [share_text(part, 1000) for part in (0, 1, 500, 999, 1000)] == [
        *("0 %", "< 1 %", "50 %", "> 99 %", "100 %"),
    ]
    assert share_text(0, 0) == "–"


@pytest.mark.parametrize(("depth", "leaves"), [(1, 10), (2, 19), (3, 109), (4, 199)])
def test_the_smallest_tree_is_that_of_knuth_and_moore(depth, leaves):
    assert least_leaves(10, depth) == leaves
