"""A record as JSON-compatible values, the content of a game file."""

import copyreg
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import MAX_COMMENT_TEXT, NO_NOTES, Notes
from kalahloa.models.record.game_id import read_uid
from kalahloa.models.record.record import NewNode, Node, Record
from kalahloa.models.text.errors import BadFile, KalahloaError
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

FORMAT = "kalahloa record"
VERSION = 2
"""Version 1 had no marks, drawings and details."""
MAX_MOVE_TEXT = 100
"""Maximum length of a move in a file, in characters; longer ones are rejected unparsed."""
MAX_START_TEXT = 10_000
"""Maximum length of a start position in a file, in characters."""
MAX_NAME_TEXT = 1_000
"""Maximum length of a player's name in a file, in characters."""
MAX_DETAILS = 100
"""Maximum number of details of a game in a file."""
MAX_NODES = 200_000
"""Maximum number of nodes in a file."""
_A_COMMENT = QT_TRANSLATE_NOOP("Models", "a comment")
_A_NAME = QT_TRANSLATE_NOOP("Models", "a player's name")


@dataclass(frozen=True)
class RecordSnapshot:
    """An immutable copy of a record, without the nodes that were removed.

    `notes` and `followed` are those of its `nodes`, in order; a parent comes before its children.
    It reads only attributes of the nodes that never change, so that any thread may use it while the
    record is modified.
    """

    game: Game
    rules: Any
    start: str
    players: tuple[str, str]
    details: Mapping[str, str]
    result: str
    nodes: tuple[Node, ...]
    parents: tuple[Node | None, ...]
    notes: tuple[Notes, ...]
    followed: tuple[Node | None, ...]
    current: Node
    uid: str = ""

    @classmethod
    def of(cls, record: Record) -> "RecordSnapshot":
        """Return a snapshot of *record*; of 10,000 nodes in about a millisecond.

        In a record that was edited, which takes longer, nodes are in the order of its lines.
        """
        nodes = tuple(record.root.subtree() if record.is_edited else record.nodes)
        return cls(
            game=record.game,
            rules=record.rules,
            start=record.start,
            players=record.players,
            details=record.details,
            result=record.result,
            nodes=nodes,
            parents=tuple(node.parent for node in nodes),
            notes=tuple(node.notes for node in nodes),
            followed=tuple(node.followed for node in nodes),
            current=record.current,
            uid=record.uid,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the record as JSON-compatible values, which `record_from_json` reads."""
        numbers = {node: number for number, node in enumerate(self.nodes)}
        return {
            "format": FORMAT,
            "version": VERSION,
            **({"id": self.uid} if self.uid else {}),
            "game": self.game.key,
            "rules": self.game.rulebook.as_mapping(self.rules),
            "start": self.start,
            **self.notes[0].to_json(),
            "players": list(self.players),
            **({"details": dict(self.details)} if self.details else {}),
            "result": self.result,
            "nodes": [
                {"parent": numbers[parent], "move": node.text, **notes.to_json()}
                for node, parent, notes in zip(self.nodes, self.parents, self.notes, strict=True)
                if parent is not None
            ],
            "followed": [numbers[node] for node in self.followed if node is not None],
            "current": numbers[self.current],
        }


def record_to_json(record: Record) -> dict[str, Any]:
    """Return *record* as JSON-compatible values, which `record_from_json` reads."""
    return RecordSnapshot.of(record).to_json()


def record_from_json(data: Any, stopped: Callable[[], bool] = never) -> Record:
    """Return the record described by *data*, a value as `record_to_json` returns it.

    Every move is checked for legality.  Raises `BadFile` if *data* is not a valid record, and
    `ReadingStopped` soon after *stopped* returns True.
    """
    with record_failures():
        record = begin_json_record(data)
        record.grow(read_entries(data), data["followed"], data["current"], stopped)
        return record


def _reduced(record: Record) -> tuple[Callable[[Any], Record], tuple[dict[str, Any]]]:
    """Return how `copy` and `pickle` make *record* anew: a tree of its own, as a file has it."""
    return record_from_json, (record_to_json(record),)


copyreg.pickle(Record, _reduced)


@contextmanager
def record_failures() -> Iterator[None]:
    """Turn whatever the body raises at an invalid record into `BadFile`."""
    try:
        yield
    except BadFile:
        raise
    except KalahloaError as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "The record cannot be read: {reason}").format(
                reason=shorten(error)
            )
        ) from error
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "The file is not a record of a game, or it is damaged.")
        ) from error


def begin_json_record(data: Any) -> Record:
    """Return the record described by *data* without its moves, within `record_failures`."""
    if data["format"] != FORMAT or data["version"] not in (1, VERSION):
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "The file is not a record that this version can read.")
        )
    game = find_game(data["game"])
    rules = game.rulebook.read(None, data["rules"])
    first, second = (_require_text(name, MAX_NAME_TEXT, _A_NAME) for name in data["players"])
    start = _require_text(data["start"], MAX_START_TEXT)
    details = {
        _require_text(name, MAX_NAME_TEXT): _require_text(value, MAX_COMMENT_TEXT)
        for name, value in data.get("details", {}).items()
    }
    if len(details) > MAX_DETAILS:
        raise ValueError("A game has not so many details.")
    record = Record(game, rules, start, (first, second), details=details)
    record.uid = read_uid(data.get("id"))
    record.root.notes = _read_notes(data)
    return record


def read_entries(data: Any) -> list[NewNode]:
    """Return the nodes of *data* but the root, within `record_failures`; moves are unchecked."""
    entries = data["nodes"]
    if len(entries) >= MAX_NODES:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "The record has {count:,} moves; at most {most:,} are allowed."
            ).format(count=len(entries), most=MAX_NODES)
        )
    return [
        NewNode(
            entry["parent"],
            _require_text(entry["move"], MAX_MOVE_TEXT),
            _read_notes(entry) if len(entry) > 2 else NO_NOTES,
        )
        for entry in entries
    ]


def _read_notes(entry: Any) -> Notes:
    _require_text(entry.get("comment", ""), MAX_COMMENT_TEXT, _A_COMMENT)
    return Notes.from_json(entry)


def _require_text(value: Any, most: int, what: str = "") -> str:
    """Return *value*, a str; raise `TypeError` for others, `BadFile` above *most* characters.

    *what* names the text in the message; by default it is quoted.
    """
    if not isinstance(value, str):
        raise TypeError("A move or a position is a text.")
    if len(value) > most:
        named = what or f"'{quote(value)}'"
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models",
                "The record cannot be read: {named} has {length:,} characters; at most {most:,} "
                "are allowed.",
            ).format(named=named, length=len(value), most=most)
        )
    return value
