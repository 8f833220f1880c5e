"""Every figure is read as a sentence and as a table, by one key."""

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsView, QMenu, QPushButton, QVBoxLayout, QWidget

import kalahloa.views
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_state import TreeOrder
from kalahloa.controllers.features.trees.tree_job import search_here
from kalahloa.models.course.small_tree import SmallTree
from kalahloa.models.course.trial_search import StartingPoint, search
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Mark
from kalahloa.models.search.steps.stack import Window
from kalahloa.views.boards.board_hooks import BoardHooks
from kalahloa.views.boards.evaluation_bar import EvaluationBar
from kalahloa.views.dialogs.figure_table import FigureTableDialog
from kalahloa.views.evaluation import BarEvaluation
from kalahloa.views.look.language import PseudoLanguage
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.plots.band_plot import Band, BandPlot
from kalahloa.views.plots.bars import Bars
from kalahloa.views.plots.chart_view import ChartView
from kalahloa.views.plots.cost_bars import CostBars
from kalahloa.views.plots.figure import DataFigure
from kalahloa.views.plots.growth_plot import GrowthPlot
from kalahloa.views.plots.plot import Plot
from kalahloa.views.plots.series import Series, SeriesPoint, Style
from kalahloa.views.plots.share_bar import ShareBar
from kalahloa.views.plots.tree_figure import TreeFigure
from kalahloa.views.plots.weight_bars import WeightBars
from kalahloa.views.plots.window_line import WindowLine, WindowPicture
from kalahloa.views.trees.thumbnails import Thumbnails
from kalahloa.views.trees.tree_view import TreeView
from tests.views.conftest import Hands
from tests.views.plots.test_band_plot import WEIGHTS
from tests.views.plots.test_bars import CHART
from tests.views.plots.test_cost_plots import comparison_of

TICTACTOE = find_game("tictactoe")
SERIES = Series(
    (
        SeriesPoint(0, 0.0, "the start", 0),
        SeriesPoint(1, 1.0, "1. a: +1", 1, label="1. a"),
        SeriesPoint(2, -3.0, "1… b: -3", 2, Mark.BLUNDER, label="1… b"),
        SeriesPoint(3, -2.0, "2. c: -2", 3, label="2. c"),
    ),
    low=-4,
    high=4,
    last=3,
)


def _plot() -> Plot:
    plot = Plot(LIGHT)
    plot.show_series(SERIES)
    return plot


def _band_plot() -> BandPlot:
    plot = BandPlot(LIGHT)
    plot.show_band(SERIES, Band(tuple((point.y - 1, point.y + 1) for point in SERIES.points)))
    return plot


def _bars() -> Bars:
    bars = Bars(LIGHT)
    bars.show_chart(CHART)
    return bars


def _costs(kind: type[CostBars | GrowthPlot]) -> ChartView:
    costs = kind(LIGHT)
    costs.show_comparison(comparison_of())
    return costs


def _weights() -> WeightBars:
    bars = WeightBars(LIGHT)
    bars.show_weights(WEIGHTS)
    return bars


def _shares() -> ShareBar:
    bar = ShareBar(LIGHT)
    bar.show_parts((3, 0, 1), "3 won, 0 drawn, 1 lost")
    return bar


def _window_line() -> WindowLine:
    line = WindowLine(LIGHT)
    line.show_picture(WindowPicture(Window(-1.0, 2.0, 0.5, None), True, "O wins", "X wins"))
    return line


def _tree_figure() -> TreeFigure:
    figure = TreeFigure(LIGHT)
    ground = StartingPoint(TICTACTOE, TICTACTOE.rulebook.default, "XOX/.O./.XO X")
    tree = SmallTree.of(search(ground, ground.position(), "alpha-beta", 2).passes[-1])
    figure.show_tree(tree, TICTACTOE.sides)
    return figure


def _tree_view(hands: Hands, qtbot) -> TreeView:
    searched = hands.app[TreeSearch]
    searched._search = search_here
    hands.document.new_game(TICTACTOE, start="XO./.X./..O X")
    searched.set_order(TreeOrder("alpha-beta", 2))
    searched.run_now()
    qtbot.waitUntil(lambda: searched.run is not None and not searched.running)
    thumbnails = Thumbnails(LIGHT, hands.window)
    thumbnails.set_game(TICTACTOE, flipped=False, mirrored=False, scale=1)
    view = TreeView(LIGHT, thumbnails)
    view.show_run(searched.run)
    return view


def _evaluation_bar() -> EvaluationBar:
    bar = EvaluationBar(LIGHT)
    found = BarEvaluation(0.75, 0, "75", "X wins with 75 %", False, ("X", "O"))
    bar.show_evaluation(found, None, False)
    return bar


