"""The models once more, uncompiled, in the same process: to compare the two modes."""

import importlib
import os
import pkgutil
import sys
from functools import cache
from types import ModuleType

_OURS = ("kalahloa.compiled", "kalahloa.models")


@cache
def load_pure() -> dict[str, ModuleType]:
    """Return all modules under `kalahloa.models`, run from their Python sources, by short name.

    ``load_pure()["games.loa.position"]`` is the twin of `kalahloa.models.games.loa.position`.  The
    twins share nothing with the modules that an ordinary import gives,
    not even their exceptions' classes.  Functions of a twin that import only when they are called
    get the ordinary modules: compare what the twins' own classes do.
    """
    ordinary = _taken_out()
    finders = list(sys.meta_path)
    before = os.environ.get("KALAHLOA_PURE")
    os.environ["KALAHLOA_PURE"] = "1"
    try:
        models = importlib.import_module("kalahloa.models")
        names = [
            module.name
            for module in pkgutil.walk_packages(models.__path__, "kalahloa.models.")
            if not module.name.rpartition(".")[2].startswith("__")
        ]
        return {
            name.removeprefix("kalahloa.models."): importlib.import_module(name) for name in names
        }
    finally:
        if before is None:
            del os.environ["KALAHLOA_PURE"]
        else:
            os.environ["KALAHLOA_PURE"] = before
        sys.meta_path[:] = finders
        _taken_out()
        _put_back(ordinary)


def _taken_out() -> dict[str, ModuleType]:
    """Forget the modules under test, and return them by name."""
    return {
        name: sys.modules.pop(name)
        for name in list(sys.modules)
        if any(name == ours or name.startswith(f"{ours}.") for ours in _OURS)
    }


def _put_back(modules: dict[str, ModuleType]) -> None:
    """Undo `_taken_out`; packages get their attributes back as well."""
    package = importlib.import_module("kalahloa")
    for ours in _OURS:
        package.__dict__.pop(ours.rpartition(".")[2], None)
    sys.modules.update(modules)
    for name, module in modules.items():
        parent, _, child = name.rpartition(".")
        setattr(sys.modules[parent], child, module)
