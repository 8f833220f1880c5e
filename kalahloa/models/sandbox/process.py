"""The parent's side of a sandbox's process: its pipes, its frames, and its end."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.sandbox.frames import (
    MAX_REPLY,
    BrokenStream,
    FrameKind,
    pack,
    read_frame,
    write_all,
)
from kalahloa.models.sandbox.limits import SandboxLimits
from kalahloa.models.text.errors import SandboxFailed
from kalahloa.models.text.quotation import shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

CHILD = "kalahloa.models.sandbox.child"
_ROOM = 64
"""How many frames may wait here to be taken."""
_REAP_SECONDS = 5.0
_PACKAGES = Path(__file__).resolve().parents[3]
"""The folder that the package lies in."""

Frame = tuple[FrameKind, bytes]


class Ended(Exception):
    """The process has ended, or nothing more can be read from it."""


class ChildProcess:
    """A process that runs `child`.  Raises `SandboxFailed` if it cannot be started.

    One thread may ask it at a time; `wake` and `kill` may be called from any.
    """

    def __init__(self, limits: SandboxLimits) -> None:
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", CHILD],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env=_environment(),
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise SandboxFailed(
                QT_TRANSLATE_NOOP(
                    "Models", "Cannot start a process for the search: {reason}."
                ).format(reason=shorten(reason).rstrip("."))
            ) from error
        self._received: SimpleQueue[Frame | Exception | None] = SimpleQueue()
        self._to_send: SimpleQueue[bytes | None] = SimpleQueue()
        self._room = threading.Semaphore(_ROOM)
        self._ending = threading.Lock()
        self._is_killed = False
        self.is_ready = False
        """Whether it has started, and said so."""
        self.has_run: HeuristicSource | None = None
        """The heuristic of the user's that has run in it."""
        self._threads = [
            threading.Thread(target=work, name=f"sandbox {name}", daemon=True)
            for name, work in (("reader", self._read), ("writer", self._write))
        ]
        for thread in self._threads:
            thread.start()
        self.send(asdict(limits))

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return not self._is_killed and all(thread.is_alive() for thread in self._threads)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """How it has ended, after `kill`; negative is a signal's number."""
        return self._process.returncode

    def send(self, message: dict[str, Any]) -> None:
        """Have *message* sent; never waits."""
        self._to_send.put(pack(message))

    def receive(self, seconds: float) -> Frame | None:
        """Return the next frame, or None after *seconds*, or when `wake` was called.

        Raises `Ended`, or `BrokenStream`.
        """
        try:
            found = self._received.get(timeout=seconds)
        except Empty:
            return None
        if found is None:
            return None
        if isinstance(found, Exception):
            raise found
        self._room.release()
        return found

    def wake(self) -> None:
        """Let `receive` return."""
        self._received.put(None)

    def wait(self, seconds: float) -> None:
        """Wait at most so long for the process to end by itself."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)

    def kill(self) -> None:
        """End the process, and all that it has started in its session; may be called twice."""
        with self._ending:
            if self._is_killed:
                return
            self._is_killed = True
            _kill_session(self._process)
            self._room.release()
            self._to_send.put(None)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_REAP_SECONDS)
            for thread in self._threads:
                if thread is not threading.current_thread():
                    thread.join(_REAP_SECONDS)
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()

    # -- threads -------------------------------------------------------------------------------

    def _read(self) -> None:
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        ending: Exception = Ended()
        try:
            while self._room.acquire() and not self._is_killed:
                self._received.put(read_frame(descriptor, MAX_REPLY))
        except BrokenStream as error:
            ending = error
        except (EOFError, OSError):
            pass
        finally:
            self._received.put(ending)

    def _write(self) -> None:
        assert self._process.stdin is not None
        descriptor = self._process.stdin.fileno()
        with suppress(OSError):
            while (content := self._to_send.get()) is not None:
                write_all(descriptor, content)


def _environment() -> dict[str, str]:
    """Return the environment of the process, which finds the same modules as this one."""
    folders = dict.fromkeys([str(_PACKAGES), *(folder for folder in sys.path if folder)])
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(folders),
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
    }


def _kill_session(process: "subprocess.Popen[bytes]") -> None:
    """Kill *process*, which is not waited for yet, and those of its session."""
    if process.returncode is None and os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(OSError):
        process.kill()
