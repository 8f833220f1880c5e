"""The program that trains the network of Kalah: its positions, and that it learns."""

from random import Random

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.games.kalah.network_file import read_network
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.search.solver.solver import Solver
from tests.benchmarks.networks import report
from tests.benchmarks.train_kalah import LEAST_STONES, ROW, add_positions, main


@pytest.mark.skipif(not is_compiled(), reason="it takes too long")
def test_sampled_positions_have_their_exact_values(tmp_path):
    file = tmp_path / "positions"

    add_positions(file, "lecture", 5, 100)

    content = file.read_bytes()
    rows = [content[at : at + ROW] for at in range(0, len(content), ROW)]
    assert len(rows) >= 100
    solver = Solver(16)
    for row in Random(1).sample([row for row in rows if sum(row[:-1]) <= 22], 12):
        assert sum(row[:-1]) >= LEAST_STONES
        position = Kalah([*row[:6], 0, *row[6:12], 0], 0, KalahRules())
        assert solver.solve(position, plies=0).bounds.value == row[-1] - 128


def test_the_network_learns_what_stones_are_worth(tmp_path, capsys):
    pytest.importorskip("numpy")
    chance = Random(2)
    rows = []
    for _ in range(4_000):
        pits = [chance.randrange(6) for _ in range(12)]
        rows.append(bytes([*pits, 128 + sum(pits[:6]) - sum(pits[6:]) + 3 * (pits[0] == pits[11])]))
    (tmp_path / "positions").write_bytes(b"".join(rows))
    files = [str(tmp_path / "positions"), "--output", str(tmp_path)]

    assert main(["fit", *files, "--epochs", "8", "--curve", str(tmp_path / "curve")]) == 0

    path = tmp_path / "kalah-6-opposite-lecture.network"
    assert str(path) in capsys.readouterr().out
    network = read_network(path, KalahRules())
    value = network.value_of([5, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0])
    assert value == pytest.approx(500, abs=150)
    curve = (tmp_path / "curve").read_text().splitlines()
    assert curve[0] == "epoch,error,held out"
    assert len(curve) == 9


def test_the_report_of_a_match_has_its_interval():
    assert report([1.0, 0.0] * 50).endswith("Elo (-69 to +69)")
    assert report([1.0, 1.0, 0.5, 0.0]).startswith("+2 =1 -1: +89 Elo (")
