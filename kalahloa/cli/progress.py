"""A progress line on the terminal."""

import shutil
import sys
from types import TracebackType
from typing import TextIO

from kalahloa.models.work.cancellation import Throttle


class ProgressLine:
    """A progress bar with text, redrawn in place; prints nothing to a pipe or a file.

    It is drawn at most ten times a second and erased at the end.  *stream* defaults to the
    standard error.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._shown = self._stream.isatty()
        self._length = 0
        self._throttle = Throttle()

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._length:
            self._write("")

    @property
    def is_shown(self) -> bool:
        """Whether anybody sees it."""
        return self._shown

    def show(self, done: int, wanted: int, words: str) -> None:
        """Show that *done* of *wanted* (> 0) units are done, with *words* as text."""
        if not self._shown or not self._throttle.is_due():
            return
        width = shutil.get_terminal_size().columns - 1
        bar_width = max(5, min(30, width - len(words) - 3))
        full = bar_width * done // wanted
        bar = "#" * full + "." * (bar_width - full)
        self._write(f"[{bar}] {words}"[:width])

    def say(self, words: str) -> None:
        """Show only *words*, if the amount of work is not known."""
        if self._shown and self._throttle.is_due():
            self._write(words[: shutil.get_terminal_size().columns - 1])

    def _write(self, text: str) -> None:
        try:
            print(
                "\r" + text.ljust(self._length) + ("" if text else "\r"), end="", file=self._stream
            )
            self._stream.flush()
        except OSError:  # the terminal is closed; the work goes on
            self._shown = False
        self._length = len(text)
