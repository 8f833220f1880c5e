"""Which modules run: the compiled ones, or all of them from their Python sources.

The rules and searchers are plain Python files with a `.pxd` beside each, compiled when the
package is built.  The build leaves a manifest next to them with a checksum of the sources it
compiled.  Before the first of them is imported, `choose` compares: where a source has changed
since, or an extension module is missing, every one of them is loaded from its `.py`, because a
mixture of old machine code and new sources would be neither the one nor the other.
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
"""What follows the checksum in the manifest of a debug build."""

# Python twins of C declarations: their functions are the compiler's own in compiled modules.
_NEVER_COMPILED = ("native/", "value")

_COMPILED = "compiled"
_DEBUG = "compiled, debug"
_FORCED = "not compiled: KALAHLOA_PURE is set"
_STALE = "not compiled: sources are newer than the compiled modules; reinstall"
_NOT_BUILT = "not compiled: these sources were never built; see the README"


def declared_names(folder: str = FOLDER) -> list[str]:
    """Return all modules of *folder* with a `.pxd`, as relative paths with no suffix, sorted."""
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
    """Return the modules of *folder* that are to be compiled: a `.py` with a `.pxd` beside it."""
    return [
        name
        for name in declared_names(folder)
        if not name.startswith(_NEVER_COMPILED)
        and os.path.exists(os.path.join(folder, f"{name}.py"))
    ]


def source_checksum(folder: str = FOLDER) -> str:
    """Return one checksum over the names and contents of all sources that are compiled."""
    files = [f"{name}.pxd" for name in declared_names(folder)]
    files += [f"{name}.py" for name in compiled_names(folder)]
    checksum = 0
    for file in files:
        checksum = crc32(file.encode(), checksum)
        with open(os.path.join(folder, file), "rb") as source:
            checksum = crc32(source.read(), checksum)
    return f"{checksum:08x}"


def write_manifest(folder: str, state: str) -> None:
    """Leave *state* in *folder*: the checksum of what was compiled, or why nothing was.

    `DEBUG_MARK` follows the checksum of a debug build.
    """
    with open(os.path.join(folder, MANIFEST), "w", encoding="utf-8") as manifest:
        manifest.write(state + "\n")


def read_manifest(folder: str = FOLDER) -> str:
    """Return what `write_manifest` left in *folder*; empty where it left nothing."""
    try:
        with open(os.path.join(folder, MANIFEST), encoding="utf-8") as manifest:
            return manifest.read().strip()
    except FileNotFoundError:
        return ""


def judge(folder: str = FOLDER) -> str:
    """Return the note on what is found in *folder*.

    It is `compiled`, or `compiled, debug` for a debug build, if all can be used.
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
    """Finds the modules that could be compiled by their `.py` alone."""

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
    """Decide, once, and see that the import system keeps to it; return the note.

    Must be called before any module of the package that could be compiled is imported.
    """
    global _note
    if not _note:
        _note = judge()
        if _note not in (_COMPILED, _DEBUG):
            sys.meta_path.insert(0, _SourceFinder(PACKAGE, FOLDER))
    return _note


def is_compiled() -> bool:
    """Return whether the compiled modules are in use."""
    return choose() in (_COMPILED, _DEBUG)


def is_debug_build() -> bool:
    """Return whether the compiled modules in use are a debug build's, which check invariants."""
    return choose() == _DEBUG


def compiled_note() -> str:
    """Return `compiled`, `compiled, debug`, or `not compiled: ` and why, fit for a status bar."""
    return choose()
