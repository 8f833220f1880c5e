"""Saving to a game that another writer may have changed meanwhile: both keep what they wrote.

What one writer played, wrote or moved is merged into the stored tree, node by node.  Moves are the
same node where their paths are.  Comments that both changed are joined.  A line that one removed
stays where the other has written in it meanwhile.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from kalahloa.models.library.game_rows import ROOT_PARENT, NodeRow, notes_of_text, notes_text
from kalahloa.models.library.tree import Stored, Tree, place_of
from kalahloa.models.record.record import joined_notes

_NOTHING: Mapping[int, NodeRow] = {}


class Merge:
    """One call of `Library.save`, on the tree as it is stored.

    `numbers` and `foreign` are those of `Saved`; `is_content` is whether anything but the ways that
    redo goes has changed.
    """

    def __init__(
        self,
        tree: Tree,
        base: int,
        rows: Sequence[NodeRow],
        before: Mapping[int, NodeRow] | None = None,
    ) -> None:
        """Merge *rows* into *tree*; see `Library.save`.

        Raises `ValueError` for a row that is, or stands below, no node.
        """
        self.tree = tree
        self.numbers: dict[int, int] = {}
        self.is_content = False
        self._base = base
        self._revision = tree.revision + 1
        self._before = _NOTHING if before is None else before
        self._given: dict[int, NodeRow] = {}
        self._mine: list[Stored] = []
        """Nodes that the caller has played or written at."""
        self._crowded: dict[int, None] = {}
        """Numbers of nodes that may have two children with the same move."""
        self._ranked: dict[int, None] = {}
        """Numbers of nodes of which two children may have the same rank."""
        self._kept_out = {row.number for row in rows if row.removed}
        self._taken_out = {number for number in self._kept_out if not self._was_removed(number)}
        self._theirs: list[Stored] = []
        if tree.revision > base:  # others have written; there may be thousands of nodes
            self._theirs = [node for node in tree.nodes.values() if node.revision > base]
        for row in _parents_first(rows):
            self._add(row)
        for row in rows:
            self._given[self._number(row.number)] = row
            if row.number > ROOT_PARENT:
                self._change(row)
        # Not sooner: a new node may have the rank that another one has given up.
        for number in self._ranked:
            self._keep_ranks_apart(self.tree.nodes[number])
        self._follow(rows)
        for node in self._mine:
            self._put_back(node)
        for number in self._crowded:
            self._make_one(tree.nodes[number])
        for node in tree.changed.values():
            node.revision = self._revision
        self.foreign = tuple(self._foreign())
        tree.revision = self._revision

    def _number(self, number: int) -> int:
        """Return the stored number for *number* of the caller's."""
        stored = self.numbers.get(number) if number < ROOT_PARENT else number
        if stored is None or stored not in self.tree.nodes:
            raise ValueError(f"The game has no node {number}.")
        return stored

    def _node(self, number: int) -> Stored:
        return self.tree.nodes[self._number(number)]

    def _mark(self, node: Stored, content: bool = True) -> None:
        self.tree.changed[node.number] = node
        self.is_content |= content

    # -- the caller's rows ---------------------------------------------------------------------

    def _add(self, row: NodeRow) -> None:
        parent = self._node(row.parent)
        if not row.removed:
            # What the caller has removed, and played again, is another node now; so is what others
            # have put back meanwhile, which is then made one with it.
            twin = _child(parent, row.text, self._taken_out, self._before)
            if twin is not None:
                self.numbers[row.number] = twin.number
                self._write_notes(twin, notes_text(row.notes), theirs=True)
                self._mine.append(twin)
                return
        number = max(self.tree.nodes) + 1
        node = Stored(
            number=number,
            parent=parent.number,
            text=row.text,
            key=row.key,
            rank=row.rank,
            followed=0,
            removed=row.removed,
            revision=self._revision,
            born=self._revision,
            noted=self._revision,
            notes=notes_text(row.notes),
        )
        self.numbers[row.number] = number
        self.tree.add(node)
        self._mark(node)
        self._ranked[parent.number] = None
        self._crowded[parent.number] = None
        if not row.removed:
            self._mine.append(node)

    def _was_removed(self, number: int) -> bool:
        """Return whether the caller knew the node as one that is removed."""
        old = self._before.get(number)
        return old is not None and old.removed

    def _change(self, row: NodeRow) -> None:
        node = self._node(row.number)
        old = self._before.get(row.number)
        notes = notes_text(row.notes)
        known = None if old is None else notes_text(old.notes)
        if old is None or notes != known:
            theirs = node.noted > self._base if old is None else node.notes != known
            self._write_notes(node, notes, theirs)
        parent = row.parent
        if parent != ROOT_PARENT and (old is None or parent != old.parent):
            self._move(node, self._node(parent))
        if row.rank != node.rank and (old is None or row.rank != old.rank):
            node.rank = row.rank
            self._mark(node)
            self._ranked[node.parent] = None
        if row.removed != node.removed and (old is None or row.removed != old.removed):
            if row.removed and self._is_in_use(node):
                self._crowded[node.parent] = None  # it may have been played again
                self._theirs.append(node)  # the caller is told that it stays
                return
            self.tree.set_removed(node, row.removed)
            self._mark(node)
            self._crowded[node.parent] = None

    def _write_notes(self, node: Stored, notes: str | None, theirs: bool) -> None:
        """Write *notes* at *node*, joined with those there if *theirs*: others have changed it."""
        if notes == node.notes:
            return
        if theirs:
            both = joined_notes(notes_of_text(node.notes), notes_of_text(notes))
            if notes_text(both) == node.notes:
                return
            notes = notes_text(both)
        node.notes = notes
        node.noted = self._revision
        self._mark(node)
        self._mine.append(node)

    def _keep_ranks_apart(self, parent: Stored) -> None:
        """Move children up that have the rank of an earlier one: both writers gave it away."""
        least = None
        for child in sorted(parent.children, key=place_of):
            if least is not None and child.rank < least:
                child.rank = least
                self._mark(child)
            least = child.rank + 1

    def _move(self, node: Stored, parent: Stored) -> None:
        if parent.number == node.parent:
            return
        above: Stored | None = parent
        while above is not None:
            if above is node:  # the other writer has moved it, the other way round
                return
            above = self.tree.nodes.get(above.parent)
        self.tree.move(node, parent)
        self._mark(node)
        self._crowded[parent.number] = None
        self._ranked[parent.number] = None

    def _is_in_use(self, node: Stored) -> bool:
        """Return whether the other writer has played or written below *node* since the base."""
        return any(
            self._base < revision < self._revision
            for below in _subtree(node)
            if below.live
            for revision in (below.born, below.noted)
        )

    def _follow(self, rows: Sequence[NodeRow]) -> None:
        for row in rows:
            node = self._node(row.number)
            followed = self._number(row.followed) if row.followed else 0
            old = self._before.get(row.number)
            if followed != node.followed and (old is None or row.followed != old.followed):
                node.followed = followed
                self._mark(node, content=False)

    # -- what both have done -------------------------------------------------------------------

    def _put_back(self, node: Stored) -> None:
        """Put *node* back into the tree if the other writer has removed it meanwhile."""
        above: Stored | None = node
        while above is not None:
            if above.removed and above.revision > self._base and above.number not in self._kept_out:
                self.tree.set_removed(above, False)
                self._mark(above)
                self._crowded[above.parent] = None
            above = self.tree.nodes.get(above.parent)

    def _make_one(self, parent: Stored) -> None:
        """Make one node of children of *parent* with the same move, and so on below them."""
        ahead = [parent]
        while ahead:
            parent = ahead.pop()
            first: dict[str, Stored] = {}
            for child in sorted(parent.children, key=_number):
                if child.removed:
                    continue
                twin = first.setdefault(child.text, child)
                if twin is not child:
                    self._join(twin, child)
                    ahead.append(twin)

    def _join(self, node: Stored, other: Stored) -> None:
        """Put everything below *other* below *node*, and remove it."""
        both = notes_text(joined_notes(notes_of_text(node.notes), notes_of_text(other.notes)))
        if both != node.notes:
            node.notes, node.noted = both, self._revision
            self._mark(node)
        other.notes, other.noted, other.followed = None, self._revision, 0
        for child in other.children[:]:
            child.rank = max((sibling.rank for sibling in node.children), default=-1) + 1
            self.tree.move(child, node)
            self._mark(child)
        self.tree.set_removed(other, True)
        self._mark(other)
        parent = self.tree.nodes[node.parent]
        if parent.followed == other.number:
            parent.followed = node.number
            self._mark(parent)
        if self.tree.current == other.number:
            self.tree.current = node.number

    def _foreign(self) -> Iterator[NodeRow]:
        """Yield the rows that the caller does not have as they are now."""
        nodes = {node.number: node for node in self._theirs} | self.tree.changed
        for number, node in sorted(nodes.items()):
            row = node.to_row()
            given = self._given.get(number)
            if given is None or row[1:-1] != self._as_stored(given)[1:-1]:
                yield row

    def _as_stored(self, row: NodeRow) -> NodeRow:
        return row._replace(
            parent=ROOT_PARENT if row.parent == ROOT_PARENT else self._number(row.parent),
            followed=self._number(row.followed) if row.followed else 0,
        )


def _parents_first(rows: Sequence[NodeRow]) -> list[NodeRow]:
    """Return the new ones of *rows*, each after its parent if that is new too."""
    new = {row.number: row for row in rows if row.number < ROOT_PARENT}
    ordered: dict[int, NodeRow] = {}
    for row in new.values():
        path: list[NodeRow] = []
        at: NodeRow | None = row
        while at is not None and at.number not in ordered:
            if len(path) > len(new):
                raise ValueError("A node stands below itself.")
            path.append(at)
            at = new.get(at.parent)
        for found in reversed(path):
            ordered[found.number] = found
    return list(ordered.values())


def _child(parent: Stored, text: str, *but: Collection[int]) -> Stored | None:
    """Return the child of *parent* with the move *text*, not removed, that no one of *but* has."""
    return next(
        (
            child
            for child in parent.children
            if child.text == text
            and not child.removed
            and not any(child.number in numbers for numbers in but)
        ),
        None,
    )


def _subtree(node: Stored) -> Iterator[Stored]:
    ahead = [node]
    while ahead:
        node = ahead.pop()
        yield node
        ahead += node.children


def _number(node: Stored) -> int:
    return node.number
