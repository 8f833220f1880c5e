"""The log says what a bug report needs, and nothing that was written by the user."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import qInstallMessageHandler, qWarning

from kalahloa import __version__
from kalahloa.compiled import compiled_note
from kalahloa.controllers.base import log
from kalahloa.controllers.base.log import log_exception, log_screen, start_log, stop_log
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Notes
from kalahloa.models.text.errors import BadFile
from tests.disk import Disk
from tests.processes import without_display


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    yield
    stop_log()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "log"


def text(folder: Path) -> str:
    return (folder / "kalahloa.log").read_text(encoding="utf-8")


def caught(message: str) -> tuple:
    def fail() -> None:
        raise ValueError(message)

    try:
        fail()
    except ValueError:
        return sys.exc_info()
    raise AssertionError


# -- what it says ----------------------------------------------------------------------------------


def test_it_begins_with_versions_and_the_platform(folder):
    path = start_log(folder)
    log_screen("1920 x 1080, scale 2")

    assert path == folder / "kalahloa.log"
    for fact in (__version__, compiled_note(), "Python 3", "Qt 6", sys.platform, "scale 2"):
        assert fact.lower() in text(folder).lower()


def test_an_exception_is_told_with_the_places_it_passed(folder):
    start_log(folder)

    log_exception(*caught("the cat"))

    assert "ValueError: the cat" in text(folder)
    assert "test_log.py" in text(folder)
    assert "in fail" in text(folder)


def test_the_cause_of_an_exception_is_told_too(folder):
    start_log(folder)
    try:
        try:
            1 // 0  # noqa: B018
        except ZeroDivisionError as error:
            raise BadFile("unreadable") from error
    except BadFile:
        log_exception(*sys.exc_info())

    assert "BadFile: unreadable" in text(folder)
    assert "ZeroDivisionError" in text(folder)


def test_messages_of_qt_are_told_and_go_on_to_where_they_went(folder):
    heard = []
    old = qInstallMessageHandler(lambda kind, context, words: heard.append(words))
    try:
        start_log(folder)
        end = log.log_qt_messages(lambda: None)
        qWarning("a warning of Qt's")
        end()
        qWarning("another")
    finally:
        qInstallMessageHandler(old)

    assert heard == ["a warning of Qt's", "another"]
    assert "WARNING kalahloa.qt: a warning of Qt's" in text(folder)
    assert "another" not in text(folder)


@pytest.mark.parametrize("what", ["X11", "Wayland"])
def test_a_screen_that_is_gone_is_told_once_qt_says_so(folder, what):
    lost = []
    old = qInstallMessageHandler(lambda *_: None)
    try:
        end = log.log_qt_messages(lambda: lost.append(what))
        qWarning("a warning of Qt's")
        assert not lost
        qWarning(f"The {what} connection broke (error 1). Did the server die?")
        end()
    finally:
        qInstallMessageHandler(old)

    assert lost == [what]


def open_now(keeper: Keeper, wanted: int | Path, qtbot) -> None:
    """Open a game, and wait until it is there or refused."""
    ended: list[object] = []
    keeper.opened.connect(ended.append)
    keeper.failed.connect(ended.append)
    keeper.open_later(wanted)
    qtbot.waitUntil(lambda: bool(ended))


def test_games_are_told_by_key_rules_and_number(folder, app, tmp_path, qtbot):
    start_log(folder)
    keeper = Keeper(app.document, Disk(tmp_path / "library.sqlite").open)
    app.document.new_game(find_game("kalah"))
    app.turns.play_text("3")
    keeper.save()
    number = keeper.game_id
    app.document.new_game(find_game("tictactoe"))
    open_now(keeper, number, qtbot)
    damaged = tmp_path / "damaged.kalahloa"
    damaged.write_text("{", encoding="utf-8")
    open_now(keeper, damaged, qtbot)
    keeper.shut_down()

    assert "Game: kalah, lecture rules" in text(folder)
    assert f"Opened game {number}: kalah, 2 nodes" in text(folder)
    assert "damaged.kalahloa is" in text(folder)


# -- what it must not say --------------------------------------------------------------------------


def test_comments_and_names_are_never_in_it(folder, app, tmp_path, qtbot):
    start_log(folder)
    logging.getLogger("kalahloa").setLevel(logging.DEBUG)
    keeper = Keeper(app.document, Disk(tmp_path / "library.sqlite").open)
    app.document.new_game(find_game("kalah"), comment="a secret at the root")
    app.document.record.players = ("Secretary", "")
    app.turns.play_text("3")
    app.document.record.annotate(app.document.record.current, Notes("another secret"))
    keeper.save()
    number = keeper.game_id
    path = tmp_path / "copy.kalahloa"
    with qtbot.waitSignal(keeper.message):
        keeper.save_copy(path)
    app.document.new_game(find_game("loa"))
    open_now(keeper, number, qtbot)
    long = tmp_path / "long.kalahloa"
    long.write_text(
        path.read_text(encoding="utf-8").replace("another secret", "secret " * 20_000),
        encoding="utf-8",
    )
    open_now(keeper, long, qtbot)
    keeper.shut_down()

    assert "secret" in path.read_text(encoding="utf-8")
    assert "secret" not in text(folder).lower()


def test_the_home_folder_is_a_tilde(folder, monkeypatch):
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("USERPROFILE", "/home/ann")
    start_log(folder)

    logging.getLogger("kalahloa.test").info("%s and %s", "/home/ann/x.kalahloa", "/home/anna/y")
    log_exception(*caught("[Errno 2] No such file: '/home/ann/z'"))

    assert "~/x.kalahloa and /home/anna/y" in text(folder)
    assert "'~/z'" in text(folder)
    assert "/home/ann/" not in text(folder)


def test_a_message_of_several_lines_cannot_pass_for_entries(folder):
    start_log(folder)

    logging.getLogger("kalahloa.test").info("one\n2026-01-01 INFO kalahloa: two\r\nthree")

    assert all(line[:1].isdigit() or line[:4] == "    " for line in text(folder).splitlines())


def test_long_messages_are_shortened(folder):
    start_log(folder)

    log_exception(*caught("x" * 100_000))

    assert len(text(folder)) < 5000


# -- what goes wrong -------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_written_is_no_failure(tmp_path, capfd):
    blocker = tmp_path / "file"
    blocker.write_text("in the way", encoding="utf-8")

    start_log(blocker / "log")
    log_exception(*caught("the cat"))

    assert capfd.readouterr() == ("", "")


def test_a_full_disk_is_no_failure(folder, monkeypatch, capfd):
    start_log(folder)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(log.os, "write", full)
    log_exception(*caught("the cat"))
    monkeypatch.undo()

    assert "the cat" not in text(folder)
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such pipes")
def test_a_pipe_in_the_place_of_the_log_does_not_hold_the_program(folder):
    folder.mkdir(parents=True)
    os.mkfifo(folder / "kalahloa.log")

    start_log(folder)
    log_screen("x")


def test_a_malformed_entry_is_no_failure(folder, capfd):
    start_log(folder)

    class Odd:
        def __str__(self) -> str:
            raise RuntimeError("odd")

    for handler in logging.getLogger("kalahloa").handlers:
        handler.handle(logging.LogRecord("kalahloa", 20, "", 0, "%s %d", (Odd(), "x"), None))
    log_screen("after")

    assert "after" in text(folder)
    assert capfd.readouterr().err == ""


def test_a_large_log_is_put_aside_at_the_next_start_and_three_are_kept(folder):
    folder.mkdir(parents=True)
    for generation in "abcd":
        (folder / "kalahloa.log").write_text(generation * (log.MAX_LOG_BYTES + 1), encoding="utf-8")
        start_log(folder)
        stop_log()
        (folder / "kalahloa.log").unlink()

    kept = {path.name: path.read_text(encoding="utf-8")[0] for path in folder.iterdir()}
    assert kept == {"kalahloa.log.1": "d", "kalahloa.log.2": "c"}


def test_a_small_log_is_gone_on_with(folder):
    start_log(folder)
    start_log(folder)

    assert text(folder).count("Kalahloa ") == 2


def test_one_run_does_not_fill_the_disk(folder):
    start_log(folder)

    for _ in range(3 * log.MAX_LOG_BYTES // 1000):
        logging.getLogger("kalahloa.test").info("x" * 1000)

    size = (folder / "kalahloa.log").stat().st_size
    assert log.MAX_LOG_BYTES < size < 2 * log.MAX_LOG_BYTES + 2000


def test_two_processes_write_whole_lines_to_one_log(folder):
    program = (
        "import sys, logging; from pathlib import Path\n"
        "from kalahloa.controllers.base.log import start_log\n"
        "start_log(Path(sys.argv[1]))\n"
        "for n in range(200): logging.getLogger('kalahloa').info('%s %s', sys.argv[2], 'x' * 700)\n"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", program, str(folder), name], env=without_display())
        for name in ("one", "two")
    ]
    assert [process.wait() for process in processes] == [0, 0]

    entries = [line.split(": ", 1)[1] for line in text(folder).splitlines()]
    for name in ("one", "two"):
        assert entries.count(f"{name} {'x' * 700}") == 200
    assert len(entries) == 402


def test_without_a_log_nothing_is_printed(app, tmp_path, capfd):
    blocker = tmp_path / "file"
    blocker.write_text("in the way", encoding="utf-8")
    keeper = Keeper(app.document, Disk(blocker / "library.sqlite").open)
    app.turns.play_text("b1-b3")
    keeper.save()
    keeper.shut_down()

    assert keeper.failure
    assert capfd.readouterr().err == ""
