"""Landlock: the system's own way to confine a process, on Linux since 5.13.

What is refused here, the kernel refuses: no code in the process can find a way around it.
"""

import ctypes
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from kalahloa.models.game.registry import plugin_entry_points
from kalahloa.models.storage.user_cache import CacheUnavailable, cache_folder
from kalahloa.resources import resource

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""The numbers of the calls, the same on all processors that Python is made for."""
_ASK_VERSION = 1
_BENEATH = 1
_NO_NEW_PRIVILEGES = 38
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_FILE_RIGHTS = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
"""What can be refused with files since which version: all that is done by a path."""
_SYSTEM = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/share/zoneinfo",
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/dev/null",
    "/dev/urandom",
    "/proc/cpuinfo",
    "/sys/devices/system/cpu",
)
"""Where libraries lie, and what they look at when they are loaded."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def version() -> int:
    """Return the version of Landlock that the kernel has; 0 where it has none."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(0, _call(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION))


def code_folders() -> tuple[Path, ...]:
    """Return what Python needs for its modules and their libraries, and what games have computed.

    A folder in which the user's own lies, as the one that the program was started in may be, is
    not among them.
    """
    home = Path(os.path.expanduser("~"))
    searched = {Path(folder).absolute() for folder in sys.path if folder}
    needed = {Path(folder) / "lib" for folder in (sys.prefix, sys.base_prefix)}
    needed |= {Path(__file__).resolve().parents[2], resource()}
    with suppress(CacheUnavailable):
        needed.add(cache_folder())
    for point in plugin_entry_points().values():
        with suppress(ImportError, ValueError):
            spec = find_spec(point.module.partition(".")[0])  # which imports nothing
            needed.update(map(Path, (spec and spec.submodule_search_locations) or ()))
    return (*(one for one in searched if not home.is_relative_to(one)), *needed)


def restrict(readable: Iterable[Path]) -> bool:
    """Let this thread, and those it starts, read what lies in *readable* and libraries, for good.

    They can change no file, and start no program; since version 4 of Landlock they can make no
    connections, since 6 they can send no signals to other processes.  Returns whether the kernel
    has Landlock; without it nothing is done.
    """
    has = version()
    if not has:
        return False
    files = sum(rights for since, rights in _FILE_RIGHTS.items() if since <= has)
    rules = _Ruleset(files, 0b11 if has >= 4 else 0, 0b11 if has >= 6 else 0)
    size = 24 if has >= 6 else 16 if has >= 4 else 8
    ruleset = _call(_CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(size), 0)
    if ruleset < 0:
        return False
    try:
        for path in (*readable, *map(Path, _SYSTEM)):
            _allow(ruleset, path)
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_NO_NEW_PRIVILEGES, *map(ctypes.c_ulong, (1, 0, 0, 0)))
        return _call(_RESTRICT_SELF, ruleset, 0) == 0
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: Path) -> None:
    """Let *path*, and what lies below it, be read, where it exists."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rights = _READ_FILE | (_READ_FOLDER if path.is_dir() else 0)
        rule = _Beneath(rights, descriptor)
        _call(_ADD_RULE, ruleset, _BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(descriptor)


def _call(number: int, *arguments: object) -> int:
    call = ctypes.CDLL(None, use_errno=True).syscall
    call.restype = ctypes.c_long
    return int(call(ctypes.c_long(number), *arguments))
