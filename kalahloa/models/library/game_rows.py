"""Games as rows: what the library stores, and how a record becomes that and comes back."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.positions import index_key, salt_of
from kalahloa.models.record.annotation import NO_NOTES, Notes
from kalahloa.models.record.record import NO_DETAILS, NewNode, Node, Record
from kalahloa.models.text.errors import BadFile, KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

Json = Any
"""A JSON-compatible value."""
ROOT_PARENT = -1
"""Stands for the parent of the root."""
NO_LEVELS: tuple[Json, Json] = (None, None)


class NodeRow(NamedTuple):
    """A node as it is stored.

    A `number` below `ROOT_PARENT` is a caller's, of a node that is to be stored (`Library.save`).
    `parent` is `ROOT_PARENT` at the root; `followed` is the number of the child visited last, or 0.
    `key` is the position's key in the index (`positions.index_key`), `revision` the game's revision
    in which the row was written last.
    """

    number: int
    parent: int
    text: str
    notes: Notes
    rank: int
    removed: bool
    followed: int
    key: int
    revision: int = 0


class News(NamedTuple):
    """A row that another writer has changed, and as it was `before` that; None if it is new."""

    row: NodeRow
    before: NodeRow | None = None


@dataclass(frozen=True)
class GameHeader:
    """A game of the library without its nodes.

    `players` are names, `levels` what the caller gave for them.  `result` is ``1-0``, ``0-1``,
    ``1/2-1/2`` or ``*``, and `score` the first side's; `plies` is the length of the main line,
    which they are of.  `date` is the day of the game as text, which sorts: that of the details, or
    the day on which the game was created.  `created`, `modified` and `trashed` are Unix times.
    `comments` and `variations` are how many there are in the tree, `node_count` is that of its
    nodes.  `accuracy` is how well either side played the main line, in percent, None where nobody
    has reviewed it.
    `current` is the node at which the game was left, `line_end` the end of the line that was
    followed there, None if that is not known.
    """

    id: int
    uid: str
    game: str
    rules: Mapping[str, Any]
    preset: str
    start: str
    players: tuple[str, str]
    levels: tuple[Json, Json]
    details: Mapping[str, str]
    result: str
    score: int | None
    plies: int
    date: str
    created: float
    modified: float
    source: str
    tags: tuple[str, ...]
    trashed: float | None
    revision: int
    current: int
    node_count: int
    comments: int
    variations: int
    line_end: int | None = None
    accuracy: tuple[float | None, float | None] = (None, None)


@dataclass(frozen=True)
class StoredGame:
    """A game of the library with its nodes, or those that have changed, by number."""

    header: GameHeader
    nodes: tuple[NodeRow, ...]

    def order(self) -> tuple[int, ...]:
        """Return the stored numbers of the nodes of `to_record`, by their numbers there.

        They are the same unless rows are missing, or a node stands below one that came later.
        """
        below: dict[int, list[int]] = {}
        for row in self.nodes:
            below.setdefault(row.parent, []).append(row.number)
        if all(row.number == index > row.parent for index, row in enumerate(self.nodes)):
            return tuple(range(len(self.nodes)))
        order = below.get(ROOT_PARENT, [])[:1]
        for number in order:  # which grows meanwhile
            order += below.get(number, [])
        return tuple(order)

    def to_record(self, stopped: Callable[[], bool] = never) -> Record:
        """Return the record; every move is checked.

        Raises `BadFile` if that is not possible, and `ReadingStopped` soon after *stopped* returns
        True.
        """
        header = self.header
        try:
            game = find_game(header.game)
            rules = game.rulebook.read(None, header.rules)
            record = Record(game, rules, header.start, header.players, details=header.details)
            record.uid = header.uid
            order = self.order()
            if not order or order[0] != 0:
                raise ValueError("A game has a root.")
            place = {number: index for index, number in enumerate(order)}
            rows = {row.number: row for row in self.nodes}
            record.root.notes = rows[0].notes
            out: set[int] = set()
            for number in order:
                if rows[number].removed or rows[number].parent in out:
                    out.add(number)
            record.grow(
                [
                    NewNode(place[row.parent], row.text, row.notes, row.rank, row.removed)
                    for row in map(rows.__getitem__, order[1:])
                ],
                followed=[
                    place[row.followed]
                    for row in self.nodes
                    if row.followed
                    and row.followed in place
                    and rows[row.followed].parent == row.number
                    and row.followed not in out
                ]
                + [place[number] for number in self._line_left(rows, out)],
                current=place.get(self._current(rows, out), 0),
                stopped=stopped,
            )
        except KalahloaError as error:
            raise BadFile(
                QT_TRANSLATE_NOOP("Models", "The game cannot be read: {reason}").format(
                    reason=shorten(error)
                )
            ) from error
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise BadFile(QT_TRANSLATE_NOOP("Models", "The game is damaged.")) from error
        record.pop_changes()
        return record

    def _line_left(self, rows: Mapping[int, NodeRow], out: set[int]) -> list[int]:
        """Return the nodes of the line in which the game was left, as far as they are there."""
        number, line = self.header.line_end or 0, []
        while number in rows and number not in line:
            line.append(number)
            number = rows[number].parent
        return [number for number in line[::-1] if number and number not in out]

    def _current(self, rows: Mapping[int, NodeRow], out: set[int]) -> int:
        """Return the number of the current node, or of the nearest one above it in the tree."""
        number = self.header.current
        while number in out:
            number = rows[number].parent
        return number if number in rows else 0


@dataclass(frozen=True)
class NewGame:
    """A game that is to be added to the library; immutable, so that any thread may add it.

    `created` and `modified` are Unix times.  `uid` is the game's id if it has one already, as where
    it comes back from a file.
    """

    game: str
    rules: Mapping[str, Any]
    preset: str
    start: str
    players: tuple[str, str]
    result: str
    score: int | None
    plies: int
    current: int
    nodes: tuple[NodeRow, ...]
    uid: str = ""
    details: Mapping[str, str] = field(default_factory=lambda: NO_DETAILS)
    levels: tuple[Json, Json] = NO_LEVELS
    source: str = ""
    tags: tuple[str, ...] = ()
    created: float = field(default_factory=time.time)
    modified: float | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "rules": dict(self.rules), "details": dict(self.details)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        proxies = {name: MappingProxyType(state[name]) for name in ("rules", "details")}
        vars(self).update(state, **proxies)

    @classmethod
    def of(
        cls,
        record: Record,
        levels: tuple[Json, Json] = NO_LEVELS,
        source: str = "",
        tags: tuple[str, ...] = (),
        created: float | None = None,
        modified: float | None = None,
    ) -> "NewGame":
        """Return *record* with all its nodes, whose numbers are kept."""
        game, rules = record.game, record.game.rulebook.as_mapping(record.rules)
        salt = salt_of(game.key, to_text(rules))
        end = record.main_end
        return cls(
            game=game.key,
            rules=MappingProxyType(rules),
            preset=game.rulebook.name_of(record.rules),
            start=record.start,
            players=record.players,
            result=record.result or "*",
            score=None if end.outcome is None else end.outcome.score,
            plies=end.ply,
            current=record.current.number,
            nodes=tuple([node_row(node, salt) for node in record.nodes]),
            uid=record.uid,
            details=record.details,
            levels=levels,
            source=source,
            tags=tags,
            created=time.time() if created is None else created,
            modified=modified,
        )


@dataclass(frozen=True)
class GameChanges:
    """What has changed in a game besides its nodes; None is what has not.

    `score` counts only where `result` is given.  `current` is a node's number, and `line_end` that
    of the end of the line that was followed there; they say where the game was left.
    """

    players: tuple[str, str] | None = None
    levels: tuple[Json, Json] | None = None
    details: Mapping[str, str] | None = None
    result: str | None = None
    score: int | None = None
    plies: int | None = None
    current: int | None = None
    line_end: int | None = None

    @property
    def is_content(self) -> bool:
        """Whether anything else has changed than where the game was left."""
        return self.players is not None or self.levels is not None or self.details is not None


@dataclass(frozen=True)
class Saved:
    """What saving has done: the game's new revision, and what its nodes are now.

    `numbers` are the stored numbers of the rows that were given as new, by the number given;
    `foreign` are the rows, as stored now, that another writer has written since the base revision,
    and those that were stored otherwise than given.
    """

    revision: int
    numbers: Mapping[int, int]
    foreign: tuple[NodeRow, ...]


def node_row(node: Node, salt: int) -> NodeRow:
    """Return the row of *node*; *salt* is its game's and rules' (`positions.salt_of`)."""
    return NodeRow(
        node.number,
        ROOT_PARENT if node.parent is None else node.parent.number,
        node.text,
        node.notes,
        node.rank,
        node.removed,
        0 if node.followed is None else node.followed.number,
        index_key(node.key, salt),
    )


def header_facts(record: Record) -> GameChanges:
    """Return all that is in a game's header of *record*, except the levels."""
    end, line = record.main_end, record.line()
    return GameChanges(
        players=record.players,
        details=record.details,
        result=record.result,
        score=None if end.outcome is None else end.outcome.score,
        plies=end.ply,
        current=record.current.number,
        line_end=line[-1].number if line else 0,
    )


def rules_text(game: Game, rules: Any) -> str:
    """Return *rules* as canonical JSON."""
    return to_text(game.rulebook.as_mapping(rules))


def to_text(value: Json) -> str:
    """Return *value* as canonical JSON, in ASCII."""
    return _encoder.encode(value)


_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def notes_text(notes: Notes) -> str | None:
    """Return *notes* as they are stored; None if they are empty."""
    return None if notes == NO_NOTES else to_text(notes.to_json())


def notes_of_text(text: str | None) -> Notes:
    """Return the notes that *text* stands for; those that are damaged become a comment."""
    if text is None:
        return NO_NOTES
    try:
        data = json.loads(text)
        # Joined comments may be longer than one is in a file.
        comment = data.pop("comment", "")
        notes = Notes.from_json(data)
        if isinstance(comment, str):
            return replace(notes, comment=comment) if comment else notes
    except (ValueError, TypeError, AttributeError, RecursionError):
        pass
    return Notes(shorten(text, 10_000))
