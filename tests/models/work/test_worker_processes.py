"""Processes that work for this one."""

import multiprocessing
import threading
import time
from concurrent.futures.process import BrokenProcessPool

import pytest

from kalahloa.models.work.worker_processes import worker_processes


def test_work_is_done_and_its_result_and_its_error_are_handed_on():
    with worker_processes(1) as executor:
        result = executor.submit(divmod, 17, 5)
        error = executor.submit(divmod, 17, 0)

        assert result.result() == (3, 2)
        with pytest.raises(ZeroDivisionError):
            error.result()


def test_workers_that_die_with_work_called_off_make_no_thread_fail(monkeypatch):
    failures: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", failures.append)

    with worker_processes(1) as executor:
        # One more than the executor hands to its worker in advance.
        *_, last = futures = [executor.submit(time.sleep, 60) for _ in range(4)]
        assert last.cancel()
        for process in multiprocessing.active_children():
            process.terminate()
        with pytest.raises(BrokenProcessPool):
            futures[0].result()

    assert failures == []
