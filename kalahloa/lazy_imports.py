"""Modules that are imported when they are first used, or before that in the order of their needs.

The start of the window has no time for all that can be done in it.
"""

import builtins
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import Any

_FOLDER = Path(__file__).parents[1]
_PACKAGE = __package__ or ""
_TYPES_ONLY = re.compile(r"^( *)if TYPE_CHECKING:\n(?:\1 +.*\n|\n)+", re.MULTILINE)
_IMPORT = re.compile(
    r"^( *)(?:from ([\w.]+) import (?:\(([^)]*)\)|(.+))|import ([\w.]+).*)$", re.MULTILINE
)
_made: list[str] = []
"""The modules of all `LazyModule`s."""
_importing = RLock()


class LazyModule:
    """The module *name*, which is imported when something of it is first used in a function.

    What a table at the level of a module takes from it is a function or a class; in its place the
    table has a function that calls it.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        _made.append(name)

    def __getattr__(self, attribute: str) -> Any:
        if sys._getframe(1).f_code.co_name != "<module>":
            return getattr(import_module(self._name), attribute)

        def call(*values: Any, **more: Any) -> Any:
            return getattr(import_module(self._name), attribute)(*values, **more)

        return call


class lazy_imports:  # noqa: N801  # a context manager, as those of contextlib
    """Have each ``from package import module`` of the block make a `LazyModule`.

    ``import module`` does so as well, for a module without a package.  The block has nothing else.
    """

    def __enter__(self) -> None:
        _importing.acquire()
        self._usual: Callable[..., Any] = builtins.__import__
        builtins.__import__ = self._import  # type: ignore[assignment]  # which returns lazy modules
        self._globals = sys._getframe(1).f_globals

    def __exit__(self, *error: object) -> None:
        builtins.__import__ = self._usual
        _importing.release()

    def _import(
        self, name: str, into: Any = None, local: Any = None, names: Any = (), level: int = 0
    ) -> Any:
        if into is not self._globals:  # of another thread
            return self._usual(name, into, local, names, level)
        return _Package(name) if names else LazyModule(name)


class _Package:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, module: str) -> LazyModule:
        return LazyModule(f"{self._name}.{module}")


def in_import_order(root: str) -> Iterator[str]:
    """Yield the modules to be imported for all that *root* and lazy modules can do.

    Each module, imported or not, comes after those that it imports.  Those of this package that are
    imported inside functions or lazily come as well; those that `import_module` imports do not.
    """
    seen: set[str] = set()

    def visit(name: str) -> Iterator[str]:
        seen.add(name)
        now, later = _imports(name)
        for other in now:
            if other not in seen:
                yield from visit(other)
        yield name
        for other in later:
            if other not in seen:
                yield from visit(other)

    yield from visit(root)
    for name in _made:  # to which those are added that are made meanwhile
        if name not in seen:
            yield from visit(name)


def _imports(name: str) -> tuple[list[str], list[str]]:
    """Return what module *name* imports as it is imported itself, and what later."""
    now: list[str] = []
    later: list[str] = []
    source = _source(name)
    text = _TYPES_ONLY.sub("", source.read_text(encoding="utf-8")) if source else ""
    is_compiled = source is not None and source.with_suffix(".pxd").is_file()
    for indent, package, several, one, module in _IMPORT.findall(text):
        members = [word.split()[0] for word in (several or one).split(",") if word.strip()]
        names = [module or package, *(f"{package}.{member}" for member in members)]
        ours = [other for other in names if _source(other) is not None]
        # Compiled modules do not import those that only declare what was compiled into them.
        if is_compiled and not package.startswith("kalahloa.models.native"):
            now += ours
        elif not is_compiled:
            (later if indent else now).extend(ours if ours or indent else names[:1])
    return now, later


@cache
def _source(name: str) -> Path | None:
    """Return the source of module *name* of this package; None if it is not one."""
    if name.partition(".")[0] != _PACKAGE:
        return None
    path = _FOLDER.joinpath(*name.split("."))
    found = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return found if found.is_file() else None
