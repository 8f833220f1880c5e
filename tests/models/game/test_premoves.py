"""Which moves can be chosen before the other side has moved."""

from dataclasses import replace

from kalahloa.models.game.premoves import premoves
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa.squares import square_name


def chosen(key: str, text: str) -> set[str]:
    game = find_game(key)
    position = game.read(text, game.fitting_rules(text, game.rulebook.default))
    found = premoves(game, position)
    assert position.position_string() == text
    return {position.format_move(move) for move in found}


def test_they_are_the_moves_that_some_reply_allows():
    assert chosen("tictactoe", "X.O/.X./..O X") == {"2", "4", "6", "7", "8"}
    assert chosen("tictactoe", "XXO/OOX/X.. O") == {"8", "9"}


def test_a_move_that_every_reply_prevents_is_none():
    assert chosen("tictactoe", "XXO/OOX/XO. X") == set()  # the game is over then


def test_one_can_recapture_where_an_own_piece_stands_now():
    board = "1b1w2b1/7w/bbb5/w1w1w3/w1bw1w1w/2b4b/2w5/wbb2b2 w"
    position = find_game("loa").read(board, find_game("loa").rulebook.default)
    found = premoves(find_game("loa"), position)

    onto_own = {move for move in found if position.pieces(0) >> (move >> 6) & 1}

    assert {square_name(move >> 6) for move in onto_own} == {"c4"}
    assert {move & 63 for move in found} <= set(position.squares(0))


def test_in_kalah_every_own_pit_can_be_chosen_also_an_empty_one():
    assert chosen("kalah", "<6,0,0,4,4,4,4,4,4,4,0,4,4,0,4> S") == {"1", "2", "3", "4", "5", "6"}


def test_turns_of_several_moves_are_looked_through_within_a_limit():
    kalah = replace(find_game("kalah"), premoves=None)
    position = kalah.read("<6,0,0,0,0,0,2,0,1,4,0,0,0,0,5> S", kalah.rulebook.default)
    wide = kalah.start(replace(kalah.rulebook.default, pits=12, stones=6))

    assert premoves(kalah, position) == {1, 6}
    assert premoves(kalah, wide) <= set(range(1, 13))
