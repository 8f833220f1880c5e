"""What the move list shows, and how its moves are clicked: all that tests know of its widgets."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from kalahloa.models.record import Node
from kalahloa.views.panels.moves import MovesPanel
from tests.views.conftest import Hands


def _panel(hands: Hands) -> MovesPanel:
    panel = hands.window.docks.panels["moves"]
    assert isinstance(panel, MovesPanel)
    return panel


def listed_texts(hands: Hands) -> list[str]:
    """Return the notation of all moves in the list, in the order of their nodes."""
    panel = _panel(hands)
    texts = []
    for node in hands.document.record.nodes[1:]:
        cursor = QTextCursor(panel.browser.document())
        start, end = panel.place_of(node.number)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        texts.append(cursor.selectedText())
    return texts


def marks(hands: Hands, node: Node) -> bool:
    """Return whether the list marks the move of *node* and no other, and nothing for the root."""
    selections = _panel(hands).browser.extraSelections()
    if node.parent is None:
        return not selections
    start, _ = _panel(hands).place_of(node.number)
    return [selection.cursor.selectionStart() for selection in selections] == [start]


def click_node(hands: Hands, node: Node) -> None:
    """Click the move of *node* in the list."""
    panel = _panel(hands)
    cursor = panel.browser.textCursor()
    cursor.setPosition(panel.place_of(node.number)[0])
    panel.browser.setTextCursor(cursor)
    panel.browser.ensureCursorVisible()
    spot = panel.browser.cursorRect(cursor).center() + QPoint(3, 0)
    QTest.mouseClick(panel.browser.viewport(), Qt.MouseButton.LeftButton, pos=spot)
