"""What the system lacks for Qt, and the one command that installs it."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from kalahloa.cli import qt_requirements
from kalahloa.cli.main import main
from kalahloa.cli.qt_requirements import (
    LIBRARIES,
    how_to_install,
    missing_libraries,
    packages_of,
    what_is_missing,
)
from tests.processes import without_display

_README = Path(__file__).resolve().parents[2] / "README.md"


@pytest.fixture
def bare(monkeypatch):
    """A Linux that has no library but the ones it is told of, an X server and root's rights."""
    there: set[str] = set()

    def load(soname):
        if soname not in there:
            raise OSError(soname)

    monkeypatch.setattr(qt_requirements.sys, "platform", "linux")
    monkeypatch.setattr(qt_requirements.ctypes, "CDLL", load)
    monkeypatch.setattr(qt_requirements.os, "geteuid", lambda: 0)
    monkeypatch.setattr(qt_requirements.shutil, "which", lambda name: None)
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    return there


def test_each_manager_has_a_package_for_each_library():
    for library in LIBRARIES:
        assert len(library.packages) == 5
        assert all(re.fullmatch(r"[a-z0-9][a-zA-Z0-9._+-]+", name) for name in library.packages)


@pytest.mark.parametrize(
    ("manager", "beginning"),
    [
        ("apt-get", "apt-get install libegl1 "),
        ("dnf", "dnf install libglvnd-egl "),
        ("pacman", "pacman -S libglvnd "),
        ("zypper", "zypper install libglvnd "),
        ("apk", "apk add mesa-egl "),
    ],
)
def test_the_command_is_that_of_the_systems_own_package_manager(
    bare, monkeypatch, manager, beginning
):
    bare.add("libglib-2.0.so.0")
    monkeypatch.setattr(qt_requirements.shutil, "which", lambda name: name == manager or None)

    assert how_to_install(missing_libraries(for_x11=True)).startswith(beginning)


def test_only_others_than_root_need_sudo(bare, monkeypatch):
    monkeypatch.setattr(qt_requirements.os, "geteuid", lambda: 1000)

    assert how_to_install(LIBRARIES).startswith("sudo apt-get install libglib2.0-0 ")


def test_a_package_with_several_libraries_is_named_once(bare):
    packages = packages_of(LIBRARIES, "dnf")

    assert packages.count("libxcb") == 1


def test_without_an_x_server_its_libraries_are_not_asked_for(bare, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    bare.update(library.soname for library in LIBRARIES if not library.for_x11)

    assert what_is_missing() == ""


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"DISPLAY": ":0"}, True),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, False),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, False),
        ({"WAYLAND_DISPLAY": "wayland-0", "QT_QPA_PLATFORM": "xcb"}, True),
    ],
)
def test_a_window_opens_on_x11_where_qt_would_take_it(monkeypatch, environment, expected):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert qt_requirements.opens_on_x11() is expected


def test_the_window_names_the_library_and_the_command_instead_of_starting_qt(bare, capsys):
    bare.update(library.soname for library in LIBRARIES)
    bare.remove("libxcb-cursor.so.0")

    assert main(["--game", "kalah"]) == 1

    assert capsys.readouterr().err == (
        "kalahloa: Qt needs libraries that this system lacks (libxcb-cursor.so.0). "
        "Install them with: apt-get install libxcb-cursor0\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit.")
def test_too_little_memory_for_a_window_is_a_sentence_and_no_hang():
    command = shlex.join([sys.executable, "-m", "kalahloa", "--game", "kalah"])
    environment = without_display() | {"QT_QPA_PLATFORM": "offscreen"}

    done = subprocess.run(
        ["/bin/sh", "-c", f"ulimit -v 500000; exec {command}"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert done.stderr == (
        "kalahloa: The window needs 1,200 MiB of address space, and 488 are allowed (ulimit -v); "
        "kalahloa terminal GAME needs less.\n"
    )


def test_an_x_server_that_does_not_answer_is_a_sentence_and_no_abort(monkeypatch, capsys):
    if missing_libraries(for_x11=True):
        pytest.skip("No window can be opened here.")
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setenv("DISPLAY", "localhost:4711")

    assert main(["--game", "kalah"]) == 1

    assert capsys.readouterr().err == (
        "kalahloa: The X server at DISPLAY=localhost:4711 does not answer; "
        "kalahloa terminal GAME needs none.\n"
    )


def test_the_readme_lists_the_packages_of_the_table():
    block = re.search(
        r"sudo apt-get install ((?:[^\n]*\\\n)*[^\n]*)\n", _README.read_text(encoding="utf-8")
    )
    assert block is not None

    listed = block[1].replace("\\\n", " ").split()

    assert listed == ["python3-venv", *packages_of(LIBRARIES, "apt-get")]
