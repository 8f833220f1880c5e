# cython: language_level=3, cdivision=True
"""The control of a search that runs without the GIL: its limits, and stopping it from outside."""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.native.clock import now
    from cython.cimports.kalahloa.models.position import Position
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.native.bits import zeros
    from kalahloa.models.native.clock import now
    from kalahloa.models.position import Position

# Indices of the words that other threads write.
_STOP = cython.declare(cython.int, 0)
_EARLIEST_TASK = cython.declare(cython.int, 1)
_CONTROL_WORDS = cython.declare(cython.int, 16)


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
        self.deadline = 0.0 if seconds is None else max(now() + seconds, 1e-9)
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
        *evaluator* or as a method of the game.
        """
        quick: cython.bint = (
            cython.compiled
            and evaluator is None
            and position.has_evaluation()
            and not position.in_python
        )
        self.poll_interval = 1024 if quick else 32
        return quick

    def poll(self):
        """Check the limits and the stop flag, and set `next_poll`."""
        if (
            self.control[_STOP]
            or (self.deadline > 0 and now() >= self.deadline)
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
