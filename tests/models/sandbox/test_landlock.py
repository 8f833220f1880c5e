"""What the kernel refuses a heuristic, whatever its code does."""

import subprocess
import sys
from pathlib import Path

import pytest

from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.sandbox import landlock
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.text.errors import HeuristicFailed
from tests.models.random_play import start
from tests.processes import ROOT

pytestmark = pytest.mark.skipif(not landlock.version(), reason="The kernel has no Landlock.")

CONFINED = """
import ctypes, os, pathlib, socket, sys
from kalahloa.models.sandbox.landlock import code_folders, restrict
place = pathlib.Path(sys.argv[1])
sys.path.append(str(place / "modules"))
assert restrict(code_folders())


def refused(attempt):
    try:
        attempt()
    except PermissionError:
        return True
    return False
"""
ATTEMPTS = {
    "read a file of the user's": "(place / 'note').read_text()",
    "read a file by a C function": "os.open(place / 'note', os.O_RDONLY)",
    "list a folder": "os.listdir(place)",
    "write a file": "(place / 'note').write_text('x')",
    "make a file": "(place / 'new').touch()",
    "write among the modules": "(place / 'modules' / 'new.py').touch()",
    "make a pipe": "os.mkfifo(place / 'pipe')",
    "make a folder": "(place / 'folder').mkdir()",
    "make a link": "(place / 'link').symlink_to('note')",
    "delete a file": "(place / 'note').unlink()",
    "move a file": "(place / 'note').rename(place / 'other')",
    "read the passwords": "open('/etc/passwd')",
    "start a program": "os.execv('/bin/true', ['true'])",
    "start Python": "os.execv(sys.executable, [sys.executable, '-V'])",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "note").write_text("mine", encoding="utf-8")
    (tmp_path / "modules").mkdir()
    return tmp_path


def test_the_kernel_refuses_all_files_but_code_and_every_change(place):
    script = CONFINED + "".join(
        f"assert refused(lambda: {attempt}), {what!r}\n" for what, attempt in ATTEMPTS.items()
    )
    if landlock.version() >= 4:
        script += "assert refused(lambda: socket.create_connection(('127.0.0.1', 9)))\n"
    if landlock.version() >= 6:
        script += "assert refused(lambda: os.kill(os.getppid(), 0))\n"
    done = subprocess.run(
        [sys.executable, "-c", script, str(place)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert sorted(one.name for one in place.rglob("*")) == ["modules", "note"]
    assert (place / "note").read_text(encoding="utf-8") == "mine"


def test_modules_of_python_and_of_libraries_are_found_as_ever(place):
    script = (
        CONFINED
        + "import decimal, sqlite3, ssl, zoneinfo, hypothesis\n"
        + "from kalahloa.models.games.kalah import game\nassert game.GAME.knowledge\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(place)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_heuristic_in_the_sandbox_reads_no_file_of_the_users(place):
    text = f"def evaluate(position):\n    return len(open({str(place / 'note')!r}).read())\n"
    source = HeuristicSource("reading", "kalah", text)
    with Sandbox() as sandbox, pytest.raises(HeuristicFailed, match="Permission denied"):
        sandbox.evaluate(source, [start("kalah")])
