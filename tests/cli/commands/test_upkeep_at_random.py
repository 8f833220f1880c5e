"""Commands of the library, beside two windows and another program that writes, lose nothing."""

from collections import Counter

import pytest

from tests.benchmarks.upkeep import run_at_random
from tests.sweeps import rounds


@pytest.mark.parametrize("seed", range(1, 1 + rounds(1)))
def test_commands_at_random_beside_two_windows_and_a_writer_lose_nothing(tmp_path, seed):
    done: Counter[str] = Counter()

    assert run_at_random(tmp_path, seed, 5, done) == []
    assert done.total() == 5
