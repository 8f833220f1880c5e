"""Decides whether the compiled modules are used, or all of them from their Python sources.

Rules and searchers are Python files with a `.pxd` beside each, compiled when the package is built.
The build writes a manifest with a checksum of the sources.  Before the first of these modules is
imported, `choose` compares: if a source has changed since or an extension module is missing, all
are loaded from their `.py`, because old compiled modules and new sources must not be mixed.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` is slow to import, and this module has to be quick
    from collections.abc import Sequence
    from types import ModuleType

PACKAGE = "kalahloa.models"
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "models")
MANIFEST = "compiled.manifest"
DEBUG_MARK = " debug"
"""Suffix of the checksum in the manifest of a debug build."""

# Python versions of C declarations, which compiled modules cimport from the `.pxd` instead.
_NEVER_COMPILED = ("native/", "game/value")

_COMPILED = "compiled"
_DEBUG = "compiled, debug"
_FORCED = "not compiled: KALAHLOA_PURE is set"
_STALE = "not compiled: sources are newer than the compiled modules; reinstall"
_NOT_BUILT = "not compiled: these sources were never built; see the README"


def declared_names(folder: str = FOLDER) -> list[str]:
    """Return the modules of *folder* with a `.pxd`, as sorted relative paths without suffix."""
    names = []
    for parent, _, files in os.walk(folder):
        prefix = os.path.relpath(parent, folder).replace(os.sep, "/")
        names += [
            file[:-4] if prefix == "." else f"{prefix}/{file[:-4]}"
            for file in files
            if file.endswith(".pxd")
        ]
    return sorted(names)


def compiled_names(folder: str = FOLDER) -> list[str]:
    """Return the modules of *folder* to be compiled: those with both a `.py` and a `.pxd`."""
    return [
        name
        for name in declared_names(folder)
        if not name.startswith(_NEVER_COMPILED)
        and os.path.exists(os.path.join(folder, f"{name}.py"))
    ]


def source_checksum(folder: str = FOLDER) -> str:
    """Return a CRC-32 of the names and contents of all compiled sources, as 8 hex digits."""
    files = [f"{name}.pxd" for name in declared_names(folder)]
    files += [f"{name}.py" for name in compiled_names(folder)]
    checksum = 0
    for file in files:
        checksum = crc32(file.encode(), checksum)
        with open(os.path.join(folder, file), "rb") as source:
            checksum = crc32(source.read(), checksum)
    return f"{checksum:08x}"


def write_manifest(folder: str, state: str) -> None:
    """Write *state* to the manifest in *folder*.

    *state* is the checksum of the compiled sources, followed by `DEBUG_MARK` for a debug build, or
    ``not compiled: `` and the reason.
    """
    with open(os.path.join(folder, MANIFEST), "w", encoding="utf-8") as manifest:
        manifest.write(state + "\n")


def read_manifest(folder: str = FOLDER) -> str:
    """Return the content of the manifest in *folder*, or an empty string if there is none."""
    try:
        with open(os.path.join(folder, MANIFEST), encoding="utf-8") as manifest:
            return manifest.read().strip()
    except FileNotFoundError:
        return ""


def judge_build(folder: str = FOLDER) -> str:
    """Return whether the compiled modules in *folder* can be used, as `compiled_note` says it.

    That is ``compiled`` or ``compiled, debug`` if so, otherwise ``not compiled: `` and the reason.
    """
    if os.environ.get("KALAHLOA_PURE", "0") not in ("", "0"):
        return _FORCED
    state = read_manifest(folder)
    if not state:
        return _NOT_BUILT
    if state.startswith("not compiled: "):
        return state
    complete = all(
        any(os.path.exists(os.path.join(folder, name + suffix)) for suffix in EXTENSION_SUFFIXES)
        for name in compiled_names(folder)
    )
    checksum = source_checksum(folder)
    if not complete or state not in (checksum, checksum + DEBUG_MARK):
        return _STALE
    return _DEBUG if state.endswith(DEBUG_MARK) else _COMPILED


class _SourceFinder:
    """A meta path finder that loads the modules with a `.pxd` from their `.py`."""

    def __init__(self, package: str, folder: str) -> None:
        self._folders = {}
        for name in compiled_names(folder):
            path = os.path.dirname(os.path.join(folder, name))
            self._folders[f"{package}.{name.replace('/', '.')}"] = path

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        folder = self._folders.get(fullname)
        if folder is None:
            return None
        return FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(fullname)


_note = ""


def choose() -> str:
    """Decide on the first call which modules are used, and return the note of `judge_build`.

    If the compiled modules cannot be used, install a finder that skips them.  Must be called before
    any module that may be compiled is imported.
    """
    global _note
    if not _note:
        _note = judge_build()
        if _note not in (_COMPILED, _DEBUG):
            sys.meta_path.insert(0, _SourceFinder(PACKAGE, FOLDER))
    return _note


def is_compiled() -> bool:
    """Return whether the compiled modules are in use."""
    return choose() in (_COMPILED, _DEBUG)


def is_debug_build() -> bool:
    """Return whether the modules in use are a debug build, which checks invariants."""
    return choose() == _DEBUG


def compiled_note() -> str:
    """Return ``compiled``, ``compiled, debug``, or ``not compiled: `` and the reason."""
    return choose()


def is_forced_pure() -> bool:
    """Return whether the compiled modules are not in use because KALAHLOA_PURE says so."""
    return choose() == _FORCED
