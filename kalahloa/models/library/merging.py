"""Takes into an open record what another program has written to the same game."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kalahloa.models.errors import KalahloaError
from kalahloa.models.library.rows import ROOT_PARENT, NodeRow
from kalahloa.models.node import Node
from kalahloa.models.record import Record, joined


@dataclass(frozen=True)
class Merged:
    """What was changed in a record: nodes that `came` or were `edited`, numbers that `went`.

    `numbers` are those of the rows of nodes that the record did not have, by the nodes' own ones.
    """

    came: tuple[Node, ...] = ()
    edited: tuple[Node, ...] = ()
    went: tuple[int, ...] = ()
    numbers: Mapping[int, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything was changed."""
        return bool(self.came or self.edited or self.went)


def take_in(record: Record, rows: Iterable[NodeRow], changed: Collection[int] = ()) -> Merged:
    """Change *record* as *rows*, which are newer, say, and return what was changed.

    Rows of nodes that the record does not have have numbers below 0 (`KeptGame.in_own_numbers`).
    Notes of the nodes with numbers in *changed*, which are not written yet, are joined with those
    of the rows.  What stands below a node that is removed here stays in the library only.  The
    current node stays, except where it is removed.
    """
    # Stored numbers grow: a parent comes before its children.
    rows = sorted(rows, key=lambda row: (row.number < 0, abs(row.number)))
    known: dict[int, Node] = {}
    came = dict.fromkeys(_insert(record, known, rows))
    edited: dict[Node, None] = {}
    went: dict[int, None] = {}
    for row in rows:
        node = _find(record, known, row.number)
        if node is None:
            continue
        notes = joined(node.notes, row.notes) if node.number in changed else row.notes
        if notes != node.notes:
            record.annotate(node, notes)
            edited[node] = None
        if node.parent is None or not node.parent.in_tree:
            continue
        if row.removed != node.removed:
            if row.removed:
                for gone in node.subtree():
                    # What came and went again did neither.
                    if gone in came:
                        del came[gone]
                    else:
                        went[gone.number] = None
                record.remove(node)
            else:
                record.restore(node)
                for back in [node] if node.removed else node.subtree():
                    if back.number in went:
                        del went[back.number]
                        edited[back] = None
                    else:
                        came[back] = None
        if not node.removed and row.rank != node.rank:
            record.set_rank(node, row.rank)
            edited[node] = None
    numbers = {node.number: number for number, node in known.items()}
    left = tuple(node for node in edited if node.number not in went)
    return Merged(tuple(came), left, tuple(went), numbers)


def _find(record: Record, known: Mapping[int, Node], number: int) -> Node | None:
    if number < 0:
        return known.get(number)
    return record.nodes[number] if number < len(record.nodes) else None


def _insert(record: Record, known: dict[int, Node], rows: Sequence[NodeRow]) -> list[Node]:
    """Add the moves of *rows* that the record lacks, a line at a time; return the new nodes."""
    new = [row for row in rows if row.number < ROOT_PARENT and not row.removed]
    below: dict[int, NodeRow] = {}
    for row in new:
        below.setdefault(row.parent, row)
    came: list[Node] = []
    for row in new:
        parent = _find(record, known, row.parent)
        if row.number in known or parent is None or not parent.in_tree:
            continue
        line = [row]
        while (following := below.get(line[-1].number)) is not None:
            line.append(following)
        try:
            came += record.insert_line(parent, [one.text for one in line])
        except KalahloaError:
            # Of a later version, or damaged: not to be shown, and not to be lost either.
            continue
        for one in line:
            parent = next(child for child in parent.children if child.text == one.text)
            known[one.number] = parent
    return came
