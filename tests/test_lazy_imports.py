"""Modules that are imported when they are first used, or in the order of their needs."""

import ast
import importlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import kalahloa.app
from kalahloa.lazy_imports import LazyModule, lazy_imports

PACKAGE = Path(kalahloa.__file__).parent


@pytest.fixture
def sums(tmp_path, monkeypatch) -> str:
    """Return the name of a module that can be imported, and is not yet."""
    (tmp_path / "late_sums.py").write_text(
        "LIMIT = 7\n\n\ndef add(a, b):\n    return a + b\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("kalahloa.lazy_imports._made", [])
    monkeypatch.delitem(sys.modules, "late_sums", raising=False)
    return "late_sums"


def test_a_module_is_imported_when_it_is_first_used(sums):
    module = LazyModule(sums)
    assert sums not in sys.modules

    assert module.LIMIT == 7
    assert module.add is sys.modules[sums].add


def test_what_a_table_takes_from_a_module_imports_it_when_it_is_called(sums):
    names = {"module": LazyModule(sums)}
    exec(compile("table = [module.add]", "table", "exec"), names)
    assert sums not in sys.modules

    assert names["table"][0](1, b=2) == 3


def test_imports_in_the_block_are_lazy_and_those_after_it_are_not(sums, tmp_path, monkeypatch):
    (tmp_path / "late_table.py").write_text(
        "from kalahloa.lazy_imports import lazy_imports\n"
        "with lazy_imports():\n"
        "    import late_sums\n    from late_package import late_part as part\n"
        "import json\n",
        encoding="utf-8",
    )
    monkeypatch.delitem(sys.modules, "late_table", raising=False)

    table = importlib.import_module("late_table")

    assert isinstance(table.late_sums, LazyModule) and isinstance(table.part, LazyModule)
    assert table.json is sys.modules["json"]
    assert sums not in sys.modules
    with pytest.raises(ModuleNotFoundError, match="late_package"):
        table.part.anything()


def test_imports_elsewhere_go_on_while_the_block_runs():
    with lazy_imports():
        module = importlib.import_module("colorsys")

    assert module is sys.modules["colorsys"]


def module_of(statement: ast.stmt) -> list[str]:
    return [str(statement.module)] if isinstance(statement, ast.ImportFrom) else []


@cache
def _named() -> list[tuple[str, str, str]]:
    """Return what is taken from lazy modules, and where: the file, the module and the name."""
    found = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "with lazy_imports():" not in text:  # every worker does this
            continue
        tree = ast.parse(text)
        modules = {
            alias.asname or alias.name: ".".join([*module_of(statement), alias.name])
            for node in tree.body
            if isinstance(node, ast.With)
            and ast.unparse(node.items[0].context_expr) == "lazy_imports()"
            for statement in node.body
            for alias in statement.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                module = modules.get(node.value.id)
                found |= {(path.name, module, node.attr)} if module else set()
    return sorted(found)


def test_modules_are_lazy():
    assert len({module for _, module, _ in _named()}) > 30


@pytest.mark.parametrize(("file", "module", "name"), _named())
def test_what_is_taken_from_lazy_modules_is_there(file, module, name):
    assert hasattr(importlib.import_module(module), name), file


_AHEAD = """
import sys
from importlib import import_module
import kalahloa.app
from kalahloa.lazy_imports import in_import_order

def ours():
    return {name for name in sys.modules
            if name.startswith("kalahloa.") and not hasattr(sys.modules[name], "__path__")}

for name in in_import_order():
    before = ours()
    import_module(name)
    if len([other for other in ours() - before if ".native." not in other]) > 1:
        print(name, ours() - before)
print("numba" in sys.modules, [name for name in ours() if name.startswith("kalahloa.cli")])
print(*sorted(ours()))
"""


def test_modules_are_imported_ahead_one_by_one_until_all_of_the_window_is_there():
    # One that brought others with it would hold up the window for longer.
    ended = subprocess.run(
        [sys.executable, "-c", _AHEAD],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
    )

    first, imported = ended.stdout.splitlines()
    assert first == "False []"
    views = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for path in (PACKAGE / "views").rglob("*.py")
        if path.stem != "__init__"
    }
    assert views - set(imported.split()) == {
        "kalahloa.views.code.tokens",  # takes so long that a thread imports it
        "kalahloa.views.look.icon_files",  # for the desktop
        "kalahloa.views.terminal",
    }
