"""Every benchmark can be started: what it imports exists, and it prints its help."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, without_display

FOLDER = Path(__file__).parent / "benchmarks"
MODULES = sorted(
    path.stem for path in FOLDER.glob("*.py") if 'if __name__ == "__main__"' in path.read_text()
)


def test_there_are_benchmarks():
    assert {"engine", "exact", "fuzz", "perft", "threads"} <= set(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_a_benchmark_prints_its_help(name: str):
    if name == "openspiel_match":
        pytest.importorskip("pyspiel")

    result = subprocess.run(
        [sys.executable, "-m", f"tests.benchmarks.{name}", "--help"],
        cwd=ROOT,
        env=without_display() | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (result.returncode, result.stderr) == (0, "")
    assert "usage:" in result.stdout
