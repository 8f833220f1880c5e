"""Edits of a record: frozen, each with its inverse, and as JSON-compatible values.

`apply` makes an edit and returns what has come of it, the inverse among it.  Edits are taken back
in the opposite order; then the tree is what it was: numbers, order, notes, and where redo goes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from operator import attrgetter
from typing import Any, Protocol

from kalahloa.models.record.annotation import Notes
from kalahloa.models.record.record import Joining, Node, Record
from kalahloa.models.study.game_details import GameDetails
from kalahloa.models.text.errors import IllegalMove
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

MAX_PLIES = 10_000
"""Maximum number of plies of a line that is inserted."""
MAX_EDITS = 10_000
"""Maximum number of edits in one."""
_MAX_DEPTH = 4
_NODE_NUMBER = attrgetter("number")


class Edit(Protocol):
    """A change of a record's tree that is not a move."""

    def apply(self, record: Record) -> "Applied":
        """Make the edit in *record*.

        Raises `ValueError`, `IndexError` or `IllegalMove`, and changes nothing, if it cannot be
        made.
        """
        ...

    def to_json(self) -> dict[str, Any]:
        """Return the edit as JSON-compatible values, which `edit_from_json` reads."""
        ...

    def renumbered(self, numbers: Mapping[int, int]) -> "Edit":
        """Return the edit for a record in which nodes have other *numbers*, by those here."""
        ...


@dataclass(frozen=True)
class Applied:
    """What an edit has done.

    `inverse` takes it back.  `came` are the nodes that are in the tree now and were not, a parent
    before its children; `went` the numbers of those that were and are not; `edited` those whose
    notes, or whose place among the alternatives, are others.
    """

    inverse: Edit
    came: tuple[Node, ...] = ()
    went: tuple[int, ...] = ()
    edited: tuple[Node, ...] = ()


# -- notes -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SetNotes:
    """Changes the notes of node `number` from `before` to `after`.

    Of notes that are not `before`, only that part is replaced in which the two differ: what another
    window has written besides stays.
    """

    number: int
    before: Notes
    after: Notes

    def apply(self, record: Record) -> Applied:
        """Replace the notes."""
        node = record.node(self.number)
        now = node.notes
        parts = {
            part.name: getattr(self.after, part.name)
            for part in fields(Notes)
            if getattr(self.before, part.name) != getattr(self.after, part.name)
        }
        record.annotate(node, replace(now, **parts))
        return Applied(SetNotes(self.number, node.notes, now), edited=(node,))

    def to_json(self) -> dict[str, Any]:
        """Return the edit as JSON-compatible values."""
        before, after = self.before.to_json(), self.after.to_json()
        return {"edit": "notes", "node": self.number, "before": before, "after": after}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "SetNotes":
        """Return the edit in *data*."""
        before, after = (Notes.from_json(data[name]) for name in ("before", "after"))
        return cls(_number(data["node"]), before, after)

    def renumbered(self, numbers: Mapping[int, int]) -> "SetNotes":
        """Return the edit with other *numbers*."""
        return replace(self, number=numbers[self.number])


@dataclass(frozen=True)
class SetDetails:
    """Changes what is told of the game from `before` to `after`.

    Only what differs between the two is replaced: what another window has written besides stays.
    """

    before: GameDetails
    after: GameDetails

    def apply(self, record: Record) -> Applied:
        """Replace the details."""
        now = GameDetails.of(record)
        then = now.changed(self.before, self.after)
        then.put_into(record)
        return Applied(SetDetails(then, now))

    def to_json(self) -> dict[str, Any]:
        """Return the edit as JSON-compatible values."""
        before, after = self.before.to_json(), self.after.to_json()
        return {"edit": "details", "before": before, "after": after}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "SetDetails":
        """Return the edit in *data*."""
        return cls(GameDetails.from_json(data["before"]), GameDetails.from_json(data["after"]))

    def renumbered(self, numbers: Mapping[int, int]) -> "SetDetails":
        """Return the edit, which is about no node."""
        return self


