"""Changes of many games, in transactions so short that what is played meanwhile is kept in time."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from kalahloa.models.library.library import Library
from kalahloa.models.library.write_priority import is_wanted, make_way
from kalahloa.models.work.cancellation import never
from kalahloa.models.work.countdown import Countdown

HOLD_SECONDS = 0.01
"""A transaction that has gone on for so long takes nothing more."""

Item = TypeVar("Item")


def in_batches(
    library: Library,
    items: Iterable[Item],
    change: Callable[[Item], object],
    stopped: Callable[[], bool] = never,
    tell: Callable[[int], object] | None = None,
) -> int:
    """Call *change*, which changes *library*, with each of *items*; return with how many.

    After each transaction others can write.  *tell* is then called with how many are done if there
    are more, and nothing more is begun once *stopped* returns True.  If *change* raises, what was
    done in the transactions before stays done.
    """
    done = 0
    left = list(reversed(list(items)))
    with library.flushing_once():
        while left and not stopped():
            if done and tell is not None:
                tell(done)
            make_way()
            with library.together():
                countdown = Countdown(HOLD_SECONDS)
                while left:
                    change(left.pop())
                    done += 1
                    if countdown.is_over() or is_wanted():
                        break
    return done


def empty_trash(
    library: Library,
    stopped: Callable[[], bool] = never,
    tell: Callable[[int], object] | None = None,
) -> int:
    """Delete the games in the trash for good; return how many there were.  See `in_batches`."""
    deleted = 0

    def delete(game: int) -> None:
        nonlocal deleted
        deleted += library.delete_trashed(game)

    in_batches(library, library.trashed(), delete, stopped, tell)
    return deleted
