"""Calls of functions that are made at run time, by their address: the twin of `function.pxd`."""

from collections.abc import Sequence
from ctypes import CFUNCTYPE, POINTER, c_double, c_longlong

_EVALUATION = CFUNCTYPE(c_double, POINTER(c_longlong), c_longlong)


def call_evaluation(address: int, words: Sequence[int], count: int) -> float:
    """Return the result of the C function at *address* for the first *count* of *words*.

    Its type is ``double (const long long *words, long long count)``.
    """
    array = (c_longlong * count)(*words[:count])
    return _EVALUATION(address)(array, count)


def hundredths(number: float) -> int:
    """Return *number* in hundredths, rounded to the nearest, a half to the even one."""
    return round(100.0 * number)
