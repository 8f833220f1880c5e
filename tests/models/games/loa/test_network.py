"""The network that evaluates Lines of Action: kept by moves, the same in both modes, guarded."""

from array import array
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.cli.main import main
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa.evaluation import MAX_VALUE, evaluate_pieces
from kalahloa.models.games.loa.game import read_position
from kalahloa.models.games.loa.network import MAX_PIECES, SECTIONS, LoaNetwork
from kalahloa.models.games.loa.network_file import (
    NAME,
    read_network,
    shipped_network,
    write_network,
)
from kalahloa.models.games.loa.notation import PASS
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.rules import LoaRules
from kalahloa.models.match.participant import read_participant
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.levels.levels import at_level
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import Valuer
from kalahloa.models.search.score import search_value
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.study.review.reviewer import GameLine, Reviewer
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.text.errors import BadFile
from kalahloa.resources import resource
from tests.models.random_play import STEADY, play, start
from tests.models.study.review.games import played
from tests.pure_twin import load_pure

LOA = find_game("loa")
RULES = LoaRules()
ONE = 1 << 14


def empty() -> list[array]:
    return [array(kind, [0] * count) for kind, count in SECTIONS]


def sections_at_random(seed: int, most: int = 100) -> list[array]:
    chance = Random(seed)
    return [
        array(kind, [chance.randint(-most, most) for _ in range(count)]) for kind, count in SECTIONS
    ]


def shipped() -> LoaNetwork:
    network = shipped_network()
    assert network is not None
    return network


def begun(network: LoaNetwork | None, **options: object) -> Loa:
    position = start("loa", **options)
    assert isinstance(position, Loa)
    position.use_network(network)
    return position


def boards_at_random(count: int) -> list[tuple[int, int]]:
    chance = Random(7)
    found = []
    for _ in range(count):
        squares = chance.sample(range(64), 24)
        own, other = chance.randint(1, 12), chance.randint(1, 12)
        found.append(
            (sum(1 << at for at in squares[:own]), sum(1 << at for at in squares[12 : 12 + other]))
        )
    return found


# -- what it computes ------------------------------------------------------------------------------


def test_the_layers_are_sums_that_are_clipped_and_squared():
    sections = empty()
    columns, bias, weights, last_bias = sections
    columns[128 * 5 + 2] = 100  # an own piece on f1
    columns[128 * (64 + 9) + 2] = 200  # one of the opponent's on b2
    bias[2] = -20
    weights[2], weights[128 + 2] = 3, -7  # the view of the side to move, and the other
    last_bias[0] = 50 * ONE

    def value(own: int, other: int) -> int:
        return LoaNetwork(sections).value_of(own, other)

    f1, b2, a8 = 1 << 5, 1 << 9, 1 << 56
    assert value(a8, a8 << 1) == 50
    assert value(f1, a8) == 50 + 3 * 80 * 80 // ONE
    assert value(f1, b2) == 50 + 3 * 255 * 255 // ONE
    assert value(a8, f1) == (50 * ONE - 7 * 80 * 80) // ONE
    assert value(b2, f1) == (50 * ONE - 7 * 255 * 255) // ONE
    assert value(b2, a8) == (50 * ONE - 7 * 180 * 180) // ONE


def test_values_are_limited_as_those_of_the_terms_are():
    sections = empty()
    sections[1] = array("h", [255] * 128)
    for weight, value in ((127, MAX_VALUE), (-127, -MAX_VALUE)):
        sections[2] = array("h", [weight] * 256)
        assert LoaNetwork(sections).value_of(1, 2) == value


@pytest.mark.parametrize("which", ["shipped", "random"])
def test_both_modes_give_the_same_values_of_a_thousand_boards(which, tmp_path):
    path = resource("networks", NAME)
    if which == "random":
        path = tmp_path / NAME
        write_network(sections_at_random(1), path)
    twin = load_pure()["games.loa.network_file"].read_network(path)
    network = read_network(path)

    values = [network.value_of(own, other) for own, other in boards_at_random(1000)]

    assert values == [twin.value_of(own, other) for own, other in boards_at_random(1000)]
    assert len(set(values)) > 500


