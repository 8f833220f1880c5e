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


def in_import_order() -> Iterator[str]:
    """Yield the lazy modules and what they import, each module after those that it imports.

    Those that are imported already are left out.  Whoever imports each before asking for the next
    gets those as well that these import lazily.
    """
    seen: set[str] = set()

    def visit(name: str) -> Iterator[str]:
        if name not in seen and name not in sys.modules:
            seen.add(name)
            for other in _imports(name):
                yield from visit(other)
            yield name

    for name in _made:  # to which those are added that are made meanwhile
        yield from visit(name)


def _imports(name: str) -> list[str]:
    """Return what module *name* of this package imports while it is imported itself."""
    found: list[str] = []
    source = _source(name)
    text = source.read_text(encoding="utf-8") if source is not None else ""
    is_compiled = source is not None and source.with_suffix(".pxd").is_file()
    for indent, package, several, one, module in _IMPORT.findall(text):
        members = [word.split()[0] for word in (several or one).split(",") if word.strip()]
        names = [module or package, *(f"{package}.{member}" for member in members)]
        ours = [other for other in names if _source(other) is not None]
        if is_compiled:  # and not those that only declare what was compiled into it
            found += [] if package.startswith("kalahloa.models.native") else ours
        elif not indent:
            found += ours or names[:1]
    return found


@cache
def _source(name: str) -> Path | None:
    """Return the source of module *name* of this package; None if it is not one."""
    if name.partition(".")[0] != _PACKAGE:
        return None
    path = _FOLDER.joinpath(*name.split("."))
    found = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return found if found.is_file() else None
