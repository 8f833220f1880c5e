"""What holds of every position of every game."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.transition import Action
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.loa.notation import PASS
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.tictactoe.position import TicTacToe
from tests.models.random_play import GAME_RULES, STEADY, play, reread, snapshot, start

games = st.sampled_from(GAME_RULES)


@st.composite
def choices(draw: st.DrawFn, most: int = 150) -> list[int]:
    """Draw what to choose, ply by ply; long games are as likely as short ones."""
    rng = Random(draw(st.integers(0, 2**32)))
    return [rng.randrange(1000) for _ in range(draw(st.integers(0, most)))]


kalah_options = st.fixed_dictionaries(
    {
        "pie": st.sampled_from(["no", "yes"]),
        "remaining": st.sampled_from(["owner", "last-mover"]),
    }
)
"""The options of Kalah's rules that no preset changes."""


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, Position]:
    """Draw a game's key and a position that was played from its start."""
    key, preset = draw(games)
    options = draw(kalah_options) if key == "kalah" else {}
    position = start(key, preset, **options)
    play(position, draw(choices()))
    return key, position


@st.composite
def kalah_boards(draw: st.DrawFn) -> Kalah:
    """Draw any board of Kalah under any rules, with pits that go round more than once."""
    rules = KalahRules(
        pits=draw(st.integers(1, 12)),
        end=draw(st.sampled_from(["mover-empty", "standard"])),
        capture=draw(st.sampled_from(["opposite", "empty"])),
        **draw(kalah_options),
    )
    cells = 2 * rules.pits + 2
    cell = st.one_of(st.integers(0, 3), st.integers(0, 70))
    stones = draw(st.lists(cell, min_size=cells, max_size=cells))
    return Kalah(stones, draw(st.integers(0, 1)), rules)


@STEADY
@given(positions())
def test_what_can_be_played_are_the_legal_moves(drawn: tuple[str, Position]):
    _, position = drawn
    legal = position.legal_moves()
    before = snapshot(position)

    assert [move for move in range(-3, 4100) if position.is_playable(move)] == sorted(legal)
    assert not any(map(position.is_playable, (1 << 31, -(1 << 31) - 1, 1 << 64, -(1 << 70))))
    assert snapshot(position) == before


@STEADY
@given(positions())
def test_unmaking_a_move_restores_everything(drawn: tuple[str, Position]):
    _, position = drawn
    before = snapshot(position)

    for move in position.legal_moves():
        position.make(move)
        position.legal_moves()
        position.unmake()

        assert snapshot(position) == before


@STEADY
@given(positions())
def test_unmaking_all_moves_leads_back_through_the_same_positions(drawn: tuple[str, Position]):
    _, position = drawn
    moves = position.move_stack()
    back = []
    for _ in moves:
        back.append((position.position_string(), position.hash))
        position.unmake()

    forth = []
    for move in moves:
        position.make(move)
        forth.append((position.position_string(), position.hash))

    assert forth == back[::-1]


@STEADY
@given(positions())
def test_the_hash_that_is_kept_equals_the_one_from_scratch(drawn: tuple[str, Position]):
    _, position = drawn

    while position.ply:
        assert position.hash == position.hash_from_scratch()
        assert 0 <= position.hash < 1 << 64
        position.unmake()


@STEADY
@given(kalah_boards())
def test_the_hash_of_any_kalah_board_follows_its_sowings(position: Kalah):
    for move in position.legal_moves():
        position.make(move)
        assert position.hash == position.hash_from_scratch()
        position.unmake()


@STEADY
@given(positions(), positions())
def test_different_positions_have_different_hashes(one: tuple, other: tuple):
    if one[0] == other[0]:
        same = one[1].position_string() == other[1].position_string()

        assert (one[1].hash == other[1].hash) == same


@STEADY
@given(positions())
def test_a_position_string_reads_back_to_the_same_position(drawn: tuple[str, Position]):
    key, position = drawn

    again = reread(find_game(key), position)

    assert again.position_string() == position.position_string()
    assert again.hash == position.hash
    assert again.side == position.side


@STEADY
@given(positions())
def test_every_legal_move_reads_back_from_its_notation(drawn: tuple[str, Position]):
    _, position = drawn
    moves = position.legal_moves()

    assert [position.read_move(position.format_move(move)) for move in moves] == moves
    assert [position.read_turn(position.format_move(move)) for move in moves] == [
        [move] for move in moves
    ]


@STEADY
@given(positions())
def test_the_game_is_over_where_there_is_an_outcome_and_no_move(drawn: tuple[str, Position]):
    _, position = drawn

    assert position.is_over() == (position.outcome() is not None)
    assert position.is_over() == (not position.legal_moves())
    assert len(set(position.legal_moves())) == len(position.legal_moves())


@STEADY
@given(positions())
def test_a_copy_is_independent_and_has_the_history(drawn: tuple[str, Position]):
    _, position = drawn
    before = snapshot(position)

    twin = position.copy()

    assert snapshot(position) == before
    assert snapshot(twin) == before
    while twin.ply:
        twin.unmake()
    assert snapshot(position) == before


