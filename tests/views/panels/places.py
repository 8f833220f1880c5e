"""Places and changes made from a record, as a document tells of them, for tests of panels."""

from typing import Any

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Node, Record


def new_record(game: str, start: str | None = None, rules: str | None = None) -> Record:
    """Return a record without moves of the game called *game*."""
    found = find_game(game)
    return Record(found, found.rulebook.read(rules), start)


def place_of(record: Record, **differences: Any) -> Place:
    """Return the place where *record* is, between two humans; *differences* are other fields."""
    fields: dict[str, Any] = {
        "record_number": id(record),
        "game": record.game,
        "rules": record.rules,
        "root": record.root,
        "node": record.current,
        "nodes": record.nodes,
        "node_count": len(record.nodes),
        "position": record.position.copy(),
        "players": (HUMAN, HUMAN),
    }
    return Place(**(fields | differences))


class Teller:
    """Plays and walks in a record, and returns the change that a document would tell of."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._told = len(record.nodes)

    def everything(self) -> Change:
        """Return the change for a view that knows nothing yet."""
        self._told = len(self.record.nodes)
        return Change.everything(place_of(self.record))

    def _change(self, cause: Cause, edited: tuple[Node, ...] = ()) -> Change:
        came = tuple(self.record.nodes[self._told :])
        self._told = len(self.record.nodes)
        before = self.record.position_before() if cause is Cause.MOVE else None
        return Change(
            frozenset({cause}), place_of(self.record), came=came, edited=edited, before=before
        )

    def play(self, move: int | str) -> Change:
        """Play *move*, a number or its notation."""
        if isinstance(move, str):
            move = self.record.position.read_move(move)
        self.record.play(move)
        return self._change(Cause.MOVE)

    def undo(self) -> Change:
        """Go one ply back."""
        self.record.undo()
        return self._change(Cause.WALK)

    def jump(self, number: int) -> Change:
        """Go to node *number*."""
        self.record.jump(number)
        return self._change(Cause.WALK)

    def edit(self, *nodes: Node) -> Change:
        """Tell of an edit of *nodes*, which the caller has made."""
        return self._change(Cause.EDIT, edited=nodes)