# -- lines -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Remove:
    """Takes node `number`, and all below it, out of the tree.

    `followed` is the alternative that redo goes to afterwards, None to leave that to the record.
    """

    number: int
    followed: int | None = None

    def apply(self, record: Record) -> Applied:
        """Remove the node; the current one is then its parent if it was among those removed."""
        node = record.node(self.number)
        followed = _followed_beside(node)
        follow = None if self.followed is None else record.node(self.followed)
        went = tuple(map(_NODE_NUMBER, node.with_below()))
        record.remove(node)
        if follow is not None:
            record.follow(follow)
        return Applied(Restore(self.number, followed), went=went)

    def to_json(self) -> dict[str, Any]:
        """Return the edit as JSON-compatible values."""
        return {"edit": "remove", "node": self.number, "followed": self.followed}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Remove":
        """Return the edit in *data*."""
        return cls(_number(data["node"]), _number_or_none(data["followed"]))

    def renumbered(self, numbers: Mapping[int, int]) -> "Remove":
        """Return the edit with other *numbers*."""
        followed = None if self.followed is None else numbers[self.followed]
        return Remove(numbers[self.number], followed)


@dataclass(frozen=True)
class Restore:
    """Puts node `number`, which was removed, back with all below it.

    `followed` is the alternative that redo goes to afterwards, None to leave that to the record.
    """

    number: int
    followed: int | None = None

    def apply(self, record: Record) -> Applied:
        """Put the node back; where its move was played again meanwhile, the two are joined."""
        if not 0 <= self.number < len(record.nodes):
            raise IndexError(f"The record has no node {self.number}.")
        node = record.nodes[self.number]
        before = _followed_beside(node)
        follow = None
        if self.followed not in (None, self.number):
            assert self.followed is not None
            follow = record.node(self.followed)
        joining = record.restore(node)
        if joining is not None:
            came = tuple(
                below for number, _, _ in joining.moved for below in record.nodes[number].subtree()
            )
            edited = tuple(
                one for number, _ in joining.notes if not (one := record.nodes[number]).removed
            )
            live = tuple(one for one in edited if one.parent is not node and one.in_tree)
            return Applied(Separate(joining), came=came, edited=live)
        if follow is not None or self.followed is not None:
            record.follow(follow or node)
        return Applied(Remove(self.number, before), came=tuple(node.with_below()))

    def to_json(self) -> dict[str, Any]:
        """Return the edit as JSON-compatible values."""
        return {"edit": "restore", "node": self.number, "followed": self.followed}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Restore":
        """Return the edit in *data*."""
        return cls(_number(data["node"]), _number_or_none(data["followed"]))

    def renumbered(self, numbers: Mapping[int, int]) -> "Restore":
        """Return the edit with other *numbers*."""
        followed = None if self.followed is None else numbers[self.followed]
        return Restore(numbers[self.number], followed)


