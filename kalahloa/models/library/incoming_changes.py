"""Takes into an open record what another program has written to the same game."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from kalahloa.models.game.position import Position
from kalahloa.models.library.game_rows import ROOT_PARENT, News, NodeRow
from kalahloa.models.record.annotation import NO_NOTES
from kalahloa.models.record.node import NewNode, Node
from kalahloa.models.record.record import Record, joined_notes
from kalahloa.models.text.errors import KalahloaError

_YOUNGEST = 1 << 62
"""The age of nodes that are not stored yet."""
_NONE: Mapping[int, int] = {}
_Stand = tuple[Node, Node, int, bool]


@dataclass(frozen=True)
class Merged:
    """What was changed in a record: nodes that `came` or were `edited`, numbers that `went`.

    `retold` is whether its names or other details were.
    `came` has parents before their children, and alternatives in their order.  `numbers` are those
    of the rows of nodes that the record did not have, by the nodes' own ones.
    """

    came: tuple[Node, ...] = ()
    edited: tuple[Node, ...] = ()
    went: tuple[int, ...] = ()
    numbers: Mapping[int, int] = field(default_factory=dict)
    retold: bool = False

    def __bool__(self) -> bool:
        """Whether anything was changed."""
        return bool(self.came or self.edited or self.went or self.retold)


def merge_rows(
    record: Record,
    news: Iterable[News],
    stored: Mapping[int, int] = _NONE,
    in_use: Collection[int] = (),
) -> Merged:
    """Change *record* as the rows of *news* have changed, and return what was changed.

    Rows of nodes that the record does not have have numbers below -1 (`KeptGame.news`).
    *stored* are the stored numbers of the record's nodes by its own, without those that are not
    stored yet.  What was changed only here stays as it is here, and notes that were changed both
    here and there are joined.  A line that was removed there stays if one of its nodes is *in_use*:
    was played or written at here since the last save.  The current node stays if it can.
    """
    return _Taking(record, news, stored, in_use).merged()


class _Taking:
    """One call of `take_in`."""

    def __init__(
        self,
        record: Record,
        news: Iterable[News],
        stored: Mapping[int, int],
        in_use: Collection[int],
    ) -> None:
        self._record = record
        # Stored numbers grow: what was played first comes first.
        self._news = sorted(news, key=lambda one: (one.row.number < 0, abs(one.row.number)))
        self._stored = stored
        self._in_use = in_use
        self._known: dict[int, Node] = {}
        """The nodes of rows that the record did not have, by the rows' numbers."""
        self._new: dict[Node, None] = {}
        """Those of them that were made here."""
        self._was: dict[Node, None] = {}
        """Nodes that were in the tree, of those that may have left it."""
        self._tops: dict[Node, Node | None] = {}
        """Nodes that may have come, gone or moved with all below them; the parents they had."""
        self._children: dict[Node, list[Node]] = {}
        """The children that nodes had."""

    def merged(self) -> Merged:
        """Change the record, and return what was changed."""
        self._grow()
        edited = self._annotate()
        stands = [stand for one in self._news if (stand := self._stand(one)) is not None]
        stands += [
            (node, node.parent, node.rank, node.removed)
            for node in self._new
            if node.parent is not None and node.parent not in self._new
        ]
        for node, parent, _, _ in stands:
            self._remember(node, parent)
        joined_nodes: list[Node] = []
        if stands:
            for joining in self._record.arrange(stands, self._age):
                joined_nodes += [self._record.nodes[number] for number, _ in joining.notes]
                joined_nodes += [self._record.nodes[number] for number, _, _ in joining.moved]
        now = self._live_now()
        came = {node: None for node in now if node not in self._was}
        went = tuple(node.number for node in self._was if node not in now)
        edited |= dict.fromkeys(joined_nodes)
        for node, above in self._tops.items():
            if above is not None and node.parent is not above:
                edited |= {node: None, above: None}
        edited |= dict.fromkeys(self._displaced())
        left = tuple(node for node in edited if node not in came and node.in_tree)
        numbers = {node.number: number for number, node in self._known.items()}
        return Merged(tuple(came), left, went, numbers)

    def _find(self, number: int) -> Node | None:
        if number < 0:
            return self._known.get(number)
        return self._record.nodes[number] if number < len(self._record.nodes) else None

    def _age(self, node: Node) -> int:
        """Return the stored number of *node*, by which all programs choose the same one of two."""
        return self._ages.get(node.number, _YOUNGEST + node.number)

    # -- what is new ---------------------------------------------------------------------------

    def _grow(self) -> None:
        """Add the nodes that the record lacks, also those that are not in the tree."""
        below: dict[int, list[NodeRow]] = {}
        for row, _ in self._news:
            if row.number < ROOT_PARENT:
                below.setdefault(row.parent, []).append(row)
        for number in list(below):
            parent = self._find(number) if number >= 0 else None
            if parent is not None:
                self._grow_below(parent, below, number)
        self._ages = {**self._stored}
        self._ages |= {node.number: -2 - number for number, node in self._known.items()}

    def _grow_below(self, start: Node, below: Mapping[int, list[NodeRow]], number: int) -> None:
        """Add what stands *below* the node with *number*, which is *start*."""
        position, ply = self._record.position_at(start), start.ply
        ahead = [(start, row) for row in reversed(below[number])]
        while ahead:
            parent, row = ahead.pop()
            for _ in range(ply - parent.ply):
                position.unmake()
            ply = parent.ply
            try:
                node = self._grown(parent, position, row)
            except KalahloaError:
                # Of a later version, or damaged: not to be shown, and not to be lost either.
                continue
            ply += 1
            self._known[row.number] = node
            ahead += [(node, other) for other in reversed(below.get(row.number, []))]

    def _grown(self, parent: Node, position: Position, row: NodeRow) -> Node:
        """Return the node of *row*, whose move is made on *position*, that of *parent*."""
        self._children.setdefault(parent, parent.children[:])
        for child in parent.children:
            # Played here, too, and not stored yet: it is the same node.
            own = child.number not in self._stored and child not in self._new
            if own and child.text == row.text and not row.removed:
                assert child.move is not None
                position.make(child.move)
                return child
        entry = NewNode(parent.number, row.text, row.notes, row.rank, row.removed)
        node = self._record.sprout(parent, position, entry)
        self._new[node] = None
        return node

    # -- what has changed ----------------------------------------------------------------------

    def _annotate(self) -> dict[Node, None]:
        """Write the notes that were written there; return the nodes of which they have changed."""
        edited: dict[Node, None] = {}
        for row, before in self._news:
            node = self._find(row.number)
            if node is None or node in self._new:
                continue
            known = NO_NOTES if before is None else before.notes
            if row.notes == known:
                continue
            notes = row.notes if node.notes == known else joined_notes(node.notes, row.notes)
            if notes != node.notes:
                self._record.annotate(node, notes)
                edited[node] = None
        return edited

    def _stand(self, one: News) -> _Stand | None:
        """Return where the node of *one* is to stand, None for where it stands."""
        row, before = one
        node = self._find(row.number)
        if node is None or node.parent is None or node in self._new:
            return None
        parent, rank, removed = node.parent, node.rank, node.removed
        if before is None or row.parent != before.parent:
            other = self._find(row.parent)
            if other is not None and other.ply == parent.ply:
                parent = other
        if before is None or row.rank != before.rank:
            rank = row.rank
        if before is not None and row.removed != before.removed:
            removed = row.removed and not self._is_in_use(node)
        if parent is node.parent and (rank, removed) == (node.rank, node.removed):
            return None
        return node, parent, rank, removed

    def _is_in_use(self, node: Node) -> bool:
        return bool(self._in_use) and any(one.number in self._in_use for one in node.subtree())

    # -- what has come of it -------------------------------------------------------------------

    def _remember(self, node: Node, parent: Node) -> None:
        """Remember what may change where *node* is put below *parent*."""
        twins = [child for child in parent.children if child.move == node.move]
        for one in (node, *twins):
            if one in self._new or one in self._tops:
                self._tops.setdefault(one, one.parent)
                continue
            assert one.parent is not None
            self._tops[one] = one.parent
            self._children.setdefault(one.parent, one.parent.children[:])
            if one not in self._was and one.in_tree:
                self._was |= dict.fromkeys(
                    below for below in one.subtree() if below not in self._new
                )
        self._children.setdefault(parent, parent.children[:])

    def _live_now(self) -> dict[Node, None]:
        """Return the nodes that are in the tree, of those that may not have been."""
        live: dict[Node, None] = {}
        out: set[Node] = set()
        for top in sorted(self._tops, key=lambda node: (node.ply, node.rank)):
            if top not in live and _is_live(top, live, out):
                live |= dict.fromkeys(top.subtree())
        return live

    def _displaced(self) -> list[Node]:
        """Return the children that have another place among those that were there before."""
        found: list[Node] = []
        for parent, before in self._children.items():
            there = set(parent.children)
            stayed = [child for child in before if child in there]
            if parent.children[: len(stayed)] != stayed:
                found += stayed
        return found


def _is_live(node: Node, live: Collection[Node], out: set[Node]) -> bool:
    """Return whether *node* is in the tree; some that are *live* or *out* of it are known."""
    path: list[Node] = []
    above: Node | None = node
    while above is not None and above not in live:
        path.append(above)
        if above.removed or above in out:
            out.update(path)
            return False
        above = above.parent
    return True
