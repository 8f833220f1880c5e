"""The columns of a recorded tree, as they go from one process to another."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

MAX_KINDS = 4
"""How many kinds of nodes there are."""
_AT_ONCE = 1 << 14
"""How many rows are looked at in one go for the smallest and the largest."""
_WALKED_AT_ONCE = 1 << 12
"""How many rows are walked in one piece of a check."""


def _empty_arrays() -> dict[str, "array[Any]"]:
    return {
        "moves": array("q"),
        "texts": array("l"),
        "parents": array("l"),
        "ends": array("l"),
        "plies": array("h"),
        "sides": array("b"),
        "depths": array("h"),
        "alphas": array("d"),
        "betas": array("d"),
        "values": array("d"),
        "kinds": array("b"),
        "pruned": array("h"),
    }


@dataclass(frozen=True)
class TreeColumns:
    """What a `SearchTree` consists of: its columns, by name, all of the same length.

    `texts` are what the column of that name has the indices of; `unrecorded` has how many nodes
    were not recorded, by their parent.
    """

    arrays: dict[str, "array[Any]"] = field(default_factory=_empty_arrays)
    texts: list[str] = field(default_factory=list)
    unrecorded: dict[int, int] = field(default_factory=dict)


def column_checks(columns: TreeColumns) -> Iterator[None]:
    """Check in pieces that *columns* are those of a tree, which can be walked in any way.

    Raises `ValueError` if they are not.  A piece takes a millisecond or two, a million nodes some
    tenths of a second: a thread lets others run between the pieces.
    """
    arrays = columns.arrays
    count = len(arrays["ends"])
    _require(count > 0 and all(len(column) == count for column in arrays.values()))
    for name, end in (("texts", len(columns.texts)), ("sides", 2), ("kinds", MAX_KINDS)):
        column = arrays[name]
        for begin in range(0, count, _AT_ONCE):
            rows = column[begin : begin + _AT_ONCE]
            _require(min(rows) >= 0 and max(rows) < end)
            yield
    path: list[int] = []
    for begin in range(0, count, _WALKED_AT_ONCE):
        _require(_are_in_preorder(arrays["plies"], arrays["parents"], arrays["ends"], begin, path))
        yield
    _require(all(arrays["ends"][index] == count for index in path))


def _require(is_right: bool) -> None:
    if not is_right:
        raise ValueError("The columns are not those of a tree.")


def _are_in_preorder(
    plies: "array[int]", parents: "array[int]", ends: "array[int]", begin: int, path: list[int]
) -> bool:
    """Return whether the rows of a piece, from *begin*, are in preorder.

    *path* has the nodes from the root to the one before; it ends with the last one of the piece.
    """
    depth = len(path)
    for index, ply in enumerate(plies[begin : begin + _WALKED_AT_ONCE], begin):
        if not 0 <= ply <= depth or (ply == 0) != (index == 0):
            return False
        while depth > ply:
            depth -= 1
            if ends[path.pop()] != index:
                return False
        if parents[index] != (path[-1] if path else -1):
            return False
        path.append(index)
        depth += 1
    return True
