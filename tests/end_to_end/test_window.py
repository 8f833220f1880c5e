"""The program as a user starts it: a process on an X server, driven by real mouse and key events.

Nothing of the program runs in the test's process; what happens is read from the game's file.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.processes import without_display

pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="There is no Xvfb or xdotool."
)
SCREEN = (1280, 900)
PATIENCE = 30.0
"""Nobody waits longer for anything, in seconds."""


@pytest.fixture
def display() -> Iterator[str]:
    """The name of an X server's display of its own."""
    reader, writer = os.pipe()
    size = f"{SCREEN[0]}x{SCREEN[1]}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", size, "-nolisten", "tcp"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        with os.fdopen(reader) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait(PATIENCE)


class Program:
    """Kalahloa as a process with a window, and hands that reach it through the X server."""

    def __init__(self, display: str, home: Path, *arguments: str) -> None:
        self.home = home
        self._environment = without_display() | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
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
            assert self.process.poll() is None, "The program has ended."
            answer = self._xdotool("search", "--onlyvisible", "--name", "Kalahloa", check=False)
            found[:] = answer.split()
            return bool(found)

        wait_until(look)
        # There is no window manager that would do it.
        self._xdotool("windowfocus", "--sync", found[0])
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

    def press(self, keys: str) -> None:
        """Press *keys*, such as ``ctrl+z``."""
        self._xdotool("key", keys)

    def type_line(self, text: str) -> None:
        """Type *text* and press Enter."""
        self._xdotool("type", "--delay", "10", text)
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
        files = sorted(self.home.rglob("*.kalahloa"))
        if not files:
            return [], 0
        assert len(files) == 1
        plain = json.loads(files[0].read_text(encoding="utf-8"))
        return [node["move"] for node in plain["nodes"]], plain["current"]

    def wait_for(self, moves: list[str], current: int) -> None:
        """Wait until the file holds *moves*, with *current* as the number of the current node."""
        wait_until(lambda: self.game() == (moves, current), lambda: repr(self.game()))

    def end(self) -> tuple[int, str]:
        """Send SIGTERM; return the exit code and what was printed on standard error."""
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors


def wait_until(condition: Callable[[], bool], tell: Callable[[], str] = str) -> None:
    """Wait until *condition* holds; fail, with what *tell* returns, after `PATIENCE`."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"It has not happened within {PATIENCE:g} s. {tell()}")
        time.sleep(0.02)


@pytest.fixture
def start(display, fresh_settings) -> Iterator[Callable[..., Program]]:
    """Return a function that starts the program with its arguments."""
    started: list[Program] = []

    def run(*arguments: str) -> Program:
        started.append(Program(display, fresh_settings, *arguments))
        return started[-1]

    yield run
    for program in started:
        if program.process.poll() is None:
            program.process.kill()
            program.process.communicate()


def click_until_a_move_is_made(program: Program, before: list[str]) -> None:
    """Click places of the board's nearer half until one of them is a pit that can be played."""
    width, height = program.size()
    for share in range(10, 60, 3):
        program.click(width * share // 100, height * 64 // 100)
        deadline = time.monotonic() + 0.6
        while time.monotonic() < deadline:
            if len(program.game()[0]) > len(before):
                return
            time.sleep(0.02)
    raise AssertionError("No click has made a move.")


def test_a_game_is_played_by_mouse_and_keys_and_found_again_after_sigterm(start):
    program = start("--game", "kalah")
    program.press("F2")
    program.type_line("player north human")
    program.type_line("3")
    program.wait_for(["3"], 1)
    program.type_line("6")
    program.wait_for(["3", "6"], 2)

    program.press("ctrl+z")
    program.wait_for(["3", "6"], 1)
    program.press("ctrl+shift+z")
    program.wait_for(["3", "6"], 2)
    program.press("ctrl+z")
    program.press("ctrl+z")
    program.wait_for(["3", "6"], 0)

    program.press("F2")
    click_until_a_move_is_made(program, ["3", "6"])
    moves, current = program.game()
    code, errors = program.end()
    assert code == 128 + signal.SIGTERM
    assert "Traceback" not in errors
    assert len(moves) == 3
    assert current == 3

    again = start()
    again.press("ctrl+z")
    again.wait_for(moves, 0)
    again.press("ctrl+k")
    again.type_line("redo")
    again.wait_for(moves, 3)
    code, errors = again.end()
    assert code == 128 + signal.SIGTERM
    assert "Traceback" not in errors
