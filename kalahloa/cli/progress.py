"""A line on the terminal that shows how far long work has come."""

import shutil
import sys
from types import TracebackType
from typing import TextIO

from kalahloa.models.cancellation import Throttle


class ProgressLine:
    """A bar with a few words behind it, redrawn in place; nothing at all in a pipe or a file.

    It is drawn ten times a second at most, and wiped away when the work ends, so that what is
    printed then stands alone.  *stream* defaults to the standard error.
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

    def show(self, done: int, wanted: int, words: str) -> None:
        """Show that *done* of *wanted* (> 0) is done, and *words*."""
        if not self._shown or not self._throttle.is_due():
            return
        width = shutil.get_terminal_size().columns - 1
        bar_width = max(5, min(30, width - len(words) - 3))
        full = bar_width * done // wanted
        bar = "#" * full + "." * (bar_width - full)
        self._write(f"[{bar}] {words}"[:width])

    def say(self, words: str) -> None:
        """Show *words* alone, where nobody knows how much is left to do."""
        if self._shown and self._throttle.is_due():
            self._write(words[: shutil.get_terminal_size().columns - 1])

    def _write(self, text: str) -> None:
        try:
            print(
                "\r" + text.ljust(self._length) + ("" if text else "\r"), end="", file=self._stream
            )
            self._stream.flush()
        except OSError:  # the terminal is gone; the work goes on
            self._shown = False
        self._length = len(text)