# What is made, its summary, and a row of its table.
FIGURES: dict[type[DataFigure], tuple[Callable[[], DataFigure] | None, str, list[str]]] = {
    Plot: (
        _plot,
        "value: falls from 0 to −2; the largest change is from 1 to −3 at 1… b.",
        ["2", "1… b: -3", "−3", "??"],
    ),
    BandPlot: (
        _band_plot,
        "value: falls from 0 to −2; the largest change is from 1 to −3 at 1… b. "
        "At the end between −3 and −1.",
        ["2", "1… b: -3", "−3", "−4", "−2"],
    ),
    Bars: (
        _bars,
        "2 bars; the longest is Humans: 4 won (8 games)",
        ["=Engine", "1", "0", "3", "4 games"],
    ),
    CostBars: (
        lambda: _costs(CostBars),
        "Engine visits the fewest nodes, 80; Game tree the most, 100,000.",
        ["Alpha-beta", "1,000", "1.00 s"],
    ),
    GrowthPlot: (
        lambda: _costs(GrowthPlot),
        "Each extra ply multiplies the nodes of Engine by 2.8, and those of Game tree by 100.0.",
        ["Alpha-beta", "10", "100", "1,000", "10.0"],
    ),
    WeightBars: (
        _weights,
        "3 weights; the largest change: MIDDLE: 1.5 before, −0.2 now",
        ["TOGETHER", "1", "1.4", "1.1", "1.7"],
    ),
    ShareBar: (_shares, "3 won, 0 drawn, 1 lost", ["won", "3"]),
    WindowLine: (
        _window_line,
        "Searching for values between −1.00 and +2.00. The best so far is +0.50.",
        ["best", "+0.50"],
    ),
    TreeFigure: (
        _tree_figure,
        "A tree of ",
        ["C", "6", "MIN", "≤0", "1"],
    ),
    TreeView: (None, "Alpha-beta, depth 2: ", ["0", "", "MAX", "+1.00", "α −∞ β +∞"]),
    EvaluationBar: (_evaluation_bar, "X wins with 75 %", ["O", "25%"]),
}


def _classes() -> set[type]:
    """Return all classes of the views."""
    classes = set()
    for module in pkgutil.walk_packages(kalahloa.views.__path__, "kalahloa.views."):
        found = vars(importlib.import_module(module.name)).values()
        classes |= {one for one in found if isinstance(one, type)}
    return classes


@pytest.fixture
def hands(open_window) -> Hands:
    return open_window("tictactoe")


@pytest.fixture(params=FIGURES, ids=lambda kind: kind.__name__)
def figure(request, hands, qtbot) -> DataFigure:
    """A figure in the window, in a part of its own with a button."""
    make = FIGURES[request.param][0]
    part = QWidget(hands.window.rooms)
    layout = QVBoxLayout(part)
    made = _tree_view(hands, qtbot) if make is None else make()
    assert isinstance(made, QWidget)
    made.setAccessibleName("The data")
    button = QPushButton(part)
    layout.addWidget(button)
    layout.addWidget(made)
    part.setGeometry(100, 100, 600, 400)
    part.show()
    part.raise_()
    takes_keys = made.focusPolicy() & Qt.FocusPolicy.TabFocus
    (made if takes_keys else button).setFocus()
    return made


