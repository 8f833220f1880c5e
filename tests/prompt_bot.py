"""A `qtbot` that looks often, so that a test which waits goes on as soon as it can."""

import os
import time
from collections.abc import Callable
from itertools import chain, repeat
from typing import Any

from pytestqt.exceptions import TimeoutError
from pytestqt.qtbot import QtBot

PAUSES_MS = (1,) * 20
"""Most tests wait for the next turns of the event loop, and have waited long enough then."""
LATER_MS = 4
PATIENCE_MS = int(os.environ.get("PATIENCE_MS", "120000"))
"""How long a test waits for what is to happen before it fails: no test passes or fails because the
machine is slow, or busy."""


class PromptBot(QtBot):
    """pytest-qt's bot; its own `waitUntil` looks every ten milliseconds, in thousands of tests."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:
        """Wait until *callback* returns True, or None without an `AssertionError`.

        Raises `TimeoutError` when *timeout* milliseconds, or `PATIENCE_MS` if those are more, have
        passed.
        """
        __tracebackhide__ = True
        timeout = max(timeout, PATIENCE_MS)
        end = time.monotonic() + timeout / 1000
        for pause in chain(PAUSES_MS, repeat(LATER_MS)):
            failure: AssertionError | None = None
            found: bool | None = False
            try:
                found = callback()
            except AssertionError as error:
                failure = error
            if found not in (None, True, False):
                raise ValueError(f"waitUntil needs None, True or False, not {found!r}.")
            if failure is None and (found is None or found):
                return
            if time.monotonic() > end:
                raise TimeoutError(f"waitUntil timed out in {timeout} milliseconds") from failure
            self.wait(pause)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE_MS, **options: Any) -> Any:
        """Wait for *signal* as pytest-qt does, and with the patience of `waitUntil`.

        Where it is not to come (`assertNotEmitted`, which is *raising* nothing), *timeout* holds.
        """
        __tracebackhide__ = True
        patience = timeout if options.get("raising") is False else max(timeout, PATIENCE_MS)
        return super().waitSignal(signal, timeout=patience, **options)