@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_moves_taken_back_is_the_same_in_both_modes(seed):
    pure = load_pure()
    chance = Random(seed)
    one, other = (
        begun(shipped()),
        pure["games.loa.game"].GAME.start(pure["games.loa.rules"].LoaRules()),
    )
    other.use_shipped_network()
    for _ in range(60):
        if one.is_over() or (one.ply and chance.random() < 0.3):
            one.unmake()
            other.unmake()
        else:
            move = chance.choice(one.legal_moves())
            one.make(move)
            other.make(move)
        if not one.is_over():
            twin = pure["search.engine.engine"].Engine(1)
            limits = pure["search.limits"].Limits(depth=1)
            assert _leaf(one) == search_value(twin.analyse(other, limits).lines[0].score)


# -- the sums are kept from move to move -----------------------------------------------------------


def _leaf(position: Loa) -> int:
    return search_value(Engine(1).analyse(position, Limits(depth=1)).lines[0].score)


def _leaf_by_hand(position: Loa) -> int | None:
    """Return what a search of one ply finds, None if a move decides the game."""
    best = None
    for move in position.legal_moves():
        position.make(move)
        over, value = position.is_over(), position.network_value()
        position.unmake()
        if over:
            return None
        assert value is not None
        best = -value if best is None else max(best, -value)
    return best


@given(st.lists(st.integers(0, 500), max_size=70), st.integers(0, 40))
@STEADY
def test_what_moves_keep_is_what_the_board_gives(choices, back):
    position = begun(shipped())
    play(position, choices)
    for _ in range(min(back, position.ply)):
        position.unmake()
    while position.is_over():
        position.unmake()

    expected = _leaf_by_hand(position)

    if expected is not None:
        assert _leaf(position) == expected


def test_a_pass_changes_the_side_alone():
    blocked = read_position("6wb/6ww/8/8/8/8/ww6/bw6 b", RULES)
    blocked.use_network(shipped())
    blocked.make(PASS)

    assert blocked.network_value() == shipped().value_of(blocked.pieces(1), blocked.pieces(0))
    assert _leaf(blocked) == _leaf_by_hand(blocked)


def test_a_network_taken_into_use_late_knows_the_positions_before():
    position = begun(None)
    chance = Random(3)
    for _ in range(20):
        position.make(chance.choice(position.legal_moves()))
    position.use_network(shipped())

    for _ in range(15):
        expected = _leaf_by_hand(position)
        if expected is not None:
            assert _leaf(position) == expected
        position.unmake()


def test_a_long_game_has_room_for_its_sums():
    position = begun(shipped())
    chance = Random(5)
    while position.ply < 300:
        moves = position.legal_moves()
        chance.shuffle(moves)
        for move in moves:
            position.make(move)
            if not position.is_over():
                break
            position.unmake()
        else:
            position.unmake()

    fresh = Loa(position.pieces(0), position.pieces(1), position.side, RULES)
    fresh.use_network(shipped())
    assert position.network_value() == fresh.network_value()
    assert _leaf_by_hand(position) in (None, _leaf(position))
    while position.ply:
        position.unmake()
    assert position == begun(shipped())


def test_a_copy_goes_by_the_same_network_and_the_original_is_left_alone():
    position = begun(shipped())
    position.make(position.legal_moves()[5])

    copy = position.copy()
    copy.make(copy.legal_moves()[0])

    assert copy.network is position.network is shipped()
    assert position.copy(stack=False).network is shipped()
    assert _leaf(position) == _leaf_by_hand(position)


# -- where it is used ------------------------------------------------------------------------------


def test_the_network_decides_what_a_leaf_is_worth_until_it_is_taken_away():
    position = begun(None)
    terms = _leaf(position)

    position.use_shipped_network()

    assert position.network is shipped()
    assert _leaf(position) != terms
    position.use_network(None)
    assert (_leaf(position), position.network_value()) == (terms, None)


def test_an_engine_with_the_network_leaves_the_position_as_it_is():
    position = begun(None)
    limits = Limits(depth=3)

    found = Engine(1, network=True).analyse(position, limits)

    assert position.network is None
    with_network = begun(shipped())
    assert found.lines == Engine(1).analyse(with_network, limits).lines
    assert found.lines != Engine(1).analyse(position, limits).lines


def test_another_evaluator_is_asked_instead_of_the_network():
    position = begun(None)
    limits = Limits(depth=2)

    def terms(board) -> float:
        return evaluate_pieces(board.pieces(board.side), board.pieces(1 - board.side), 8) / 100

    found = Engine(1, network=True).analyse(position, limits, evaluator=terms)

    assert found.lines == Engine(1).analyse(position, limits, evaluator=terms).lines