def _press_ctrl_t(hands: Hands) -> FigureTableDialog | None:
    hands.press(Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    return hands.window.findChild(FigureTableDialog)


def test_all_figures_are_tested_and_everything_drawn_in_a_scene_is_a_figure_or_a_board():
    classes = _classes()
    figures = {one for one in classes if issubclass(one, DataFigure)}
    scenes = {one for one in classes if issubclass(one, QGraphicsView)}

    bases = {one for one in figures if any(one in other.__mro__[1:] for other in figures)}
    assert figures - (bases - FIGURES.keys()) == FIGURES.keys()
    others = scenes - figures - {QGraphicsView}
    assert {one for one in others if not issubclass(one, BoardHooks)} == set()


def test_a_key_shows_the_figure_with_the_focus_as_a_sentence_and_a_table(figure, hands, qtbot):
    _, summary, row = FIGURES[type(figure)]

    dialog = _press_ctrl_t(hands)

    assert dialog is not None and dialog.isVisible()
    assert dialog.windowTitle() == "The data"
    assert dialog.summary.text() == figure.summary()
    assert figure.summary().startswith(summary)
    assert any(one[: len(row)] == row for one in dialog.table.cells.rows), dialog.table.cells.rows
    qtbot.waitUntil(dialog.table.hasFocus)
    QTest.keyClick(dialog.table, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_the_summary_is_what_a_screen_reader_hears_of_the_figure(figure):
    assert figure.accessibleDescription() == figure.summary()


def test_the_table_is_copied_as_text_and_as_comma_separated_values(figure, hands, announced):
    dialog = _press_ctrl_t(hands)

    QTest.keyClick(dialog.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    copied = QGuiApplication.clipboard().mimeData()
    lines = copied.text().splitlines()
    assert lines[0].split("\t") == [column.title for column in figure.as_table().columns]
    pasted = [[text.removeprefix("'") for text in line.split("\t")] for line in lines[1:]]
    assert pasted == dialog.table.cells.rows
    assert "\t=" not in copied.text() and "\n=" not in copied.text()
    assert bytes(copied.data("text/csv").data()).decode() == figure.as_table().to_csv()
    assert announced[-1].startswith("Copied ")
    dialog.reject()


@pytest.mark.parametrize(
    "figure",
    [Plot, Bars, TreeFigure, TreeView, GrowthPlot],
    indirect=True,
    ids=lambda kind: kind.__name__,
)
def test_enter_in_the_table_goes_to_what_it_is_about(figure, hands, qtbot):
    dialog = _press_ctrl_t(hands)

    QTest.keyClick(dialog.table, Qt.Key.Key_Down)
    with qtbot.waitSignal(figure.chosen) as chosen:
        QTest.keyClick(dialog.table, Qt.Key.Key_Return)

    assert chosen.args == [1]


@pytest.mark.parametrize("figure", [Plot], indirect=True)
def test_a_row_of_what_is_gone_meanwhile_is_not_chosen(figure, hands, qtbot):
    dialog = _press_ctrl_t(hands)
    QTest.keyClick(dialog.table, Qt.Key.Key_End)
    figure.show_series(Series())

    with qtbot.assertNotEmitted(figure.chosen):
        QTest.keyClick(dialog.table, Qt.Key.Key_Return)


def test_where_no_figure_has_data_the_key_says_so(hands):
    hands.window.set_preferences(hands.window.preferences)

    assert _press_ctrl_t(hands) is None

    assert hands.window.status.sentence.text() == "There is no chart or tree with data here."


def test_the_menu_of_a_panel_offers_the_table_of_a_figure_under_the_mouse(hands, qtbot):
    rooms = hands.window.rooms
    rooms.open_page("study")
    rooms.focus("graph")
    panel = hands.window.panel_host.panel("graph")
    hands.window.panel_host.finish()
    QCoreApplication.processEvents()
    panel.empty.hide()
    panel.plot.show_series(SERIES)
    panel.plot.show()
    qtbot.waitUntil(lambda: panel.plot.viewport().width() > 0 and panel.plot.isVisible())
    middle = panel.plot.viewport().rect().center()

    QApplication.sendEvent(
        panel.plot.viewport(),
        QContextMenuEvent(
            QContextMenuEvent.Reason.Mouse, middle, panel.plot.viewport().mapToGlobal(middle)
        ),
    )
    menu = next(one for one in rooms.findChildren(QMenu) if one.isVisible())
    menu.actions()[0].trigger()
    menu.close()

    assert hands.window.findChild(FigureTableDialog).isVisible()


@pytest.fixture
def pseudo_language(qapp) -> Iterator[None]:
    translator = PseudoLanguage(qapp)
    QCoreApplication.installTranslator(translator)
    yield
    QCoreApplication.removeTranslator(translator)


@pytest.mark.parametrize(
    "kind",
    [one for one in FIGURES if one not in (Plot, BandPlot, Bars, TreeView)],
    ids=lambda kind: kind.__name__,
)
def test_the_titles_are_translated(kind, pseudo_language, qtbot):
    made = FIGURES[kind][0]()
    qtbot.addWidget(made)

    titles = [column.title for column in made.as_table().columns]

    assert [one for one in titles if re.search("[a-z]", one) and not one.startswith("[")] == []


@pytest.mark.parametrize(
    ("values", "style", "sentence"),
    [
        (
            (0, 2, 2),
            Style.STEPS,
            "value: rises from 0 to 2; the largest change is from 0 to 2 at 1.",
        ),
        ((1, 1), Style.LINE, "value: always 1."),
        ((1,), Style.LINE, "value: always 1."),
        (
            (1, 3, 1),
            Style.LINE,
            "value: 1 at the start and at the end; the largest change is from 1 to 3 at 1.",
        ),
        ((1, -4, 2), Style.BARS, "value: the largest, −4, at 1."),
        ((0, 0), Style.BARS, "value: none."),
        ((), Style.LINE, ""),
    ],
)
def test_a_series_is_summed_up(values, style, sentence):
    points = tuple(SeriesPoint(x, float(y), "", x) for x, y in enumerate(values))

    assert Series(points, style).summary() == sentence
