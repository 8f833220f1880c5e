# cython: language_level=3, cdivision=True
"""The control of a search that runs without the GIL: its limits, and stopping it from outside."""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.native.clock import now, processor_now
    from cython.cimports.kalahloa.models.native.function import call_evaluation, hundredths
    from cython.cimports.kalahloa.models.position import Position
    from cython.cimports.kalahloa.models.searchable import MAX_WORDS, SearchPosition
    from cython.cimports.kalahloa.models.value import ONGOING
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.native.bits import zeros
    from kalahloa.models.native.clock import now, processor_now
    from kalahloa.models.native.function import call_evaluation, hundredths
    from kalahloa.models.position import Position
    from kalahloa.models.searchable import MAX_WORDS, SearchPosition
    from kalahloa.models.value import ONGOING

    COMPILED_LIMIT = 90

# Indices of the words that other threads write.
_STOP = cython.declare(cython.int, 0)
_EARLIEST_TASK = cython.declare(cython.int, 1)
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

    def __cinit__(self, *_args, **_kwargs):
        if cython.compiled:
            self.control = cython.cast(
                cython.p_int, calloc(_CONTROL_WORDS, cython.sizeof(cython.int))
            )
            if not self.control:
                raise MemoryError
            self.poll_interval = 1024

    if cython.compiled:

        def __dealloc__(self):
            free(cython.cast(cython.p_void, self.control))

    else:

        def __new__(cls, *_args, **_kwargs):
            search = super().__new__(cls)
            search.control = zeros(_CONTROL_WORDS)
            return search

    def limit(self, seconds: float | None = None, nodes: int | None = None) -> None:
        """Stop *seconds* from now, or after *nodes* nodes of all runs; None for no limit."""
        self.deadline = 0.0 if seconds is None else max(search_time() + seconds, 1e-9)
        self.node_limit = nodes or 0

    def take_task(self, number: int) -> None:
        """Assign the next runs to the task *number*."""
        self.task = number

    def stop(self) -> None:
        """Stop the search for good; may be called from any thread."""
        self.control[_STOP] = 1

    def drop_tasks_before(self, number: int) -> None:
        """Abort runs of tasks before *number*; may be called from any thread."""
        self.control[_EARLIEST_TASK] = number

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
        *evaluator* or as a method of the game.  An evaluator with a `function_address` is quick if
        the position has words for it (see `call_function`).
        """
        self.address = getattr(evaluator, "function_address", 0)
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
