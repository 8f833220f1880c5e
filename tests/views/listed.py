"""What the move list shows, and how its moves are clicked: all that tests know of its widgets."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kalahloa.models.record import Node
from kalahloa.views.items.move_view import MoveView
from kalahloa.views.panels.moves import MovesPanel
from tests.views.conftest import Hands


def _view(hands: Hands) -> MoveView:
    panel = hands.window.docks.panels["moves"]
    assert isinstance(panel, MovesPanel)
    return panel.view


def listed_texts(hands: Hands) -> list[str]:
    """Return the notation of all moves in the list, in the order of their nodes."""
    tree = _view(hands).tree
    texts = []
    for node in hands.document.record.nodes[1:]:
        shown = tree.data(tree.index_of(node))
        texts.append(node.text if shown is not None and node.text in shown else "")
    return texts


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
