"""Every benchmark has a use that the README states, and can be started: it prints its help."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, without_display

FOLDER = Path(__file__).parent / "benchmarks"
MODULES = sorted(
    path.stem for path in FOLDER.glob("*.py") if 'if __name__ == "__main__"' in path.read_text()
)


def test_the_readme_says_what_each_benchmark_is_for():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    # What `kill` starts is not for the user to start.
    assert set(re.findall(r"benchmarks\.(\w+)", readme)) == set(MODULES) - {"sessions"}


# Starts one after the other as python -m does, and prints how each ends and what it writes.
_PROGRAM = """
import contextlib, io, json, runpy, sys, traceback
ends = {}
for name in sys.argv[1:]:
    out, err, code = io.StringIO(), io.StringIO(), None
    sys.argv = [name, "--help"]
    sys.modules.pop(f"tests.benchmarks.{name}", None)  # another may have imported it
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            runpy.run_module(f"tests.benchmarks.{name}", run_name="__main__", alter_sys=True)
        except SystemExit as end:
            code = end.code
        except BaseException:
            traceback.print_exc()
    ends[name] = code, err.getvalue(), out.getvalue()
print(json.dumps(ends))
"""


@pytest.fixture(scope="module")
def ends() -> dict[str, tuple[int | None, str, str]]:
    """How each benchmark ends, and what it writes, in one process: most import the same."""
    result = subprocess.run(
        [sys.executable, "-c", _PROGRAM, *MODULES],
        cwd=ROOT,
        env=without_display() | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    return {name: tuple(end) for name, end in json.loads(result.stdout).items()}


@pytest.mark.parametrize("name", MODULES)
def test_a_benchmark_prints_its_help(name: str, ends):
    if name == "openspiel_match":
        pytest.importorskip("pyspiel")

    code, error, printed = ends[name]

    assert (code, error) == (0, "")
    assert "usage:" in printed
