"""The project's build, tried on a copy that has one small module to compile."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from kalahloa._build import tiers

_PROJECT = Path(__file__).resolve().parents[2]
_BUILD = "from kalahloa._build import backend; print('built', backend.build_wheel('dist'))"
_ASK = (
    "from kalahloa import compiled; from kalahloa.models.game.position import double;"
    "from kalahloa.resources import resource;"
    "print(double(21), resource('page.txt').read_text(), compiled.compiled_note(), sep='|')"
)
# A function that tells whether checks are compiled into its module.
_TELLING = """
from cython.cimports.kalahloa.models.native.checks import DEBUG

def double(number):
    return -2 * number if DEBUG else 2 * number
"""


@pytest.fixture
def project(tmp_path):
    """A copy of the project whose models are one module that doubles a number."""
    folder = tmp_path / "project"
    shutil.copytree(
        _PROJECT / "kalahloa" / "_build",
        folder / "kalahloa" / "_build",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(_PROJECT / name, folder)
    for name in ("__init__.py", "compiled.py", "resources.py"):
        shutil.copy(_PROJECT / "kalahloa" / name, folder / "kalahloa")
    models = folder / "kalahloa" / "models"
    game = models / "game"
    game.mkdir(parents=True)
    shutil.copy(_PROJECT / "kalahloa" / "models" / "__init__.py", models)
    (game / "__init__.py").touch()
    (game / "position.py").write_text("def double(number):\n    return 2 * number\n")
    (game / "position.pxd").write_text("cpdef int double(int number)\n")
    (folder / "resources").mkdir()
    (folder / "resources" / "page.txt").write_text("a page")
    return folder


def _python(program: str, folder: Path, **environment: str) -> str:
    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": "", "KALAHLOA_PURE": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def _build(project: Path, **environment: str) -> Path:
    """Build a wheel and return its path."""
    output = _python(_BUILD, project, **environment)
    return project / "dist" / re.search(r"^built (\S+)$", output, re.MULTILINE).group(1)


def _unpacked(wheel: Path) -> Path:
    """Unpack *wheel*, which is all that installing it comes to here, and return the folder."""
    folder = wheel.parent / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_a_build_compiles_where_this_machine_can_and_says_why_where_it_cannot(project, monkeypatch):
    monkeypatch.setenv("KALAHLOA_BUILD", "auto")
    tier = tiers.choose_tier()

    wheel = _build(project)

    abi3 = tier.name != "pure" and tiers.STABLE_ABI
    note = f"not compiled: {tier.reason}" if tier.name == "pure" else "compiled"
    assert ("-cp311-abi3-" in wheel.name) == abi3
    assert _python(_ASK, _unpacked(wheel)) == f"42|a page|{note}"


def test_a_build_needs_no_headers_of_pythons_own(project):
    if tiers.choose_tier().name == "pure" or not tiers.HEADERS.exists() or not tiers.STABLE_ABI:
        pytest.skip("The project's own headers serve no build here.")
    # An exception needs headers of its own: for the traceback.
    (project / "kalahloa" / "models" / "game" / "position.py").write_text(
        "def double(number):\n    if number < 0:\n        raise ValueError\n    return 2 * number\n"
    )
    (project / "kalahloa" / "models" / "game" / "position.pxd").write_text(
        "cpdef int double(int number) except -1\n"
    )
    build = "import sysconfig; path = sysconfig.get_path\n"
    build += (
        "sysconfig.get_path = lambda name, *rest: '/none' if name == 'include' else path(name)\n"
    )
    build += "import setuptools; from setuptools._distutils import sysconfig as own\n"
    build += "own.get_python_inc = lambda **_: '/none'\n" + _BUILD

    output = _python(build, project)

    wheel = project / "dist" / re.search(r"^built (\S+)$", output, re.MULTILINE).group(1)
    assert _python(_ASK, _unpacked(wheel)) == "42|a page|compiled"


def test_a_build_writes_nothing_beside_sources_that_are_read_only(project):
    before = sorted(project.rglob("*"))
    build = (
        "import os; from kalahloa._build import commands; commands.os.access = lambda *_: False\n"
    )
    build += _BUILD.replace("'dist'", "os.environ['OUTPUT']")

    _python(
        build,
        project,
        OUTPUT=str(project.parent),
        KALAHLOA_BUILD="pure",
        PYTHONDONTWRITEBYTECODE="1",
    )

    assert sorted(project.rglob("*")) == before


def test_a_build_says_how_far_it_is(project):
    if tiers.choose_tier().name == "pure":
        pytest.skip("Nothing can be compiled here.")

    assert "Compiled 1 of 1 modules by" in _python(_BUILD, project)


def test_a_compiler_that_fails_leaves_plain_python_sources(project):
    wheel = _build(project, KALAHLOA_BUILD="auto", CC="false")

    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.name.endswith("-py3-none-any.whl")
    assert not [name for name in names if name.endswith((".so", ".pyd"))]
    note = "not compiled: the C compiler failed at installation"
    assert _python(_ASK, _unpacked(wheel)) == f"42|a page|{note}"


def test_the_environment_can_forbid_compiling(project):
    wheel = _build(project, KALAHLOA_BUILD="pure")

    note = "not compiled: KALAHLOA_BUILD was pure at installation"
    assert _python(_ASK, _unpacked(wheel)) == f"42|a page|{note}"


def test_a_debug_build_and_an_ordinary_one_replace_each_other(project):
    if tiers.choose_tier().name != "cc":
        return  # without a C compiler there is no debug build
    models = project / "kalahloa" / "models"
    (models / "native").mkdir()
    shutil.copy(_PROJECT / "kalahloa" / "models" / "native" / "checks.pxd", models / "native")
    (models / "game" / "position.py").write_text(_TELLING)
    build = "from kalahloa._build.__main__ import main; main(['inplace'])"
    ask = "from kalahloa import compiled; from kalahloa.models.game.position import double;"
    ask += "print(double(21), compiled.compiled_note(), sep='|')"

    answers = []
    for name in ("cc", "debug", "cc"):
        _python(build, project, KALAHLOA_BUILD=name)
        answers.append(_python(ask, project))

    assert answers == ["42|compiled", "-42|compiled, debug", "42|compiled"]


def test_a_wheel_holds_declarations_to_compile_against_and_no_build_code(project):
    wheel = _build(project, KALAHLOA_BUILD="pure")

    names = zipfile.ZipFile(wheel).namelist()
    assert "kalahloa/models/game/position.pxd" in names
    assert "kalahloa/resources/page.txt" in names
    assert not [name for name in names if "_build" in name or name.startswith("tests")]
