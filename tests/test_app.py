"""The window as a process: how signals and errors end it."""

import subprocess
import sys
from pathlib import Path

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.storage.user_data import LIBRARY_FILE
from tests.disk import Disk, write_record
from tests.processes import without_display

if sys.platform == "win32":
    pytest.skip("Windows has no such signals.", allow_module_level=True)

# Opens the window, plays three plies and sends a signal to itself before the last one is saved.
_PROGRAM = """
import os, signal, sys
from PySide6.QtCore import QTimer
from kalahloa import app

make_window = app.make_window

def play_and_signal(window):
    window.show_view(text=True)
    for line in ("player o human", "1", "2", "3"):
        window.text.line.setText(line)
        window.text.line.returnPressed.emit()
    os.kill(os.getpid(), signal.Signals[sys.argv[1]])
    print("visible" if window.isVisible() else "closed", flush=True)

def make(*arguments):
    window = make_window(*arguments)
    if sys.argv[2:] == ["raising"]:
        window.saveGeometry = lambda: 1 / 0
    QTimer.singleShot(0, lambda: play_and_signal(window))
    return window

app.make_window = make
sys.exit(app.run_window("tictactoe"))
"""


def _end_window(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", _PROGRAM, *arguments],
        env=without_display() | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def _kept_moves(home: Path) -> list[list[str]]:
    """Return the moves of each game that is kept, in the order of play."""
    (path,) = home.rglob(LIBRARY_FILE)
    return [[node.text for node in record.line()] for record in Disk(path).records()]


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_closes_the_window_and_the_last_ply_is_saved(fresh_settings, name, code):
    result = _end_window(name)

    assert (result.returncode, result.stderr) == (code, "")
    assert _kept_moves(fresh_settings) == [["1", "2", "3"]]


def test_a_signal_does_not_interrupt_running_code(fresh_settings):
    result = _end_window("SIGINT")

    assert (result.returncode, result.stdout, result.stderr) == (130, "visible\n", "")


def test_every_step_of_closing_runs_whatever_another_raises(fresh_settings):
    result = _end_window("SIGTERM", "raising")

    assert result.returncode == 143
    assert "ZeroDivisionError" in result.stderr
    assert _kept_moves(fresh_settings) == [["1", "2", "3"]]


# -- a file and the log ----------------------------------------------------------------------------

# Opens the window with a file and closes it when the game has been opened or refused.
_WITH_FILE = """
import sys
from pathlib import Path
from PySide6.QtCore import Qt, QTimer
from kalahloa import app
from kalahloa.controllers.saving.keeper import Keeper

def end(what):
    print(what)
    QTimer.singleShot(0, app.QApplication.closeAllWindows)

init = Keeper.__init__

def made(self, *words, **more):
    init(self, *words, **more)
    self.opened.connect(lambda path: end(f"opened {path.name}"))
    self.failed.connect(lambda sentence: end(f"failed {sentence}"))

Keeper.__init__ = made
sys.exit(app.run_window(file=Path(sys.argv[1])))
"""


def _open_file(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _WITH_FILE, str(path)],
        env=without_display() | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_file_on_the_command_line_is_opened_and_the_log_says_so(fresh_settings, tmp_path):
    path = tmp_path / "mine.kalahloa"
    record = Record(find_game("loa"))
    record.play(record.position.read_move("b1-b3"))
    write_record(path, record)

    result = _open_file(path)

    assert (result.returncode, result.stdout) == (0, "opened mine.kalahloa\n")
    assert _kept_moves(fresh_settings) == [["b1-b3"]]
    (log,) = fresh_settings.rglob("kalahloa.log")
    told = log.read_text(encoding="utf-8")
    assert "Opened game 1: loa, 2 nodes" in told
    assert "Screen: 800 x 800, scale 1, offscreen" in told


def test_a_damaged_file_on_the_command_line_opens_the_window_which_says_so(
    fresh_settings, tmp_path
):
    path = tmp_path / "mine.kalahloa"
    path.write_text("damaged", encoding="utf-8")

    result = _open_file(path)

    assert result.returncode == 0
    assert result.stdout.startswith("failed ")
    assert "mine.kalahloa is not a game" in result.stdout


_FAILING = """
import sys
from kalahloa import app
from kalahloa.cli.main import main

class Window(app.MainWindow):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        raise KeyError("a plug-in's")

app.MainWindow = Window
sys.exit(main(sys.argv[1:]))
"""


def test_what_keeps_the_window_from_being_made_is_said_in_a_sentence(fresh_settings):
    result = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", _FAILING, "--game", "tictactoe"],
        env=without_display() | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert result.returncode == 1
    assert result.stderr == 'kalahloa: The window cannot be opened: "a plug-in\'s".\n'
    (log,) = fresh_settings.rglob("kalahloa.log")
    assert "KeyError" in log.read_text(encoding="utf-8")


def test_what_the_program_keeps_of_a_user_is_for_nobody_else_to_read(fresh_settings):
    _end_window("SIGTERM")

    made = [path for path in fresh_settings.rglob("*") if "Kalahloa" in str(path)]
    assert {path.suffix for path in made} >= {".sqlite", ".log"}
    for path in made:
        if path.suffix in (".sqlite", ".log", ".conf", ".ini", ".kalahloa"):
            assert path.stat().st_mode & 0o077 == 0, path
        if path.is_dir() and path.name == "Kalahloa":
            assert path.stat().st_mode & 0o077 == 0, path


def test_an_unexpected_error_is_in_the_log(fresh_settings):
    _end_window("SIGTERM", "raising")

    (log,) = fresh_settings.rglob("kalahloa.log")
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8")
