"""The program as a user starts it: a process on an X server, and hands that reach it there.

Nothing of the program runs in the test's process.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.storage.user_data import LIBRARY_FILE
from tests.disk import Disk
from tests.processes import without_display

PATIENCE = 30.0
"""Nobody waits longer for anything, in seconds."""
MAX_ERRORS = 1 << 20
MUST_RUN = "KALAHLOA_END_TO_END"
"""A variable of the environment that is set where these tests must not be skipped."""


def need(*programs: str, also: Callable[[], bool] = lambda: True) -> pytest.MarkDecorator:
    """Return a mark that skips a module's tests where a program, or *also*, is not to be had.

    Where the variable `MUST_RUN` is set, nothing is skipped: the tests fail for want of it.
    """
    missing = [program for program in programs if shutil.which(program) is None]
    is_missing = bool(missing) or not also()
    reason = f"There is no {' or '.join(missing) or 'AT-SPI'} here."
    return pytest.mark.skipif(is_missing and not os.environ.get(MUST_RUN), reason=reason)


class Program:
    """Kalahloa as a process with a window, and hands that reach it through the X server."""

    def __init__(
        self, display: str, home: Path, *arguments: str, desktop: dict[str, str] | None = None
    ) -> None:
        """Start it with *arguments*, in a *desktop* with a window manager if there is one.

        *desktop* is then added to the environment.
        """
        self.home = home
        self._environment = without_display() | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        self._environment |= desktop or {}
        # A window that is focused without the manager's knowledge would lose the focus again.
        self._focus = "windowfocus" if desktop is None else "windowactivate"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kalahloa", *arguments],
            env=self._environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.window = self._find_window()

    def _find_window(self) -> str:
        found: list[str] = []

        def look() -> bool:
            if self.process.poll() is not None:
                _, errors = self.process.communicate()
                raise AssertionError(f"The program ended with {self.process.returncode}: {errors}")
            answer = self._xdotool("search", "--onlyvisible", "--name", "Kalahloa", check=False)
            found[:] = answer.split()
            return bool(found)

        wait_until(look)
        self._xdotool(self._focus, "--sync", found[0])
        return found[0]

    def _xdotool(self, *arguments: str, check: bool = True) -> str:
        return subprocess.run(
            ["xdotool", *arguments],
            env=self._environment,
            check=check,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        ).stdout

    def press(self, *keys: str) -> None:
        """Press *keys* one after the other, such as ``ctrl+z``."""
        presses: list[str] = []
        for key in keys:
            modifier, _, letter = key.rpartition("+")
            # Qt passes keys on only when the services of accessibility have seen them, but acts on
            # shortcuts at once: were Alt not held as long as by a hand, its own key would come to,
            # and close, the menu that it has opened.
            held = ["keydown", "alt", "sleep", "0.15", "key", letter, "keyup", "alt"]
            presses += held if modifier == "alt" else ["key", "--delay", "10", key]
        self._xdotool(*presses)

    def type_text(self, text: str) -> None:
        """Type *text*."""
        self._xdotool("type", "--delay", "10", text)

    def type_line(self, text: str) -> None:
        """Type *text* and press Enter."""
        self.type_text(text)
        self.press("Return")

    def click(self, x: int, y: int) -> None:
        """Click at a place of the window."""
        self._xdotool("mousemove", "--window", self.window, str(x), str(y), "click", "1")

    def size(self) -> tuple[int, int]:
        """Return the window's width and height."""
        answer = self._xdotool("getwindowgeometry", "--shell", self.window)
        facts = dict(line.split("=") for line in answer.split())
        return int(facts["WIDTH"]), int(facts["HEIGHT"])

    def game(self) -> tuple[list[str], int]:
        """Return the moves in the file of the game, and the number of the current node."""
        records = self._disk().records()
        if not records:
            return [], 0
        (record,) = records
        return [node.text for node in record.nodes[1:]], record.current.number

    def newest(self) -> dict[str, Any]:
        """Return the game that was changed last, as plain values; empty if there is none."""
        games = self._disk().games()
        if not games:
            return {}
        levels = [player.to_json() for player in games[0].players]
        return record_to_json(games[0].record) | {"levels": levels}

    def _disk(self) -> Disk:
        return Disk(next(self.home.rglob(LIBRARY_FILE), self.home / LIBRARY_FILE))

    def wait_for_moves(self, *moves: str) -> None:
        """Wait until the newest game's moves are *moves*."""
        wait_until(
            lambda: [node["move"] for node in self.newest().get("nodes", [])] == list(moves),
            lambda: repr(self.newest()),
        )

    def wait_for(self, moves: list[str], current: int) -> None:
        """Wait until the file holds *moves*, with *current* as the number of the current node."""
        wait_until(lambda: self.game() == (moves, current), lambda: repr(self.game()))

    def errors_so_far(self) -> str:
        """Return what has been printed on standard error until now; `ended` returns the rest."""
        assert self.process.stderr is not None
        pipe = self.process.stderr.fileno()
        os.set_blocking(pipe, False)
        try:
            return os.read(pipe, MAX_ERRORS).decode(errors="replace")
        except BlockingIOError:
            return ""
        finally:
            os.set_blocking(pipe, True)

    def end(self) -> tuple[int, str]:
        """Send SIGTERM; return the exit code and what was printed on standard error."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def ended(self) -> tuple[int, str]:
        """Wait for its end; return the exit code and what was printed on standard error."""
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors


def wait_until(condition: Callable[[], bool], tell: Callable[[], str] = str) -> None:
    """Wait until *condition* holds; fail, with what *tell* returns, after `PATIENCE`."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"It has not happened within {PATIENCE:g} s. {tell()}")
        time.sleep(0.02)
