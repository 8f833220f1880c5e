"""The window as a process, where the library cannot be used: it says so, and play goes on."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import PySide6
import pytest

from kalahloa.controllers.saving.game_files import read_record
from kalahloa.models.library.library import Library
from kalahloa.models.storage.user_data import LIBRARY_FILE
from tests.disk import Disk
from tests.processes import without_display

if not sys.platform.startswith("linux"):
    pytest.skip("The trouble is made in Linux's ways.", allow_module_level=True)

NOBODY = 54321
"""A user without a name or a home folder."""
IS_ROOT = os.geteuid() == 0 and shutil.which("setpriv") is not None

# Opens the window, plays, waits for what stays in the status line, runs the command that ends the
# trouble, and waits until nothing is said any more.
_PROGRAM = """
import json, os, subprocess, sys
from PySide6.QtCore import QTimer
from kalahloa import app
from kalahloa.controllers.saving import library_writer
from kalahloa.models.library.library import Library

make_window = app.make_window
open_library = Library.open
before, after = json.loads(sys.argv[1])
said = {"stays": [], "failed": [], "moves": 0}

def run(window):
    keeper, status = window._keeper, window.status
    keeper._retry.setInterval(50)
    keeper.failed.connect(said["failed"].append)

    def play(text):
        window.show_view(text=True)
        window.text.line.setText(text)
        window.text.line.returnPressed.emit()

    def begin():
        play("player o human")
        play("1")
        keeper.save()
        if before:
            subprocess.run(before, shell=True, check=True)
        play("2")
        # More than there is room for in the log, where a full disk is no trouble yet.
        window._app.study.comment(window._app.document.node, "x" * 90_000)
        keeper.save()
        QTimer.singleShot(0, fail)

    def fail():
        if not keeper.failure:
            QTimer.singleShot(20, fail)
            return
        said["stays"].append(status.failure.text())
        play("3")
        keeper.save()
        said["stays"].append(status.failure.text())
        said["moves"] = window._app.document.node.ply
        if after:
            subprocess.run(after, shell=True, check=True)
            QTimer.singleShot(0, mend)
        else:
            window.close()

    def mend():
        if keeper.failure:
            QTimer.singleShot(20, mend)
            return
        said["stays"].append(status.failure.text())
        window.close()

    QTimer.singleShot(0, begin)

def make(*arguments):
    window = make_window(*arguments)
    run(window)
    return window

def open_at_once(path, create=True, patience=0.0):
    return open_library(path, create, min(patience, 0.2))

app.make_window = make
# A lock is waited for as everywhere, but not for so long.
Library.open = open_at_once
library_writer.MAX_WAIT_SECONDS = 1.0
app.run_window("tictactoe")
print(json.dumps(said))
"""


def run_window(
    folder: Path | None,
    before: str = "",
    after: str = "",
    user: tuple[str, ...] = (),
    temporary: Path | None = None,
) -> dict[str, Any]:
    """Return what the window with the library in *folder* has said.

    *user* is the beginning of a command that starts the program for another user, *temporary* the
    folder for temporary files.
    """
    environment = without_display() | {"QT_QPA_PLATFORM": "offscreen"}
    if folder is not None:
        environment["KALAHLOA_DATA"] = str(folder)
    else:
        for name in ("HOME", "KALAHLOA_DATA", "XDG_DATA_HOME"):
            environment.pop(name, None)
    if temporary is not None:
        environment["TMPDIR"] = str(temporary)
    result = subprocess.run(
        [*user, sys.executable, "-c", _PROGRAM, json.dumps([before, after])],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "Traceback" not in result.stderr, result.stderr
    assert result.stdout, result.stderr
    return json.loads(result.stdout.splitlines()[-1])


def kept(folder: Path) -> set[tuple[str, ...]]:
    return Disk(folder / LIBRARY_FILE).lines()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on a disk of a megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "none", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("Only root may mount a disk.")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_on_a_full_disk_one_sentence_stays_until_there_is_room(fresh_settings, small_disk):
    filler = small_disk / "filler"

    said = run_window(small_disk, f"cat /dev/zero > {filler} || true", f"rm {filler}")

    first, second, last = said["stays"]
    assert "the disk is full" in first
    assert (second, last) == (first, "")
    assert said["moves"] == 3
    assert said["failed"] == [first]
    assert kept(small_disk) == {("1", "2", "3")}


@pytest.mark.skipif(not IS_ROOT, reason="Only root may become another user.")
def test_in_a_folder_that_is_read_only_the_game_is_kept_when_it_can_be(fresh_settings, tmp_path):
    folder = tmp_path / "read-only"
    folder.mkdir()
    folder.chmod(0o500)
    ordinary = ("setpriv", "--bounding-set=-dac_override")

    said = run_window(folder, "", f"chmod 700 {folder}", ordinary)

    assert "read-only" in said["stays"][0]
    assert said["stays"][1:] == [said["stays"][0], ""]
    assert kept(folder) == {("1", "2", "3")}


def others_may_look() -> bool:
    """Return whether other users find Qt's files, at which Qt looks without privileges."""
    folder = Path(PySide6.__file__).parent
    return all(above.stat().st_mode & 0o001 for above in (folder, *folder.parents))


@pytest.mark.skipif(not IS_ROOT, reason="Only root may become another user.")
@pytest.mark.skipif(not others_may_look(), reason="Qt is where other users may not look.")
def test_without_a_home_folder_the_window_starts_and_says_so(fresh_settings, tmp_path):
    # It may read all files, also Python's own.
    nobody = ("setpriv", f"--reuid={NOBODY}", "--clear-groups", "--inh-caps=+dac_override")

    said = run_window(None, user=(*nobody, "--ambient-caps=+dac_override"), temporary=tmp_path)

    assert "no home folder" in said["stays"][0]
    assert said["stays"] == [said["stays"][0]] * 2
    assert said["moves"] == 3
    (file,) = tmp_path.glob("kalahloa-*/*.kalahloa")
    assert (file.parent.stat().st_mode | file.stat().st_mode) & 0o077 == 0
    assert [node.text for node in read_record(file)[0].line()] == ["1", "2", "3"]


def test_a_library_of_a_newer_version_is_left_and_the_game_goes_on(fresh_settings, tmp_path):
    path = tmp_path / LIBRARY_FILE
    Library.open(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
    before = path.read_bytes()

    said = run_window(tmp_path)

    assert "newer version" in said["stays"][0]
    assert said["stays"] == [said["stays"][0]] * 2
    assert said["moves"] == 3
    assert path.read_bytes() == before


def test_a_library_that_another_program_locks_is_written_when_it_ends(fresh_settings, tmp_path):
    path = tmp_path / LIBRARY_FILE
    Library.open(path).close()
    lock = (
        "import sqlite3, time\n"
        f"database = sqlite3.connect({str(path)!r}, isolation_level=None)\n"
        "database.execute('BEGIN EXCLUSIVE')\n"
        "print('locked', flush=True)\n"
        "time.sleep(100)\n"
    )
    with subprocess.Popen([sys.executable, "-c", lock], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()

        said = run_window(tmp_path, "", f"kill -9 {other.pid}")

    assert "Another program has locked" in " ".join(said["failed"])
    assert said["stays"][-1] == ""
    assert said["moves"] == 3
    assert kept(tmp_path) == {("1", "2", "3")}