@dataclass(frozen=True)
class Separate:
    """Takes back a `Restore` that joined a line with the same moves, played again meanwhile."""

    joining: Joining

    def apply(self, record: Record) -> Applied:
        """Take the lines out that were joined."""
        moved = [record.node(number) for number, _, _ in self.joining.moved]
        went = tuple(below.number for node in moved for below in node.subtree())
        node = record.nodes[self.joining.number]
        followed = _followed_beside(node)
        record.separate(self.joining)
        edited = tuple(
            one for number, _ in self.joining.notes if (one := record.nodes[number]).in_tree
        )
        return Applied(Restore(self.joining.number, followed), went=went, edited=edited)

    def to_json(self) -> dict[str, Any]:
        """Return the edit as JSON-compatible values."""
        joining = self.joining
        return {
            "edit": "separate",
            "node": joining.number,
            "moved": [list(place) for place in joining.moved],
            "notes": [[number, notes.to_json()] for number, notes in joining.notes],
            "followed": [list(pair) for pair in joining.followed],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Separate":
        """Return the edit in *data*."""
        return cls(
            Joining(
                _number(data["node"]),
                tuple((_number(n), _number(parent), _rank(r)) for n, parent, r in data["moved"]),
                tuple((_number(n), Notes.from_json(notes)) for n, notes in data["notes"]),
                tuple((_number(n), _number_or_none(child)) for n, child in data["followed"]),
            )
        )

    def renumbered(self, numbers: Mapping[int, int]) -> "Separate":
        """Return the edit with other *numbers*."""
        joining = self.joining
        return Separate(
            Joining(
                numbers[joining.number],
                tuple((numbers[n], numbers[parent], rank) for n, parent, rank in joining.moved),
                tuple((numbers[n], notes) for n, notes in joining.notes),
                tuple(
                    (numbers[n], None if child is None else numbers[child])
                    for n, child in joining.followed
                ),
            )
        )


@dataclass(frozen=True)
class PlaceChild:
    """Makes node `number` the child with `index` of its parent."""

    number: int
    index: int

    def apply(self, record: Record) -> Applied:
        """Place the node."""
        node = record.node(self.number)
        if node.parent is None:
            raise ValueError("The start position has no place among others.")
        before = node.parent.children.index(node)
        record.place_child(node, self.index)
        return Applied(PlaceChild(self.number, before), edited=(node,))

    def to_json(self) -> dict[str, Any]:
        """Return the edit as JSON-compatible values."""
        return {"edit": "place", "node": self.number, "index": self.index}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "PlaceChild":
        """Return the edit in *data*."""
        return cls(_number(data["node"]), _number(data["index"]))

    def renumbered(self, numbers: Mapping[int, int]) -> "PlaceChild":
        """Return the edit with other *numbers*."""
        return replace(self, number=numbers[self.number])


def to_main_line(node: Node) -> tuple[PlaceChild, ...]:
    """Return what makes the way to *node* the beginning of the main line; nothing if it is."""
    edits = []
    while (parent := node.parent) is not None:  # of which there may be thousands
        if parent.children[0] is not node:
            edits.append(PlaceChild(node.number, 0))
        node = parent
    return tuple(edits[::-1])


@dataclass(frozen=True)
class InsertLine:
    """Adds the moves `texts`, one ply each, below node `number`, without going there."""

    number: int
    texts: tuple[str, ...]

    def apply(self, record: Record) -> Applied:
        """Add the moves that are not there already."""
        came = tuple(record.insert_line(record.node(self.number), self.texts))
        inverse: Edit = Remove(came[0].number) if came else Several(())
        return Applied(inverse, came=came)

    def to_json(self) -> dict[str, Any]:
        """Return the edit as JSON-compatible values."""
        return {"edit": "insert", "node": self.number, "moves": list(self.texts)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "InsertLine":
        """Return the edit in *data*."""
        texts = tuple(data["moves"])
        if len(texts) > MAX_PLIES or not all(isinstance(text, str) for text in texts):
            raise ValueError("A line is a list of moves.")
        return cls(_number(data["node"]), texts)

    def renumbered(self, numbers: Mapping[int, int]) -> "InsertLine":
        """Return the edit with other *numbers*."""
        return replace(self, number=numbers[self.number])


# -- several at once -------------------------------------------------------------------------------


class EditKind(Enum):
    """What the user has done by an edit."""

    COMMENT = "comment"
    DETAILS = "details"
    MARK = "mark"
    DRAW = "draw"
    PROMOTE = "promote"
    MAIN_LINE = "main-line"
    DELETE_FROM_HERE = "delete-from-here"
    DELETE_LINE = "delete-line"
    DELETE_VARIATIONS = "delete-variations"
    PASTE = "paste"
    REVIEW = "review"
    RESIGN = "resign"
    AGREE = "agree"
    OTHER = "other"

    @property
    def title(self) -> Sentence:
        """The name of the kind, for display."""
        return _TITLES[self]


_TITLES = {
    EditKind.COMMENT: QT_TRANSLATE_NOOP("Models", "Comment"),
    EditKind.DETAILS: QT_TRANSLATE_NOOP("Models", "Game details"),
    EditKind.MARK: QT_TRANSLATE_NOOP("Models", "Mark"),
    EditKind.DRAW: QT_TRANSLATE_NOOP("Models", "Drawing"),
    EditKind.PROMOTE: QT_TRANSLATE_NOOP("Models", "Move the line up"),
    EditKind.MAIN_LINE: QT_TRANSLATE_NOOP("Models", "Make main line"),
    EditKind.DELETE_FROM_HERE: QT_TRANSLATE_NOOP("Models", "Delete from here"),
    EditKind.DELETE_LINE: QT_TRANSLATE_NOOP("Models", "Delete line"),
    EditKind.DELETE_VARIATIONS: QT_TRANSLATE_NOOP("Models", "Delete all variations"),
    EditKind.PASTE: QT_TRANSLATE_NOOP("Models", "Paste line"),
    EditKind.REVIEW: QT_TRANSLATE_NOOP("Models", "Review"),
    EditKind.RESIGN: QT_TRANSLATE_NOOP("Models", "Resignation"),
    EditKind.AGREE: QT_TRANSLATE_NOOP("Models", "Draw by agreement"),
    EditKind.OTHER: QT_TRANSLATE_NOOP("Models", "Edit"),
}


@dataclass(frozen=True)
class Several:
    """Makes `edits` one after the other, as one edit; `kind` is what the user did by them."""

    edits: tuple[Edit, ...]
    kind: EditKind = EditKind.OTHER

    @property
    def title(self) -> Sentence:
        """The name of the kind, for display."""
        return self.kind.title

    def apply(self, record: Record) -> Applied:
        """Make the edits; if one cannot be made, take those before it back."""
        if len(self.edits) == 1:  # most often; it may remove thousands
            applied = self.edits[0].apply(record)
            return replace(applied, inverse=Several((applied.inverse,), self.kind))
        inverses: list[Edit] = []
        came: dict[Node, None] = {}
        went: dict[int, None] = {}
        edited: dict[Node, None] = {}
        try:
            for edit in self.edits:
                applied = edit.apply(record)
                inverses.append(applied.inverse)
                if went:
                    for node in applied.came:
                        if node.number in went:
                            del went[node.number]
                            edited[node] = None
                        else:
                            came[node] = None
                else:
                    came |= dict.fromkeys(applied.came)
                if came:
                    for number in applied.went:
                        if record.nodes[number] in came:
                            del came[record.nodes[number]]
                        else:
                            went[number] = None
                else:  # most often; there may be thousands
                    went |= dict.fromkeys(applied.went)
                edited |= dict.fromkeys(applied.edited)
        except (ValueError, IndexError, IllegalMove):
            for inverse in reversed(inverses):
                inverse.apply(record)
            raise
        return Applied(
            Several(tuple(reversed(inverses)), self.kind), tuple(came), tuple(went), tuple(edited)
        )

    def to_json(self) -> dict[str, Any]:
        """Return the edit as JSON-compatible values."""
        edits = [edit.to_json() for edit in self.edits]
        return {"edit": "several", "deed": self.kind.value, "edits": edits}

    def renumbered(self, numbers: Mapping[int, int]) -> "Several":
        """Return the edit with other *numbers*."""
        return Several(tuple(edit.renumbered(numbers) for edit in self.edits), self.kind)


# -- as JSON values -------------------------------------------------------------------------------

_KINDS: dict[str, Callable[[Mapping[str, Any]], Edit]] = {
    "notes": SetNotes.from_json,
    "details": SetDetails.from_json,
    "remove": Remove.from_json,
    "restore": Restore.from_json,
    "separate": Separate.from_json,
    "place": PlaceChild.from_json,
    "insert": InsertLine.from_json,
}


def edit_from_json(data: Any, depth: int = 0) -> Edit:
    """Return the edit described by *data*, a value as `to_json` returns it.

    Raises `ValueError`, `TypeError` or `KeyError` if it is damaged.  *depth* is for edits within
    others.
    """
    if not isinstance(data, Mapping):
        raise TypeError("An edit is a mapping.")
    if data["edit"] == "several":
        if depth > _MAX_DEPTH or len(data["edits"]) > MAX_EDITS:
            raise ValueError("There are too many edits in one.")
        edits = tuple(edit_from_json(edit, depth + 1) for edit in data["edits"])
        return Several(edits, EditKind(data["deed"]))
    return _KINDS[data["edit"]](data)


def _number(value: Any) -> int:
    """Return *value*, an int that is not negative; raise `TypeError` or `ValueError`."""
    number = _rank(value)
    if number < 0:
        raise ValueError("A number is not negative.")
    return number


def _rank(value: Any) -> int:
    if type(value) is not int:  # rejects bool, too
        raise TypeError("A number is a whole one.")
    return value


def _number_or_none(value: Any) -> int | None:
    return None if value is None else _number(value)


def _followed_beside(node: Node) -> int | None:
    """Return the number of the child that redo goes to from the parent of *node*, if any."""
    if node.parent is None or node.parent.followed is None:
        return None
    return node.parent.followed.number
