"""The view of a tree: its rows are drawn in turns, and painted when all are there."""

import pytest
from PySide6.QtWidgets import QGraphicsPixmapItem, QGraphicsSimpleTextItem

from kalahloa.views.look import frame_work, pace
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.trees import layout, tree_view
from kalahloa.views.trees.thumbnails import Thumbnails
from kalahloa.views.trees.tree_view import TreeView
from tests.views.trees.test_layout import run_of


@pytest.fixture
def view(qtbot) -> TreeView:
    """Return a view of a tree that is drawn."""
    run = run_of()
    thumbnails = Thumbnails(LIGHT)
    thumbnails.set_game(run.game, flipped=False, mirrored=False, scale=1)
    made = TreeView(LIGHT, thumbnails)
    made.thumbnails.setParent(made)
    qtbot.addWidget(made)
    made.resize(700, 400)
    made.show()
    qtbot.waitExposed(made)
    made.show_run(run)
    qtbot.waitUntil(lambda: not made.is_drawing)
    return made


def texts(view: TreeView) -> set[str]:
    items = view.scene().items()
    return {item.text() for item in items if isinstance(item, QGraphicsSimpleTextItem)}


def is_whole(view: TreeView) -> bool:
    """Return whether all is drawn, small boards included."""
    return not (view.is_drawing or view.thumbnails.is_busy)


def test_a_row_is_drawn_in_pieces_and_all_rows_are_painted_together(view, qtbot, monkeypatch):
    monkeypatch.setattr(frame_work, "BUDGET_SECONDS", -1.0)
    monkeypatch.setattr(tree_view, "MAX_SECONDS", 1000.0)
    monkeypatch.setattr(pace, "APART_SECONDS", -1.0)
    before = texts(view)
    child = view.run.tree.root.children[1]

    view.show_run(view.run, child.index)

    turns = 0
    while view.is_drawing:
        assert not view.viewport().updatesEnabled()
        view._work.run_turn()
        turns += 1
        if turns == 2:
            assert texts(view) == before  # the first piece of a row is not seen
    assert turns > 3 * len(view.plan.rows)
    assert view.viewport().updatesEnabled()
    assert texts(view) != before


def test_a_tree_that_is_being_drawn_is_asked_for_what_is_going_to_be_seen(view, qtbot):
    child = view.run.tree.root.children[1]

    view.show_run(view.run, child.index)

    assert view.is_drawing
    below = child.children[0].index
    assert view.cell_at(view.middle_of(below)).node == below
    qtbot.waitUntil(lambda: not view.is_drawing)


def test_another_plan_in_the_midst_of_a_row_is_drawn_instead(view, qtbot, monkeypatch):
    monkeypatch.setattr(frame_work, "BUDGET_SECONDS", -1.0)
    monkeypatch.setattr(pace, "APART_SECONDS", -1.0)
    first, second, *_ = view.run.tree.root.children
    view.show_run(view.run, first.index)
    for _ in range(3):
        view._work.run_turn()
    view.show_run(view.run, second.index)
    qtbot.waitUntil(lambda: is_whole(view))

    drawn = [items.row for items in view._items], texts(view), len(view.scene().items())
    view._draw_again()
    qtbot.waitUntil(lambda: is_whole(view))

    assert ([items.row for items in view._items], texts(view), len(view.scene().items())) == drawn


def test_a_small_board_that_comes_in_the_midst_of_a_row_is_shown(view, qtbot, monkeypatch):
    qtbot.waitUntil(lambda: is_whole(view))
    monkeypatch.setattr(frame_work, "BUDGET_SECONDS", -1.0)
    monkeypatch.setattr(pace, "APART_SECONDS", -1.0)
    view.show_run(view.run, view.run.tree.root.children[1].index)
    view._work.stop()
    while not view.thumbnails._wanted:
        view._work.run_turn()
    assert view._making is not None
    qtbot.waitUntil(lambda: not view.thumbnails.is_busy)
    while view.is_drawing or not view.viewport().updatesEnabled():
        view._work.run_turn()
    qtbot.waitUntil(lambda: is_whole(view))

    shown = sum(isinstance(item, QGraphicsPixmapItem) for item in view.scene().items())
    rows = [row for row in view.plan.rows if row.size is layout.Size.BOARD]
    assert shown == sum(len(row.cells) for row in rows)


def test_what_takes_long_is_painted_meanwhile(view, monkeypatch):
    monkeypatch.setattr(frame_work, "BUDGET_SECONDS", -1.0)
    monkeypatch.setattr(tree_view, "MAX_SECONDS", 0.0)
    monkeypatch.setattr(pace, "APART_SECONDS", -1.0)
    monkeypatch.setattr(pace, "PAINTED_APART_SECONDS", -1.0)
    view.show_run(view.run, view.run.tree.root.children[1].index)
    assert not view.viewport().updatesEnabled()

    view._work.run_turn()

    assert view.is_drawing
    assert view.viewport().updatesEnabled()


def test_a_branch_that_has_no_room_any_more_leaves_all_as_it_is(view, qtbot, monkeypatch):
    monkeypatch.setattr(layout, "MAX_CELLS", len(view.plan.rows[1].cells) + 1)
    said: list[str] = []
    view.remarked.connect(said.append)
    before = view.plan
    cell = next(cell for cell in view.plan.rows[1].cells if cell.has_more)

    view.keep_open(cell.node, True)

    assert said == ["Too many branches are open; fold some first."]
    assert view.plan is before
    assert not view.kept_open and not view.is_drawing
