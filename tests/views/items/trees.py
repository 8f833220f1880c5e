"""Random records, and what a move tree makes of them, for tests of the move list."""

from random import Random

from PySide6.QtCore import QModelIndex

from kalahloa.models.record.record import Node, Record
from kalahloa.views.items.move_tree import MoveTree
from tests.views.panels.places import Teller, new_record


def play_at_random(teller: Teller, chance: Random, steps: int, undo: float = 0.3) -> list:
    """Play, undo and jump at random; return the changes told, one for each step."""
    changes = []
    record = teller.record
    for _ in range(steps):
        dice = chance.random()
        moves = [] if record.current.outcome else record.position.legal_moves()
        if moves and dice >= undo:
            changes.append(teller.play(chance.choice(moves)))
        elif dice < undo / 4:
            changes.append(teller.jump(chance.randrange(len(record.nodes))))
        else:
            changes.append(teller.undo())
    return changes


def random_record(game: str, seed: int, steps: int, undo: float = 0.3) -> Record:
    """Return a record of *game* with variations."""
    record = new_record(game)
    play_at_random(Teller(record), Random(seed), steps, undo)
    return record


def read_line(tree: MoveTree, parent: QModelIndex, rows: range) -> list:
    """Return the plies of the line in these *rows* below *parent*, with its variations.

    Every ply is a pair: its node, and the variations that stand in the same row as it (they are
    given with the row's first ply only).
    """
    line = []
    for at in rows:
        index = tree.index(at, 0, parent)
        row = tree.row_at(index)
        assert row is not None
        if row.outcome is None:
            line.append((row.nodes(), read_variations(tree, index)))
    return line


def read_variations(tree: MoveTree, index: QModelIndex) -> list:
    """Return the variations below the row *index*, each as `read_line` returns it."""
    row = tree.row_at(index)
    assert row is not None
    found = []
    for at in range(len(row.variations)):
        head = tree.index(len(row.comments_below) + at, 0, index)
        tree.fill_variation(head)
        first = tree.row_at(head)
        assert first is not None
        rest = range(len(first.comments_below) + len(first.variations), tree.rowCount(head))
        found.append([(first.nodes(), read_variations(tree, head)), *read_line(tree, head, rest)])
    return found


def children_read(tree: MoveTree) -> dict[int, list[int]]:
    """Return each node's children, by number, as reading every index of the model gives them."""
    children: dict[int, list[int]] = {}

    def read(line: list, start: Node | None) -> None:
        before = start
        for nodes, variations in line:
            for node in nodes:
                assert before is None or node.parent is before
                before = node
                children.setdefault(node.parent.number, []).append(node.number)
            for variation in variations:
                read(variation, None)

    top = read_line(tree, QModelIndex(), range(tree.rowCount()))
    read(top, None)
    return children


def children_of(record: Record) -> dict[int, list[int]]:
    """Return each node's children, by number, as the record has them."""
    return {
        node.number: [child.number for child in node.children]
        for node in record.nodes
        if node.children
    }
