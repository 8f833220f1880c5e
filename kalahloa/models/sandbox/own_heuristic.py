"""Heuristics of the user's in a worker process, where they play the games of a match.

It is a process already, so they run in it as they are, compiled for the engine where that can be,
and confined as those in the sandbox are.  A thread ends calls that do not return; the memory of the
process is limited.
"""

import ctypes
import faulthandler
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from multiprocessing import parent_process
from time import monotonic, sleep
from typing import BinaryIO

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.fast import (
    CompiledHeuristic,
    NotCompiled,
    compile_heuristic,
    why_not_available,
)
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.sandbox.confinement import confine, limit_memory
from kalahloa.models.sandbox.failures import Why, failure
from kalahloa.models.sandbox.landlock import code_folders, restrict
from kalahloa.models.sandbox.limits import SandboxLimits
from kalahloa.models.sandbox.user_code import UserCode, UserCodeFailed, Watch
from kalahloa.models.text.errors import SandboxFailed
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

LIMITS = SandboxLimits()
EXIT_CODE = 86
"""How the process ends when a heuristic cannot be interrupted."""
_LOOK_SECONDS = 0.25
_MAX_KEPT = 64


class TookTooLong(BaseException):
    """Raised in the thread of a heuristic that does not return."""


class _Running:
    """The thread in which a heuristic was called last: searches have threads of their own."""

    thread = 0


_running = _Running()


@lru_cache(maxsize=_MAX_KEPT)
def own_heuristic(source: HeuristicSource) -> Callable[[Position], float]:
    """Return the function of *source*, which raises `HeuristicFailed` for whatever goes wrong.

    Raises that, too, if it cannot be loaded.  To be called in worker processes, and in tests.
    """
    evaluate = _loaded(source)
    running, identify = _running, threading.get_ident

    def guarded(position: Position) -> float:
        running.thread = identify()
        try:
            return evaluate(position)
        except UserCodeFailed as error:
            raise _failure(source, error) from None

    return guarded


@lru_cache(maxsize=_MAX_KEPT)
def fast_heuristic(source: HeuristicSource) -> CompiledHeuristic | NotCompiled:
    """Return `own_heuristic` of *source* compiled for the engine, or why it cannot be.

    That takes seconds, the first time in a process; then it raises what `own_heuristic` raises.
    """
    missing = why_not_available()
    if missing is not None:
        return missing
    guarded = own_heuristic(source)
    evaluate = _loaded(source)

    def checked(position: Position) -> float:
        _running.thread = threading.get_ident()
        try:
            return evaluate(position)
        except UserCodeFailed as error:
            if error.error == TookTooLong.__name__:
                raise TookTooLong from None  # compiled, it could not be ended
            raise

    try:
        made = compile_heuristic(source.text, find_game(source.game), checked)
    except TookTooLong:
        return NotCompiled(
            QT_TRANSLATE_NOOP("Models", "A call took too long, so it is not compiled.")
        )
    return replace(made, interpreted=guarded) if isinstance(made, CompiledHeuristic) else made


@lru_cache(maxsize=_MAX_KEPT)
def _loaded(source: HeuristicSource) -> Callable[[Position], float]:
    """Return the function of *source*, which raises `UserCodeFailed`."""
    watch = _watch()
    _running.thread = threading.get_ident()
    try:
        return UserCode(source, find_game(source.game), watch).evaluate
    except UserCodeFailed as error:
        raise _failure(source, error) from None


def _failure(source: HeuristicSource, error: UserCodeFailed) -> SandboxFailed:
    why = Why.SLOW if error.error == TookTooLong.__name__ else error.why
    details = {"line": error.line, "error": error.error, "text": error.text}
    return failure(source, why, details, LIMITS)


@lru_cache(maxsize=1)
def _watch() -> Watch:
    """Return the watch of this process, after a thread has begun to look at it."""
    watch = Watch()
    if parent_process() is not None:  # a worker, which may be ended
        limit_memory(LIMITS.mebibytes)
        # Before nothing can be opened any more; as long as the process.
        nowhere = open(os.devnull, "wb")  # noqa: SIM115
        restrict(code_folders())
        looking = threading.Thread(target=_look, args=(watch, nowhere), daemon=True)
        looking.start()
        assert looking.ident is not None
        trusted, identify = looking.ident, threading.get_ident
        confine(lambda: watch.inside and identify() != trusted, trusted)
    return watch


def _look(watch: Watch, nowhere: BinaryIO) -> None:
    """See to it that calls return: first by an exception in their thread, then by the end."""
    seen, since, raised = -1, monotonic(), False
    while True:
        # Where no other thread gets a turn, this ends the process without one.
        faulthandler.dump_traceback_later(
            LIMITS.load_seconds + LIMITS.silent_seconds, exit=True, file=nowhere
        )
        sleep(_LOOK_SECONDS)
        most = LIMITS.load_seconds if watch.is_loading else LIMITS.seconds
        if not watch.inside or watch.calls != seen:
            seen, since, raised = watch.calls, monotonic(), False
        elif not raised and monotonic() - since > most:
            thread = ctypes.c_ulong(_running.thread)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(TookTooLong))
            raised = True
        elif raised and monotonic() - since > most + 1:
            os._exit(EXIT_CODE)
