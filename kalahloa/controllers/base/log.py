"""The log: what a bug report needs, in the user's data folder.

It names games by their keys and files by their names.  Comments and what else a user has written
are never in it, and the home folder is shortened to ``~``.
"""

import logging
import os
import platform
import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import (
    QMessageLogContext,
    QtMsgType,
    qInstallMessageHandler,
    qVersion,
)

from kalahloa.compiled import compiled_note
from kalahloa.models.storage.atomic_file import make_folder
from kalahloa.models.storage.user_data import data_folder
from kalahloa.models.text.errors import LibraryUnavailable
from kalahloa.models.text.quotation import shorten
from kalahloa.version import __version__

MAX_LOG_BYTES = 512 * 1024
"""A log that is larger is put aside at the next start; one run writes at most twice as much."""
LOGS_KEPT = 2
"""How many older logs are kept."""
MAX_MESSAGE = 200
"""Maximum length of an exception's message or one of Qt's, in characters."""
NAME = "kalahloa.log"

_logger = logging.getLogger("kalahloa")
_qt = logging.getLogger("kalahloa.qt")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def log_folder() -> Path:
    """Return the folder of logs, in the user's data folder; a temporary one if there is none."""
    try:
        return data_folder() / "log"
    except LibraryUnavailable:
        return _temporary_folder()


@cache
def _temporary_folder() -> Path:
    """Return a new folder, the same for the whole run, which nobody else can foresee."""
    return Path(tempfile.mkdtemp(prefix="kalahloa-log-"))


def start_log(folder: Path) -> Path:
    """Begin to log into *folder*, and return the path of the log; never raises.

    If the file cannot be written, or no longer, the program goes on without a log.  Several
    processes may write to it at the same time.  Calling this again replaces the log.
    """
    path = folder / NAME
    stop_log()
    with suppress(OSError):
        make_folder(folder, private=True)
        _rotate(path)
    handler = _AppendingHandler(path)
    handler.setFormatter(_PrivateFormatter())
    _logger.addHandler(handler)
    _logger.setLevel(logging.INFO)
    _logger.info("%s", _facts())
    return path


def stop_log() -> None:
    """End the log that `start_log` has begun, if any."""
    for handler in list(_logger.handlers):
        if isinstance(handler, _AppendingHandler):
            _logger.removeHandler(handler)
            handler.close()


_SCREEN_LOST = ("The X11 connection broke", "The Wayland connection broke")


def log_qt_messages(screen_lost: Callable[[], None]) -> Callable[[], None]:
    """Log the messages of Qt from now on, and print them as before; return what ends that.

    *screen_lost* is called once the X server or the Wayland compositor is gone: Qt tells that by a
    message only, and ends the process, threads or not, when the call returns.
    """
    before: Callable[[QtMsgType, QMessageLogContext, str], object] | None = None

    def take(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        _qt.log(_LEVELS.get(kind, logging.WARNING), "%s", shorten(text, MAX_MESSAGE))
        if before is not None:
            before(kind, context, text)
        elif sys.stderr is not None:
            with suppress(OSError, ValueError):
                print(text, file=sys.stderr)
        if text.startswith(_SCREEN_LOST):
            screen_lost()

    def end() -> None:
        qInstallMessageHandler(before)

    before = qInstallMessageHandler(take)
    return end


def log_exception(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Log an unexpected exception with its traceback."""
    _logger.error("Unexpected exception", exc_info=(kind, error, trace))


def log_screen(description: str) -> None:
    """Log the *description* of a screen, such as its size and scale."""
    _logger.info("Screen: %s", shorten(description))


def _facts() -> str:
    """Return what a bug report begins with."""
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return (
        f"Kalahloa {__version__} ({compiled_note()}), Python {platform.python_version()}, "
        f"Qt {qVersion()}, {system}, process {os.getpid()}"
    )


class _AppendingHandler(logging.Handler):
    """Appends each entry to a file with one write, so that those of two processes do not mix.

    The file is not renamed while it is open: another process may be writing to it as well.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._left = 2 * MAX_LOG_BYTES
        self._file = -1
        with suppress(OSError, ValueError):
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _NO_WAIT, 0o600)

    def emit(self, record: logging.LogRecord) -> None:
        """Write *record*; what cannot be written is lost without a word."""
        if self._file < 0 or self._left <= 0:
            return
        # A record of a plug-in's may be malformed in any way.
        with suppress(Exception):
            entry = (self.format(record) + "\n").encode("utf-8", "backslashreplace")
            self._left -= len(entry)
            os.write(self._file, entry)

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
        super().close()


class _PrivateFormatter(logging.Formatter):
    """Formats an entry with the home folder as ``~`` and exceptions' messages shortened."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s")
        self._home: re.Pattern[str] | None = None
        with suppress(RuntimeError):
            home = str(Path.home()).rstrip("/\\")
            if home:
                self._home = re.compile(re.escape(home) + r"(?![\w.-])")

    def format(self, record: logging.LogRecord) -> str:
        # Another handler may have cached the text of the exception as it is.
        record.exc_text = None
        text = super().format(record)
        record.exc_text = None
        if self._home is not None:
            text = self._home.sub("~", text)
        first, *others = text.splitlines() or [""]
        return "\n".join([first, *(f"    {line}" for line in others)])

    def formatException(self, ei: Any) -> str:
        kind, error, trace = ei
        lines = []
        while trace is not None:
            code = trace.tb_frame.f_code
            lines.append(f"{code.co_filename}:{trace.tb_lineno} in {code.co_name}")
            trace = trace.tb_next
        if kind is not None:
            lines.append(f"{kind.__module__}.{kind.__qualname__}: {shorten(error, MAX_MESSAGE)}")
            cause = error.__cause__
            if cause is not None:
                lines.append("caused by")
                lines.append(self.formatException((type(cause), cause, cause.__traceback__)))
        return "\n".join(lines)


_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def _rotate(path: Path) -> None:
    """Put a large log aside as ``kalahloa.log.1``, and that one as ``kalahloa.log.2``.

    Raises `OSError`; on Windows also if another process is writing to it.
    """
    if not path.exists() or path.stat().st_size <= MAX_LOG_BYTES:
        return
    for number in range(LOGS_KEPT, 0, -1):
        older = path.with_name(f"{NAME}.{number}")
        newer = path if number == 1 else path.with_name(f"{NAME}.{number - 1}")
        if newer.exists():
            os.replace(newer, older)
