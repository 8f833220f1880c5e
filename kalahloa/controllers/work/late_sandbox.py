"""A sandbox that is made when the first heuristic of the user's is to play."""

import threading

from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.models.sandbox import sandbox


class LateSandbox:
    """Returns one `Sandbox`, which it makes, with the modules that it needs, at the first call.

    Any thread may call it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: sandbox.Sandbox | None = None
        self._is_closed = False

    def __call__(self) -> "sandbox.Sandbox":
        """Return the sandbox; it is closed if this is."""
        with self._lock:
            if self._made is None:
                self._made = sandbox.Sandbox()
                if self._is_closed:
                    self._made.close()
            return self._made

    def close(self) -> None:
        """Close the sandbox, if there is one or will be; what runs in it ends."""
        with self._lock:
            self._is_closed = True
            if self._made is not None:
                self._made.close()
