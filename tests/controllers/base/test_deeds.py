"""What commands do, imported when it is first done."""

import ast
import importlib
import sys
from functools import cache
from pathlib import Path

import pytest

import kalahloa
from kalahloa.controllers.base.deeds import Deeds


def test_a_module_is_imported_when_the_first_of_it_is_done(tmp_path, monkeypatch):
    (tmp_path / "some_deeds.py").write_text("def add(a, b):\n    return a + b\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    add = Deeds("some_deeds").add

    assert "some_deeds" not in sys.modules
    assert add(1, b=2) == 3
    monkeypatch.delitem(sys.modules, "some_deeds")


@cache
def _named() -> list[tuple[str, str, str]]:
    """Return which deeds are named where: the file, the module and the function."""
    found = set()
    for path in sorted(Path(kalahloa.__file__).parent.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "Deeds(" not in text:  # every worker does this
            continue
        tree = ast.parse(text)
        modules = {
            node.targets[0].id: ast.literal_eval(node.value.args[0])
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Call)
            and ast.unparse(node.value.func) == "Deeds"
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                module = modules.get(node.value.id)
                found |= {(path.name, module, node.attr)} if module else set()
    return sorted(found)


def test_there_are_deeds():
    assert len({module for _, module, _ in _named()}) > 10


@pytest.mark.parametrize(("file", "module", "name"), _named())
def test_what_tables_name_is_there(file, module, name):
    assert callable(getattr(importlib.import_module(module), name, None)), file
