"""The notebook, a feature of a package from outside: its commands, its panel and its state."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests import plugin

_WINDOW = """
import json
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from kalahloa import app
from notebook.state import NotebookState

application = app.make_application(["kalahloa"])
window = app.make_window("kalah")
window.show()
window.activateWindow()
document, found = window._app.document, {}
application.processEvents()

def answer(line):
    QTest.keyClicks(window.text.line, line)
    QTest.keyClick(window.text.line, Qt.Key.Key_Return)
    application.processEvents()
    return window.text.messages.toPlainText().splitlines()[-1]

def here():
    return [note.words for note in document.place[NotebookState].here]

def entry(title):
    return [one.reason for one in window._palette_entries() if one.title == title]

actions = window.actions_by_name
window.show_view(text=True)
found["kept"] = len(document.place[NotebookState].notes)
found["menu"] = [one.text() for one in window.menus["edit"].actions() if "osition" in one.text()]
found["refused"] = [answer("forget"), entry("Forget position")]
found["typed"] = [answer("help note"), answer("note even"), here()]
found["possible"] = actions["forget-position"].isEnabled(), entry("Forget position")
document.set_players((document.players[0],) * 2)
answer("1")
found["moved"] = here(), actions["forget-position"].isEnabled()
actions["undo"].trigger()
found["undone"] = here()
panel = window.panel_host.panel("notebook")
found["panel"] = window.rooms.is_shown("notebook"), panel.title, panel.words.text()
QTest.mouseClick(panel.button, Qt.MouseButton.LeftButton)
found["pressed"] = here()
answer("new loa")
found["other game"] = here(), len(document.place[NotebookState].notes)
window.close()
print(json.dumps(found))
"""


@pytest.fixture
def run(tmp_path):
    """Return a function that runs Python with the package installed, and returns its output."""
    plugin.write_metadata(tmp_path, plugin.NOTEBOOK)
    places = {
        "PYTHONPATH": plugin.search_path(tmp_path, plugin.NOTEBOOK),
        "KALAHLOA_PLUGINS": str(tmp_path),
        "QT_QPA_PLATFORM": "offscreen",
    }

    def call(*arguments: str, lines: str = "") -> str:
        ended = subprocess.run(
            [sys.executable, *arguments],
            env=os.environ | places,
            input=lines,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    return call


def test_a_feature_from_outside_has_its_place_in_the_window(run):
    first: dict[str, Any] = json.loads(run("-c", _WINDOW))
    kept = json.loads(run("-c", _WINDOW))["kept"]

    why_not = "There is no note on this position."
    assert first == {
        "kept": 0,
        "menu": ["Note &position", "&Forget position"],
        "refused": [why_not, [why_not]],
        "typed": ["note [WORDS]: Write the position shown into the notebook.", "Noted.", ["even"]],
        "possible": [True, [""]],
        "moved": [[], False],
        "undone": ["even"],
        "panel": [True, "Notebook", "even · 1 in all"],
        "pressed": ["even", ""],
        "other game": [[], 2],
    }
    assert kept == 2


def test_its_commands_are_typed_in_the_terminal(run):
    lines = "clock 5\nnote even\n3\nnotebook\nhelp forget\nquit\n"

    shown = run("-m", "kalahloa", "terminal", "kalah", "--second", "human", lines=lines)

    start = "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"
    assert f"{start} even (South has 5:00, North has 5:00.)" in shown.splitlines()
    assert "forget: Delete the notes on the position shown." in shown.splitlines()
