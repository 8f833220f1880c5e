# cython: language_level=3, cdivision=True
"""The control of a search that runs without the GIL: its limits, and stopping it from outside."""

from math import isnan

import cython

from kalahloa.models.native.checked import MAX_WORD, Int, whole
from kalahloa.models.native.machine_code import MachineCode

if cython.compiled:
    from cython.cimports.kalahloa.models.game.position import Position
    from cython.cimports.kalahloa.models.game.searchable import MAX_WORDS, SearchPosition
    from cython.cimports.kalahloa.models.game.value import ONGOING, mate_in
    from cython.cimports.kalahloa.models.native.clock import now, processor_now
    from cython.cimports.kalahloa.models.native.function import call_evaluation, hundredths
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.game.position import Position
    from kalahloa.models.game.searchable import MAX_WORDS, SearchPosition
    from kalahloa.models.game.value import ONGOING, mate_in
    from kalahloa.models.native.bits import zeros
    from kalahloa.models.native.clock import now, processor_now
    from kalahloa.models.native.creation import create
    from kalahloa.models.native.function import call_evaluation, hundredths

    COMPILED_LIMIT = 90

# Indices of the words that other threads write.
_STOP = cython.declare(cython.int, 0)
_EARLIEST_TASK = cython.declare(cython.int, 1)
_MAX_NUMBER = 0x7FFFFFFF
_MAX_NODES = 1 << 62
_CONTROL_WORDS = cython.declare(cython.int, 16)

_BY_PROCESSOR = cython.declare(cython.bint, False)


def limit_by_processor_time(on: bool) -> None:
    """Have the limits of all searches to come count the processor time of this process, or not.

    For benchmarks: on a busy machine, seconds of processor time are as long as on an idle one.  The
    process should run one search at a time, on one thread.
    """
    global _BY_PROCESSOR
    _BY_PROCESSOR = on


def search_time() -> float:
    """Return the time in seconds by the clock that counts for the limits of searches."""
    return processor_now() if _BY_PROCESSOR else now()


