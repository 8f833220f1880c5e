"""Every workspace fits a window of 640 x 480 by one resize, from any other size."""

from functools import partial
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QDockWidget, QWidget

from kalahloa.views.window.panel_area import LEAST, PanelArea
from kalahloa.views.window.shape import WindowShape
from kalahloa.views.window.workspaces import WORKSPACES
from tests.views.conftest import Hands

SMALL = QSize(640, 480)
SIZES = ((1180, 780), (1366, 700), (900, 560), (600, 900), (1080, 1300), (800, 540))


def settled(hands: Hands, qtbot) -> None:
    """Wait until the panels stay where they are."""
    docks = hands.window.docks.docks.values()
    seen: list[object] = [None]
    while len(seen) < 4 or seen[-1] != seen[-3]:
        qtbot.wait(10)
        seen.append([dock.geometry() for dock in docks])


def in_window(hands: Hands) -> list[tuple[QDockWidget, QRect]]:
    """Return the docks that are seen, and where they are in the window."""
    window = hands.window
    return [
        (dock, QRect(dock.mapTo(window, QPoint()), dock.size()))
        for dock in window.docks.docks.values()
        if dock.isVisible() and not dock.visibleRegion().isEmpty()
    ]


@pytest.mark.parametrize("workspace", [one.key for one in WORKSPACES])
def test_a_workspace_fits_a_small_window_at_once(open_window, qtbot, workspace):
    hands = open_window("kalah")
    window = hands.window
    window.workspaces.switch(workspace)

    for size in SIZES:
        window.resize(*size)
        settled(hands, qtbot)
        assert window.size() == QSize(*size)

        window.resize(SMALL)
        at_once = window.size()
        settled(hands, qtbot)

        assert at_once == window.size() == SMALL
        docks = in_window(hands)
        assert docks
        for dock, rect in docks:
            assert window.rect().contains(rect), (size, dock.windowTitle())
            for other, another in docks:
                assert other is dock or not rect.intersects(another), size
        if window.workspaces.current.has_board:
            assert window.stack.width() >= 300 and window.stack.height() >= 300


def is_whole(panel: QWidget) -> bool:
    """Return whether *panel* is as high as it needs to be."""
    least = panel.heightForWidth(panel.width())
    return panel.height() >= (panel.minimumSizeHint().height() if least < 0 else least)


@pytest.mark.parametrize("workspace", [one.key for one in WORKSPACES])
def test_what_a_small_window_has_no_room_for_is_scrolled(open_window, qtbot, workspace):
    hands = open_window("kalah")
    window = hands.window
    window.workspaces.switch(workspace)
    window.resize(SMALL)
    settled(hands, qtbot)

    for key, panel in window.docks.panels.items():
        if not window.docks.docks[key].isVisible():
            continue
        window.docks.focus(key)
        qtbot.wait(20)
        area = window.docks.docks[key].widget()
        assert isinstance(area, PanelArea)
        # The panel is as large as it needs to be; nothing of it is squeezed.
        assert panel.width() >= panel.minimumSizeHint().width()
        qtbot.waitUntil(partial(is_whole, panel))  # what it shows may have come only now
        assert not area.horizontalScrollBar().maximum(), key


def test_the_players_are_never_scrolled(open_window, qtbot):
    hands = open_window("loa")
    hands.window.workspaces.switch("study")
    hands.window.resize(SMALL)
    settled(hands, qtbot)

    area = hands.window.docks.docks["players"].widget()

    assert area.verticalScrollBar().maximum() == 0


def test_many_panels_in_one_column_fit_as_well(open_window, qtbot):
    hands = open_window("kalah")
    window = hands.window
    window.resize(1180, 780)
    for key in ("analysis", "explorer", "proof", "graph", "comment", "match"):
        window.docks.docks[key].toggleViewAction().trigger()
    settled(hands, qtbot)

    window.resize(SMALL)
    settled(hands, qtbot)
    window.docks.docks["comment"].toggleViewAction().trigger()
    settled(hands, qtbot)

    assert window.size() == SMALL
    for _, rect in in_window(hands):
        assert rect.height() >= min(LEAST.height(), 56)


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        ((1180, 780), WindowShape.WIDE),
        ((1180, 740), WindowShape.WIDE),
        ((1180, 739), WindowShape.LOW),
        ((900, 560), WindowShape.LOW),
        ((899, 700), WindowShape.SMALL),
        ((1180, 559), WindowShape.SMALL),
        ((600, 601), WindowShape.PORTRAIT),
    ],
)
def test_the_shape_of_a_window_decides_how_panels_are_arranged(size, shape):
    assert WindowShape.of(QSize(*size)) is shape


def test_in_a_low_window_the_graph_is_a_tab_behind_the_moves(open_window, qtbot):
    hands = open_window("kalah")
    window = hands.window
    docks = window.docks.docks
    window.workspaces.switch("study")
    window.resize(1180, 780)
    settled(hands, qtbot)
    assert docks["graph"] not in window.tabifiedDockWidgets(docks["moves"])

    window.resize(1180, 700)
    settled(hands, qtbot)

    assert docks["graph"] in window.tabifiedDockWidgets(docks["moves"])
    assert window.docks.panel("moves").is_seen and window.docks.panel("analysis").is_seen


def test_an_upright_window_has_as_many_columns_below_the_board_as_it_has_room_for(
    open_window, qtbot
):
    hands = open_window("kalah")
    window = hands.window
    docks = window.docks.docks
    window.workspaces.switch("study")

    window.resize(600, 900)
    settled(hands, qtbot)
    assert len(in_window(hands)) == 2
    assert docks["moves"] in window.tabifiedDockWidgets(docks["analysis"])

    window.resize(860, 1100)
    settled(hands, qtbot)
    window.workspaces.reset()
    settled(hands, qtbot)
    assert len(in_window(hands)) == 3


def test_a_window_that_was_small_meanwhile_is_as_it_was(open_window, qtbot):
    hands = open_window("kalah")
    window = hands.window
    window.workspaces.switch("lab")
    window.resize(1366, 700)
    settled(hands, qtbot)
    before = {dock.objectName(): rect for dock, rect in in_window(hands)}
    assert before["dock-heuristic"].width() > 500

    window.resize(600, 900)
    settled(hands, qtbot)
    window.resize(1366, 700)
    settled(hands, qtbot)

    assert {dock.objectName(): rect for dock, rect in in_window(hands)} == before


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_the_text_view_fits_a_small_window(open_window, qtbot, game):
    hands = open_window(game)
    hands.window.show_view(text=True)
    text = hands.window.text

    for size in (QSize(1180, 780), SMALL):
        hands.window.resize(size)
        settled(hands, qtbot)

        parts = (text.diagram, text.messages, text.line)
        for above, below in pairwise(part.geometry() for part in parts):
            assert above.bottom() < below.top()
        assert text.rect().contains(text.line.geometry())
        lines = text.diagram.document().lineCount() * text.diagram.fontMetrics().lineSpacing()
        assert text.diagram.viewport().height() >= lines
