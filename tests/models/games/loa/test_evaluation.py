"""What the engine's evaluation of Lines of Action says, and the quick test of connection."""

from collections.abc import Callable
from random import Random

import pytest

from kalahloa.models.game.term import Term
from kalahloa.models.games.loa import evaluation
from kalahloa.models.games.loa.position import Loa
from tests.models.random_play import random_position, start
from tests.pure_twin import load_pure

START = start("loa")
RULES = START.rules
Board = tuple[int, int]


def boards(count: int) -> list[Board]:
    """Return own and other pieces of positions of random games."""
    positions = [random_position("loa", seed, seed % 60) for seed in range(count)]
    return [(p.pieces(p.side), p.pieces(1 - p.side)) for p in positions]


def scattered(rng: Random, count: int) -> int:
    return sum(1 << square for square in rng.sample(range(64), count))


def pieces(names: str) -> int:
    return sum(1 << "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1) for name in names.split())


def by_name(own: int, other: int) -> dict[str, Term]:
    return {term.name: term for term in evaluation.terms(own, other)}


def moved(board: int, to: Callable[[int, int], tuple[int, int]]) -> int:
    result = 0
    for square in range(64):
        if board >> square & 1:
            file, rank = to(square % 8, square // 8)
            result |= 1 << file + 8 * rank
    return result


SYMMETRIES = {
    "same": lambda file, rank: (file, rank),
    "mirrored": lambda file, rank: (7 - file, rank),
    "upside down": lambda file, rank: (file, 7 - rank),
    "turned twice": lambda file, rank: (7 - file, 7 - rank),
    "transposed": lambda file, rank: (rank, file),
    "turned left": lambda file, rank: (7 - rank, file),
    "turned right": lambda file, rank: (rank, 7 - file),
    "transposed the other way": lambda file, rank: (7 - rank, 7 - file),
}


@pytest.mark.parametrize("name", SYMMETRIES)
def test_turning_and_mirroring_the_board_changes_no_term(name: str):
    to = SYMMETRIES[name]
    rng = Random(2)
    halves = [(scattered(rng, rng.randrange(2, 50)), scattered(rng, 32)) for _ in range(40)]
    odd = [(board & half, board & ~half) for board, half in halves]

    for own, other in boards(150) + odd:
        turned = evaluation.terms(moved(own, to), moved(other, to))
        assert turned == evaluation.terms(own, other)


def test_exchanging_the_sides_negates_all_but_the_move():
    bonus = evaluation.WEIGHTS["side to move"]

    for own, other in boards(200):
        value = evaluation.evaluate_pieces(own, other, 8) - bonus
        assert evaluation.evaluate_pieces(other, own, 8) - bonus == -value


def test_the_terms_add_up_to_the_value():
    for own, other in boards(200):
        terms = evaluation.terms(own, other)
        assert [term.name for term in terms] == list(evaluation.WEIGHTS)
        for term in terms:
            assert term.value == evaluation.WEIGHTS[term.name] * (term.own - term.other)
        assert sum(term.value for term in terms) == evaluation.evaluate_pieces(own, other, 8)


def test_other_weights_are_used_until_they_are_changed_back():
    before = tuple(evaluation.WEIGHTS.values())
    own, other = boards(31)[-1]
    value = evaluation.evaluate_pieces(own, other, 8)

    evaluation.use_weights([0, 0, 0, 0, 0, 0, 0, 0, 7])
    try:
        assert evaluation.evaluate_pieces(own, other, 8) == 7
        assert sum(term.value for term in evaluation.terms(own, other)) == 7
    finally:
        evaluation.use_weights(before)

    assert evaluation.evaluate_pieces(own, other, 8) == value


def test_positions_of_games_stay_far_from_the_largest_value():
    values = [abs(evaluation.evaluate_pieces(own, other, 8)) for own, other in boards(300)]

    assert max(values) < evaluation.MAX_VALUE // 2


def test_no_board_at_all_is_worth_more_than_the_largest_value():
    rng = Random(3)

    for _ in range(400):
        own = scattered(rng, rng.randrange(65))
        other = scattered(rng, rng.randrange(65)) & ~own
        assert abs(evaluation.evaluate_pieces(own, other, 8)) <= evaluation.MAX_VALUE < 15000


def test_mobility_counts_the_moves_that_the_rules_allow():
    edge = {square for square in range(64) if square % 8 in (0, 7) or square // 8 in (0, 7)}
    rng = Random(4)
    positions = [random_position("loa", seed, seed % 60) for seed in range(150)]
    for _ in range(60):
        black = scattered(rng, rng.randrange(1, 30))
        positions.append(Loa(black, scattered(rng, 30) & ~black, 0, RULES))

    for position in positions:
        for side in (0, 1):
            own, other = position.pieces(side), position.pieces(1 - side)
            points = 0
            for move in position.piece_moves(side):
                target = move >> 6
                points += (4 if other >> target & 1 else 2) // (2 if target in edge else 1)
            assert by_name(own, other)["mobility"].own == points
            assert by_name(other, own)["mobility"].other == points


def test_the_sides_of_the_start_have_the_same_features():
    terms = evaluation.terms(START.pieces(0), START.pieces(1))

    assert all(term.own == term.other for term in terms if term.name != "side to move")
    assert evaluation.evaluate_pieces(START.pieces(0), START.pieces(1), 8) == terms[-1].value


def test_a_close_group_is_more_concentrated_than_a_scattered_one():
    close = pieces("c3 c4 c5 d3 d4 d5 e3 e4 e5")
    looser = pieces("b2 c4 c6 d3 d4 d5 e3 e7 f5")
    scattered_pieces = pieces("a1 a8 h1 h8 d4 d5 e4 e5 a4")
    values = [by_name(group, 0)["concentration"].own for group in (close, looser, scattered_pieces)]

    assert values[0] == 100
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 3


@pytest.mark.parametrize("group", ["d4", "a1", "a1 b1", "d4 d5 e4 e5", "g7 g8 h7 h8"])
def test_pieces_that_could_not_be_closer_have_no_surplus(group: str):
    assert by_name(pieces(group), 0)["concentration"].own == 100


def test_a_piece_is_worth_less_towards_the_edge_and_least_in_a_corner():
    path = [by_name(pieces(name), 0)["centralisation"].own for name in ("d4", "c4", "b4", "a4")]

    assert path == sorted(path, reverse=True)
    assert path[-1] > by_name(pieces("a1"), 0)["centralisation"].own


def test_a_group_in_a_corner_has_the_worse_centre_of_mass():
    middle = by_name(pieces("c4 d4 d5"), 0)["centre of mass"].own
    corner = by_name(pieces("a1 a2 b1"), 0)["centre of mass"].own

    assert middle > corner


@pytest.mark.parametrize(
    ("names", "count"),
    [
        ("d4 d5 e4 e5", 1),
        ("d4 d5 e4", 1),
        ("d4 e5", 0),
        ("d4 d5 e4 e5 f4 f5", 2),
        ("c4 d4 e4 d5", 2),
        # The group of three in the corner is too far from the centre of mass.
        ("a1 a2 b1 d5 e5 e6 f5 f6 g5 g6", 3),
    ],
)
def test_quads_are_squares_of_three_or_four_pieces_near_the_centre_of_mass(names: str, count: int):
    assert by_name(pieces(names), 0)["quads"].own == count


@pytest.mark.parametrize(
    ("own", "other", "value"),
    [
        ("c2 d2 e2", "d1", 2),
        ("c2 d2", "d1", 1),
        ("c2 e2", "d1", 1),
        ("c2", "d1", 0),
        ("c3 d3 e3", "d2", 0),
        ("g3 g4 g5", "h4", 2),
        ("a2 b2", "a1", 1),
        ("b1 b2", "a1", 1),
        # The other end of the board is not next to a piece.
        ("h1 h2 h3", "a3", 0),
    ],
)
def test_walls_count_the_ways_from_the_edge_that_are_barred(own: str, other: str, value: int):
    assert by_name(pieces(own), pieces(other))["walls"].own == value


@pytest.mark.parametrize(
    ("names", "eighths"),
    [("a1", 0), ("a1 h8", 0), ("a1 b2", 8), ("h1 a2", 0), ("d4 d5 e4 e5", 24), ("a1 a2 a3", 10)],
)
def test_connectedness_is_the_mean_number_of_neighbours(names: str, eighths: int):
    assert by_name(pieces(names), 0)["connectedness"].own == eighths


@pytest.mark.parametrize(
    ("names", "outside"), [("a1", 63), ("a1 h8", 0), ("b2 c4", 58), ("a5 h5", 56), ("e1 e8", 56)]
)
def test_uniformity_is_what_the_smallest_rectangle_leaves(names: str, outside: int):
    assert by_name(pieces(names), 0)["uniformity"].own == outside


def test_nearly_connected_pieces_beat_scattered_ones():
    near = pieces("c3 c4 d4 d5 e5 e4 f6")
    far = pieces("a1 a4 a7 c8 h2 h5 h8")

    assert evaluation.evaluate_pieces(near, far, 8) > 500
    assert evaluation.evaluate_pieces(far, near, 8) < -500


def test_both_modes_agree_on_all_terms_and_values():
    twin = load_pure()["games.loa.evaluation"]
    rng = Random(8)
    full = [scattered(rng, rng.randrange(1, 60)) for _ in range(50)]
    odd = [(own, ~own & (1 << 64) - 1) for own in full]

    for own, other in boards(150) + odd:
        assert twin.evaluate_pieces(own, other, 8) == evaluation.evaluate_pieces(own, other, 8)
        assert twin.features(own, other) == evaluation.features(own, other)
