"""Logarithmic bars and curves of what searchers cost."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsSimpleTextItem

from kalahloa.models.game.registry import find_game
from kalahloa.models.search.comparison import (
    Comparison,
    ComparisonPlan,
    ComparisonRun,
    ComparisonTask,
    Ending,
    Measured,
    Sample,
)
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.plots.cost_bars import CostBars
from kalahloa.views.plots.cost_chart import LogScale, apart, comparison_csv, tick_text
from kalahloa.views.plots.growth_plot import GrowthPlot
from tests.scores import estimate

NODES = {
    "game-tree": (10, 1_000, 100_000),
    "alpha-beta": (10, 100, 1_000),
    "alpha-beta-ordered": (10, 80, 900),
    "engine": (10, 40, 80),
}


def comparison_of(depth: int = 3, given_up: str = "") -> Comparison:
    """A comparison with these nodes; the search called *given_up* does not reach depth 3."""
    game = find_game("kalah")

    def measure(plan, task: ComparisonTask, stopped, tell) -> Measured:
        nodes = NODES[task.searcher][task.depth - 1]
        late = task.searcher == given_up and task.depth == 3
        ending = Ending.GIVEN_UP if late else Ending.FINISHED
        return Measured(task, ending, nodes, nodes / 1e3, score=None if late else estimate(0.0))

    plan = ComparisonPlan(
        game, (Sample(game.rulebook.default),), tuple(NODES), depth, game.heuristic()
    )
    return ComparisonRun(plan).run(measure)


@pytest.fixture
def bars(qtbot) -> CostBars:
    made = CostBars(LIGHT)
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    made.show_comparison(comparison_of())
    return made


@pytest.fixture
def plot(qtbot) -> GrowthPlot:
    made = GrowthPlot(LIGHT)
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    made.show_comparison(comparison_of())
    return made


def texts(view) -> list[str]:
    items = [one for one in view.scene().items() if isinstance(one, QGraphicsSimpleTextItem)]
    return [item.text() for item in items]


def bar_widths(bars: CostBars) -> list[float]:
    """The widths of the bars from the first row on, without their tracks."""
    tracks = [
        item.rect()
        for item in bars.scene().items(Qt.SortOrder.AscendingOrder)
        if isinstance(item, QGraphicsRectItem)
        and item.rect().height() == 7
        and item.brush().color() in (LIGHT.accent, LIGHT.outline)
    ]
    return [rect.width() for rect in sorted(tracks, key=lambda rect: rect.top())]


# -- scales ----------------------------------------------------------------------------------------


def test_equal_ratios_are_equal_lengths():
    scale = LogScale.of([80, 1_000, 100_000])

    assert (scale.low, scale.high) == (10, 100_000)
    assert scale.share(100_000) == 1
    assert scale.share(10_000) - scale.share(1_000) == pytest.approx(
        scale.share(1_000) - scale.share(100)
    )
    assert scale.ticks() == (10, 100, 1_000, 10_000, 100_000)
    assert scale.ticks(3) == (10, 1_000, 100_000)
    assert scale.share(5) == 0


def test_a_scale_has_a_length_whatever_is_on_it():
    for numbers in ([], [0], [1], [100], [7, 7]):
        scale = LogScale.of(numbers)
        assert 0 < scale.low < scale.high
    assert LogScale.of([100]).share(100) > 0, "A power of ten has a bar, too."


def test_large_powers_of_ten_are_short():
    assert [tick_text(10.0**power) for power in (0, 3, 6, 8)] == ["1", "1,000", "1 M", "100 M"]


def test_labels_are_moved_apart_and_stay_in_their_order():
    moved = apart([50, 52, 10, 51], 10, 0, 100)

    assert sorted(range(4), key=lambda n: moved[n]) == [2, 0, 3, 1]
    assert all(later - one >= 10 - 1e-9 for one, later in pairwise(sorted(moved)))
    assert moved[2] == 10
    crowded = apart([5] * 5, 10, 0, 20)
    assert (min(crowded), max(crowded)) == (0, 20)
    assert apart([], 10, 0, 20) == []


# -- bars ------------------------------------------------------------------------------------------


def test_bars_are_logarithmic_and_each_has_its_numbers(bars):
    widths = bar_widths(bars)

    assert len(widths) == 4
    scale = LogScale.of([80, 900, 1_000, 100_000])
    for width, nodes in zip(widths, (100_000, 1_000, 900, 80), strict=True):
        assert width / widths[0] == pytest.approx(scale.share(nodes))
    assert {"Game tree", "100,000", "100 s", "Alpha-beta", "1,000"} <= set(texts(bars))


def test_keys_go_from_searcher_to_searcher_and_tell_it(bars, announced):
    bars.setFocus()
    QTest.keyClick(bars, Qt.Key.Key_Down)
    assert bars.current == 1
    assert announced[-1].startswith("Alpha-beta: 1,000 nodes, ")
    QTest.keyClick(bars, Qt.Key.Key_End)

    assert announced[-1] == "Engine: 80 nodes, 80 ms"


def test_a_click_marks_a_searcher_and_the_pointer_tells_it(bars, qtbot):
    place = bars.middle_of(2).toPoint()
    with qtbot.waitSignal(bars.pointed) as pointed:
        QTest.mouseMove(bars.viewport(), place)
    QTest.mouseClick(bars.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert pointed.args[0].startswith("Alpha-beta with move ordering: 900 nodes")
    assert bars.current == 2


def test_a_search_that_was_given_up_has_an_open_end(bars):
    bars.show_comparison(comparison_of(given_up="game-tree"))

    assert "≥ 100,000" in texts(bars) and "≥ 100 s" in texts(bars)
    hatched = [
        item
        for item in bars.scene().items()
        if isinstance(item, QGraphicsRectItem)
        and item.brush().style() is Qt.BrushStyle.BDiagPattern
    ]
    assert len(hatched) == 1
    assert "stopped after 100 s" in bars.said(0)


def test_no_comparison_has_no_bars(bars):
    bars.show_comparison(None)

    assert not texts(bars) and bars.accessibleDescription() == "" and bars.to_csv() == ""


@pytest.mark.parametrize("kind", [CostBars, GrowthPlot])
def test_other_themes_and_sizes_are_drawn(qtbot, kind):
    view = kind(DARK)
    qtbot.addWidget(view)
    view.show_comparison(comparison_of())
    for width, height in ((900, 500), (150, 80), (40, 20)):
        view.resize(width, height)
        view.set_theme(LIGHT)
        view.set_theme(DARK)
        assert view.scene().items()


def test_the_table_of_numbers_has_all_depths():
    lines = comparison_csv(comparison_of()).splitlines()

    assert lines[0].startswith("searcher,depth,positions,given_up,failed,nodes,leaves")
    assert len(lines) == 1 + 4 * 3
    assert lines[-4].startswith("game-tree,3,1,0,0,100000,0,")
    assert lines[-1].startswith("engine,3,1,0,0,80,,,")


# -- curves ----------------------------------------------------------------------------------------


def test_curves_rise_by_the_logarithm_of_the_nodes(plot):
    heights = [plot.place_of(0, depth).y() for depth in (1, 2, 3)]

    assert heights[0] - heights[1] == pytest.approx(heights[1] - heights[2])
    assert heights[0] > heights[2]
    assert plot.place_of(0, 1).y() == pytest.approx(plot.place_of(3, 1).y())
    assert {"1", "2", "3", "10", "100,000", "×100.0 Game tree"} <= set(texts(plot))


def test_names_beside_the_curves_do_not_lie_on_each_other(plot):
    names = sorted(
        item.pos().y()
        for item in plot.scene().items()
        if isinstance(item, QGraphicsSimpleTextItem) and "×" in item.text()
    )

    assert len(names) == 4
    assert all(later - one > 8 for one, later in pairwise(names))


def test_keys_go_along_a_curve_and_to_others(plot, announced):
    plot.setFocus()

    QTest.keyClick(plot, Qt.Key.Key_End)
    assert announced[-1].startswith("Game tree, depth 3: 100,000 nodes;")
    QTest.keyClick(plot, Qt.Key.Key_Down)
    assert announced[-1].startswith("Alpha-beta, depth 3: 1,000 nodes;")
    QTest.keyClick(plot, Qt.Key.Key_Left)

    assert announced[-1] == "Alpha-beta, depth 2: 100 nodes; growth per extra ply: 10.0"


def test_a_click_near_a_point_chooses_it(plot, qtbot):
    place = plot.place_of(1, 3).toPoint()

    with qtbot.waitSignal(plot.chosen) as chosen:
        QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert chosen.args == [1] and (plot.current, plot.at_depth) == (1, 3)
