"""What a worker keeps from one task to the next."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

SettingT = TypeVar("SettingT")
MadeT = TypeVar("MadeT")


class PerThread(Generic[SettingT, MadeT]):
    """Returns what *make* makes of a setting: on each thread the same until another is asked for.

    Only one is kept on a thread, as it may be large; the one before is freed first.
    """

    def __init__(self, make: Callable[[SettingT], MadeT]) -> None:
        self._make = make
        self._kept = threading.local()

    def __call__(self, setting: SettingT) -> MadeT:
        kept = self._kept.__dict__
        if kept.get("setting") != setting:
            kept.clear()
            kept["made"] = self._make(setting)
            kept["setting"] = setting
        made: MadeT = kept["made"]
        return made
