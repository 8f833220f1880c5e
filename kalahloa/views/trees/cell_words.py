"""What is said of a cell of a search tree, be it a node or a move that was not searched."""

from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_commands import missing_move
from kalahloa.controllers.features.trees.search_state import TreeRun
from kalahloa.controllers.features.trees.search_words import (
    NodeWords,
    compared_sentence,
    cut_words,
    tree_node_words,
)
from kalahloa.views.trees.layout import NO_NODE, TreeCell


def words_of(cell: TreeCell, run: TreeRun, search: TreeSearch) -> NodeWords:
    """Return what is said of *cell* of *run*, as *search* looks at it."""
    if cell.node != NO_NODE:
        return tree_node_words(run, run.tree.node(cell.node), search.max_side, search.step)
    above = run.tree.node(cell.parent)
    missing = missing_move(run, above, cell.move) if cell.move is not None else ""
    return NodeWords(cell.text, "", cut_words(run, above, search.max_side) or missing)


def compared_words(cell: TreeCell, run: TreeRun, search: TreeSearch) -> str:
    """Return what the second run of *search* says of *cell* of *run*; empty without one."""
    if search.other is None or cell.node != search.shown:
        return ""
    nodes = (run.tree.node(cell.node), search.other.tree.node(search.other_shown))
    return compared_sentence((run, search.other), nodes, search.max_side)
