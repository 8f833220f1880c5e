# cython: language_level=3, cdivision=True
"""When a search that runs without the GIL gives up: what other threads tell it, and its limits."""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.native.clock import now
    from cython.cimports.kalahloa.models.position import Position
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.native.bits import zeros
    from kalahloa.models.native.clock import now
    from kalahloa.models.position import Position

# Places in the words that other threads write.
_STOP = cython.declare(cython.int, 0)
_EARLIEST_TASK = cython.declare(cython.int, 1)
_CONTROL_WORDS = cython.declare(cython.int, 16)


class SearchControl:
    """What every search counts and heeds; searches are built on it.

    A search counts its `nodes`, and calls `poll` as soon as they reach `next_poll`.
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
            watch = super().__new__(cls)
            watch.control = zeros(_CONTROL_WORDS)
            return watch

    def limit(self, seconds: float | None = None, nodes: int | None = None) -> None:
        """Give up *seconds* from now, or after *nodes* nodes in all; None for never."""
        self.deadline = 0.0 if seconds is None else max(now() + seconds, 1e-9)
        self.node_limit = nodes or 0

    def take_task(self, number: int) -> None:
        """Let the next runs belong to the task *number*."""
        self.task = number

    def stop(self) -> None:
        """Have the search give up for good; may be called from any thread."""
        self.control[_STOP] = 1

    def drop_tasks_before(self, number: int) -> None:
        """Have runs of tasks before *number* give up; may be called from any thread."""
        self.control[_EARLIEST_TASK] = number

    def was_aborted(self) -> bool:
        """Return whether the last run gave up, so that its value means nothing."""
        return self.run_aborted

    def is_over(self) -> bool:
        """Return whether the search was stopped or is at its limit, so that all runs give up."""
        return self.stopped

    def node_count(self) -> int:
        """Return the nodes visited so far; while the search runs, a little fewer."""
        return self.nodes

    def adapt_polling(self, position: Position, evaluator: object):
        """Poll as often as the time a node takes asks for; return whether nodes are quick.

        They are not where Python code makes the moves of *position* or evaluates the leaves, as
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
        """Look whether it is time to give up, and say when to look again."""
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
