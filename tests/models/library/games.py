"""Records for the tests of the library."""

import random
from typing import Any

from kalahloa.models.game.registry import find_game
from kalahloa.models.library.library import Library
from kalahloa.models.record.annotation import Drawing, Mark, Notes, Shape
from kalahloa.models.record.record import Node, Record


def record_of(moves: str, game: str = "tictactoe", **options: Any) -> Record:
    """Return a record of *game* with *moves*, in notation and in one line."""
    record = Record(find_game(game), **options)
    play(record, moves)
    return record


def play(record: Record, moves: str) -> None:
    """Play *moves* in *record*."""
    for text in moves.split():
        record.play(record.position.read_move(text))


def random_record(seed: int, plies: int = 12, game: str = "loa") -> Record:
    """Return a record with variations, notes and removed lines."""
    chance = random.Random(seed)
    record = Record(find_game(game), players=(f"Anna {seed % 7}", f"Bert {seed % 5}"))
    for _ in range(plies):
        change_at_random(record, chance)
    record.pop_changes()
    return record


def change_at_random(record: Record, chance: random.Random) -> None:
    """Play, walk, annotate, remove, restore or reorder something in *record*."""
    live = [node for node in record.nodes if node.in_tree]
    match chance.choice(("play", "play", "play", "jump", "notes", "remove", "restore", "place")):
        case "play":
            moves = record.position.legal_moves() if record.current.outcome is None else []
            if moves:
                record.play(chance.choice(moves[:3]))
        case "jump":
            record.jump(chance.choice(live).number)
        case "notes":
            node = chance.choice(live)
            said = f"{node.comment} said{chance.randrange(1000)}".strip()
            record.annotate(node, Notes(said, (Mark.GOOD,), (Drawing(Shape.CELL, "a1"),)))
        case "remove":
            node = chance.choice(live)
            if node.parent is not None and chance.random() < 0.5:
                record.remove(node)
        case "restore":
            for node in record.nodes:
                parent = node.parent
                if not node.removed or parent is None or not parent.in_tree:
                    continue
                # Two lines of one rank have no order that could be kept.
                if all(child.rank != node.rank for child in parent.children):
                    record.restore(node)
                    return
        case "place":
            node = chance.choice(live)
            if node.parent is not None and len(node.parent.children) > 1:
                record.place_child(node, chance.randrange(len(node.parent.children)))


def tree_of(record: Record) -> Any:
    """Return everything in the tree of *record* as values that can be compared."""

    def branch(node: Node) -> Any:
        followed = None if node.followed is None else node.followed.text
        return node.text, node.notes, followed, [branch(child) for child in node.children]

    return branch(record.root)


def facts(record: Record) -> Any:
    """Return everything about *record* as values that can be compared."""
    return (
        record.game.key,
        record.rules,
        record.start,
        record.players,
        dict(record.details),
        record.result,
        [node.text for node in record.current.path()],
        tree_of(record),
        [(node.text, node.removed, node.rank, node.notes) for node in record.nodes],
    )


def reloaded(library: Library, game: int) -> Record:
    """Return the record of *game* as it is stored."""
    return library.load(game).to_record()
