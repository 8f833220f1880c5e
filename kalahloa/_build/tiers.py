"""How to compile on this machine: its own C compiler, else Zig's, else not at all."""

import os
import platform
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

VARIABLE = "KALAHLOA_BUILD"

_ON_X86 = platform.machine().lower() in ("x86_64", "amd64")
_ON_LINUX = sys.platform.startswith("linux")
# Free-threaded CPython and other interpreters have no stable ABI; there the modules serve the
# one version that they were built for.
STABLE_ABI = sys.implementation.name == "cpython" and not sysconfig.get_config_var(
    "Py_GIL_DISABLED"
)


HEADERS = Path(__file__).with_name("python_headers")
"""CPython's headers of the limited API, for a Linux whose Python came without its own."""


@dataclass(frozen=True)
class Tier:
    """One way to build.

    `name` is `cc`, `debug`, `zig` or `pure`; `flags` are the compiler's; `macros` are defined for
    it; `environment` is what setuptools reads to find it; `reason` says, for `pure`, why nothing
    is compiled.
    """

    name: str
    flags: tuple[str, ...] = ()
    macros: tuple[tuple[str, str], ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    reason: str = ""


def pure(reason: str) -> Tier:
    """Return the tier that compiles nothing because of *reason*, which follows a colon."""
    return Tier("pure", reason=reason)


def _system_compiler() -> Tier:
    if sys.platform == "win32":
        return Tier("cc", flags=("/O2",))
    # The parts of x86-64-v2 that matter here, as flags that old compilers accept too.
    # Only on Linux: elsewhere Python may be built for two architectures at once.
    x86 = ("-msse4.2", "-mpopcnt") if _ON_X86 and _ON_LINUX else ()
    return Tier("cc", flags=("-O3", "-g0", *x86))


def _debug() -> Tier:
    """Return the system's compiler with the checks of `kalahloa.models.native.checks` on."""
    flags = ("/Od", "/Z7") if sys.platform == "win32" else ("-O1", "-g")
    return Tier("debug", flags=flags, macros=(("KALAHLOA_DEBUG", "1"),))


def _zig() -> Tier:
    compiler = f"{sys.executable} -m ziglang cc"
    return Tier(
        "zig",
        # Zig adds checks of undefined behaviour unless told not to.
        flags=("-O3", "-g0", "-fno-sanitize=undefined", *(["-mcpu=x86_64_v2"] * _ON_X86)),
        environment=(("CC", compiler), ("LDSHARED", f"{compiler} -shared")),
    )


def _has_own_headers() -> bool:
    return os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h"))


def _has_headers() -> bool:
    return _has_own_headers() or (_ON_LINUX and STABLE_ABI)


def include_folders() -> list[str]:
    """Return the folders to look into for Python's headers, besides its own one."""
    return [] if _has_own_headers() else [str(HEADERS)]


def _has_compiler() -> bool:
    # On Windows setuptools looks for the compiler in places of its own.
    if sys.platform == "win32" or os.environ.get("CC"):
        return True
    return any(shutil.which(name) for name in ("cc", "gcc", "clang"))


def requested() -> str:
    """Return what KALAHLOA_BUILD asks for: `auto` or a tier's name; raise `ValueError`."""
    name = os.environ.get(VARIABLE, "").strip().lower() or "auto"
    if name not in ("auto", "cc", "debug", "zig", "pure"):
        raise ValueError(f"{VARIABLE} is '{name}'; it can be auto, cc, debug, zig or pure.")
    return name


def wants_zig() -> bool:
    """Return whether the `ziglang` package is to be fetched for the build."""
    name = requested()
    if name != "auto":
        return name == "zig"
    # Zig brings a compiler, but not Python's headers; and it was tried on Linux only.
    known = platform.machine().lower() in ("x86_64", "amd64", "aarch64", "arm64")
    return _ON_LINUX and known and _has_headers() and not _has_compiler()


def choose_tier() -> Tier:
    """Return the tier to build with, as KALAHLOA_BUILD says or as this machine allows."""
    name = requested()
    if name == "pure":
        return pure(f"{VARIABLE} was pure at installation")
    if name == "zig":
        return _zig()
    if name == "cc":
        return _system_compiler()
    if name == "debug":
        return _debug()
    if not _has_headers():
        return pure("no C headers of Python at installation")
    if _has_compiler():
        return _system_compiler()
    if wants_zig() and find_spec("ziglang") is not None:
        return _zig()
    return pure("no C compiler at installation")


@contextmanager
def applied(tier: Tier, scratch: str) -> Iterator[None]:
    """Set the environment of *tier* within the context; its caches go to the folder *scratch*."""
    changes = dict(tier.environment)
    if tier.name == "zig":
        changes |= {"ZIG_GLOBAL_CACHE_DIR": scratch, "ZIG_LOCAL_CACHE_DIR": scratch}
    before = {name: os.environ.get(name) for name in changes}
    os.environ.update(changes)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
