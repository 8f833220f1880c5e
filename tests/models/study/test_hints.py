"""What hints say: where to look without the move, and why a move is the best."""

import random
from dataclasses import replace

import pytest

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.transition import way_of
from kalahloa.models.games.kalah.overlays import captures_in_turn
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.search.move_values import Line
from kalahloa.models.study.hints import clue_of, why_best
from tests.scores import move_score

KALAH, LOA, TICTACTOE = (find_game(key) for key in ("kalah", "loa", "tictactoe"))
GAMES = (KALAH, LOA, TICTACTOE)


def position(game: Game, text: str) -> Position:
    return game.read(text, game.rulebook.default)


def line(here: Position, value: float, *texts: str, by_margin: bool = True) -> Line:
    walker, moves = here.copy(), []
    for text in texts:
        moves.append(walker.read_move(text))
        walker.make(moves[-1])
    return Line(moves[0], move_score(value, False, None, by_margin, 9), tuple(moves))


def some_positions(game: Game, count: int) -> list[Position]:
    """Return positions of games at random that are not over."""
    chance, found = random.Random(7), []
    while len(found) < count:
        here = game.start(game.rulebook.default)
        for _ in range(chance.randrange(30)):
            if here.is_over():
                break
            here.make(chance.choice(here.legal_moves()))
        if not here.is_over():
            found.append(here)
    return found


# -- where to look ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_clue_never_tells_the_move_and_leaves_the_position_as_it_was(game):
    for here in some_positions(game, 40):
        text, moves = here.position_string(), here.legal_moves()
        for move in moves:
            clue = clue_of(game, here, move)

            assert clue.sentence.endswith((".", "?"))
            assert here.position_string() == text
            if len(moves) > 1 and game is not TICTACTOE:
                assert here.format_move(move) not in clue.sentence.replace(".", "").split()[-3:-1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_clue_is_the_same_for_several_moves(game):
    start = game.start(game.rulebook.default)

    clues = {clue_of(game, start, move) for move in start.legal_moves()}

    assert 1 < len(clues) < len(start.legal_moves())


@pytest.mark.parametrize(
    ("text", "move", "sentence", "cells"),
    [
        ("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S", 3, "An extra turn is on offer.", (6,)),
        ("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> N", 3, "An extra turn is on offer.", (13,)),
        ("<6,0,0,1,0,4,4,4,4,4,4,4,4,8,4> S", 1, "Stones of North can be captured.", (11,)),
        ("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S", 1, "Look at pits 1 to 3, far from the kalah.", None),
    ],
)
def test_a_clue_of_kalah_says_what_the_move_is_about(text, move, sentence, cells):
    clue = clue_of(KALAH, position(KALAH, text), move)

    assert clue.sentence == sentence
    assert cells is None or clue.cells == cells


def test_stones_are_said_to_be_at_risk_only_where_the_other_side_could_capture_them():
    checked = 0
    for here in some_positions(KALAH, 150):
        for move in here.legal_moves():
            clue = clue_of(KALAH, here, move)
            if not clue.sentence.endswith("at risk."):
                continue
            checked += 1
            assert isinstance(here, Kalah)
            turned = Kalah(here.stones(), 1 - here.side, here.rules)
            taken, _ = captures_in_turn(turned)
            assert clue.cells == tuple(sorted(taken)) != ()
            assert all(cell // 7 == here.side for cell in clue.cells)
    assert checked > 10


def test_a_clue_of_lines_of_action_is_the_piece():
    here = LOA.start(LOA.rulebook.default)

    clue = clue_of(LOA, here, here.read_move("b1-b3"))

    assert (clue.sentence, clue.cells) == ("Look at the piece on b1.", (1,))


@pytest.mark.parametrize(
    ("text", "move", "sentence", "cells"),
    [
        ("XX./OO./... X", 3, "X can complete a row.", (0, 1)),
        ("XX./O../... O", 3, "X can complete a row.", (0, 1)),
        (".../.X./... O", 1, "Look at the corners.", (0, 2, 6, 8)),
        ("X../.../... O", 5, "Look at the middle.", (4,)),
    ],
)
def test_a_clue_of_tictactoe_is_a_row_or_a_part_of_the_board(text, move, sentence, cells):
    clue = clue_of(TICTACTOE, position(TICTACTOE, text), move)

    assert (clue.sentence, clue.cells) == (sentence, cells)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (0, "All moves draw."),
        (1, "All moves win, each as well as any other."),
        (-1, "All moves lose, each as badly as any other."),
    ],
)
def test_where_all_moves_are_worth_the_same_there_is_nothing_to_look_for(number, sentence):
    here = position(TICTACTOE, "X../.O./..X O")
    values = dict.fromkeys(here.legal_moves(), move_score(number, True, None, True, 9))
    others = {**values, 2: move_score(number - 1, True, None, True, 9)}
    estimated = dict.fromkeys(values, move_score(number, False, None, True, 9))
    some = {2: values[2]}

    assert clue_of(TICTACTOE, here, 2, values).sentence == sentence
    for known in (others, estimated, some):
        assert clue_of(TICTACTOE, here, 2, known).sentence == "Look at the edges."


