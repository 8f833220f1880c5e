"""A copy of the project in which bugs are planted and tests run, beside the project itself."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from tests.mutants.mutant import Mutant

ROOT = Path(__file__).resolve().parents[2]
_COPIED = ("kalahloa", "resources", "tests", "pyproject.toml", "README.md")
_COMPILED = (".so", ".pyd")
_LEFT_OUT = shutil.ignore_patterns("__pycache__")
_FAILED = re.compile(r"^(?:FAILED|ERROR) \S*?(?:::(\S+))?(?: |$)", re.MULTILINE)
_TEST_TIMEOUT = 60
"""Seconds for one test: a bug may make it wait for ever, which counts as noticed."""
_EXIT_PASSED, _EXIT_FAILED = 0, 1


@dataclass(frozen=True)
class Verdict:
    """What the tests said: ``killed``, ``survived``, ``broken`` or ``timed out``.

    `by` is the test that fell, or the end of what pytest wrote where its tests did not run.
    """

    word: str
    by: str = ""
    seconds: float = 0.0

    @property
    def killed(self) -> bool:
        """Whether a test has fallen."""
        return self.word == "killed"

    @property
    def is_clear(self) -> bool:
        """Whether the tests have run to an end."""
        return self.word in ("killed", "survived")


class ProjectCopy:
    """A copy of the project in *folder*, which must not exist; used by one thread at a time."""

    def __init__(self, folder: Path, timeout: float, compiled: Path | None = None) -> None:
        """Copy the project as it is now; compiled modules are linked from *compiled*, a copy."""
        self.path = folder / "project"
        self._timeout = timeout
        self._scratch = folder / "scratch"
        self._running: subprocess.Popen[str] | None = None
        self._lock = Lock()
        self._stopped = False
        self._scratch.mkdir(parents=True)
        self.path.mkdir()
        for name in _COPIED:
            self._copy(name, compiled)

    def _copy(self, name: str, compiled: Path | None) -> None:
        def copy(source: str, target: str) -> None:
            if compiled is not None and source.endswith(_COMPILED):
                with suppress(OSError):  # where the file system has no links
                    os.link(compiled / Path(source).relative_to(ROOT), target)
                    return
            shutil.copy2(source, target)

        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, self.path / name, ignore=_LEFT_OUT, copy_function=copy)
        else:
            shutil.copy2(ROOT / name, self.path / name)

    def judge(self, mutant: Mutant) -> Verdict:
        """Plant *mutant*, run its tests and take it out again."""
        path = self.path / mutant.file
        sound = path.read_text(encoding="utf-8")
        path.write_text(mutant.applied_to(sound), encoding="utf-8")
        try:
            return self.test(mutant.tests)
        finally:
            path.write_text(sound, encoding="utf-8")

    def test(self, tests: Sequence[str]) -> Verdict:
        """Run *tests* until one of them fails."""
        begun = time.monotonic()
        word, by = self._run(tests)
        return Verdict(word, by, time.monotonic() - begun)

    def _run(self, tests: Sequence[str]) -> tuple[str, str]:
        shutil.rmtree(self._scratch, ignore_errors=True)
        self._scratch.mkdir()
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "PYTHONDONTWRITEBYTECODE": "1",
            # A test that has fallen may leave threads behind, which abort the process at its end.
            "PYTHONUNBUFFERED": "1",
            "TMPDIR": str(self._scratch),
        }
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider"]
        command += ["-o", f"timeout={_TEST_TIMEOUT}"]
        with self._lock:
            if self._stopped:
                return "broken", "interrupted"
            process = self._running = subprocess.Popen(
                [*command, f"--basetemp={self._scratch / 'tests'}", *tests],
                cwd=self.path,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                # With what the tests start, it is ended as one group.
                start_new_session=True,
            )
        with process:
            try:
                output, _ = process.communicate(timeout=self._timeout)
            except subprocess.TimeoutExpired:
                _end(process)
                return "timed out", ""
            finally:
                with self._lock:
                    self._running = None
        if process.returncode == _EXIT_PASSED:
            return "survived", ""
        fallen = next(filter(None, _FAILED.findall(output)), "")
        if process.returncode == _EXIT_FAILED or (process.returncode < 0 and fallen):
            return "killed", fallen
        return "broken", f"{process.returncode}: " + " ".join(output.split())[-300:]

    def stop(self) -> None:
        """End the tests that are running, and run no others; any thread may call this."""
        with self._lock:
            self._stopped = True
            if self._running is not None:
                _end(self._running)


def _end(process: subprocess.Popen[str]) -> None:
    """End *process* and what it has started."""
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
