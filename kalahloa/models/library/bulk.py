"""Changes of many games, in transactions so short that what is played meanwhile is kept in time."""

import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from kalahloa.models.cancellation import never
from kalahloa.models.library.library import Library
from kalahloa.models.library.query import Query

HOLD_SECONDS = 0.03
"""A transaction that has gone on for so long takes nothing more."""
_AT_ONCE = 16
"""So many games are deleted by one statement."""

Item = TypeVar("Item")


def in_turns(
    library: Library,
    items: Iterable[Item],
    deed: Callable[[Item], object],
    stopped: Callable[[], bool] = never,
    tell: Callable[[int], object] | None = None,
) -> int:
    """Call *deed*, which changes *library*, with each of *items*; return with how many.

    After each transaction others can write.  *tell* is then called with how many are done if there
    are more, and nothing more is begun once *stopped* returns True.  If *deed* raises, what was
    done in the transactions before stays done.
    """
    done = 0
    left = list(reversed(list(items)))
    while left and not stopped():
        if done and tell is not None:
            tell(done)
        with library.together():
            end = time.monotonic() + HOLD_SECONDS
            while left:
                deed(left.pop())
                done += 1
                if time.monotonic() >= end:
                    break
    return done


def empty_trash(
    library: Library,
    stopped: Callable[[], bool] = never,
    tell: Callable[[int], object] | None = None,
) -> int:
    """Delete the games in the trash for good; return how many there were.  See `in_turns`."""
    deleted = 0

    def delete(_: int) -> None:
        nonlocal deleted
        deleted += library.empty_trash(_AT_ONCE)

    turns = range(0, library.count(Query(trashed=True)), _AT_ONCE)
    in_turns(library, turns, delete, stopped, tell and (lambda _: tell(deleted)))
    return deleted
