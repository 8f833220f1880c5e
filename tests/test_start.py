"""What the start of the window does without, each in a process of its own."""

import ast
import subprocess
import sys

import pytest

from kalahloa.controllers.work.late_imports import LATE
from kalahloa.views.window.late_views import LATE_VIEWS
from tests.processes import without_display

_OF_LIBRARY = "kalahloa.models.storage.file_lock"
"""What the thread that opens the library may have imported already."""
_LATE = (
    "importlib.metadata",
    "uuid",
    "sgfmill",
    "kalahloa.controllers.saving.library_importer",
    "kalahloa.models.games.loa.game",
    "kalahloa.models.library.importer",
    "kalahloa.models.library.readers",
    "kalahloa.models.notation.paste_import",
    "kalahloa.models.notation.sgf.writer",
    "kalahloa.views.dialogs.dialog",
    "kalahloa.views.dialogs.new_game",
    "kalahloa.views.dialogs.player_chooser",
    "kalahloa.views.dialogs.position_editor",
    "kalahloa.views.dialogs.preferences",
    "kalahloa.views.items.games_table",
    "kalahloa.views.panels.analysis",
    "kalahloa.views.panels.comment",
    "kalahloa.views.panels.explorer",
    "kalahloa.views.panels.games",
    "kalahloa.views.panels.graph",
    "kalahloa.views.panels.preview",
    "kalahloa.views.window.exports",
    "kalahloa.views.window.help_window",
    "kalahloa.views.window.palette",
    *(name for name in LATE if name != _OF_LIBRARY),
)
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
        "import sys\nfrom kalahloa import app\n"
        "from kalahloa.controllers.work import late_imports\n"
        "late_imports.BEGIN_MS = 600_000\n"  # a busy machine may take longer than usual to start
        "application = app.make_application(['kalahloa'])\n"
        "window = app.make_window('tictactoe')\nwindow.show()\napplication.processEvents()\n"
        f"print([name for name in {_LATE} if name in sys.modules])\nwindow.close()"
    )

    assert output(program, tmp_path) == ["[]"]


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


def test_what_is_imported_later_is_imported_module_by_module(tmp_path):
    # One that brought others with it would hold up the window for longer.
    program = (
        "import sys\nfrom importlib import import_module\nfrom kalahloa import app\n"
        "import kalahloa.models.games.tictactoe.game\n"  # as where the window begins with it
        "def ours():\n"
        "    return {name for name in sys.modules if name.startswith('kalahloa.')\n"
        "            and not hasattr(sys.modules[name], '__path__')}\n"
        f"for name in {LATE + LATE_VIEWS}:\n"
        "    before = ours()\n    import_module(name)\n"
        "    if len(ours() - before) > 1:\n        print(name, ours() - before)\n"
        "print('all')"
    )

    assert output(program, tmp_path) == ["all"]


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
        "from kalahloa.controllers.work import late_imports\n"
        "late_imports.BEGIN_MS, late_imports.PAUSE_MS = 1, 0\n"
        "class Watched(late_imports.LateImports):\n"
        "    def __init__(self, window, modules):\n"
        "        super().__init__(window, modules)\n"
        "        print([name for name in late_imports.LATE if name in sys.modules"
        f" and name != {_OF_LIBRARY!r}])\n"
        "        self.frozen = gc.get_freeze_count()\n"
        "        self.finished.connect(self.end)\n"
        "    def end(self):\n"
        "        frozen = self.frozen + 10_000\n"
        "        QTimer.singleShot(0, lambda: print(gc.get_freeze_count() > frozen))\n"
        "        QTimer.singleShot(0, self.parent().close)\n"
        "app.LateImports = Watched\napp.run_window('tictactoe')\n"
        f"print([name for name in {LATE + LATE_VIEWS} if name not in sys.modules])"
    )

    assert output(program, tmp_path) == ["[]", "True", "[]"]


def test_garbage_is_looked_for_by_the_window_alone_as_long_as_it_is_there(tmp_path):
    assert output(_WINDOW, tmp_path) == ["made False", "shown False True", "ended False"]
