"""A stored game's tree in memory, while it is being saved to."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from kalahloa.models.library.game_rows import ROOT_PARENT, NodeRow, notes_of_text, notes_text
from kalahloa.models.record.annotation import NO_NOTES

WINNERS = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}
"""What the index of positions has for each result."""

IndexRow = tuple[int, str, int, int | None, int | None]
"""Key, move (empty at the end of a line), number of the node that it leads to, winner, score."""

_COLUMNS = "number, parent, text, key, rank, followed, removed, revision, born, noted, notes"


@dataclass(eq=False, slots=True)
class Stored:
    """A node as it is stored, with its children in the tree."""

    number: int
    parent: int
    text: str
    key: int
    rank: int
    followed: int
    removed: bool
    revision: int
    born: int
    noted: int
    notes: str | None
    live: bool = False
    played: bool = False
    children: list["Stored"] = field(default_factory=list)
    indexed: tuple[IndexRow, ...] = ()
    counted: tuple[int, int, int] = (0, 0, 0)
    """How much of `Tree.counts` is this node's."""

    def to_row(self) -> NodeRow:
        """Return the node for the caller."""
        return NodeRow(
            self.number,
            self.parent,
            self.text,
            notes_of_text(self.notes),
            self.rank,
            self.removed,
            self.followed,
            self.key,
            self.revision,
        )


