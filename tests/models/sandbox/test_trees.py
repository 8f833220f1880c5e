"""Recorded trees on their way through a pipe."""

import time
from collections.abc import Callable
from copy import deepcopy

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.sandbox.frames import BrokenStream
from kalahloa.models.sandbox.trees import TreeReceiver, tree_parts
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.search_tree import NodeKind, SearchTree
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.search.tree_columns import TreeColumns, column_checks
from tests.models.random_play import random_position


def check(columns: TreeColumns) -> None:
    for _ in column_checks(columns):
        pass


def small_tree() -> SearchTree:
    position = random_position("tictactoe", 3, 2)
    result = find_searcher("alpha-beta").choose(
        position, Limits(depth=3), find_game("tictactoe").heuristic(), record_tree=True
    )
    return result.passes[-1]


def large_tree(nodes: int) -> SearchTree:
    """Return a tree of so many nodes, three of them below each."""
    tree = SearchTree()
    tree.enter(-1, None, "", 0, 13, -90.0, 90.0)
    path = [(0, 0)]
    while path:
        parent, children = path.pop()
        if children < 3 and len(path) < 13 and len(tree) < nodes:
            path.append((parent, children + 1))
            depth = 13 - len(path)
            side = len(path) % 2
            index = tree.enter(parent, children, f"m{children}", side, depth, -90.0, 90.0)
            path.append((index, 0))
        else:
            tree.leave(parent, 0.5, NodeKind.INNER if children else NodeKind.ESTIMATED)
    return tree


def received(parts) -> SearchTree:
    parts = iter(parts)
    receiver = TreeReceiver(next(parts))
    for part in parts:
        if isinstance(part, dict):
            tree = receiver.receive(part)
            if tree is not None:
                return tree
        else:
            receiver.receive_bytes(bytes(part))
    raise AssertionError("The tree does not end.")


def facts(tree: SearchTree) -> tuple:
    columns = tree.columns()
    return columns.arrays, columns.texts, columns.unrecorded


def test_a_tree_arrives_as_it_was_sent():
    tree = small_tree()
    tree.leave_out(0)

    assert facts(received(tree_parts(tree))) == facts(tree)


@pytest.mark.parametrize("nodes", [1, 2, 10_000, 100_000])
def test_trees_of_all_sizes_arrive(nodes):
    tree = large_tree(nodes)
    assert len(tree) == nodes

    assert facts(received(tree_parts(tree))) == facts(tree)


def changed(name: str, index: int, value: int) -> Callable[[TreeColumns], None]:
    def change(columns: TreeColumns) -> None:
        columns.arrays[name][index] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        changed("texts", 5, -1),
        changed("texts", 5, 10_000),
        changed("sides", 5, 2),
        changed("sides", 5, -1),
        changed("kinds", 5, 4),
        changed("kinds", 5, -1),
        changed("parents", 0, 0),
        changed("parents", 5, 5),
        changed("parents", 5, -1),
        changed("parents", 5, 10**9),
        changed("ends", 0, 3),
        changed("ends", 5, 5),
        changed("ends", 5, 10**9),
        changed("plies", 0, 1),
        changed("plies", 5, 0),
        changed("plies", 5, 9),
        changed("plies", -1, 1),
        lambda columns: columns.arrays["values"].pop(),
        lambda columns: columns.texts.clear(),
        lambda columns: [column.__delitem__(slice(None)) for column in columns.arrays.values()],
    ],
)
def test_columns_that_contradict_each_other_are_refused(change):
    columns = deepcopy(small_tree().columns())
    check(columns)

    change(columns)

    with pytest.raises(ValueError, match="not those of a tree"):
        check(columns)


def test_every_wrong_structure_of_a_small_tree_is_noticed():
    """Whatever number is changed in the columns that the structure lies in."""
    columns = small_tree().columns()
    for name in ("parents", "ends", "plies"):
        for index in range(0, len(columns.arrays[name]), 7):
            for step in (-2, -1, 1, 2):
                wrong = deepcopy(columns)
                wrong.arrays[name][index] += step
                with pytest.raises(ValueError, match="not those of a tree"):
                    check(wrong)


@pytest.mark.parametrize(
    "message",
    [
        {"nodes": 0, "unrecorded": []},
        {"nodes": "many", "unrecorded": []},
        {"nodes": 10**12, "unrecorded": []},
        {"nodes": True, "unrecorded": []},
        {"nodes": 5},
        {"nodes": 5, "unrecorded": [[7, 1]]},
        {"nodes": 5, "unrecorded": [["a", 1]]},
        {"nodes": 5, "unrecorded": [3]},
        {"nodes": 5, "unrecorded": 3},
    ],
)
def test_a_tree_that_begins_wrongly_is_refused(message):
    with pytest.raises(BrokenStream):
        TreeReceiver({"type": "tree", **message})


@pytest.mark.parametrize(
    "change",
    [
        lambda parts: parts.insert(1, {"type": "texts", "texts": [3]}),
        lambda parts: parts.insert(1, {"type": "texts", "texts": ["x" * 1000]}),
        lambda parts: parts.insert(1, {"type": "texts"}),
        lambda parts: parts.insert(1, {"type": "tree end"}),
        lambda parts: parts.insert(1, {"type": "column", "name": "values"}),
        lambda parts: parts.insert(1, {"type": "result"}),
        lambda parts: parts.insert(1, memoryview(b"12345678")),
        lambda parts: parts.pop(3),
        lambda parts: parts.pop(4),
        lambda parts: parts.__setitem__(3, parts[3][:-1]),
        lambda parts: parts.__setitem__(3, memoryview(bytes(parts[3]) + b"12345678")),
    ],
)
def test_parts_that_are_wrong_are_refused(change):
    parts = list(tree_parts(small_tree()))

    change(parts)

    with pytest.raises(BrokenStream):
        received(parts)


def test_a_large_tree_arrives_in_small_pieces():
    """The window's thread needs the GIL every few milliseconds."""
    pieces = [
        part if isinstance(part, dict) else bytes(part) for part in tree_parts(large_tree(300_000))
    ]
    first, *rest, last = pieces
    receiver = TreeReceiver(first)
    times: list[float] = []

    def timed(deed: Callable[..., object], *arguments: object) -> object:
        before = time.thread_time()
        done = deed(*arguments)
        times.append(time.thread_time() - before)
        return done

    for part in rest:
        timed(receiver.receive_bytes if isinstance(part, bytes) else receiver.receive, part)
    checking = receiver.checks()
    while timed(next, checking, "all") != "all":
        pass

    assert len(receiver.receive(last)) == 300_000
    # Whatever else the machine does: this is the thread's own time.
    assert len(times) > 200
    assert max(times) < PIECE_SECONDS


def test_other_threads_run_between_the_pieces(monkeypatch):
    parts = list(tree_parts(large_tree(30_000)))
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)

    received(parts)

    assert len(pauses) > 10


PIECE_SECONDS = 0.005
"""The most processor time that one piece of a tree may take."""