class SearchControl:
    """The base class of compiled searches: node count, limits, stop flag.

    Whoever starts a search that is running, or searches a position on which another search is
    running, gets a `ValueError`.

    A search counts its `nodes`, calls `poll` when they reach `next_poll`, and returns as soon as
    `run_aborted` is set.
    """

    if not cython.compiled:
        node_limit = 0
        budget_end = 0
        next_poll = 0
        poll_interval = 1024
        task = 0
        deadline = 0.0
        nodes = 0
        address = 0
        run_aborted = False
        stopped = False
        running = False

    def __cinit__(self, *_args, **_kwargs):
        if cython.compiled:
            self.control = cython.cast(
                cython.p_int, calloc(_CONTROL_WORDS, cython.sizeof(cython.int))
            )
            if not self.control:
                raise MemoryError
            self.poll_interval = 1024
        else:
            self.control = zeros(_CONTROL_WORDS)

    if cython.compiled:

        def __dealloc__(self):
            free(cython.cast(cython.p_void, self.control))

    else:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def begin(self, position, table):
        """Take *position*, on which the search makes its moves from now on, and *table*.

        Raises `ValueError` if one of them, or the search itself, is not free.
        """
        self.require_idle()
        if position.searched:
            raise ValueError("Another search is running on this position.")
        table.acquire()
        self.running = position.searched = True
        return 0

    def end(self, position, table, root):
        """Give back what `begin` took; the position goes back to the ply *root*."""
        self.running = position.searched = False
        table.release()
        while position.ply > root:
            position.pop()
        return 0

    def require_idle(self):
        """Raise `ValueError` if the search is running."""
        if self.running:
            raise ValueError("The search is running.")
        return 0

    def limit(self, seconds: float | None = None, nodes: Int | None = None) -> None:
        """Stop *seconds* from now, or after *nodes* nodes of all runs; None for no limit.

        Raises `ValueError` or `TypeError` for what is not a number of these.
        """
        if seconds is not None and isnan(seconds):
            raise ValueError("A number of seconds is wanted.")
        self.node_limit = 0 if nodes is None else whole(nodes, 0, _MAX_NODES, "number of nodes")
        self.deadline = 0.0 if seconds is None else max(search_time() + seconds, 1e-9)

    def set_task(self, number: Int) -> None:
        """Assign the next runs to the task *number*."""
        self.task = whole(number, 0, _MAX_NUMBER, "number of a task")

    def stop(self) -> None:
        """Stop the search for good; may be called from any thread."""
        self.control[_STOP] = 1

    def drop_tasks_before(self, number: Int) -> None:
        """Abort runs of tasks before *number*; may be called from any thread."""
        self.control[_EARLIEST_TASK] = whole(number, 0, _MAX_NUMBER, "number of a task")

    def was_aborted(self) -> bool:
        """Return whether the last run was aborted, so that its value is meaningless."""
        return self.run_aborted

    def is_over(self) -> bool:
        """Return whether the search was stopped or reached a limit; all further runs abort."""
        return self.stopped

    def node_count(self) -> int:
        """Return the nodes visited so far; from another thread, possibly a few less."""
        return self.nodes

    def adapt_polling(self, position: Position, evaluator: object):
        """Set the polling interval to suit the time a node takes; return whether nodes are quick.

        Nodes are slow where Python code makes the moves of *position* or evaluates the leaves, as
        *evaluator* or as a method of the game.  An evaluator that is `MachineCode` is quick if the
        position has words for it (see `call_function`).
        """
        self.address = 0
        if isinstance(evaluator, MachineCode):
            self.address = whole(evaluator.function_address, 0, MAX_WORD, "address of a function")
        if not cython.compiled:
            self.words = zeros(MAX_WORDS)
        if self.address and (
            not isinstance(position, SearchPosition)
            or not cython.cast(SearchPosition, position).evaluation_words(self.words)
        ):
            self.address = 0
        quick: cython.bint = (
            cython.compiled
            and (evaluator is None or self.address != 0)
            and position.has_evaluation()
            and not position.in_python
        )
        self.poll_interval = 1024 if quick else 32
        return quick

    def ask(self, evaluator, position):
        """Return what *evaluator* says of *position*, the search's own, in hundredths.

        It may look ahead on the position, which is put back to where it was.
        """
        ply: cython.int = position.ply
        before: cython.int = position.search_floor
        position.search_floor = ply
        position.searched = False
        try:
            return round(100 * max(-199.0, min(199.0, evaluator(position))))
        finally:
            position.search_floor = before
            position.searched = True
            while position.ply > ply:
                position.pop()

    def no_moves(self):
        with cython.gil:
            raise ValueError("A position is not over but has no legal move.")

    def value_out_of_range(self, position, value):
        """Raise the pending exception of *position*, or `ValueError` as *value* exceeds a win."""
        with cython.gil:
            position.raise_pending()
            raise ValueError(
                f"The value {value} of a position is out of range: a win is worth {mate_in(0)}."
            )

    def call_function(self, position):
        """Return what the evaluator's C function says of *position*, in hundredths, or `ONGOING`.

        It is a ``double (const long long *words, long long count)`` of the position's
        `evaluation_words`, at the evaluator's `function_address`.  `ONGOING` stands for NaN, and
        for values of `COMPILED_LIMIT` or more in size: the evaluator itself is to be called then.
        """
        number: cython.double = call_evaluation(
            self.address, self.words, position.evaluation_words(self.words)
        )
        if -COMPILED_LIMIT < number < COMPILED_LIMIT:
            return hundredths(number)
        return ONGOING

    def poll(self):
        """Check the limits and the stop flag, and set `next_poll`."""
        if (
            self.control[_STOP]
            or (
                self.deadline > 0 and (processor_now() if _BY_PROCESSOR else now()) >= self.deadline
            )
            or (self.node_limit and self.nodes >= self.node_limit)
        ):
            self.stopped = True
        if (
            self.stopped
            or (self.budget_end and self.nodes >= self.budget_end)
            or self.task < self.control[_EARLIEST_TASK]
        ):
            self.run_aborted = True
            self.next_poll = 0
            return
        self.next_poll = self.nodes + self.poll_interval
        if self.node_limit and self.next_poll > self.node_limit:
            self.next_poll = self.node_limit
        if self.budget_end and self.next_poll > self.budget_end:
            self.next_poll = self.budget_end