def test_small_boards_and_boards_with_more_pieces_go_by_the_terms():
    small = begun(shipped(), size=6)
    many = Loa((1 << MAX_PIECES + 1) - 1, 1 << 40, 0, RULES)
    many.use_network(shipped())
    small.use_shipped_network()

    for position in (small, many):
        assert position.network is None
        assert position.network_value() is None
    few = Loa((1 << MAX_PIECES) - 1, 1 << 40, 0, RULES)
    few.use_network(shipped())
    assert few.network is shipped()


LIMITS = Limits(depth=2)


def _play_once(text: str) -> None:
    position = begun(None)
    read_participant(text, LOA).mover(LOA, 1)(position)


def _review_once() -> None:
    record = played("loa", ["b1-b3"])
    Reviewer(ReviewSettings(LIMITS, mebibytes=1)).review(GameLine.of(record))


GO_BY_THE_NETWORK = {
    "engine": lambda: find_searcher("engine").choose(begun(None), LIMITS, LOA.heuristic()),
    "values": lambda: Valuer().analyse(begun(None), 1, limits=LIMITS),
    "review": _review_once,
    "analyse": lambda: main(["analyse", "loa", "--depth", "2"]),
    "participant": lambda: _play_once("engine:depth=2"),
    "clock": lambda: _play_once("engine:clock=5"),
}
GO_BY_THE_TERMS = {
    "level": lambda: at_level(5).choose(begun(None), Limits(depth=1), LOA.heuristic()),
    "highest level": lambda: at_level(10).choose(begun(None), Limits(depth=1), LOA.heuristic()),
    "turned off": lambda: _play_once("engine:depth=2:network=off"),
    "bench": lambda: Engine(1).analyse(begun(None), LIMITS),
}


@pytest.fixture
def uses(monkeypatch):
    """The networks that positions were given."""
    given: list[LoaNetwork] = []

    def give() -> LoaNetwork:
        given.append(shipped())
        return given[-1]

    monkeypatch.setattr("kalahloa.models.games.loa.position.shipped_network", give)
    return given


@pytest.mark.parametrize("who", GO_BY_THE_NETWORK)
def test_who_goes_by_the_network(who, uses):
    GO_BY_THE_NETWORK[who]()

    assert uses


@pytest.mark.parametrize("who", GO_BY_THE_TERMS)
def test_who_goes_by_the_terms(who, uses):
    GO_BY_THE_TERMS[who]()

    assert not uses


# -- files -----------------------------------------------------------------------------------------


def test_a_network_is_what_was_written_and_read(tmp_path):
    sections = sections_at_random(2)

    write_network(sections, tmp_path / "one")
    found = read_network(tmp_path / "one")

    for own, other in boards_at_random(50):
        assert found.value_of(own, other) == LoaNetwork(sections).value_of(own, other)


@pytest.mark.parametrize("damage", ["header", "weights", "short", "empty", "version"])
def test_a_damaged_file_is_refused(damage, tmp_path):
    path = tmp_path / "one"
    write_network(sections_at_random(4), path)
    content = bytearray(path.read_bytes())
    content[{"header": 12, "weights": 5_000, "version": 8}.get(damage, 0)] ^= 1
    path.write_bytes(content[: {"short": -1, "empty": 0}.get(damage, len(content))])

    with pytest.raises(BadFile, match="damaged"):
        read_network(path)


def test_the_network_of_another_game_or_a_missing_file_is_refused(tmp_path):
    with pytest.raises(BadFile, match="damaged"):
        read_network(resource("networks", "kalah-6-opposite-lecture.network"))
    with pytest.raises(BadFile, match="cannot be read"):
        read_network(tmp_path / "none")


@pytest.mark.parametrize("part", ["columns", "weights", "last bias"])
def test_weights_whose_sums_would_overflow_are_refused(part, tmp_path):
    sections = empty()
    if part == "columns":
        for square in range(0, 26, 2):
            sections[0][128 * square + 7] = 2_600
    elif part == "weights":
        sections[2][3] = 128
    else:
        sections[1:3] = array("h", [255] * 128), array("h", [127] * 256)
        sections[3][0] = 1 << 26
    with pytest.raises(ValueError, match="overflow"):
        LoaNetwork(sections)
    write_network(sections, tmp_path / "one")
    with pytest.raises(BadFile, match="damaged"):
        read_network(tmp_path / "one")


def test_weights_of_another_shape_are_refused():
    with pytest.raises(ValueError, match="shape"):
        LoaNetwork([*empty()[:-1], array("i", [0, 0])])


def test_the_shipped_network_is_small():
    assert resource("networks", NAME).stat().st_size < 1_000_000
