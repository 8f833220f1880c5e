"""The programs that tune weights: the fit of Kalah's, and the games that compare two sets."""

import json
from random import Random

import pytest

from kalahloa.models.games.kalah.evaluation import WEIGHTS, Weights, terms, use_weights
from tests.benchmarks.tune_kalah import fit, in_print, main, read_samples
from tests.benchmarks.weights import report, share_of_pair
from tests.models.random_play import start

OTHERS = Weights(
    tuple(tuple(range(10 * row, 10 * row + 12)) for row in range(6)), (7,) * 6, 40, 30, 20
)


@pytest.fixture
def adopted():
    """Put the adopted weights back afterwards."""
    yield
    use_weights(WEIGHTS)


def pits_at_random(count: int) -> list[tuple[list[int], list[int]]]:
    chance = Random(5)

    def side() -> list[int]:
        return [chance.choice((0, chance.randrange(14))) for _ in range(6)]

    return [(side(), side()) for _ in range(count)]


@pytest.mark.parametrize("weights", [WEIGHTS, OTHERS])
def test_the_fit_finds_the_weights_that_values_were_made_with(weights, adopted):
    use_weights(weights)
    samples = [
        (own, other, sum(term.value for term in terms(own, other)))
        for own, other in pits_at_random(1000)
    ]

    found = fit(samples, ridge=1e-6)

    assert found == weights


def test_weights_are_printed_as_the_module_has_them():
    printed: dict[str, object] = {}

    exec(in_print(OTHERS), printed)

    assert printed["PIT_WEIGHTS"] == OTHERS.pits
    assert printed["READY_WEIGHTS"] == OTHERS.ready
    assert printed["CAPTURE_WEIGHT"] == 40
    assert printed["THREAT_WEIGHT"] == 30
    assert printed["TO_MOVE_WEIGHT"] == 20


def test_a_position_is_counted_once_for_the_side_to_move(tmp_path):
    file = tmp_path / "positions"
    row = {"preset": "lecture", "values": {"<6,1,4,1,2,3,4,5,6,6,5,4,3,2,1> N": -5}}
    file.write_text(2 * (json.dumps(row) + "\n"))

    samples = read_samples([file, file])

    assert samples == [([6, 5, 4, 3, 2, 1], [1, 2, 3, 4, 5, 6], -800)]


def test_weights_play_as_well_as_themselves_and_better_than_their_opposites(adopted):
    upside_down = Weights(
        tuple(tuple(-weight for weight in row) for row in WEIGHTS.pits), (0,) * 6, 0, 0, 0
    )

    shares = [
        share_of_pair(start("kalah", stones=2, pits=3), one, WEIGHTS, use_weights, 20, 100)
        for one in (WEIGHTS, upside_down)
    ]

    assert shares[0] == 0.5
    assert shares[1] <= 0.5
    assert report([0.5, 1.0], 20).startswith("20 nodes a move: 3 of 4 points")


def test_games_that_a_file_has_are_not_played_again(tmp_path, capsys):
    file = tmp_path / "positions"
    row = {"preset": "standard", "seed": 1, "game": 0, "values": {}}
    file.write_text(json.dumps(row) + "\n")

    assert main(["positions", str(file), "--games", "1", "--endgames", "1"]) == 0

    assert capsys.readouterr().out == ""
    assert file.read_text().count("\n") == 1