class Tree:
    """The nodes of one game, by number; `changed` are those whose rows are to be written."""

    def __init__(
        self, game: int, revision: int, result: str, score: int | None, current: int
    ) -> None:
        self.game = game
        self.revision = revision
        self.result = result
        self.score = score
        self.current = current
        self.nodes: dict[int, Stored] = {}
        self.changed: dict[int, Stored] = {}
        self._line: list[Stored] = []
        self._stale: dict[int, None] = {}
        """Numbers of nodes whose rows in the index may have changed."""
        self._uncounted: set[int] | None = None
        """Numbers of nodes that may count otherwise than they did; None for all."""
        self._counts = (0, 0, 0)

    @classmethod
    def read(
        cls, database: sqlite3.Connection, game: int, facts: tuple[int, str, int | None, int]
    ) -> "Tree":
        """Return the tree of *game*; *facts* are its revision, result, score and current node."""
        tree = cls(game, *facts)
        tree.nodes = {node.number: node for node in _stored(database, game)}
        for node in tree.nodes.values():
            if node.parent in tree.nodes:
                tree.nodes[node.parent].children.append(node)
        if 0 in tree.nodes:
            tree.set_live(tree.nodes[0], True)
        tree.follow()
        tree.pop_index_changes()
        return tree

    def catch_up(
        self, database: sqlite3.Connection, facts: tuple[int, str, int | None, int]
    ) -> None:
        """Take in what others have written since `revision`; *facts* are those of `read`.

        To read all of a long game again for each move of another program takes too long.
        """
        rows = _stored(database, self.game, self.revision)
        self.revision, result, score, self.current = facts
        for row in rows:
            self.nodes.setdefault(row.number, row)
        for row in rows:
            node = self.nodes[row.number]
            before = None if node is row else self.nodes.get(node.parent)
            if node is not row:
                for name in _FIELDS:
                    setattr(node, name, getattr(row, name))
            parent = self.nodes.get(node.parent)
            self._touch(*(one for one in (node, before, parent) if one is not None))
            if before is not parent:
                if before is not None:
                    before.children.remove(node)
                if parent is not None:
                    parent.children.append(node)
        for row in rows:
            node = self.nodes[row.number]
            self.set_removed(node, node.removed)
        self.set_result(result, score)
        self.follow()
        self.pop_index_changes()  # whoever has written has written these

    # -- changes -------------------------------------------------------------------------------

    def add(self, node: Stored) -> None:
        """Add *node*, of which `live` is set here; its parent is in the tree already."""
        self.nodes[node.number] = node
        parent = self.nodes[node.parent]
        parent.children.append(node)
        node.live = parent.live and not node.removed
        self._touch(node, parent)

    def move(self, node: Stored, parent: Stored) -> None:
        """Put *node* below *parent*."""
        before = self.nodes[node.parent]
        before.children.remove(node)
        parent.children.append(node)
        node.parent = parent.number
        self._touch(node, before, parent)
        self.set_live(node, parent.live)

    def set_removed(self, node: Stored, removed: bool) -> None:
        """Take *node* out of the tree, or put it back."""
        node.removed = removed
        parent = self.nodes.get(node.parent)
        self.set_live(node, parent is None or parent.live)

    def set_live(self, node: Stored, above: bool) -> None:
        """Say of *node* and all below it whether they are in the tree, where its parent is."""
        ahead = [(node, above)]
        while ahead:
            node, above = ahead.pop()
            live = above and not node.removed
            if live == node.live:
                continue
            node.live = live
            self._stale[node.number] = None
            self._stale[node.parent] = None
            ahead += [(child, live) for child in node.children]

    def _touch(self, *nodes: Stored) -> None:
        for node in nodes:
            self._stale[node.number] = None

    def follow(self) -> bool:
        """Find the main line anew, which the result is of; return whether it ends elsewhere."""
        line: list[Stored] = []
        node = self.nodes.get(0)
        seen: set[int] = set()
        while node is not None and node.number not in seen:  # what is damaged may lead in a circle
            seen.add(node.number)
            line.append(node)
            node = min((child for child in node.children if child.live), key=place_of, default=None)
        for node in self._line:
            if node.number not in seen:
                node.played = False
                self._stale[node.parent] = None
        for node in line:
            if not node.played:
                node.played = True
                self._stale[node.parent] = None
        ends_elsewhere = line[-1:] != self._line[-1:]
        self._line = line
        return ends_elsewhere

    def set_result(self, result: str, score: int | None) -> None:
        """Set the game's result, and the first side's score."""
        if (result, score) != (self.result, self.score):
            self.result, self.score = result, score
            for node in self._line:
                self._stale[node.parent] = None

    # -- the index of positions ----------------------------------------------------------------

    def pop_index_changes(self) -> tuple[list[IndexRow], list[IndexRow]]:
        """Return the rows that are to go from the index, and those that are to come."""
        gone: list[IndexRow] = []
        come: list[IndexRow] = []
        for number in self._stale:
            node = self.nodes.get(number)
            if node is None:
                continue
            rows = tuple(self._index_rows(node))
            if rows != node.indexed:
                gone += [row for row in node.indexed if row not in rows]
                come += [row for row in rows if row not in node.indexed]
                node.indexed = rows
        if self._uncounted is not None:
            self._uncounted.update(self._stale)
        self._stale.clear()
        return gone, come

    def index_rows(self) -> list[IndexRow]:
        """Return all rows of the game in the index, as they are after `pop_index_changes`."""
        return [row for node in self.nodes.values() for row in node.indexed]

    def _index_rows(self, node: Stored) -> Iterator[IndexRow]:
        if not node.live:
            return
        winner = WINNERS.get(self.result)
        ended = False
        for child in node.children:
            if child.live:
                ended = True
                if child.played and winner is not None:
                    yield node.key, child.text, child.number, winner, self.score
                else:
                    yield node.key, child.text, child.number, None, None
        if not ended:
            yield node.key, "", node.number, None, None

    # -- counts --------------------------------------------------------------------------------

    def counts(self) -> tuple[int, int, int]:
        """Return the number of nodes, comments and variations in the tree.

        Only what has changed is looked at: there may be thousands of nodes, and the GUI's thread
        would wait for the interpreter meanwhile.
        """
        again: Iterable[int] = self.nodes
        if self._uncounted is not None:
            again = self._uncounted.union(self._stale, self.changed)
        nodes, comments, lines = self._counts
        for number in again:
            node = self.nodes.get(number)
            if node is not None:
                before, node.counted = node.counted, _counted(node)
                nodes += node.counted[0] - before[0]
                comments += node.counted[1] - before[1]
                lines += node.counted[2] - before[2]
        self._uncounted = set()
        self._counts = nodes, comments, lines
        return self._counts

    def write(self, database: sqlite3.Connection) -> None:
        """Write the rows of the nodes in `changed`, and forget that they are."""
        database.executemany(
            f"REPLACE INTO {_ALL_COLUMNS}",
            (
                (
                    self.game,
                    node.number,
                    node.parent,
                    node.text,
                    node.key,
                    node.rank,
                    node.followed,
                    int(node.removed),
                    node.revision,
                    node.born,
                    node.noted,
                    node.notes,
                )
                for node in self.changed.values()
            ),
        )
        if self._uncounted is not None:
            self._uncounted.update(self.changed)
        self.changed.clear()


