"""What every test gets: Qt without a screen, and settings of its own."""

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
import time
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

import kalahloa.plain_imports  # noqa: F401  # before what uses Qt
from tests.prompt_bot import PromptBot

# Under nohup, which has it ignored, the programs that tests start would ignore a hangup as well;
# and likewise an interrupt.
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell
    signal.signal(signal.SIGINT, signal.default_int_handler)

_PREFIX = "kalahloa-tests-"
"""How the names of folders in memory begin; the number of the process follows."""
LEAST_ROOM = 4 << 30
"""So many bytes must be free in memory for the files of tests to be there."""


def folder_in_memory() -> str | None:
    """Return a folder for the files of tests that needs no disk; None where there is none.

    Each test has folders of its own, and thousands write to a library durably: on a disk that takes
    longer than what they test.
    """
    folder = "/dev/shm"
    try:
        state = os.statvfs(folder)
    except (OSError, AttributeError):
        return None
    has_room = state.f_bavail * state.f_frsize >= LEAST_ROOM
    runs_programs = not state.f_flag & os.ST_NOEXEC
    return folder if has_room and runs_programs and os.access(folder, os.W_OK) else None


# Hundreds of programs are started: where no bytecode may be kept, each would compile all modules
# again.  It is kept outside the project, and only for this run; workers inherit where.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", "") and "PYTHONPYCACHEPREFIX" not in os.environ:
    os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(
        prefix=f"{_PREFIX}{os.getpid()}-", dir=folder_in_memory()
    )
    atexit.register(shutil.rmtree, os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)

# Games that happen to be installed beside this one are not tested here.
os.environ["KALAHLOA_PLUGINS"] = ""

# Wherever they run: dates and numbers are those of one zone and one locale, which every system has.
os.environ.update(TZ="UTC", LC_ALL="C.UTF-8")
if hasattr(time, "tzset"):
    time.tzset()

# Before anything imports Qt.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


MANY_OBJECTS = 20_000
"""So many new objects are looked through for garbage after a test."""
_OURS = pytest.StashKey[Path]()
"""The folder that was made for this run, and is deleted with it."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Look for garbage between tests only, on their own thread: see `controllers.work.garbage`.

    Keep the files of tests in memory, unless pytest is told where.
    """
    gc.disable()
    folder = folder_in_memory()
    if config.option.basetemp is None and folder is not None:
        _delete_left_behind(Path(folder))
        prefix = f"{_PREFIX}{os.getpid()}-"
        config.stash[_OURS] = ours = Path(tempfile.mkdtemp(prefix=prefix, dir=folder))
        config.option.basetemp = str(ours / "tests")
        os.environ["TMPDIR"] = tempfile.tempdir = str(ours)  # workers inherit it


def _delete_left_behind(folder: Path) -> None:
    """Delete the files of tests that have failed or were killed, unless they still run."""
    for left in folder.glob(f"{_PREFIX}*"):
        number = left.name.removeprefix(_PREFIX).partition("-")[0]
        if left.is_dir() and number.isdigit() and not Path("/proc", number).exists():
            shutil.rmtree(left, ignore_errors=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Delete the files of tests, of which none has failed, from memory."""
    ours = session.config.stash.get(_OURS, None)
    if ours is not None and exitstatus == pytest.ExitCode.OK:
        shutil.rmtree(ours, ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Have each worker begin to import the tests at another place.

    Most of the time in which tests are collected their source is compiled.  So each worker compiles
    a part, and finds the others compiled by its neighbours.
    """
    config = session.config
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    if config.args_source is config.ArgsSource.TESTPATHS and worker:
        names = [
            ".".join(path.relative_to(config.rootpath).with_suffix("").parts)
            for path in sorted((config.rootpath / "tests").rglob("test_*.py"))
        ]
        begin = worker * len(names) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        for name in (*names[begin:], *names[:begin]):
            with suppress(Exception, pytest.skip.Exception):  # which is told when it is collected
                import_module(name)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Leave the modules and the thousands of tests out of all looks for garbage."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Delete the garbage of the last tests, if it may be much."""
    new, young, _ = gc.get_count()
    if new > MANY_OBJECTS:
        gc.collect(1 if young < 20 else 2)


def _layout_items() -> int:
    """Return how many wrappers of items of layouts there are, but for a constant."""
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None:
        return 0
    return sys.getrefcount(widgets.QWidgetItem) + sys.getrefcount(widgets.QSpacerItem)


@pytest.fixture(autouse=True)
def no_layout_items():
    """See that no wrapper of an item of a layout is left (see `dialogs.fields.Form`)."""
    before = _layout_items()
    yield
    if before:
        assert _layout_items() <= before, "an item of a layout has a wrapper"


_numbers = count()


@pytest.fixture(autouse=True)
def fresh_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch):
    """Give the test an empty home, so that it neither sees nor touches the user's settings.

    Returns the folder.  Processes that the test starts inherit it.
    """
    home = tmp_path_factory.getbasetemp() / f"home-{next(_numbers)}"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    for variable, name in (
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_STATE_HOME", "state"),
        ("APPDATA", "config"),
        ("LOCALAPPDATA", "data"),
    ):
        folder = f"{home}/{name}"
        os.makedirs(folder, exist_ok=True)
        monkeypatch.setenv(variable, folder)
    monkeypatch.delenv("KALAHLOA_LANGUAGE", raising=False)
    # Of plug-ins, the tests see those that they install themselves.
    monkeypatch.setenv("KALAHLOA_PLUGINS", str(tmp_path_factory.getbasetemp()))
    if "PySide6.QtCore" in sys.modules:
        _keep_settings_in(home / "config")
    return home


def _keep_settings_in(folder: Path) -> None:
    """Make `QSettings` write to *folder*; Qt reads the environment only once, at its start."""
    from PySide6.QtCore import QSettings

    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    for file_format in (QSettings.Format.IniFormat, QSettings.Format.NativeFormat):
        for scope in (QSettings.Scope.UserScope, QSettings.Scope.SystemScope):
            QSettings.setPath(file_format, scope, str(folder))


@pytest.fixture
def qtbot(qapp, request: pytest.FixtureRequest) -> PromptBot:
    """Return a bot that waits no longer than it must."""
    return PromptBot(request)


@pytest.fixture(scope="session")
def qapp(qapp):
    """Return the application, which speaks English, plurals included."""
    from kalahloa.views.look.language import install_language

    install_language(qapp, "en")
    return qapp


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values, hints, proofs, threats and reasons are looked for for a moment only."""
    from kalahloa.controllers.base.player import Level
    from kalahloa.models.search.move_values import TimeSlice

    level = Level(searcher="engine", depth=None, seconds=0.05)
    features = "kalahloa.controllers.features"
    monkeypatch.setattr(f"{features}.proofs.commands.DEFAULT_SECONDS", 0.2)
    monkeypatch.setattr(f"{features}.analysis.threats.SECONDS", 0.2)
    monkeypatch.setattr(f"{features}.analysis.analysis.REASON_SECONDS", 0.05)
    monkeypatch.setattr(f"{features}.analysis.analysis.HINT_LEVEL", level)
    slices = (TimeSlice(0.05, 0.1),)
    monkeypatch.setattr("kalahloa.controllers.work.analysis_service.TIME_SLICES", slices)
