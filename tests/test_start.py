"""What the start of the window does without, each in a process of its own."""

import ast
import re
import subprocess
import sys

import pytest

from tests.processes import without_display

_ALLOWED = r"kalahloa\.models\.(library|storage|native)\."
"""What the thread that opens the library may have imported already, and compiled modules."""
_EXTERNAL = ("difflib", "importlib.metadata", "sgfmill", "subprocess", "tomllib", "uuid")
_LATE = """
def late():
    from kalahloa.lazy_imports import _imports
    at_once = ["kalahloa.app", "kalahloa.views.panels.moves", "kalahloa.views.panels.players",
               "kalahloa.models.games.tictactoe.game", "kalahloa.views.boards.tictactoe_board",
               "kalahloa.models.library.readers"]
    for name in at_once:
        at_once += [other for other in _imports(name) if other not in at_once]
    return [name for name, module in sys.modules.items()
            if name.startswith("kalahloa.") and name not in at_once
            and not hasattr(module, "__path__")]
"""
"""Returns the modules that are there though no import outside of functions leads to them: from the
window, the panels that it shows first, tic-tac-toe, and the thread that opens the library."""
_WINDOW = """
import gc, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from kalahloa import app
from kalahloa.cli.main import main

make_window = app.make_window

def make(*arguments):
    print("made", gc.isenabled())
    QTimer.singleShot(0, lambda: print("shown", gc.isenabled(), gc.get_freeze_count() > 10_000))
    QTimer.singleShot(0, QApplication.closeAllWindows)
    return make_window(*arguments)

app.make_window = make
main(["--game", "tictactoe"])
print("ended", gc.isenabled())
"""


def output(program: str, home: object) -> list[str]:
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env=without_display() | {"QT_QPA_PLATFORM": "offscreen", "HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return ended.stdout.splitlines()


def test_nothing_is_imported_that_is_not_needed_at_once(tmp_path):
    program = (
        f"import sys\nfrom kalahloa import app\n{_LATE}\n"
        "from kalahloa.controllers.work import idle_imports\n"
        "idle_imports.BEGIN_MS = 600_000\n"  # a busy machine may take longer than usual to start
        "application = app.make_application(['kalahloa'])\n"
        "window = app.make_window('tictactoe')\nwindow.show()\napplication.processEvents()\n"
        f"print(late())\nprint([name for name in {_EXTERNAL} if name in sys.modules], flush=True)\n"
        "import os\nos._exit(0)"  # its threads may still be busy
    )

    late, external = map(ast.literal_eval, output(program, tmp_path))

    assert [name for name in late if not re.match(_ALLOWED, name)] == []
    assert external == []


def test_large_classes_of_qt_are_not_made_that_are_not_needed_at_once(tmp_path):
    # PySide makes the enumerations of a class when the class is first named or returned, and takes
    # up to 15 ms for it.
    # Watched from outside: PySide crashes where the function that makes them is replaced by one in
    # Python.
    program = (
        "import enum\nimport sys\nmade = []\nmake = enum.EnumType._create_.__code__\n"
        "def record(frame, event, argument):\n"
        "    if event == 'call' and frame.f_code is make:\n"
        "        made.append(str(frame.f_locals['class_name']))\n"
        "sys.setprofile(record)\nfrom kalahloa import app\n"
        "application = app.make_application(['kalahloa'])\n"
        "window = app.make_window('kalah')\nwindow.show()\napplication.processEvents()\n"
        "print(made)\nwindow.close()"
    )

    made = set(ast.literal_eval(output(program, tmp_path)[0]))

    assert "AlignmentFlag" in made
    # Those of QProcess, QStyle and QTreeWidgetItem.
    assert made & {"ProcessState", "StandardPixmap", "ChildIndicatorPolicy"} == set()


@pytest.mark.parametrize("late", ["", "kalahloa.views.dialogs.new_game"])
def test_pyside_does_not_read_the_source_of_what_is_imported(late, tmp_path):
    program = (
        f"import linecache\nimport kalahloa.app\n{'import ' + late if late else ''}\n"
        "print([name for name in linecache.cache if name.endswith(('_window.py', '_game.py'))])"
    )

    assert output(program, tmp_path) == ["[]"]


def test_the_window_imports_the_rest_when_it_is_there(tmp_path):
    program = (
        "import gc\nimport sys\nfrom PySide6.QtCore import QTimer\nfrom kalahloa import app\n"
        "from kalahloa.controllers.work import idle_imports\n"
        "idle_imports.BEGIN_MS, idle_imports.PAUSE_MS = 1, 0\n"
        "class Watched(idle_imports.IdleImports):\n"
        "    def __init__(self, window):\n"
        "        super().__init__(window)\n"
        "        self.frozen = gc.get_freeze_count()\n"
        "        self.finished.connect(self.end)\n"
        "    def end(self):\n"
        "        frozen = self.frozen + 10_000\n"
        "        QTimer.singleShot(0, lambda: print(gc.get_freeze_count() > frozen))\n"
        "        QTimer.singleShot(0, self.parent().close)\n"
        "app.IdleImports = Watched\napp.run_window('tictactoe')\n"
        "from kalahloa.lazy_imports import in_import_order\n"
        "print([name for name in in_import_order()])"
    )

    assert output(program, tmp_path) == ["True", "[]"]


def test_garbage_is_looked_for_by_the_window_alone_as_long_as_it_is_there(tmp_path):
    assert output(_WINDOW, tmp_path) == ["made False", "shown False True", "ended False"]