@STEADY
@given(positions())
def test_every_move_is_described_in_a_sentence(drawn: tuple[str, Position]):
    _, position = drawn

    for move in position.legal_moves():
        assert position.describe(move)[0].isupper()
        assert position.describe(move).endswith(".")


# -- transitions tell what moves do ----------------------------------------------------------------


def contents(position: Position) -> Counter:
    """Return what lies where: stones by cell, or one piece by side and cell."""
    if isinstance(position, Kalah):
        return Counter({(None, cell): count for cell, count in enumerate(position.stones())})
    if isinstance(position, Loa):
        return Counter((side, square) for side in (0, 1) for square in position.squares(side))
    return Counter(
        (side, cell) for side in (0, 1) for cell in range(9) if position.marks(side) >> cell & 1
    )


def follow_steps(position: Position, move: int) -> Counter:
    """Return what lies where after the steps of *move* have been carried out one by one."""
    there = contents(position)
    for step in position.transition(move):
        owner = None if isinstance(position, Kalah) else step.side
        if step.origin >= 0:
            there[owner, step.origin] -= step.count
            assert there[owner, step.origin] >= 0
        if step.action is Action.CAPTURE:
            there[owner, step.target] -= step.count
        else:
            there[owner, step.target] += step.count
    return there


@STEADY
@given(positions())
def test_the_steps_of_a_move_lead_to_the_position_after_it(drawn: tuple[str, Position]):
    _, position = drawn

    for move in position.legal_moves():
        there = follow_steps(position, move)
        position.make(move)
        assert +there == +contents(position)
        position.unmake()


@STEADY
@given(kalah_boards())
def test_the_steps_of_any_sowing_lead_to_the_board_after_it(position: Kalah):
    for move in position.legal_moves():
        sowing = position.sowing(move)
        there = follow_steps(position, move)
        side = position.side
        position.make(move)
        assert +there == +contents(position)
        assert sowing.ends == position.is_over()
        assert sowing.extra_turn == (position.side == side and not position.is_over())
        position.unmake()


@STEADY
@given(kalah_boards())
def test_kalah_keeps_all_its_stones(position: Kalah):
    stones = sum(position.stones())

    for move in position.legal_moves():
        position.make(move)
        assert sum(position.stones()) == stones
        assert min(position.stones()) >= 0
        position.unmake()


@STEADY
@given(kalah_boards())
def test_the_two_sides_of_kalah_have_the_same_rules(position: Kalah):
    half = position.rules.pits + 1
    stones = position.stones()
    turned = Kalah(stones[half:] + stones[:half], 1 - position.side, position.rules)

    assert turned.legal_moves() == position.legal_moves()
    for move in position.legal_moves():
        position.make(move)
        turned.make(move)
        after = position.stones()
        assert turned.stones() == after[half:] + after[:half]
        assert turned.side == 1 - position.side
        position.unmake()
        turned.unmake()


# -- boards that can be turned and mirrored --------------------------------------------------------


def symmetries(size: int) -> list[list[int]]:
    """Return the eight symmetries of a square board, each as the new cell of every cell."""

    def cell(file: int, rank: int) -> int:
        return file + size * rank

    cells = [(number % size, number // size) for number in range(size * size)]
    last = size - 1
    return [
        [cell(*image(file, rank)) for file, rank in cells]
        for image in (
            lambda file, rank: (file, rank),
            lambda file, rank: (last - file, rank),
            lambda file, rank: (file, last - rank),
            lambda file, rank: (last - file, last - rank),
            lambda file, rank: (rank, file),
            lambda file, rank: (last - rank, file),
            lambda file, rank: (rank, last - file),
            lambda file, rank: (last - rank, last - file),
        )
    ]


def turned_set(cells: int, image: list[int]) -> int:
    return sum(1 << new for old, new in enumerate(image) if cells >> old & 1)


@pytest.mark.parametrize("image", symmetries(8), ids=range(8))
@STEADY
@given(choices())
def test_a_turned_board_of_lines_of_action_has_turned_moves(image: list[int], drawn: list[int]):
    position = start("loa")
    play(position, drawn)
    black, white = (turned_set(position.pieces(side), image) for side in (0, 1))

    turned = Loa(black, white, position.side, position.rules)
    swapped = Loa(white, black, 1 - position.side, position.rules)

    if not position.is_over():
        moves = sorted(
            image[move & 63] | image[move >> 6] << 6 if move != PASS else PASS
            for move in position.legal_moves()
        )
        assert sorted(turned.legal_moves()) == moves
        assert sorted(swapped.legal_moves()) == moves


@pytest.mark.parametrize("image", symmetries(3), ids=range(8))
@STEADY
@given(choices(9))
def test_a_turned_board_of_tic_tac_toe_is_the_same_game(image: list[int], drawn: list[int]):
    position = start("tictactoe")
    play(position, drawn)
    crosses, noughts = (turned_set(position.marks(side), image) for side in (0, 1))

    turned = TicTacToe(crosses, noughts, position.side, position.rules)

    assert turned.outcome() == position.outcome()
    assert turned.legal_moves() == sorted(image[move - 1] + 1 for move in position.legal_moves())