_FIELDS = _COLUMNS.split(", ")


def _stored(database: sqlite3.Connection, game: int, since: int = -1) -> list[Stored]:
    """Return the nodes of *game* that were written after the revision *since*, by number."""
    return [
        Stored(number, parent, text, key, rank, followed, bool(removed), *rest)
        for number, parent, text, key, rank, followed, removed, *rest in database.execute(
            f"SELECT {_COLUMNS} FROM nodes WHERE game = ? AND revision > ? ORDER BY number",
            (game, since),
        )
    ]


def place_of(row: Stored | NodeRow) -> tuple[int, int]:
    """Return what siblings are sorted by: the first one goes on with the main line."""
    return row.rank, row.number


def main_line(database: sqlite3.Connection, game: int) -> list[tuple[int, str]]:
    """Return the numbers and moves of the nodes in the main line of *game*, the root's first."""
    first: dict[int, tuple[int, str]] = {}
    for parent, number, text in database.execute(
        "SELECT parent, number, text FROM nodes WHERE game = ? AND NOT removed"
        " ORDER BY rank, number",
        (game,),
    ):
        first.setdefault(parent, (number, text))
    line: list[tuple[int, str]] = []
    number = ROOT_PARENT
    while number in first:  # each at most once, also where what is damaged leads in a circle
        line.append(first.pop(number))
        number = line[-1][0]
    return line


def _counted(node: Stored) -> tuple[int, int, int]:
    """Return how many nodes, comments and variations *node* counts for."""
    if not node.live:
        return 0, 0, 0
    has_comment = (
        node.notes is not None and '"comment":' in node.notes and comment_of(node.notes) != ""
    )
    live = sum(child.live for child in node.children)
    return 1, int(has_comment), max(live - 1, 0)


_ALL_COLUMNS = f"nodes (game, {_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"
_INSERT_NODES = f"INSERT INTO nodes (game, {_COLUMNS}) VALUES "
_NEW_NODE = "(?,?,?,?,?,?,?,?,1,1,1,?)"
"""The values of a node of a game that is added: everything is of revision 1."""
_AT_ONCE = 20
"""How many nodes a statement adds, which takes three quarters of the time of as many statements."""
_INSERT_MANY = _INSERT_NODES + ",".join([_NEW_NODE] * _AT_ONCE)

NewNode = tuple[int | str | None, ...]
"""The values of a node that is added."""


def insert_nodes(database: sqlite3.Connection, nodes: Sequence[NewNode]) -> None:
    """Add *nodes*, made by `new_nodes`."""
    whole = len(nodes) - len(nodes) % _AT_ONCE
    for begin in range(0, whole, _AT_ONCE):
        values = chain.from_iterable(nodes[begin : begin + _AT_ONCE])
        database.execute(_INSERT_MANY, tuple(values))
    database.executemany(_INSERT_NODES + _NEW_NODE, nodes[whole:])


def new_nodes(game: int, rows: Iterable[NodeRow]) -> list[NewNode]:
    """Return *rows* of a *game* that is added, for `insert_nodes`."""
    return [
        (
            game,
            number,
            parent,
            text,
            key,
            rank,
            followed,
            removed,
            None if notes is NO_NOTES else notes_text(notes),
        )
        for number, parent, text, notes, rank, removed, followed, key, _ in rows
    ]


def comment_of(notes: str | None) -> str:
    """Return the comment in stored *notes*."""
    if notes is None:
        return ""
    try:
        data = json.loads(notes)
    except (ValueError, RecursionError):
        return notes
    comment = data.get("comment", "") if isinstance(data, dict) else ""
    return comment if isinstance(comment, str) else ""
