"""SGF (FF[4]) out: records as a file that every reader of the format takes."""

import json
from collections.abc import Callable, Iterable

from sgfmill import sgf_grammar

from kalahloa.models.notation.sgf.charsets import CHARSET, encode
from kalahloa.models.notation.sgf.games import COLOURS, SgfGame, SgfSetup, sgf_game
from kalahloa.models.notation.sgf.info import KNOWN as INFO
from kalahloa.models.notation.sgf.info import write_info
from kalahloa.models.notation.sgf.notes import VIEW, write_notes
from kalahloa.models.notation.sgf.scanner import Property
from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.record.record import Node, Record
from kalahloa.models.work.cancellation import ReadingStopped, never
from kalahloa.version import __version__

FORMAT = "4"
GAME = "KG"
"""Our property: the key of the game."""
RULES = "KR"
"""Our property: all options of the rules as JSON."""
START = "KS"
"""Our property: the position string of the start."""
IDENTITY = "KI"
"""Our property: the id of the game."""
ROOT = frozenset({"FF", "CA", "AP", "GM", "SZ", "SU", GAME, IDENTITY, RULES, START}) | INFO
"""The properties of a root that are read and written, and not kept otherwise."""
STONES = frozenset({"AB", "AW", "AE"})
SETUP = STONES | {"PL"}
CURRENT, FOLLOWED = b"current", b"followed"
_POLLED = 256


def write_games(
    records: Iterable[Record | RecordSnapshot], stopped: Callable[[], bool] = never
) -> bytes:
    """Return *records* as one SGF file, in UTF-8.

    Raises `ReadingStopped` soon after *stopped* returns True.
    """
    return b"\n".join(_write_game(record, stopped) for record in records)


def _write_game(record: Record | RecordSnapshot, stopped: Callable[[], bool]) -> bytes:
    snapshot = RecordSnapshot.of(record) if isinstance(record, Record) else record
    game = sgf_game(snapshot.game)
    children: dict[Node, list[Node]] = {node: [] for node in snapshot.nodes}
    for node, parent in zip(snapshot.nodes, snapshot.parents, strict=True):
        if parent is not None:
            children[parent].append(node)
    notes = dict(zip(snapshot.nodes, snapshot.notes, strict=True))
    followed = dict(zip(snapshot.nodes, snapshot.followed, strict=True))
    root = snapshot.nodes[0]

    pieces = [b"("]
    written = _root_properties(snapshot, game, _last(root, children))
    written += write_notes(notes[root], game, -1, known_at_root(game))
    pieces += _node_pieces(written)
    # What is still to be written, the next one last: nodes, and None for the end of a variation.
    ahead: list[Node | None] = [None]
    last = root
    taken = STONES if game.has_setup else frozenset()
    count = 0
    while True:
        below = children[last]
        if len(below) == 1:
            ahead.append(below[0])
        else:
            for child in reversed(below):
                ahead += (None, child)
        while (following := ahead.pop()) is None:
            pieces.append(b")")
            if not ahead:
                return sgf_grammar.block_format(pieces) + b"\n"
        node = following
        count += 1
        if count % _POLLED == 0 and stopped():
            raise ReadingStopped
        parent = node.parent
        assert parent is not None
        siblings = children[parent]
        if len(siblings) > 1:
            pieces.append(b"(")
        written = [(COLOURS[node.side], [encode(game.write_move(node.text))])]
        written += write_notes(notes[node], game, node.side, taken)
        view = [CURRENT] if node is snapshot.current else []
        if followed[parent] is node and node is not siblings[0]:
            view.append(FOLLOWED)
        if view:
            written.append((VIEW, view))
        pieces += _node_pieces(written)
        last = node


def known_at_root(game: SgfGame) -> frozenset[str]:
    """Return the names of the properties that mean something at the root of a *game*."""
    return ROOT | SETUP if game.has_setup else ROOT


def _last(root: Node, children: dict[Node, list[Node]]) -> Node:
    """Return the end of the main line."""
    node = root
    while children[node]:
        node = children[node][0]
    return node


def _node_pieces(properties: Iterable[Property]) -> list[bytes]:
    """Return a node in pieces that no line is broken in."""
    pieces = [
        name.encode("ascii") + b"".join(b"[%b]" % value for value in values)
        for name, values in properties
    ]
    if not pieces:
        return [b";"]
    pieces[0] = b";" + pieces[0]
    return pieces


def _root_properties(snapshot: RecordSnapshot, game: SgfGame, end: Node) -> list[Property]:
    rulebook = snapshot.game.rulebook
    rules = json.dumps(rulebook.as_mapping(snapshot.rules), separators=(",", ":"))
    setup = game.setup_of_start(snapshot.game, snapshot.rules, snapshot.start)
    return [
        ("FF", [FORMAT.encode()]),
        ("CA", [CHARSET.encode()]),
        ("AP", [encode(f"Kalahloa:{__version__}")]),
        ("GM", [str(game.number).encode()]),
        (GAME, [encode(snapshot.game.key)]),
        *([(IDENTITY, [encode(snapshot.uid)])] if snapshot.uid else []),
        *_size_properties(game.size_of_rules(snapshot.rules)),
        *_setup_properties(setup),
        (START, [encode(snapshot.start)]),
        (RULES, [encode(rules)]),
        *write_info(
            snapshot.players, snapshot.details, end.outcome, rulebook.name_of(snapshot.rules)
        ),
    ]


def _size_properties(size: str) -> list[Property]:
    return [("SZ", [encode(size)])] if size else []


def _setup_properties(setup: SgfSetup) -> list[Property]:
    written: list[Property] = []
    if setup.name is not None:
        written.append(("SU", [encode(setup.name)]))
    for name, points in zip(("AB", "AW"), setup.stones, strict=True):
        if points:
            written.append((name, [encode(point) for point in points]))
    if setup.to_move is not None:
        written.append(("PL", [COLOURS[setup.to_move].encode()]))
    return written
