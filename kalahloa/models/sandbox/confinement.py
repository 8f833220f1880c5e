"""What code in the child may not do: limits of the system, and what Python itself refuses.

This keeps mistakes and carelessness from doing harm, and says in a sentence what is refused.  It is
no wall against malice: Python code can find ways around it (see `landlock` for what is one).
Therefore code from elsewhere is asked about before it runs.
"""

import _thread
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

if sys.platform != "win32":
    import resource

CPU_SECONDS = 60
"""How much processor time the process may use while its own threads get no turn."""
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_REFUSED = {
    "a heuristic may not start another process": {
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.startfile",
        "os.startfile/2",
        "os.system",
        "pty.spawn",
        "subprocess.Popen",
    },
    "a heuristic may not send signals": {"os.kill", "os.killpg"},
    "a heuristic may not use the network": {"socket.__new__", "socket.bind", "socket.connect"},
    "a heuristic may not change files": {
        "os.chmod",
        "os.chown",
        "os.link",
        "os.mkdir",
        "os.remove",
        "os.rename",
        "os.rmdir",
        "os.setxattr",
        "os.symlink",
        "os.truncate",
        "os.utime",
        "shutil.rmtree",
        "sqlite3.connect",
    },
    "a heuristic may not change its limits": {"resource.prlimit", "resource.setrlimit"},
}
_UNTOLD = ("mkfifo", "mknod")
"""Functions that change files, and of which Python tells no hook."""
_REFUSED_MODULES = {
    "_posixsubprocess": "a heuristic may not start another process",
    "_winapi": "a heuristic may not start another process",
    # It writes keys into a file that it opens in C.
    "_ssl": "a heuristic may not use the network",
}
_REASONS = {event: reason for reason, events in _REFUSED.items() for event in events}
_STARTERS = ("start_new_thread", "start_new", "start_joinable_thread")


class Refused(PermissionError):
    """Something that a heuristic may not do."""


class RefusedImport(ImportError):
    """A module that a heuristic may not import."""


def limit_memory(mebibytes: int) -> None:
    """Let the process have at most so much memory, where the system can limit it."""
    if sys.platform == "win32":
        return
    most = mebibytes << 20
    with suppress(AttributeError, ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def memory_used() -> float:
    """Return the most mebibytes that have been used, where memory cannot be limited; else 0."""
    if sys.platform == "darwin":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)
    return 0.0


def renew_processor_time() -> None:
    """Let the process have `CPU_SECONDS` more of processor time from now on.

    Called again and again by a thread: code that keeps all others from running ends with its time,
    even if nobody is left to kill the process.
    """
    if sys.platform == "win32":
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + CPU_SECONDS
    with suppress(ValueError, OSError):
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        if hard == resource.RLIM_INFINITY or until <= hard:
            resource.setrlimit(resource.RLIMIT_CPU, (until, hard))


def confine(is_inside: Callable[[], bool], trusted_thread: int) -> None:
    """Refuse, for good, what a heuristic may not do.

    *is_inside* returns whether its code is running in the calling thread.  The thread with the
    identifier *trusted_thread* may change the limits.
    """
    identify, inside = threading.get_ident, is_inside
    reasons, refused_modules, runs_user_code = dict(_REASONS), dict(_REFUSED_MODULES), _is_run

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in reasons:
            if event.startswith("resource.") and identify() == trusted_thread:
                return
            raise Refused(reasons[event])
        if event == "open":
            flags = arguments[2]
            if isinstance(flags, int) and flags & _WRITING:
                raise Refused("a heuristic may not change files")
        elif event == "import":
            if arguments[0] in refused_modules and inside():
                raise RefusedImport(refused_modules[arguments[0]])
        elif event.startswith("ctypes.") and (inside() or runs_user_code()):
            raise RefusedImport("a heuristic may not call C functions")

    sys.dont_write_bytecode = True
    _refuse_threads(inside)
    for module in (os, sys.modules.get(os.name)):
        for name in _UNTOLD:
            if hasattr(module, name):
                setattr(module, name, _refuse_files)
    sys.modules.pop("_ssl", None)
    sys.modules.pop("ssl", None)
    with suppress(AttributeError):
        del signal.pidfd_send_signal
    with suppress(AttributeError, KeyError):
        del sys.modules["_signal"].pidfd_send_signal
    sys.addaudithook(hook)


def _refuse_files(*_arguments: Any, **_settings: Any) -> None:
    raise Refused("a heuristic may not change files")


def _is_run() -> bool:
    """Return whether code of a heuristic is running in this thread, when it is called or later.

    Python calls `__del__` and the like when nobody has called the heuristic.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename.startswith("<heuristic "):
            return True
        frame = frame.f_back
    return False


def _refuse_threads(inside: Callable[[], bool]) -> None:
    """Have threads started by a heuristic's code refused."""

    def refusing(start: Callable[..., Any]) -> Callable[..., Any]:
        def start_thread(*arguments: Any, **settings: Any) -> Any:
            if inside():
                raise Refused("a heuristic may not start threads")
            return start(*arguments, **settings)

        return start_thread

    for module in (_thread, threading):
        for name in (*_STARTERS, *(f"_{starter}" for starter in _STARTERS)):
            if hasattr(module, name):
                setattr(module, name, refusing(getattr(module, name)))
