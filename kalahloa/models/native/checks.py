"""Checks of invariants in plain Python: the twin of `checks.pxd`.

They are made where the environment variable KALAHLOA_DEBUG is set; compiled, where the build was a
debug build.  There a check that fails ends the process with the check and the Python stack on the
standard error: most callers run without the GIL and cannot raise, and what follows a broken
invariant may write anywhere in memory.
"""

import os

DEBUG = os.environ.get("KALAHLOA_DEBUG", "0") not in ("", "0")
"""Whether invariants are checked; calls of the functions below stand under ``if DEBUG:``."""


def check(condition: bool, what: bytes) -> None:
    """Raise `AssertionError` with *what* unless *condition* holds."""
    if not condition:
        raise AssertionError(f"check failed: {what.decode()}")


def check_range(value: int, low: int, high: int, what: bytes) -> None:
    """Raise `AssertionError` unless *value*, called *what*, is *low* to *high*, both included."""
    if not low <= value <= high:
        raise AssertionError(f"check failed: {what.decode()} is {value}, not {low} to {high}")
