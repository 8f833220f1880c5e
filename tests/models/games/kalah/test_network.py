"""The network that evaluates Kalah: the same in both modes, and nothing else is taken for one."""

from array import array
from dataclasses import replace
from random import Random

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.network import SECTIONS, KalahNetwork
from kalahloa.models.games.kalah.network_file import (
    network_name,
    open_network,
    read_network,
    write_network,
)
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import Score, search_value
from kalahloa.models.text.errors import BadFile
from kalahloa.resources import resource
from tests.models.random_play import random_position
from tests.pure_twin import load_pure

RULES = KalahRules()


def sections_at_random(seed: int, most: int = 300) -> list[array]:
    chance = Random(seed)
    return [
        array(kind, [chance.randint(-most, most) for _ in range(count)]) for kind, count in SECTIONS
    ]


def shipped() -> KalahNetwork:
    network = open_network(RULES).network
    assert network is not None
    return network


def pits_at_random(count: int) -> list[tuple[list[int], list[int]]]:
    chance = Random(3)

    def side() -> list[int]:
        return [chance.choice((0, chance.randrange(8), chance.randrange(40))) for _ in range(6)]

    return [(side(), side()) for _ in range(count)]


@pytest.mark.parametrize("which", ["shipped", "random"])
def test_both_modes_give_the_same_values_of_a_thousand_positions(which, tmp_path):
    path = resource("networks", network_name(RULES))
    if which == "random":
        path = tmp_path / "some.network"
        write_network(sections_at_random(1), RULES, path)
    pure = load_pure()
    twin = pure["games.kalah.network_file"].read_network(path, RULES)
    network = read_network(path, RULES)

    values = [network.value_of(own, other) for own, other in pits_at_random(1000)]

    assert values == [twin.value_of(own, other) for own, other in pits_at_random(1000)]
    assert len(set(values)) > 500


def test_a_network_is_what_was_written_and_read(tmp_path):
    sections = sections_at_random(2)
    direct = KalahNetwork(RULES.tablebase_key(), sections)

    write_network(sections, RULES, tmp_path / "one")
    found = read_network(tmp_path / "one", RULES)

    for own, other in pits_at_random(50):
        assert found.value_of(own, other) == direct.value_of(own, other)


def test_the_layers_are_sums_that_are_clipped():
    sections = [array(kind, [0] * count) for kind, count in SECTIONS]
    columns, first_bias, second, second_bias, third, direct, bias = sections
    columns[64 * (16 * 2 + 3)] = 200  # three stones in the mover's third pit
    first_bias[0] = 20
    second[0], second_bias[0] = 256, -10 * 256
    third[0] = 256
    direct[16 * 11 + 15] = 70 * 256  # fifteen or more in the other side's last pit
    bias[0] = 5 * 256
    network = KalahNetwork(RULES.tablebase_key(), sections)

    def value(own_third: int, others_last: int) -> int:
        return network.value_of([0, 0, own_third, 0, 0, 0], [0] * 5 + [others_last])

    assert value(0, 0) == 20 - 10 + 5
    assert value(3, 0) == 220 - 10 + 5
    assert value(0, 15) == value(0, 29) == 15 + 70
    first_bias[0] = 100
    assert (
        KalahNetwork(RULES.tablebase_key(), sections).value_of([0, 0, 3, 0, 0, 0], [0] * 6) == 250
    )


def test_weights_whose_sums_would_overflow_are_refused():
    with pytest.raises(ValueError, match="overflow"):
        KalahNetwork(RULES.tablebase_key(), sections_at_random(1, 9_000))


@pytest.mark.parametrize("damage", ["header", "weights", "short", "empty"])
def test_a_damaged_file_is_refused(damage, tmp_path):
    path = tmp_path / "one"
    write_network(sections_at_random(4), RULES, path)
    content = bytearray(path.read_bytes())
    content[{"header": 10, "weights": 5_000}.get(damage, 0)] ^= 1
    path.write_bytes(content[: {"short": -1, "empty": 0}.get(damage, len(content))])

    with pytest.raises(BadFile, match="damaged"):
        read_network(path, RULES)


def test_a_file_for_other_rules_or_none_is_refused(tmp_path):
    write_network(sections_at_random(4), RULES, tmp_path / "one")

    with pytest.raises(BadFile, match="other rules"):
        read_network(tmp_path / "one", replace(RULES, capture="empty"))
    with pytest.raises(BadFile, match="cannot be read"):
        read_network(tmp_path / "none", RULES)


def test_a_network_for_other_rules_or_fewer_stones_is_not_used():
    network = shipped()
    other = Kalah([4] * 6 + [0] + [4] * 6 + [0], 0, replace(RULES, capture="empty"))
    large = Kalah([5] * 6 + [0] + [5] * 6 + [0], 0, replace(RULES, stones=5))

    with pytest.raises(ValueError, match="other rules"):
        other.use_network(network)
    large.use_network(network)

    assert large.network is None
    other.use_shipped_network()
    assert other.network is None


@pytest.mark.parametrize("seed", range(6))
def test_a_network_in_use_decides_what_a_leaf_is_worth(seed):
    position = random_position("kalah", seed, 2 + seed)
    assert isinstance(position, Kalah)
    without = _leaf(position)
    position.use_shipped_network()

    found = _leaf(position)

    best = None
    for move in position.legal_moves():
        side = position.side
        position.make(move)
        value = position.network_value()
        assert value is not None
        best = max(value if position.side == side else -value, -(10**6) if best is None else best)
        position.unmake()
    assert found == best
    assert found != without
    position.use_network(None)
    assert _leaf(position) == without
    assert position.network_value() is None


def _leaf(position: Kalah) -> int:
    score: Score = Engine(1).analyse(position, Limits(depth=1)).lines[0].score
    return search_value(score)


def test_a_copy_uses_the_same_network():
    position = find_game("kalah").start(RULES)
    assert isinstance(position, Kalah)
    position.use_shipped_network()
    position.make(3)

    assert position.copy().network is position.network is not None
