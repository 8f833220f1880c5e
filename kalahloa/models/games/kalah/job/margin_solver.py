"""Solves the tasks of a job, one null window each."""

import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import thread_time
from typing import Any

from kalahloa.models.game.knowledge import BuildStopped
from kalahloa.models.games.kalah.book.book import position_of
from kalahloa.models.games.kalah.job.task import (
    MarginAnswer,
    MarginReport,
    MarginSolverSetting,
    MarginTask,
    Unproven,
)
from kalahloa.models.games.kalah.knowledge import stones_for
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.games.kalah.tablebase.files import open_or_build, usual_stones
from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase
from kalahloa.models.search.solver.exact_search import ExactSearch
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.work.cancellation import is_ready, never
from kalahloa.models.work.per_thread import PerThread


class MarginSolver:
    """Answers tasks with a transposition table that it keeps from one task to the next.

    *tablebase* may be shared by several solvers.  To be used by one thread at a time.
    """

    def __init__(self, setting: MarginSolverSetting, tablebase: Tablebase) -> None:
        self.name = secrets.token_hex(4)
        self._rules = setting.rules
        self._limit = setting.limit
        self._tablebase = tablebase
        self._table = TranspositionTable(setting.table)
        self._number = 0

    def solve(self, task: MarginTask) -> MarginReport:
        """Answer *task*, or give it up after the limit of the setting."""
        self._number += 1
        began = thread_time()
        position = position_of(task.key, self._rules)
        position.use_tablebase(self._tablebase)
        search = ExactSearch(position, self._table)
        search.limit(self._limit)
        bound = search.run(task.at_least - 1, task.at_least)
        seconds = round(thread_time() - began, 6)  # as in files
        if search.was_aborted():
            return Unproven(task, search.node_count(), seconds)
        return MarginAnswer(task, bound, search.node_count(), seconds, self.name, self._number)


def open_tablebase(
    setting: MarginSolverSetting, cached: bool = True, stopped: Callable[[], bool] = never
) -> Tablebase:
    """Return the tablebase of *setting*: from the user's cache, or built.

    A small one, or any if not *cached*, is built in memory.  Raises `BuildStopped` once *stopped*
    returns true, and `MemoryError`.
    """
    rules = setting.rules
    usual = usual_stones(rules.pits)
    wanted = setting.tablebase
    if wanted is None:
        wanted = min(usual, stones_for(rules.pits, 2 * rules.pits * rules.stones))
    if not cached or wanted < usual:
        return build_tablebase(rules, wanted, stopped=stopped)
    return open_or_build(rules, wanted, stopped=stopped).table


_lock = threading.Lock()
_tablebases: dict[tuple[Any, ...], Tablebase] = {}


def _make_solver(setting: MarginSolverSetting) -> MarginSolver:
    """Return a solver for this thread, with the tablebase of this process for *setting*."""
    key = (*setting.rules.tablebase_key(), setting.rules.stones, setting.tablebase)
    with _lock:
        if key not in _tablebases:
            _tablebases.clear()
            _tablebases[key] = open_tablebase(setting)
        tablebase = _tablebases[key]
    return MarginSolver(setting, tablebase)


_solver_here = PerThread(_make_solver)


def solve_margin(setting: MarginSolverSetting, task: MarginTask) -> MarginReport:
    """Answer *task* with the solver of this thread, or give it up."""
    return _solver_here(setting).solve(task)


class MarginVerifier:
    """Solves answers anew, with a tablebase that is built in memory for that.

    Once *stopped* returns True, nothing more is solved.
    """

    def __init__(self, setting: MarginSolverSetting, stopped: Callable[[], bool] = never) -> None:
        self._setting = setting
        self._stopped = stopped
        self._tablebase: Tablebase | None = None
        self._table = TranspositionTable(setting.table)

    def is_right(self, answer: MarginAnswer) -> bool | None:
        """Return whether a search finds the bound of *answer* as well, None if it was stopped.

        What the answer claims is asked, which may be more than the task asked.
        """
        try:
            if self._tablebase is None:
                self._tablebase = open_tablebase(self._setting, False, self._stopped)
        except BuildStopped:
            return None
        position = position_of(answer.task.key, self._setting.rules)
        position.use_tablebase(self._tablebase)
        search = ExactSearch(position, self._table)
        beta = answer.bound if answer.is_at_least else answer.bound + 1
        with ThreadPoolExecutor(1) as executor:
            found = executor.submit(search.run, beta - 1, beta)
            if not is_ready(found, self._stopped):
                search.stop()
                return None
        return (found.result() >= beta) == answer.is_at_least
