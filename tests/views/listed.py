"""What the move list shows, and how its moves are clicked: all that tests know of its widgets."""

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from kalahloa.models.record.record import Node
from kalahloa.views.items.move_tree import MoveTree
from kalahloa.views.items.move_view import MoveView
from kalahloa.views.panels.moves import MovesPanel
from tests.views.conftest import Hands


def _view(hands: Hands) -> MoveView:
    panel = hands.window.panel_host.panel("moves")
    assert isinstance(panel, MovesPanel)
    return panel.view


def listed_texts(hands: Hands) -> list[str]:
    """Return the notation of all moves in the list, in the order of their nodes.

    Every row is read, and every variation filled, as a view does it that unfolds them all.  A move
    that stands in no cell, or not where it is looked up, is an empty text; one that stands in
    several is in the list so many times.
    """
    nodes = [node for node in hands.document.record.nodes if node.in_tree]
    return texts_in(_view(hands).tree, nodes)


def texts_in(tree: MoveTree, nodes: list[Node]) -> list[str]:
    """Return the notation of the moves of *nodes* as `listed_texts` does."""
    cells: dict[int, list[QModelIndex]] = {}
    waiting = [QModelIndex()]
    while waiting:
        index = waiting.pop()
        tree.fill_variation(index)
        row = tree.row_at(index)
        for side in (0, 1):
            for node in row.turn(side) if row is not None else ():
                cells.setdefault(node.number, []).append(index.siblingAtColumn(1 + side))
        waiting += [tree.index(at, 0, index) for at in range(tree.rowCount(index))]
    texts = []
    for node in nodes[1:]:
        found = cells.pop(node.number, [])
        if found != [tree.index_of(node)]:
            texts += [node.text] * len(found) if len(found) > 1 else [""]
        else:
            shown = tree.data(found[0])
            texts.append(node.text if shown is not None and node.text in shown else "")
    return texts + [f"not in the record: {number}" for number in cells]


def marks(hands: Hands, node: Node) -> bool:
    """Return whether the list marks the move of *node* and no other, and nothing for the root."""
    view = _view(hands)
    selected = view.selectionModel().selectedIndexes()
    if node.parent is None:
        return not selected
    return selected == [view.tree.index_of(node)]


def click_node(hands: Hands, node: Node) -> None:
    """Click the cell of the move of *node* in the list."""
    view = _view(hands)
    index = view.tree.index_of(node)
    view.scrollTo(index)
    place = view.visualRect(index).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
