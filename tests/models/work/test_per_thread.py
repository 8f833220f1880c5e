"""What is kept on a thread: one thing, for the setting that was asked for last."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from kalahloa.models.work.per_thread import PerThread


def test_a_setting_is_made_once_until_another_is_asked_for():
    made: list[int] = []
    here = PerThread(lambda setting: made.append(setting) or [setting])

    assert here(1) is here(1)
    assert here(2) == [2]
    assert here(1) == [1]
    assert made == [1, 2, 1]


def test_each_thread_has_its_own():
    here = PerThread(lambda setting: [setting])

    with ThreadPoolExecutor(1) as executor:
        theirs = executor.submit(here, 1).result()

    assert theirs is not here(1)


def test_what_could_not_be_made_leaves_nothing_behind():
    here = PerThread(lambda setting: [1 / setting])
    here(1)

    with pytest.raises(ZeroDivisionError):
        here(0)

    assert here(1) == [1.0]
