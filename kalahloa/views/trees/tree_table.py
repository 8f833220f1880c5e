"""What the view of a search tree shows, as a table: the way to a node, and the moves there."""

from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.features.trees.search_state import TreeRun
from kalahloa.controllers.features.trees.search_words import (
    has_windows,
    role_of,
    signed_words,
    tree_node_words,
    window_words,
)
from kalahloa.models.search.search_tree import TreeNode
from kalahloa.models.search.tree_lines import window_for
from kalahloa.views.plots.figure_data import FigureTable


def listed_nodes(run: TreeRun, shown: int) -> list[TreeNode]:
    """Return the nodes on the way to the node *shown* of *run*, it, and those below it."""
    way = [run.tree.node(shown)]
    while (above := way[-1].parent) is not None:
        way.append(above)
    return [*reversed(way), *way[0].children]


def tree_table(
    run: TreeRun, nodes: list[TreeNode], max_side: int | None, step: int | None
) -> FigureTable:
    """Return a row for each of *nodes* of *run*, as it stood after *step* if that is given."""
    titles = (
        translate("SearchTree", "ply"),
        translate("SearchTree", "move"),
        translate("SearchTree", "mover"),
        translate("SearchTree", "value"),
        translate("SearchTree", "window"),
        translate("SearchTree", "remarks"),
    )
    return FigureTable.of(titles, tuple(_row(run, node, max_side, step) for node in nodes))


def _row(
    run: TreeRun, node: TreeNode, max_side: int | None, step: int | None
) -> tuple[int | str, ...]:
    side = run.game.sides[node.side] if max_side is None else role_of(run, node.side)
    words = tree_node_words(run, node, max_side, step)
    if step is not None and node.tree.left_at(node.index) > step:
        return node.ply, node.text, side, "", "", words.value
    window = ""
    if has_windows(run.searcher):
        window = window_words(window_for(node, max_side))
    return node.ply, node.text, side, signed_words(node, max_side), window, " ".join(words.remarks)
