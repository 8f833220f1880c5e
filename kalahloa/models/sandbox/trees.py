"""Recorded trees on their way through a pipe: the columns as raw bytes, checked on arrival.

The receiver works in pieces of a millisecond or two, between which other threads get the GIL: a
window must not wait for a tree of a million nodes.
"""

import time
from collections.abc import Iterator
from typing import Any

from kalahloa.models.sandbox.frames import CHUNK, BrokenStream
from kalahloa.models.search.search_tree import SearchTree
from kalahloa.models.search.tree_columns import TreeColumns, column_checks

MAX_TREE_NODES = 4_000_000
"""Maximum number of nodes of a pass."""
MAX_TEXT_LENGTH = 100
_TEXTS_AT_ONCE = 500


def tree_parts(tree: SearchTree) -> Iterator[dict[str, Any] | memoryview]:
    """Yield the messages and the bytes that `TreeReceiver` makes *tree* of."""
    columns = tree.columns()
    yield {
        "type": "tree",
        "nodes": len(tree),
        "unrecorded": [list(pair) for pair in columns.unrecorded.items()],
    }
    texts = columns.texts
    for begin in range(0, len(texts), _TEXTS_AT_ONCE):
        yield {"type": "texts", "texts": texts[begin : begin + _TEXTS_AT_ONCE]}
    for name, column in columns.arrays.items():
        yield {"type": "column", "name": name}
        view = memoryview(column).cast("B")
        for begin in range(0, len(view), CHUNK):
            yield view[begin : begin + CHUNK]
    yield {"type": "tree end"}


class TreeReceiver:
    """Puts together the tree that begins with the *message* of the type ``tree``.

    Raises `BrokenStream` for whatever `tree_parts` would not have sent.
    """

    def __init__(self, message: dict[str, Any]) -> None:
        nodes = message.get("nodes")
        if type(nodes) is not int or not 0 < nodes <= MAX_TREE_NODES:
            raise BrokenStream("a tree has no such number of nodes")
        self._nodes = nodes
        self._columns = TreeColumns()
        self._waiting = list(self._columns.arrays)
        self._missing = 0
        try:
            for parent, count in message["unrecorded"]:
                if type(parent) is not int or type(count) is not int or not 0 <= parent < nodes:
                    raise BrokenStream("nodes that were not recorded are nowhere")
                self._columns.unrecorded[parent] = count
        except (KeyError, TypeError, ValueError) as error:
            raise BrokenStream("a tree does not say what was not recorded") from error

    def receive(self, message: dict[str, Any]) -> SearchTree | None:
        """Take the next *message*; return the tree with the last one."""
        kind = message.get("type")
        if kind == "texts" and len(self._columns.texts) <= self._nodes:
            self._take_texts(message.get("texts"))
        elif kind == "column" and self._waiting and not self._missing:
            name = self._waiting.pop(0)
            if message.get("name") != name:
                raise BrokenStream("a column is out of turn")
            self._open = self._columns.arrays[name]
            self._missing = self._nodes * self._open.itemsize
        elif kind == "tree end" and not self._waiting and not self._missing:
            return self._whole()
        else:
            raise BrokenStream("a tree has other parts")
        return None

    def receive_bytes(self, content: bytes) -> None:
        """Take the next bytes of the column that was begun."""
        if not content or len(content) > self._missing or len(content) % self._open.itemsize:
            raise BrokenStream("a column has another length")
        self._missing -= len(content)
        self._open.frombytes(content)

    def _take_texts(self, texts: Any) -> None:
        if not isinstance(texts, list) or not all(
            isinstance(text, str) and len(text) <= MAX_TEXT_LENGTH for text in texts
        ):
            raise BrokenStream("a move has no text")
        self._columns.texts.extend(texts)

    def checks(self) -> Iterator[None]:
        """Check in pieces that what has come is a tree."""
        try:
            yield from column_checks(self._columns)
        except ValueError as error:
            raise BrokenStream("a tree contradicts itself") from error

    def _whole(self) -> SearchTree:
        for _ in self.checks():
            time.sleep(0)
        return SearchTree.of_columns(self._columns)
