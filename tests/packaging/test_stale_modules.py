"""Compiled modules are used only while they are what their sources say."""

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import kalahloa
from kalahloa.compiled import (
    DEBUG_MARK,
    MANIFEST,
    compiled_names,
    declared_names,
    judge_build,
    source_checksum,
    write_manifest,
)

_STALE = "not compiled: sources are newer than the compiled modules; reinstall"


@pytest.fixture
def models(tmp_path, monkeypatch):
    """A small folder of sources with what a build leaves beside them."""
    monkeypatch.delenv("KALAHLOA_PURE", raising=False)
    folder = tmp_path / "models"
    for package in ("search", "native"):
        (folder / package).mkdir(parents=True)
    for name in ("position", "loa", "native/bits", "search/engine"):
        (folder / f"{name}.py").write_text(f'"""The module {name}."""\n')
        (folder / f"{name}.pxd").write_text(f"# declarations of {name}\n")
        if name != "native/bits":
            (folder / f"{name}{EXTENSION_SUFFIXES[0]}").touch()
    (folder / "rulebook.py").write_text('"""A module with nothing to declare."""\n')
    write_manifest(str(folder), source_checksum(str(folder)))
    return folder


def test_modules_with_declarations_are_compiled_and_twins_of_c_headers_are_not(models):
    assert declared_names(str(models)) == ["loa", "native/bits", "position", "search/engine"]
    assert compiled_names(str(models)) == ["loa", "position", "search/engine"]


def test_an_untouched_build_is_used(models):
    assert judge_build(str(models)) == "compiled"


def test_a_debug_build_is_used_and_called_one(models):
    write_manifest(str(models), source_checksum(str(models)) + DEBUG_MARK)

    assert judge_build(str(models)) == "compiled, debug"


def test_a_changed_source_puts_a_debug_build_aside_too(models):
    write_manifest(str(models), source_checksum(str(models)) + DEBUG_MARK)
    (models / "loa.py").write_text("changed = True\n")

    assert judge_build(str(models)) == _STALE


@pytest.mark.parametrize("file", ["loa.py", "position.pxd", "native/bits.pxd", "search/engine.py"])
def test_a_changed_source_puts_the_whole_build_aside(models, file):
    (models / file).write_text("changed = True\n")

    assert judge_build(str(models)) == _STALE


def test_a_changed_source_that_is_not_compiled_leaves_the_build_in_use(models):
    (models / "rulebook.py").write_text("changed = True\n")
    (models / "native/bits.py").write_text("changed = True\n")

    assert judge_build(str(models)) == "compiled"


def test_a_missing_extension_module_puts_the_whole_build_aside(models):
    (models / f"loa{EXTENSION_SUFFIXES[0]}").unlink()

    assert judge_build(str(models)) == _STALE


def test_a_new_declared_module_puts_the_whole_build_aside(models):
    (models / "hex.py").touch()
    (models / "hex.pxd").touch()

    assert judge_build(str(models)) == _STALE


def test_extension_modules_without_a_manifest_are_not_trusted(models):
    (models / MANIFEST).unlink()

    assert (
        judge_build(str(models)) == "not compiled: these sources were never built; see the README"
    )


def test_an_installation_without_a_compiler_says_so(models):
    write_manifest(str(models), "not compiled: no C compiler at installation")

    assert judge_build(str(models)) == "not compiled: no C compiler at installation"


@pytest.mark.parametrize(("value", "note"), [("1", "KALAHLOA_PURE is set"), ("0", ""), ("", "")])
def test_the_environment_can_ask_for_python_sources(models, monkeypatch, value, note):
    monkeypatch.setenv("KALAHLOA_PURE", value)

    assert judge_build(str(models)) == (f"not compiled: {note}" if note else "compiled")


def test_sources_are_imported_and_not_the_stale_modules_beside_them(tmp_path):
    package = Path(kalahloa.__file__).parent
    copy = tmp_path / "kalahloa"
    (copy / "models").mkdir(parents=True)
    for name in ("__init__.py", "compiled.py", "models/__init__.py"):
        (copy / name).write_bytes((package / name).read_bytes())
    (copy / "models" / "position.py").write_text('origin = "source"\n')
    (copy / "models" / "position.pxd").touch()
    # Loading this as machine code would fail, which is how the test would see it happen.
    (copy / "models" / f"position{EXTENSION_SUFFIXES[0]}").write_bytes(b"old machine code")
    write_manifest(str(copy / "models"), "00000000")
    program = (
        "from kalahloa.models import position; from kalahloa import compiled;"
        "print(position.origin, compiled.is_compiled(), compiled.compiled_note(), sep='|')"
    )

    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "KALAHLOA_PURE": ""},
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.stdout.strip() == f"source|False|{_STALE}", result.stderr
