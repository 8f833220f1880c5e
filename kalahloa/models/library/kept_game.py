"""A game of the library that a record is kept in: which node is which row."""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kalahloa.models.library.game_rows import (
    ROOT_PARENT,
    GameChanges,
    GameHeader,
    NewGame,
    News,
    NodeRow,
    StoredGame,
)
from kalahloa.models.library.library import Library
from kalahloa.models.text.errors import UnknownGame


class KeptGame:
    """Saves a record's changes to its game, and puts what others wrote into its numbers.

    `revision` is the last one that the record has.  What others have written since is in `news`,
    with the record's numbers, until it is taken in (`accept`); meanwhile what is new here can be
    saved, and nothing else.  The thread of the library saves and looks; another one may take in,
    holding `lock`, which is never held while the library is read or written.
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
        """The rows as the record has them, or was told of them, by stored numbers."""
        self.lock = threading.RLock()
        self.news: tuple[News, ...] = ()
        self._foreign: dict[int, NodeRow] = {}
        """The stored rows that `news` are about, and others that differ in redo's way only."""
        self._latest = revision
        """The revision that has them."""
        self.header: GameHeader | None = None
        """The game's header as it was at the last `catch_up`; None after the next `save`."""

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

    @classmethod
    def joined(cls, game: int) -> "KeptGame":
        """Keep a record in *game*, to which another one of the same game was added meanwhile.

        Only the root is known to be there: what is saved is merged with what is stored.
        """
        kept = cls(game, 0)
        kept.learn({0: 0})
        return kept

    def copy(self) -> "KeptGame":
        """Return another one, for what is saved in a transaction that may yet fail."""
        other = KeptGame(self.game, self.revision)
        other._stored = self._stored.copy()
        other._own = self._own.copy()
        other._before = self._before.copy()
        other.news, other._foreign = self.news, self._foreign.copy()
        other._latest = self._latest
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

    def own_number(self, stored: int) -> int | None:
        """Return the record's number of the node with a *stored* one; None if it has none yet.

        Any thread may call this.
        """
        return self._own.get(stored)

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
        """Write *rows* and *changes*, with the record's numbers, to *library*; return `news`.

        While there are news, *rows* must be new ones (`is_new`).  Raises what `Library.save`
        raises; the same rows, and later ones, may be saved then again.
        """
        with self.lock:
            given = [self._to_stored(row) for row in rows]
            current, line_end = (
                None if own is None else self._number(own)
                for own in (changes.current, changes.line_end)
            )
            changes = replace(changes, current=current, line_end=line_end)
            base = self.revision
        saved = library.save(self.game, base, given, changes, self._before)
        with self.lock:
            self.header = None
            self.learn({_own_of(new): stored for new, stored in saved.numbers.items()})
            for row in given:
                number = saved.numbers.get(row.number, row.number)
                self._foreign.pop(number, None)  # as it is now, it is in what was saved
                self._before[number] = row._replace(
                    number=number,
                    parent=saved.numbers.get(row.parent, row.parent),
                    followed=saved.numbers.get(row.followed, row.followed),
                )
            return self._hear(saved.foreign, saved.revision)

    def catch_up(self, library: Library) -> tuple[News, ...]:
        """Return `news`, with what others have written since `revision`."""
        stored = library.changes(self.game, self.revision)
        with self.lock:
            self.header = stored.header
            return self._hear(stored.nodes, stored.header.revision)

    def _hear(self, foreign: Sequence[NodeRow], latest: int) -> tuple[News, ...]:
        """Make `news` of *foreign*, the rows that others have changed up to the revision *latest*.

        They replace older ones.  Others stay: a row that was to be removed here, and was not, has
        not changed since.
        """
        self._foreign |= {row.number: row for row in foreign}
        self.news = self._in_own_numbers([self._foreign[one] for one in sorted(self._foreign)])
        self._latest = latest
        if not self.news:
            self.accept({})
        return self.news

    def accept(self, numbers: Mapping[int, int]) -> None:
        """Take note that the record has what is in `news`; see `learn` for *numbers*."""
        self.learn(numbers)
        self._before |= self._foreign
        self.revision = self._latest
        self.news, self._foreign = (), {}

    def is_new(self, own: int) -> bool:
        """Return whether node *own* of the record was never saved."""
        return own not in self._stored

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

    def _in_own_numbers(self, rows: Sequence[NodeRow]) -> tuple[News, ...]:
        """Return what is new in stored *rows*, with the record's numbers.

        A node that the record lacks has the number ``-2 - n``, where n is the stored one.  When it
        has been added, `accept` is to be told.
        """
        news: list[News] = []
        for row in rows:
            before = self._before.get(row.number)
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
