"""The figure of a small tree: drawn in two ways, walked by keys, marked by clicks."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsSimpleTextItem

from kalahloa.models.course.node_words import shown_value
from kalahloa.models.course.small_tree import SmallTree
from kalahloa.models.course.trial_search import StartingPoint, search
from kalahloa.models.game.registry import find_game
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.plots.tree_figure import TreeFigure

TICTACTOE = find_game("tictactoe")
GROUND = StartingPoint(TICTACTOE, TICTACTOE.rulebook.default, "XOX/.O./.XO X")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def tree() -> SmallTree:
    return SmallTree.of(search(GROUND, GROUND.position(), "game-tree", 2).passes[-1])


@pytest.fixture
def figure(qtbot, tree) -> TreeFigure:
    made = TreeFigure(LIGHT)
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    qtbot.waitExposed(made)
    made.show_tree(tree, TICTACTOE.sides)
    return made


def texts(figure: TreeFigure) -> list[str]:
    items = figure.scene().items()
    return [item.text() for item in items if isinstance(item, QGraphicsSimpleTextItem)]


def test_every_node_and_every_move_is_written_once(figure, tree):
    written = texts(figure)

    for node in tree:
        assert node.name in written and shown_value(tree, node) in written
    roles = ["MAX", "MIN"]
    assert sorted(text for text in written if text in roles) == roles
    assert len(written) == 3 * len(tree) - 1 + len(roles)


@pytest.mark.parametrize("width", [900, 180])
def test_no_two_nodes_lie_on_one_another(figure, tree, width):
    figure.resize(width, 300)

    rooms = figure._boxes
    assert len(rooms) == len(tree)
    for number, room in enumerate(rooms):
        assert not any(room.intersects(other) for other in rooms[number + 1 :])
        assert figure.sceneRect().contains(room)


def test_where_there_is_room_the_root_stands_at_the_top_otherwise_at_the_left(figure, tree):
    figure.resize(900, 300)
    root, leaf = figure._boxes[0], figure._boxes[2]
    assert root.bottom() < leaf.top()

    figure.resize(180, 300)
    root, leaf = figure._boxes[0], figure._boxes[2]
    assert root.right() < leaf.left()


@pytest.mark.parametrize("width", [900, 180])
def test_arrow_keys_reach_every_node(figure, tree, width):
    figure.resize(width, 300)
    figure.setFocus()
    upright = width == 900
    deeper = Qt.Key.Key_Down if upright else Qt.Key.Key_Right
    back = Qt.Key.Key_Up if upright else Qt.Key.Key_Left
    beside = Qt.Key.Key_Right if upright else Qt.Key.Key_Down
    before = Qt.Key.Key_Left if upright else Qt.Key.Key_Up
    seen = {0}

    for _ in range(2):
        QTest.keyClick(figure, deeper)
        seen.add(figure.current)
        for _ in range(len(tree)):
            QTest.keyClick(figure, beside)
            seen.add(figure.current)
        for _ in range(len(tree)):
            QTest.keyClick(figure, before)
    QTest.keyClick(figure, back)
    QTest.keyClick(figure, back)

    assert seen == set(range(len(tree)))
    assert figure.current == 0


def test_a_screen_reader_is_told_where_one_is(figure, announced):
    figure.setFocus()
    QTest.keyClick(figure, Qt.Key.Key_Down)

    assert announced == [figure.said(1)]
    assert "B: O is to move, MIN." in figure.said(1)


def test_clicks_and_space_toggle_the_node_that_they_are_on(figure, qtbot):
    toggled: list[int] = []
    figure.toggled.connect(toggled.append)
    figure.setFocus()

    QTest.mouseClick(figure.viewport(), LEFT, pos=figure.middle_of(4).toPoint())
    QTest.keyClick(figure, Qt.Key.Key_Down)
    QTest.keyClick(figure, Qt.Key.Key_Space)

    assert toggled == [4, 5]


def test_what_is_marked_is_drawn_as_cut_with_all_that_is_below(figure, tree):
    figure.set_marked(frozenset({4}))

    cut = [text for text in texts(figure) if text.startswith("✂")]
    assert len(cut) == len(list(tree.below(4)))
    assert figure.said(5).endswith("Marked.")


def test_hidden_values_are_not_written_and_typed_ones_stand_in_their_place(figure, tree):
    figure.show_tree(tree, TICTACTOE.sides, frozenset({0, 1}))
    assert texts(figure).count("?") == 2
    assert "Value" not in figure.said(1)

    figure.set_typed({1: "+5"})

    assert texts(figure).count("?") == 1
    assert "+5" in texts(figure)


def test_another_theme_draws_in_its_colours(figure):
    figure.set_theme(DARK)

    inks = {item.brush().color().name() for item in figure.scene().items() if hasattr(item, "text")}
    assert DARK.text.name() in inks
