"""How much a heuristic may use."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SandboxLimits:
    """The limits of a sandbox.

    A call of the heuristic may take so many `seconds`, its module so many `load_seconds`, with
    what it imports.  The process may have so many `mebibytes` of memory, recorded trees included,
    where the system can limit that (Linux; roughly on macOS).  It is killed if nothing is heard of
    it for `silent_seconds`, or for `start_seconds` at its start; and after `stop_seconds` if it
    does not stop when it is told to.
    """

    seconds: float = 2.0
    load_seconds: float = 10.0
    mebibytes: int = 2048
    silent_seconds: float = 5.0
    start_seconds: float = 30.0
    stop_seconds: float = 0.1
