"""The fewest moves with which one side connects, against a breadth-first search on positions."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kalahloa.compiled import is_compiled
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa.clues import other_to_move
from kalahloa.models.games.loa.connection import ConnectionDistance, connection
from kalahloa.models.games.loa.notation import PASS
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.squares import board_squares, square_name
from tests.models.games.loa import brute
from tests.models.random_play import STEADY, random_position, start
from tests.pure_twin import load_pure

GAME = find_game("loa")


def read(text: str) -> Loa:
    rules = GAME.fitting_rules(text, GAME.rulebook.default)
    return GAME.read(text, rules)


def names(moves: tuple[int, ...]) -> list[str]:
    return [f"{square_name(move & 63)}-{square_name(move >> 6)}" for move in moves]


def to_move(position: Loa, side: int) -> Loa:
    """Return a copy of *position* with *side* to move."""
    return position.copy(stack=False) if position.side == side else other_to_move(position)


def is_connected(position: Loa, side: int) -> bool:
    return len(position.groups(side)) == 1


def fewest_moves(position: Loa, side: int, most: int) -> int | None:
    """Return the fewest moves that connect *side* by breadth-first search, None if over *most*."""
    if is_connected(position, side):
        return 0
    front = [to_move(position, side)]
    known = {position.pieces(side) | position.pieces(1 - side) << 64}
    for count in range(1, most + 1):
        reached = []
        for before in front:
            for move in before.legal_moves():
                if move == PASS:
                    continue
                before.make(move)
                if is_connected(before, side):
                    return count
                key = before.pieces(side) | before.pieces(1 - side) << 64
                if not before.is_over() and key not in known:
                    known.add(key)
                    reached.append(other_to_move(before))
                before.unmake()
        front = reached
    return None


def board_of(position: Loa) -> brute.Board:
    return {
        (square % 8, square // 8): letter
        for side, letter in enumerate("bw")
        for square in position.squares(side)
    }


def fewest_on(board: brute.Board, size: int, side: str = "b", most: int = 5) -> int | None:
    """Return the fewest moves that connect *side*, whatever they do to the other side."""
    front = [board]
    for count in range(1, most + 1):
        reached = [brute.after(at, move) for at in front for move in brute.moves(at, size, side)]
        if any(brute.connected(at, side) for at in reached):
            return count
        front = reached
    return None


def replay(position: Loa, side: int, found: ConnectionDistance) -> None:
    """Check by the rules that the moves *found* connect *side*, which it is not before the last."""
    assert len(found.moves) == found.upper
    position = to_move(position, side)
    for number, move in enumerate(found.moves):
        assert not is_connected(position, side)
        if number:
            position = other_to_move(position)
        position.make(move)
    assert is_connected(position, side)


@st.composite
def boards(draw: st.DrawFn, size: int, own: int, other: int) -> Loa:
    """Return a position that goes on, of up to *own* black and *other* white pieces."""
    squares = draw(st.permutations(board_squares(size)))
    black = draw(st.integers(2, own))
    white = draw(st.integers(2, other))
    pieces = [sum(1 << square for square in squares[:black])]
    pieces.append(sum(1 << square for square in squares[black : black + white]))
    position = Loa(*pieces, 0, GAME.rulebook.read(None, {"size": size}))
    assume(not position.is_over())
    return position


# -- hand-made positions ---------------------------------------------------------------------------


def test_a_side_that_is_connected_needs_no_move():
    found = connection(read("w7/8/8/3bb3/4b3/8/8/w6w b"), 0)

    assert (found.lower, found.upper, found.moves, found.exact) == (0, 0, (), True)


def test_two_pieces_with_one_square_between_them_need_one_move():
    # Two pieces are on the rank, so a1 goes next to d1.
    found = connection(read("w6w/8/8/8/8/8/8/b2b4 b"), 0)

    assert (found.lower, found.upper, names(found.moves)) == (1, 1, ["a1-c1"])


def test_it_does_not_matter_who_is_to_move():
    position = random_position("loa", 3, 30)

    for side in (0, 1):
        assert connection(position, side) == connection(other_to_move(position), side)


def test_a_side_that_cannot_move_does_not_connect():
    position = read("w1wb/2w1/2wb/2wb b")
    found = connection(position, 0, max_moves=5)

    assert position.piece_moves(0) == []
    assert (found.lower, found.upper, found.moves, found.exact) == (6, None, (), False)


def test_no_sequence_goes_on_after_a_capture_that_connects_the_other_side():
    # After d2xd4, b4-c3 or d4xa4 would connect Black, but that capture connects White.
    position = read("wb1w/ww2/ww1b/4 b")
    found = connection(position, 0)

    assert (found.lower, found.upper) == (3, 3)
    assert fewest_on(board_of(position), 4) == 2
    replay(position, 0, found)


@pytest.mark.parametrize("text", ["1b2/3b/b3/w3 b", "3b/ww2/2w1/1b2 b", "b3/4/1w1b/b3 b"])
def test_where_the_other_side_is_connected_moves_count_as_if_the_game_went_on(text: str):
    position = read(text)
    found = connection(position, 0)

    assert position.is_over()
    assert found.exact
    assert found.upper == fewest_on(board_of(position), 4)
    for side in (0, 1):
        assert connection(position, side).upper == (found.upper if side == 0 else 0)


@pytest.mark.parametrize(
    ("side", "limits"),
    [(2, {}), (-1, {}), (0, {"max_moves": 25}), (0, {"max_moves": -1}), (0, {"max_nodes": -1})],
)
def test_what_is_out_of_range_is_refused(side: int, limits: dict[str, int]):
    with pytest.raises(ValueError):
        connection(start("loa"), side, **limits)


# -- against a breadth-first search ----------------------------------------------------------------


def agrees(position: Loa, most: int) -> None:
    for side in (0, 1):
        fewest = fewest_moves(position, side, most)
        found = connection(position, side, max_nodes=10**7, max_moves=most)
        if fewest is None:
            assert (found.lower, found.upper, found.moves) == (most + 1, None, ())
        else:
            assert (found.lower, found.upper) == (fewest, fewest)
            replay(position, side, found)
        for nodes in (0, 60, 600):
            rough = connection(position, side, max_nodes=nodes, max_moves=most)
            assert rough.lower <= (most + 1 if fewest is None else fewest)
            if rough.upper is not None:
                assert fewest is not None and fewest <= rough.upper
                replay(position, side, rough)


@STEADY
@given(boards(4, 6, 6))
def test_on_4_by_4_squares_it_is_the_fewest_moves(position: Loa):
    agrees(position, 6)


@STEADY
@given(boards(5, 7, 6))
def test_on_5_by_5_squares_it_is_the_fewest_moves(position: Loa):
    agrees(position, 3)


@STEADY
@given(boards(8, 4, 4))
def test_on_8_by_8_squares_with_few_pieces_it_is_the_fewest_moves(position: Loa):
    agrees(position, 3)


def test_in_games_it_is_the_fewest_moves():
    for seed in range(12):
        agrees(random_position("loa", seed, 40 + seed), 2)


# -- limits ----------------------------------------------------------------------------------------


def test_at_the_start_few_nodes_prove_less_and_find_a_longer_way():
    found = [connection(start("loa"), 0, max_nodes=nodes) for nodes in (0, 1000, 200_000)]

    assert [one.lower for one in found] == sorted(one.lower for one in found)
    assert max(one.lower for one in found) <= min(one.upper or 99 for one in found)
    for one in found:
        replay(start("loa"), 0, one)


def test_no_more_moves_than_asked_for_are_looked_for():
    position = start("loa")

    for most in range(5):
        found = connection(position, 0, max_nodes=2000, max_moves=most)
        assert (found.lower, found.upper) == (most + 1, None)


# -- the same everywhere ---------------------------------------------------------------------------


def test_turned_and_mirrored_positions_need_as_many_moves():
    for seed in range(8 if is_compiled() else 2):
        position = random_position("loa", seed, 100)
        for side in (0, 1):
            found = connection(position, side, max_nodes=10**6)
            assert found.exact
            for image in GAME.symmetric(position):
                twin = connection(GAME.read(image, position.rules), side, max_nodes=10**6)
                assert (twin.lower, twin.upper) == (found.lower, found.upper)


def test_both_modes_find_the_same_with_as_many_nodes():
    twins = load_pure()
    rules = twins["games.loa.rules"].LoaRules()
    rng = Random(6)

    for seed in range(16):
        position = random_position("loa", seed, rng.randrange(60))
        twin = twins["games.loa.position"].Loa(
            *(position.pieces(side) for side in (0, 1)), 0, rules
        )
        for side in (0, 1):
            nodes = rng.choice((0, 200, 2000))
            found = connection(position, side, max_nodes=nodes, max_moves=8)
            other = twins["games.loa.connection"].connection(
                twin, side, max_nodes=nodes, max_moves=8
            )
            assert (found.lower, found.upper, found.moves, found.nodes) == (
                other.lower,
                other.upper,
                other.moves,
                other.nodes,
            )
