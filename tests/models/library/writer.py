"""A writer of a game, as a window is one: a record that is saved, and loaded again after news."""

from dataclasses import replace

from kalahloa.models.library.game_rows import (
    ROOT_PARENT,
    NodeRow,
    header_facts,
    node_row,
    rules_text,
)
from kalahloa.models.library.library import Library
from kalahloa.models.library.positions import salt_of
from kalahloa.models.record.record import Node


class Writer:
    """Has a record of the *game* in *library*, which `save` writes to."""

    def __init__(self, library: Library, game: int) -> None:
        self.library = library
        self.game = game
        self.load()

    def load(self) -> None:
        """Take over the game as it is stored."""
        stored = self.library.load(self.game)
        self.record = stored.to_record()
        self.revision = stored.header.revision
        self.known = {row.number: row for row in stored.nodes}
        self.numbers = dict(zip(self.record.nodes, stored.order(), strict=True))

    def rows(self, whole: bool = False) -> list[NodeRow]:
        """Return what has changed in the record as rows, or all of it."""
        record = self.record
        salt = salt_of(record.game.key, rules_text(record.game, record.rules))
        changed = record.pop_changes()
        return [self._row(node, salt) for node in (record.nodes if whole else changed)]

    def _row(self, node: Node, salt: int) -> NodeRow:
        return node_row(node, salt)._replace(
            number=self._number(node),
            parent=ROOT_PARENT if node.parent is None else self._number(node.parent),
            followed=0 if node.followed is None else self._number(node.followed),
        )

    def _number(self, node: Node) -> int:
        return self.numbers.get(node, -2 - node.number)

    def save(self) -> bool:
        """Save what has changed; return whether there was news, with which it is loaded again."""
        current = self._number(self.record.current)
        changes = replace(header_facts(self.record), current=current)
        saved = self.library.save(self.game, self.revision, self.rows(), changes, self.known)
        self.load()
        return bool(saved.foreign)
