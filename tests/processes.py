"""The program as a process of its own, on a machine that has no display."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Runs the command line and then says which of Qt's modules it has loaded.
_WITH_MODULES = """
import sys
from kalahloa.cli.main import main
code = main(sys.argv[1:])
loaded = sorted(name for name in sys.modules if name.startswith("PySide6.Qt"))
print("loaded:", *loaded, file=sys.stderr)
sys.exit(code)
"""


def without_display() -> dict[str, str]:
    """Return the environment of a process that finds this project and no display."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    path = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), *([path] if path else [])])
    return environment


def run(
    *arguments: str, lines: str = "", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `kalahloa` with *arguments*, *lines* as its input, to its end.

    *environment* comes on top of the one without a display.
    """
    return subprocess.run(
        [sys.executable, "-m", "kalahloa", *arguments],
        env=without_display() | (environment or {}),
        input=lines,
        capture_output=True,
        text=True,
        check=False,
    )


def qt_modules(*arguments: str, lines: str = "") -> list[str]:
    """Return the modules of Qt that `kalahloa` with *arguments* has loaded at its end."""
    result = subprocess.run(
        [sys.executable, "-c", _WITH_MODULES, *arguments],
        env=without_display(),
        input=lines,
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stderr.partition("loaded:")[2].split()
