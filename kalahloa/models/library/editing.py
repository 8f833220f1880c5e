"""Edits of games in the library, each of which can be taken back, and nothing else with it."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from kalahloa.models.library.database import Connection
from kalahloa.models.library.game_rows import GameChanges, GameHeader, NodeRow
from kalahloa.models.library.headers import read_headers
from kalahloa.models.library.saving import Saver, unknown

IN_LIBRARY = 0.0
"""Stands for a game that is not in the trash, in the place of the time since when it is."""


@dataclass(frozen=True)
class GameFacts:
    """What an edit of the library changes of a game; None is what it leaves alone.

    `trashed` is since when the game is in the trash, as a Unix time, or `IN_LIBRARY`.
    """

    tags: tuple[str, ...] | None = None
    players: tuple[str, str] | None = None
    details: Mapping[str, str] | None = None
    trashed: float | None = None

    def are_those_of(self, header: GameHeader) -> bool:
        """Return whether the game with *header* is as it is said here."""
        is_trashed = None if self.trashed is None else self.trashed != IN_LIBRARY
        return (
            (self.tags is None or set(self.tags) == set(header.tags))
            and self.players in (None, header.players)
            and (self.details is None or dict(self.details) == dict(header.details))
            and is_trashed in (None, header.trashed is not None)
        )

    def before(self, header: GameHeader) -> "GameFacts":
        """Return the same facts as they are of the game with *header*."""
        return GameFacts(
            None if self.tags is None else header.tags,
            None if self.players is None else header.players,
            None if self.details is None else header.details,
            None if self.trashed is None else header.trashed or IN_LIBRARY,
        )


@dataclass(frozen=True)
class TreeMerge:
    """What a merge has written to a game's tree: the `revision` it has had since.

    `rows` and `changes` take it back: the rows of the nodes that were changed, as they were, and of
    the lines that came, which are removed.
    """

    revision: int
    rows: tuple[NodeRow, ...] = ()
    changes: GameChanges = GameChanges()  # noqa: RUF009  (it is frozen)


@dataclass(frozen=True)
class GameEdit:
    """An edit of one game: `before` are the facts that it has changed, `after` what they are since.

    `modified` is when the game had been changed last; `merged` is set where its tree was changed,
    and `own` is the number of the same edit among those of the game, if it is there.
    """

    game: int
    before: GameFacts
    after: GameFacts
    modified: float
    merged: TreeMerge | None = None
    own: int | None = None


def with_tags(added: Iterable[str], removed: Iterable[str]) -> Callable[[GameHeader], GameFacts]:
    """Return the edit that gives a game the tags *added*, and takes from it those *removed*.

    Tags of which nothing is said stay what they are, in each game.
    """
    come, gone = list(added), set(removed)

    def edit(header: GameHeader) -> GameFacts:
        kept = [tag for tag in header.tags if tag not in gone]
        return GameFacts(tags=tuple(dict.fromkeys([*kept, *come])))

    return edit


def to_trash(header: GameHeader) -> GameFacts:
    """Put a game into the trash; one that is there stays as long."""
    return GameFacts(trashed=header.trashed or time.time())


def out_of_trash(header: GameHeader) -> GameFacts:
    """Take a game out of the trash."""
    return GameFacts(trashed=IN_LIBRARY)


class Editing:
    """The part of a `Library` that edits games without opening them."""

    _database: Connection
    _saver: Saver

    def _writing(self) -> AbstractContextManager[None]:
        """Return the context in which the database is written."""
        raise NotImplementedError

    def edit(self, game: int, wanted: Callable[[GameHeader], GameFacts]) -> GameEdit | None:
        """Have of a game what *wanted* returns for its header; return what takes that back.

        None if it is so already.  Raises `UnknownGame` if there is no such game.
        """
        with self._writing():
            header = self._header(game)
            after = wanted(header)
            if after.are_those_of(header):
                return None
            self._apply(header, after)
        return GameEdit(game, after.before(header), after, header.modified)

    def take_back(self, edit: GameEdit) -> bool:
        """Undo *edit*; return False, and change nothing, if its game was changed in that since."""
        with self._writing():
            found = read_headers(self._database, [edit.game])
            if not found or not edit.after.are_those_of(found[0]):
                return False
            header, merged = found[0], edit.merged
            if merged is not None:
                if header.revision != merged.revision:
                    return False
                self._saver.save(
                    edit.game, header.revision, merged.rows, merged.changes, None, edit.modified
                )
            self._apply(header, edit.before)
            self._saver.set_modified(edit.game, edit.modified)
            if edit.own is not None:
                self._database.execute("UPDATE edits SET undone = 1 WHERE id = ?", (edit.own,))
        return True

    def _header(self, game: int) -> GameHeader:
        found = read_headers(self._database, [game])
        if not found:
            raise unknown(game)
        return found[0]

    def _apply(self, header: GameHeader, facts: GameFacts) -> None:
        """Have *facts* of the game with *header*, within a transaction."""
        game, saver = header.id, self._saver
        if facts.trashed is not None and facts.trashed != IN_LIBRARY:
            saver.trash(game, facts.trashed)
        if facts.tags is not None:
            saver.set_tags(game, facts.tags)
        if facts.players is not None or facts.details is not None:
            changes = GameChanges(players=facts.players, details=facts.details)
            saver.save(game, header.revision, (), changes, None, time.time())
            if facts.trashed is None and header.trashed is not None:
                saver.trash(game, header.trashed)  # which saving has taken it out of
        if facts.trashed == IN_LIBRARY:
            saver.restore(game)

    # -- tags and the trash --------------------------------------------------------------------

    def set_tags(self, game: int, tags: Sequence[str]) -> None:
        """Replace the tags of a game; raise `UnknownGame` if there is none."""
        self.edit(game, lambda _: GameFacts(tags=tuple(tags)))

    def trash(self, games: Sequence[int]) -> None:
        """Put games into the trash; raise `UnknownGame` if one does not exist."""
        with self._writing():
            for game in games:
                self.edit(game, to_trash)

    def restore(self, games: Sequence[int]) -> None:
        """Take games out of the trash; raise `UnknownGame` if one does not exist."""
        with self._writing():
            for game in games:
                self.edit(game, out_of_trash)

    def delete_trashed(self, game: int) -> bool:
        """Delete a game for good if it is in the trash, and return whether it was."""
        with self._writing():
            self._saver.forget()
            delete = "DELETE FROM games WHERE id = ? AND trashed IS NOT NULL"
            return self._database.execute(delete, (game,)).rowcount > 0
