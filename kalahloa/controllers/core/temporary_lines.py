"""Lines that are only looked at: they are in the record for a while, and are not kept."""

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.core.controller import Controller, Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.models.record.annotation import NO_NOTES
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.study.edits import EditKind, InsertLine, Remove, Several
from kalahloa.models.study.lines import read_line
from kalahloa.models.text.errors import IllegalMove

_CONTENT = frozenset({Cause.MOVE, Cause.EDIT, Cause.PLAYERS})
"""Something was done that is kept."""


class TemporaryLines(Controller):
    """Shows lines that the record lacks without adding them to the game.

    Their nodes stay while the user walks through the record.  The next move or edit removes them,
    except for those on the way to where it was made, which belong to the game from then on.
    """

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.is_practising: Callable[[], bool] = lambda: False
        """Whether moves are made for an exercise, which removes them itself."""
        self._record: Record = document.record
        self._is_on = False
        self._nodes: dict[Node, None] = {}
        """The nodes that are only looked at."""
        self._ahead: Node | None = None
        """Where redo led before."""
        self._is_showing = False
        self._ending = single_shot(self, self.stop)
        """A change is told whole before the nodes are removed."""

    def show(self, node: Node, texts: Sequence[str]) -> None:
        """Walk to the end of the line *texts* after *node*.

        Raises `IllegalMove` if the moves cannot be made, or the record is full.
        """
        document = self._document
        line = read_line(document.record.position_at(node), texts)
        missing = list(line)
        end = node
        while missing:
            child = next((one for one in end.children if one.text == missing[0]), None)
            if child is None:
                break
            end = child
            missing.pop(0)
        if not missing:
            document.go_to(end)
            return
        if not self._is_on:
            self._is_on = True
            self._record, self._ahead = document.record, node.followed
            self.held.emit(True)
        try:
            with document.one_change():
                came = document.edit(InsertLine(end.number, tuple(missing))).came
                self._is_showing = True
                self._nodes |= dict.fromkeys(came)
                document.go_to(came[-1])
        except IllegalMove:
            if not self._nodes:
                self.stop()
            raise

    @Slot()
    def stop(self) -> None:
        """Remove the nodes that are only looked at, as before the game is left."""
        if not self._is_on:
            return
        edit = self._end()
        with self._document.one_change():
            if edit is not None:
                self._is_showing = True
                self._document.edit(edit)
            if self._ahead is not None and self._ahead.in_tree:
                self._record.follow(self._ahead)
        self.held.emit(False)

    def _end(self) -> Several | None:
        """Return the edit that removes the nodes, of which nothing is known any longer."""
        self._ending.stop()
        nodes, self._nodes = self._nodes, {}
        self._is_on = False
        return removal_of(nodes)

    def release(self) -> None:
        """Remove the nodes that are only looked at."""
        self.stop()

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return no fields."""
        return {}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Remove the nodes soon where something else was done, and at once in a record left."""
        is_showing, self._is_showing = self._is_showing, False
        if not self._is_on:
            return
        if Cause.NEW in causes or self._record is not self._document.record:
            edit = self._end()
            if edit is not None:
                edit.apply(self._record)  # which nobody follows any longer
            self.held.emit(False)
        elif causes & _CONTENT and not is_showing and not self.is_practising():
            for node in self._document.node.path():
                self._nodes.pop(node, None)
            self._ahead = None
            self._ending.start()


def removal_of(nodes: Collection[Node]) -> Several | None:
    """Return the edit that removes *nodes*, or None if none can go.

    Nodes with notes stay, and so do those that lead to a node that stays.
    """
    tops = []
    for node in nodes:
        if not node.in_tree or node.parent in nodes:
            continue
        if all(one in nodes and one.notes == NO_NOTES for one in node.with_below()):
            tops.append(node)
    if not tops:
        return None
    return Several(tuple(Remove(node.number) for node in tops), EditKind.OTHER)
