"""Where the nodes of a search tree stand, and what is written there."""

import pytest

from kalahloa.controllers.features.trees.search_state import TreeOrder, TreeRun
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.search_tree import NodeKind
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.search.tree_lines import left_out, moves_to
from kalahloa.views.trees import layout
from kalahloa.views.trees.layout import (
    LABELS,
    MARGIN,
    NO_NODE,
    CellState,
    Size,
    TreeCell,
    TreeLevel,
    View,
    plan,
)

STARTS = {"tictactoe": "XO./.X./..O X", "kalah": None, "loa": None}


def run_of(searcher: str = "alpha-beta", depth: int = 3, game: str = "tictactoe") -> TreeRun:
    found = find_game(game)
    record = Record(found, start=STARTS[game])
    position = record.position.copy()
    result = find_searcher(searcher).choose(
        position.copy(), Limits(depth=depth), found.heuristic(), record_tree=True
    )
    node: Node = record.root
    return TreeRun.of(TreeOrder(searcher, depth), found, node, position, result)


def cell_of(rows: tuple[TreeLevel, ...], node: int) -> TreeCell:
    return next(cell for row in rows for cell in row.cells if cell.node == node)


@pytest.fixture(scope="module")
def run() -> TreeRun:
    return run_of()


@pytest.mark.parametrize("game", ["tictactoe", "kalah", "loa"])
@pytest.mark.parametrize("room", [60.0, 300.0, 800.0, 4000.0])
def test_cells_stand_beside_one_another_and_rows_below_one_another(game, room):
    run = run_of(depth=2, game=game)
    for shown in range(0, len(run.tree), 13):
        made = plan(View(run, shown=shown, room=room))
        bottom = 0.0
        for row in made.rows:
            assert row.top >= bottom
            bottom = row.top + row.height
            right = float(LABELS + MARGIN)
            for cell in row.cells:
                assert cell.x >= right - 1e-6
                assert cell.width > 0
                right = cell.x + cell.width
            assert right <= made.width
        assert bottom <= made.height


def test_the_rows_are_the_levels_on_the_way_to_the_node_and_its_children(run):
    node = next(one for one in run.tree.root.walk() if one.ply == 2 and one.children)

    rows = plan(View(run, shown=node.index)).rows

    path = node.path()
    assert len(rows) == len(path) + 1
    assert [cell.node for cell in rows[0].cells] == [0]
    for row, above in zip(rows[1:], path, strict=True):
        children = [cell.node for cell in row.cells if cell.node != NO_NODE]
        assert children == [child.index for child in above.children]
    assert [cell.node for row in rows for cell in row.cells if cell.is_on_way] == [
        one.index for one in path
    ]
    assert [cell.node for row in rows for cell in row.cells if cell.is_shown] == [node.index]


def test_what_was_cut_off_has_a_place_and_the_reason_with_it(run):
    node = next(one for one in run.tree.root.walk() if one.pruned)
    rows = plan(View(run, shown=node.index)).rows
    group = rows[-1].groups[0]

    cut = [cell for cell in group.cells if cell.state is CellState.CUT]

    out = left_out(node, run.position_at(node.index))
    assert [cell.move for cell in cut] == list(out)
    assert [cell.node for cell in cut] == [NO_NODE] * len(out)
    assert group.cut.startswith("β ") and " ≤ α " in group.cut


def test_a_folded_node_shows_no_moves_and_one_kept_open_does(run):
    first, second = run.tree.root.children[:2]

    folded = plan(View(run, shown=0, is_folded=True)).rows
    both = plan(View(run, shown=first.index, kept_open={second.index})).rows

    assert len(folded) == 1
    assert [group.parent for group in both[2].groups] == [first.index, second.index]
    assert both[2].groups[1].above == cell_of(both, second.index).middle


@pytest.mark.parametrize(
    ("room", "size"), [(1200.0, Size.BOARD), (270.0, Size.CHIP), (100.0, Size.SLIP)]
)
def test_the_cells_are_as_large_as_there_is_room_for(run, room, size):
    rows = plan(View(run, room=room, board=(72.0, 72.0))).rows

    assert rows[1].size is size


def test_cells_are_no_larger_than_asked_for(run):
    rows = plan(View(run, room=5000.0, largest=Size.CHIP)).rows

    assert {row.size for row in rows} == {Size.CHIP}


