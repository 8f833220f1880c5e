"""Time runs out, whatever the clock does."""

import time

from kalahloa.models.library.library import Library
from kalahloa.models.work.countdown import Countdown
from tests.models.library.games import record_of


def test_a_clock_that_goes_back_makes_the_rest_no_longer(monkeypatch):
    times = iter([10.0, 12.0, -5000.0, -4999.0, -4996.9])
    monkeypatch.setattr(time, "monotonic", lambda: next(times))

    countdown = Countdown(5.0)

    assert [countdown.is_over() for _ in range(4)] == [False, False, False, True]


def test_an_import_goes_on_where_the_clock_goes_back(tmp_path, monkeypatch):
    naps: list[float] = []
    clock = time.monotonic
    with Library.open(tmp_path / "library.sqlite") as library:
        library.add(record_of("1"))
        monkeypatch.setattr(time, "monotonic", lambda: clock() - 1e6)
        monkeypatch.setattr(time, "sleep", naps.append)
        library.add(record_of("2"))

    assert sum(naps) < 1.0
