"""Walking through a document's record: undo, redo, single plies, ends, lines."""

from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.undo import Step, end_of_line, redo_target, repeated, undo_target
from kalahloa.models.record.record import Node


class Navigation:
    """Makes another node of the record the current one; each call is one change or none."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def undo(self, times: int = 1) -> None:
        """Take back *times* steps, or as many as there are (see the table in the help)."""
        self._repeat(undo_target, times)

    def redo(self, times: int = 1) -> None:
        """Go forward *times* steps in the line last followed, or as many as there are."""
        self._repeat(redo_target, times)

    def _repeat(self, step: Step, times: int) -> None:
        self._go_to(repeated(step, self._document.node, self._document.place.computers, times))

    def back(self) -> None:
        """Go back one ply."""
        self._go_to(self._document.node.parent)

    def forward(self) -> None:
        """Go forward one ply in the line last followed."""
        self._go_to(self._document.node.followed)

    def to_start(self) -> None:
        """Go to the start position."""
        self._go_to(self._document.record.root)

    def to_end(self) -> None:
        """Go to the end of the line last followed."""
        self._go_to(end_of_line(self._document.node))

    def to_next_line(self, direction: int) -> None:
        """Go to the alternative *direction* (1 next, -1 previous) places from the current move."""
        line = neighbour_line(self._document.node, direction)
        self._go_to(line)

    def _go_to(self, node: Node | None) -> None:
        if node is not None:
            self._document.go_to(node)


def neighbour_line(node: Node, direction: int) -> Node | None:
    """Return the alternative to *node* that is *direction* places from it, or None."""
    if node.parent is None:
        return None
    siblings = node.parent.children
    place = siblings.index(node) + direction
    return siblings[place] if 0 <= place < len(siblings) else None