def test_a_node_on_the_way_is_readable_among_slips(run):
    shown = run.tree.root.children[1].index
    rows = plan(View(run, shown=shown, room=100.0)).rows

    widths = {cell.is_on_way: cell.width for cell in rows[1].cells}
    assert widths[True] > 3 * widths[False]


def test_the_levels_are_those_of_max_and_min_or_of_the_sides_only(run):
    rows = plan(View(run, shown=run.tree.root.children[0].index)).rows
    assert [(row.role, row.mover) for row in rows] == [("MAX", "X"), ("MIN", "O"), ("MAX", "X")]

    rows = plan(View(run, max_side=None)).rows
    assert [(row.role, row.mover) for row in rows] == [("", "X"), ("", "O")]


def test_a_level_on_which_both_sides_move_says_so():
    run = run_of(depth=1, game="kalah")

    rows = plan(View(run)).rows

    assert (rows[1].role, rows[1].mover) == ("MAX / MIN", "South / North")


def test_before_the_end_of_the_search_nodes_are_open_or_unseen(run):
    tree = run.tree
    child = tree.root.children[1]
    step = tree.entered_at(child.index)

    rows = plan(View(run, shown=child.index, step=step)).rows

    states = [cell.state for cell in rows[1].cells]
    assert states[:2] == [CellState.LEFT, CellState.OPEN]
    assert set(states[2:]) == {CellState.UNSEEN}
    assert rows[0].cells[0].state is CellState.OPEN
    assert rows[0].cells[0].value == ""
    assert rows[0].cells[0].window.startswith("α ") and "∞" in rows[0].cells[0].window
    # Whether moves will be cut off is not known yet.
    assert all(cell.state is CellState.UNSEEN for cell in rows[2].cells)
    assert rows[2].groups[0].cut == ""


def test_a_value_is_proven_where_the_winner_is_certain(run):
    assert not run.is_proven
    seen = set()
    for node in run.tree.root.walk():
        cell = cell_of(plan(View(run, shown=node.index)).rows, node.index)
        wins, loses = cell.value.count("+1 in"), cell.value.count("−1 in")
        if node.kind is NodeKind.FINISHED:
            assert cell.is_proven and not cell.is_bound
        elif not wins and not loses:
            assert not cell.is_proven
        else:
            # That a value is at most a win proves no winner.
            assert cell.is_proven is not cell.value.startswith("≤" if wins else "≥")
            seen.add(cell.is_proven)

    assert seen == {True, False}


def test_a_second_search_of_a_move_is_marked():
    run = run_of("negascout", 3, "kalah")
    node = next(one for one in run.tree.root.walk() if one.is_again)
    assert node.parent is not None

    rows = plan(View(run, shown=node.parent.index)).rows

    marked = {cell.node for cell in rows[-1].cells if cell.is_again}
    assert node.index in marked
    assert marked == {child.index for child in node.parent.children if child.is_again}


def test_nodes_that_the_table_has_answered_are_marked():
    run = run_of("alpha-beta-table", 4)
    node = next(one for one in run.tree.root.walk() if one.kind.value == "table")
    assert node.parent is not None

    cell = cell_of(plan(View(run, shown=node.parent.index)).rows, node.index)

    assert cell.is_from_table and not cell.has_more


def test_a_point_leads_to_the_cell_that_is_drawn_there(run):
    made = plan(View(run, shown=run.tree.root.children[2].index))
    for row in made.rows:
        for cell in row.cells:
            assert made.cell_at(cell.middle, row.top + row.box / 2) == (row, cell)
    assert made.cell_at(1.0, made.rows[0].top) is None
    assert made.cell_at(made.width / 2, made.height + 10) is None


def test_so_many_cells_at_most_have_a_place(run, monkeypatch):
    monkeypatch.setattr(layout, "MAX_CELLS", 12)
    children = [child.index for child in run.tree.root.children]

    made = plan(View(run, shown=children[0], kept_open=set(children)))

    assert made.is_full
    assert sum(len(row.cells) for row in made.rows) <= 12 + 8
    assert made.rows[2].groups[0].parent == children[0]


def test_the_best_move_of_a_node_is_marked(run):
    rows = plan(View(run)).rows

    best = [cell.move for cell in rows[1].cells if cell.is_best]

    assert best == [run.result.move]
    assert moves_to(run.tree.node(next(c.node for c in rows[1].cells if c.is_best))) == (
        run.result.move,
    )
