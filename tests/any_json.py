"""JSON with any value at any place of it, as a damaged file or another program's may have."""

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

ANY_JSON = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9)),
    *(st.just([]), st.just({}), st.just([1, 2, 3]), st.just({"x": None}), st.just(10**400)),
)


def damaged(plain: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for *plain*, JSON-compatible, with another value somewhere in it."""
    return st.builds(
        lambda place, value: _changed(plain, place, value),
        st.sampled_from(list(_places(plain))),
        ANY_JSON,
    )


def _changed(plain: Any, place: tuple[Any, ...], value: Any) -> Any:
    holder = whole = [copy.deepcopy(plain)]
    for key in (0, *place)[:-1]:
        holder = holder[key]
    holder[(0, *place)[-1]] = value
    return whole[0]


def _places(plain: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the ways to all values in *plain*."""
    yield way
    if isinstance(plain, dict | list):
        for key in plain if isinstance(plain, dict) else range(len(plain)):
            yield from _places(plain[key], (*way, key))
