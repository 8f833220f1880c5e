"""Calls in the workers of a pool: their results in order, and what becomes of errors and deaths."""

import os
import signal
from functools import partial
from pathlib import Path

import pytest

from kalahloa.models.work.calls import call_here, call_processes, in_order
from kalahloa.models.work.pool import PoolFailed
from tests.models.work.own_thread import OwnThread


def squares(count: int, made: list[int] | None = None):
    for number in range(count):
        if made is not None:
            made.append(number)
        yield partial(pow, number, 2)


@pytest.mark.parametrize("room", [1, 3, 20])
def test_results_come_in_the_order_of_the_calls(room):
    pool = OwnThread(call_here, room)

    assert list(in_order(pool, squares(10))) == [number**2 for number in range(10)]
    assert list(in_order(pool, [])) == []


def test_no_more_calls_are_made_ahead_than_the_workers_need():
    made: list[int] = []
    results = in_order(OwnThread(call_here, 3), squares(50, made))

    for number in range(10):
        assert next(results) == number**2
        assert len(made) <= number + 7


def test_it_ends_when_it_is_stopped():
    results = []
    for result in in_order(OwnThread(call_here, 2), squares(50), lambda: len(results) == 4):
        results.append(result)

    assert results == [0, 1, 4, 9]


def test_what_was_left_in_a_pool_does_not_get_among_the_next_results():
    pool = OwnThread(call_here, 3)
    assert next(in_order(pool, squares(20))) == 0

    assert list(in_order(pool, squares(4))) == [0, 1, 4, 9]


def test_an_error_of_a_call_is_raised_where_its_result_would_be():
    with call_processes(2) as pool:
        results = in_order(pool, [partial(divmod, 17, 5), partial(divmod, 17, 0)])

        assert next(results) == (3, 2)
        with pytest.raises(ZeroDivisionError):
            next(results)


def test_workers_leave_an_interrupt_to_the_process_that_waits_for_them():
    with call_processes(2) as pool:
        calls = [partial(signal.getsignal, signal.SIGINT) for _ in range(4)]

        assert list(in_order(pool, calls)) == [signal.SIG_IGN] * 4


def die_once(path: Path) -> int:
    """End the process, unless the file at *path* says that one has ended before."""
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    return os.getpid()


def test_a_call_whose_worker_is_killed_is_made_again(tmp_path):
    with call_processes(1) as pool:
        calls = [partial(os.getpid), partial(die_once, tmp_path / "died"), partial(os.getpid)]

        first, again, last = in_order(pool, calls)

    assert first != again == last


def test_a_call_that_ends_every_worker_ends_the_rest():
    deaths: list[object] = []

    def dies(call: object) -> bool:
        deaths.append(call)
        return True

    with pytest.raises(
        PoolFailed, match=r"3 workers have died of the same task; is memory short\?"
    ):
        list(in_order(OwnThread(call_here, 1, dies), squares(4)))

    assert len(set(deaths)) == 1
