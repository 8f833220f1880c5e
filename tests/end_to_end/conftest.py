"""An X server, a session bus, and the program with a screen reader beside it."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator

import pytest

from tests.end_to_end.program import PATIENCE, Program
from tests.end_to_end.screen_reader import ScreenReader

SCREEN = (1280, 900)


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """The name of an X server's display of its own."""
    reader, writer = os.pipe()
    size = f"{SCREEN[0]}x{SCREEN[1]}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", size, "-nolisten", "tcp", "-r"],
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


@pytest.fixture(scope="session")
def desktop(display: str) -> Iterator[dict[str, str]]:
    """A session of its own on the display, with a bus and a window manager.

    Returns the environment of programs in it.  The bus starts the services of accessibility.
    """
    # Short, as it is part of the names of sockets.
    folder = tempfile.mkdtemp(prefix="session-")
    session = {"DISPLAY": display, "XDG_RUNTIME_DIR": folder, "HOME": folder}
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
        env=os.environ | session,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert bus.stdout is not None
    session["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
    manager = subprocess.Popen(
        ["openbox", "--sm-disable"],
        env=os.environ | session,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield {name: value for name, value in session.items() if name != "HOME"}
    finally:
        manager.terminate()
        manager.wait(PATIENCE)
        os.killpg(bus.pid, signal.SIGTERM)
        bus.wait(PATIENCE)
        bus.stdout.close()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def start(display: str, fresh_settings) -> Iterator[Callable[..., Program]]:
    """Return a function that starts the program with its arguments."""
    started: list[Program] = []

    def run(*arguments: str, desktop: dict[str, str] | None = None) -> Program:
        started.append(Program(display, fresh_settings, *arguments, desktop=desktop))
        return started[-1]

    yield run
    for program in started:
        if program.process.poll() is None:
            program.process.kill()
            program.process.communicate()


@pytest.fixture
def start_read(
    start, desktop, fresh_settings
) -> Iterator[Callable[..., tuple[Program, ScreenReader]]]:
    """Return a function that starts the program, with a screen reader that reads it.

    Animations are off: keys that are pressed during one do nothing but end it.
    """
    settings = fresh_settings / "config" / "Kalahloa" / "Kalahloa.conf"
    settings.parent.mkdir()
    settings.write_text("[preferences]\nspeed=0\nthink_seconds=0\n", encoding="utf-8")
    readers: list[ScreenReader] = []
    always = {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}

    def run(*arguments: str) -> tuple[Program, ScreenReader]:
        reader = ScreenReader(os.environ | desktop)
        readers.append(reader)
        program = start(*arguments, desktop=desktop | always)
        reader.read(program.process.pid)
        return program, reader

    yield run
    for reader in readers:
        reader.end()
