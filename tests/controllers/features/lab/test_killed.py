"""What was typed in the lab and written is there after the program was killed."""

import signal
import subprocess
import sys

import pytest

from kalahloa.models.heuristics.drafts import Drafts
from kalahloa.models.storage.user_data import data_folder

TYPIST = """
from PySide6.QtCore import QCoreApplication, QTimer
from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.registry import find_game

application = QCoreApplication([])
app = open_app(find_game("loa"))
lab = app[Lab]
lab.new("mine", "# 0")
count = 0

def type_on():
    global count
    count += 1
    lab.edit("mine", f"# {count}" + "x" * (count % 700))
    if not count % 10:
        assert lab._filing.wait()
        print(count, flush=True)

timer = QTimer()
timer.timeout.connect(type_on)
timer.start(1)
application.exec()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize("told", [1, 4, 9])
def test_a_killed_program_has_kept_what_was_typed(told):
    with subprocess.Popen([sys.executable, "-c", TYPIST], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in range(told):
            count = int(process.stdout.readline())
        process.kill()

    (draft,) = Drafts(data_folder() / "heuristics").read("loa")
    assert draft.name == "mine"
    assert int(draft.text.rstrip("x").removeprefix("# ")) >= count
