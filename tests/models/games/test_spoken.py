"""What is said of moves and cells is no less, and no more, than the rules have it."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import IllegalMove


def position_after(game, seed):
    """Return a position after random moves, and the same with the other side to move, if any."""
    chance = random.Random(seed)
    position = game.start(game.rulebook.default)
    for _ in range(chance.randrange(30)):
        if position.outcome() is not None:
            break
        position.make(chance.choice(position.legal_moves()))
    return position, game.other_to_move(position)


@given(st.integers(0, 2**32), st.integers(0, 63))
def test_squares_of_loa_have_the_moves_of_both_sides_said(seed, square):
    game = find_game("loa")
    position, other = position_after(game, seed)
    label = "abcdefgh"[square % 8] + "12345678"[square // 8]

    there = " ".join(game.lines_sentences(position, label))
    here = " ".join(game.cell_sentences(position, label))

    for at in (position, other) if position.outcome() is None else ():
        side = game.sides[at.side]
        texts = [re.split("[-x]", at.format_move(move)) for move in at.legal_moves()]
        origins = {text[0] for text in texts if text[-1] == label}
        targets = {text[-1] for text in texts if text[0] == label}
        told = re.search(rf"{side} can (?:move to {label}|capture here) from ([^.]*)\.", there)
        assert set(re.findall("[a-h][1-8]", told[1] if told else "")) == origins
        if f"{side} stands" in here:
            said = here.partition(" can ")[2]
            assert set(re.findall("[a-h][1-8]", said)) == targets


@given(st.integers(0, 2**32), st.sampled_from([f"{side}{n}" for side in "SN" for n in "123456K"]))
def test_pits_of_kalah_have_what_ends_there_and_what_captures_said(seed, label):
    game = find_game("kalah")
    position, other = position_after(game, seed)
    side = "SN".index(label[0])
    cell = side * 7 + (6 if label[1] == "K" else int(label[1]) - 1)

    said = set(game.lines_sentences(position, label))

    expected = set()
    for at in (position, other) if position.outcome() is None else ():
        for move in at.legal_moves():
            before, after = at.stones(), at.copy()
            after.make(move)
            origin = at.side * 7 + move - 1
            ring = [one for one in range(14) if one != (1 - at.side) * 7 + 6]
            last = ring[(ring.index(origin) + before[origin]) % 13]
            name = f"{game.sides[at.side]}'s pit {move}"
            gained = after.stones()[at.side * 7 + 6] - before[at.side * 7 + 6]
            if last == cell:
                expected.add(f"{name} ends here.")
            elif last == 12 - cell and gained > 2 and after.outcome() is None:
                expected.add(f"{name} captures from here.")
    ends = {one for one in said if one.endswith("ends here.")}
    assert ends == {one for one in expected if one.endswith("ends here.")}
    assert {one for one in expected if "captures" in one} <= said


@given(st.integers(0, 2**32))
def test_effects_of_a_sowing_are_the_extra_turn_and_what_is_captured(seed):
    game = find_game("kalah")
    position, _ = position_after(game, seed)
    for move in position.legal_moves() if position.outcome() is None else ():
        after = position.copy()
        after.make(move)
        said = game.effects(position, move)
        goes_on = after.outcome() is None and after.side == position.side
        assert ("another turn" in said) == goes_on


@pytest.mark.parametrize(("game", "label"), [("loa", "i9"), ("kalah", "S7"), ("tictactoe", "0")])
def test_a_cell_that_is_not_there_is_refused_in_a_sentence(game, label):
    game = find_game(game)
    position = game.start(game.rulebook.default)

    for tell in (game.cell_sentences, game.lines_sentences):
        with pytest.raises(IllegalMove, match=label):
            tell(position, label)


def test_rows_of_tic_tac_toe_are_those_through_the_cell():
    game = find_game("tictactoe")
    position = game.start(game.rulebook.default)
    for move in (5, 1):
        position.make(move)

    assert list(game.lines_sentences(position, "5")) == [
        "4 empty, 5 X, 6 empty.",
        "2 empty, 5 X, 8 empty.",
        "1 O, 5 X, 9 empty.",
        "3 empty, 5 X, 7 empty.",
    ]