def test_a_game_without_clues_of_its_own_halves_the_moves():
    game = replace(TICTACTOE, clue=None)
    here = position(game, "X../.../... O")

    assert clue_of(game, here, 3).sentence == "It is one of these: 2, 3, 4, 5."
    assert clue_of(game, here, 9).sentence == "It is one of these: 6, 7, 8, 9."


def test_an_only_move_needs_no_looking():
    here = position(TICTACTOE, "XOX/XOO/OX. X")

    assert clue_of(TICTACTOE, here, 9).sentence == "There is only one move."


# -- why it is the best ----------------------------------------------------------------------------


def test_kalah_tells_extra_turns_captures_and_what_the_next_best_move_gives_away():
    here = position(KALAH, "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S")

    why = why_best(KALAH, here, line(here, 8.0, "3", "6", "1"), line(here, 5.0, "6", "3"))

    assert why[0] == "South moves 2 times in a row."
    assert "The next best move, 6, is worth +5.0, estimated." in why
    assert not any("could have moved again" in reason for reason in why), "it was said of the best"


def test_a_next_best_move_that_is_as_good_is_not_told():
    here = position(KALAH, "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S")

    why = why_best(KALAH, here, line(here, 5.0, "3", "6", "1"), line(here, 5.0, "6", "3"))

    assert not any("next best" in reason for reason in why)


def test_lines_of_action_tells_captures_and_groups():
    here = position(LOA, "8/8/8/2b5/8/5b2/3w4/2b2w2 b")

    why = why_best(LOA, here, line(here, 1.0, "c1-e1", by_margin=False))
    taken = why_best(LOA, here, line(here, 1.0, "f3xf1", by_margin=False))

    assert why == ()
    assert taken == ("It captures the piece on f1.", "It connects all pieces of White.")


def test_terms_of_the_evaluation_are_told_of_estimates_only():
    here = position(LOA, "1bbbb1b1/w6w/2w4b/w6w/w6w/w5bw/2w4w/1bbbbb2 b")
    best = line(here, 0.5, "b8-e5", "a7-c7", by_margin=False)
    proven = Line(best.move, move_score(1.0, True, 9, False, 0), best.moves)
    estimated, exact = why_best(LOA, here, best), why_best(LOA, here, proven)

    assert not any("evaluation" in reason for reason in exact)
    assert set(exact) < set(estimated)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_reasons_leave_the_position_as_it_was(game):
    for here in some_positions(game, 20):
        text = here.position_string()
        for move in here.legal_moves():
            best = Line(move, move_score(1.0, False, None, True, 1), (move,))
            for reason in why_best(game, here, best):
                assert reason.endswith(".")
        assert here.position_string() == text


# -- the other side to move ------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_other_side_moves_on_the_same_board(game):
    assert game.other_to_move is not None
    for here in some_positions(game, 20):
        turned = game.other_to_move(here)

        assert turned is not None and turned.side == 1 - here.side
        assert turned.rules == here.rules
        assert turned.position_string().split()[:-1] == here.position_string().split()[:-1]
        again = game.other_to_move(turned)
        assert again.position_string() == here.position_string()


def test_nobody_moves_twice_while_sides_can_be_swapped():
    assert KALAH.other_to_move is not None
    for pie in ("no", "yes"):
        start = KALAH.start(replace(KALAH.rulebook.default, pie=pie))
        assert (KALAH.other_to_move(start) is None) == (pie == "yes")


def test_the_way_of_a_move_is_where_it_begins_and_ends():
    loa = LOA.start(LOA.rulebook.default)
    kalah = KALAH.start(KALAH.rulebook.default)
    cell = TICTACTOE.start(TICTACTOE.rulebook.default)

    assert way_of(loa.transition(loa.read_move("b1-b3"))) == (1, 17)
    assert way_of(kalah.transition(3)) == (2, 6)
    assert way_of(cell.transition(5)) == (4, 4)
    assert isinstance(loa, Loa)
    assert way_of(()) == ()
