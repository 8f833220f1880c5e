"""Who keeps what is being played goes before who changes many games, within one program.

Both want the library's lock and the interpreter.  A change of many games therefore ends its
transaction as soon as something is to be kept, and waits until it is.  Other programs have only the
gaps between short transactions.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

MAX_WAIT = 0.05
"""How many seconds a change waits at most, so that it comes to an end where all are in a hurry."""

_changed = threading.Condition()
_hurried = 0
"""How many threads are in a hurry."""


@contextmanager
def in_a_hurry() -> Iterator[None]:
    """Run the body, for which others are to make way."""
    global _hurried
    with _changed:
        _hurried += 1
    try:
        yield
    finally:
        with _changed:
            _hurried -= 1
            _changed.notify_all()


def is_wanted() -> bool:
    """Return whether others are in a hurry."""
    return _hurried > 0


def make_way() -> None:
    """Wait until nobody is in a hurry, for `MAX_WAIT` seconds at most; not in a transaction."""
    if _hurried:
        with _changed:
            _changed.wait_for(lambda: not _hurried, MAX_WAIT)
