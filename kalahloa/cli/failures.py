"""Failures of the command line: one line on the standard error, and an exit code.

The exit code is 2 for wrong arguments and 1 for other failures; signals and closed pipes give 128
plus the signal's number, as in a shell.
"""

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress

from kalahloa.cli.interrupt import Interrupt, exit_code_of
from kalahloa.models.text.errors import KalahloaError

FAILED = 1
WRONG_USE = 2
PIPE_CLOSED = 141


class Failed(Exception):
    """A valid command could not be carried out; the text is a sentence for the user."""


def guarded(work: Callable[[], int]) -> int:
    """Return the exit code of *work*; print what it raises in one line.

    The output is flushed.  Unexpected errors are raised.
    """
    code = _guarded(work)
    return max(code, _guarded(_flush))


def _guarded(work: Callable[[], int]) -> int:
    try:
        return work()
    except SystemExit as end:  # raised by the parser after --help and --version
        return end.code if isinstance(end.code, int) else 0
    except KalahloaError as error:
        return complain(str(error), WRONG_USE)
    except Failed as error:
        return complain(str(error), FAILED)
    except KeyboardInterrupt as interrupt:
        return complain(with_notes("stopped.", interrupt), exit_code_of(interrupt))
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except (MemoryError, OSError, RuntimeError) as error:
        if is_out_of_memory(error):
            return complain(with_notes("There is not enough memory for this.", error), FAILED)
        if not isinstance(error, OSError):
            raise
        if error.filename is None:
            _drop_output()
        what = "The output" if error.filename is None else str(error.filename)
        return complain(f"{what} cannot be written or read: {error.strerror or error}.", FAILED)


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether *error* means that memory is exhausted."""
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    # A thread cannot be started if there is no memory for its stack.
    return isinstance(error, MemoryError) or "start new thread" in str(error)


def with_notes(sentence: str, error: BaseException) -> str:
    """Return *sentence*, and what the notes of *error* say besides."""
    return " ".join([sentence, *getattr(error, "__notes__", [])])


def complain(sentence: str, code: int) -> int:
    """Write *sentence* as one line to the standard error, after all output; return *code*."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        print("kalahloa: " + " ".join(sentence.split()), file=sys.stderr, flush=True)
    return code


def finish(interrupt: Interrupt, code: int = 0) -> int:
    """Return the exit code of a command that has printed its result.

    It is *code*, or that of *interrupt* if one has come, which is then reported.
    """
    return complain("stopped.", interrupt.exit_code) if interrupt.is_set() else code


def _flush() -> int:
    sys.stdout.flush()
    return 0


def _drop_output() -> None:
    """Discard output that could not be written, so that it is not written at exit."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
