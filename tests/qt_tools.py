"""Tests that need Qt's tools for translations, which load libraries that the program does not."""

import os
import subprocess
from functools import cache

import pytest

from tests.end_to_end.program import MUST_RUN
from tests.translations import tool


@cache
def _problem(name: str) -> str:
    """Return why PySide6's program *name* cannot be used, or an empty text."""
    program = tool(name)
    if program is None:
        return f"pyside6-{name} is missing."
    ended = subprocess.run([program, "-version"], capture_output=True, text=True)
    reason = (ended.stderr.splitlines() or [f"exit code {ended.returncode}"])[0]
    return f"pyside6-{name} does not start: {reason}" if ended.returncode else ""


def need_tools(*names: str) -> None:
    """Skip the running test where one of PySide6's programs *names* does not start.

    Where the variable `MUST_RUN` is set, nothing is skipped: the test fails for want of it.
    """
    problems = [problem for name in names if (problem := _problem(name))]
    if problems:
        (pytest.fail if os.environ.get(MUST_RUN) else pytest.skip)(" ".join(problems))
