"""A game of the library that a record is kept in: which node is which row."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kalahloa.models.errors import UnknownGame
from kalahloa.models.library.library import Library
from kalahloa.models.library.rows import (
    ROOT_PARENT,
    GameChanges,
    NewGame,
    News,
    NodeRow,
    StoredGame,
)


class KeptGame:
    """Saves a record's changes to its game, and puts what others wrote into its numbers.

    Belongs to the thread of the library.  `revision` is the last one that it knows.
    """

    def __init__(self, game: int, revision: int) -> None:
        """Keep a record without known nodes in *game*; see `added` and `loaded`."""
        self.game = game
        self.revision = revision
        self._stored: dict[int, int] = {}
        """Stored numbers by the record's."""
        self._own: dict[int, int] = {}
        """The record's numbers by the stored ones."""
        self._before: dict[int, NodeRow] = {}
        """The rows as last seen, by stored numbers."""

    @classmethod
    def added(cls, game: int, new: NewGame) -> "KeptGame":
        """Keep the record that *new* was made of, which was added as *game*."""
        kept = cls(game, 1)
        kept.learn({row.number: row.number for row in new.nodes})
        kept._before = {row.number: row for row in new.nodes}
        return kept

    @classmethod
    def loaded(cls, stored: StoredGame) -> "KeptGame":
        """Keep the record that *stored* was turned into."""
        kept = cls(stored.header.id, stored.header.revision)
        kept.learn(dict(enumerate(stored.order())))
        kept._before = {row.number: row for row in stored.nodes}
        return kept

    def copy(self) -> "KeptGame":
        """Return another one, for what is saved in a transaction that may yet fail."""
        other = KeptGame(self.game, self.revision)
        other._stored = self._stored.copy()
        other._own = self._own.copy()
        other._before = self._before.copy()
        return other

    def is_whole_in(self, library: Library) -> bool:
        """Return whether *library*, which was repaired, has all that was known to be stored."""
        try:
            stored = library.load(self.game)
        except UnknownGame:
            return False
        numbers = {row.number for row in stored.nodes}
        return stored.header.revision >= self.revision and numbers.issuperset(self._before)

    @property
    def numbers(self) -> Mapping[int, int]:
        """The stored numbers of nodes by the record's."""
        return self._stored

    def learn(self, numbers: Mapping[int, int]) -> None:
        """Take note of the stored numbers of nodes, by the record's numbers."""
        for own, stored in numbers.items():
            self._stored[own] = stored
            self._own[stored] = own

    def save(
        self,
        library: Library,
        rows: Sequence[NodeRow],
        changes: GameChanges = GameChanges(),  # noqa: B008  (it is frozen)
    ) -> tuple[News, ...]:
        """Write *rows* and *changes*, with the record's numbers, to *library*.

        Returns what the record does not have as it is stored now: see `in_own_numbers`.  Raises
        what `Library.save` raises; the same rows, and later ones, may be saved then again.
        """
        given = [self._to_stored(row) for row in rows]
        if changes.current is not None:
            changes = replace(changes, current=self._number(changes.current))
        saved = library.save(self.game, self.revision, given, changes, self._before)
        self.revision = saved.revision
        self.learn({_own_of(new): stored for new, stored in saved.numbers.items()})
        for row in given:
            number = saved.numbers.get(row.number, row.number)
            self._before[number] = row._replace(
                number=number,
                parent=saved.numbers.get(row.parent, row.parent),
                followed=saved.numbers.get(row.followed, row.followed),
            )
        return self.in_own_numbers(saved.foreign)

    def catch_up(self, library: Library) -> tuple[News, ...]:
        """Return what others have written since `revision`: see `in_own_numbers`."""
        stored = library.changes(self.game, self.revision)
        self.revision = stored.header.revision
        return self.in_own_numbers(stored.nodes)

    def is_stored(self, row: NodeRow) -> bool:
        """Return whether *row*, with the record's numbers, is as last seen, but for redo's way."""
        before = self._before.get(self._number(row.number))
        return before is not None and _content(self._to_stored(row)) == _content(before)

    def in_use(self, rows: Iterable[NodeRow]) -> set[int]:
        """Return the numbers of those of *rows*, the record's, in which something new is said.

        They were played, or written at, since they were last seen.
        """
        found: set[int] = set()
        for row in rows:
            before = self._before.get(self._number(row.number))
            if not row.removed and (before is None or before.notes != row.notes):
                found.add(row.number)
        return found

    def in_own_numbers(self, rows: Sequence[NodeRow]) -> tuple[News, ...]:
        """Return what is new in stored *rows*, with the record's numbers.

        A node that the record lacks has the number ``-2 - n``, where n is the stored one.  When it
        has been added, `learn` is to be told.
        """
        news: list[News] = []
        for row in rows:
            before = self._before.get(row.number)
            self._before[row.number] = row
            # Where redo goes in another window is its own affair.
            if before is None or _content(row) != _content(before):
                own = None if before is None else self._to_own(before)
                news.append(News(self._to_own(row), own))
        return tuple(news)

    def _to_own(self, row: NodeRow) -> NodeRow:
        return row._replace(
            number=self._own_number(row.number),
            parent=row.parent if row.parent == ROOT_PARENT else self._own_number(row.parent),
            followed=self._own_number(row.followed) if row.followed else 0,
        )

    def _own_number(self, stored: int) -> int:
        return self._own.get(stored, -2 - stored)

    def _number(self, own: int) -> int:
        """Return the stored number of node *own* of the record, or one for a new node."""
        return self._stored.get(own, -2 - own)

    def _to_stored(self, row: NodeRow) -> NodeRow:
        return row._replace(
            number=self._number(row.number),
            parent=row.parent if row.parent == ROOT_PARENT else self._number(row.parent),
            followed=self._number(row.followed) if row.followed else 0,
        )


def _own_of(new: int) -> int:
    return -2 - new


def _content(row: NodeRow) -> tuple[object, ...]:
    return row.parent, row.text, row.notes, row.rank, row.removed
