"""Lines of Action: its moves, its ends, its words."""

import pytest

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.transition import Action, Step
from kalahloa.models.games.loa.notation import PASS
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.squares import square_name, square_number
from kalahloa.models.text.errors import BadPosition, IllegalMove
from tests.models.random_play import start

GAME = find_game("loa")
START = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"
BLOCKED = "6wb/6ww/8/8/8/8/ww6/bw6 b"
"""Black to move has two pieces, in corners, and no move; nobody is connected."""


def read(text: str, preset: str = "tutorial", **options: str) -> Position:
    return GAME.read(text, GAME.rulebook.read(preset, options))


def make(position: Position, *texts: str) -> Position:
    for text in texts:
        position.make(position.read_move(text))
    return position


# -- moves -----------------------------------------------------------------------------------------


def test_black_moves_first_and_has_36_moves():
    position = start("loa")

    assert position.position_string() == START
    assert len(position.legal_moves()) == 36


def test_scrambled_eggs_alternate_round_the_edge_with_a_white_piece_on_a2():
    position = start("loa", start="scrambled-eggs")

    edge = [*range(0, 8), *range(15, 64, 8), *range(62, 55, -1), *range(48, 0, -8)]
    colours = [position.squares(1).count(square) for square in edge if square not in (0, 7, 63, 56)]

    assert position.squares(1).count(square_number("a2")) == 1
    assert colours == [1, 0] * 12 or colours == [0, 1] * 12


def test_a_piece_moves_as_many_squares_as_pieces_stand_on_its_line():
    position = start("loa")

    moves = {position.format_move(m) for m in position.legal_moves() if m & 63 == 1}

    # Two on the b-file, six on the first rank, two on either diagonal.
    assert moves == {"b1-b3", "b1-h1", "b1-d3"}


def test_a_piece_may_jump_over_its_own_but_not_over_the_opponents():
    position = read("8/8/8/8/8/8/w6w/bb3b1w b")

    moves = {position.format_move(move) for move in position.legal_moves()}

    assert "a1-e1" in moves  # over b1
    assert "f1-b1" not in moves
    assert position.line_count(0, 7) == 4
    with pytest.raises(IllegalMove, match=r"^d1 is blocked: a white piece stands on c1\.$"):
        read("7w/8/8/8/8/8/8/2wb2b1 b").read_move("d1-a1")


def test_a_piece_captures_by_landing_on_the_opponents():
    position = start("loa")

    make(position, "c1xa3")

    assert position.position_string() == "1bbbbbb1/w6w/w6w/w6w/w6w/b6w/w6w/1b1bbbb1 w"
    assert position.status(1) == "11 pieces, 3 groups"


def test_unmake_puts_a_captured_piece_back():
    position = make(start("loa"), "c1xa3")

    position.unmake()

    assert position.position_string() == START
    assert position.move_stack() == []


def test_unmaking_more_than_was_made_is_an_index_error():
    with pytest.raises(IndexError):
        start("loa").unmake()


def test_a_side_without_a_move_passes_and_the_board_stays():
    position = read(BLOCKED)

    assert position.legal_moves() == [PASS]
    assert position.format_move(PASS) == "pass"
    make(position, "pass")

    assert position.position_string() == BLOCKED[:-1] + "w"
    assert not position.is_over()


def test_a_side_with_a_move_may_not_pass():
    with pytest.raises(IllegalMove, match=r"^Black may not pass: it has a legal move\.$"):
        start("loa").read_move("pass")


# -- ends ------------------------------------------------------------------------------------------


def test_whoever_connects_all_pieces_wins():
    position = make(read("8/8/8/8/8/4w2w/8/b1b5 b"), "a1-a2")

    assert not position.is_over()
    make(position, "e3-g3")

    assert position.legal_moves() == []
    assert position.outcome().reason == "White wins: all its pieces are connected."
    assert position.outcome().points == "0-1"


def test_who_takes_all_but_one_of_the_opponents_pieces_loses():
    position = read("8/7w/8/b7/8/w7/8/6b1 b")

    make(position, "a5xa3")

    assert position.outcome().winner == 1
    assert position.outcome().reason == "White wins: a single piece is connected."


def test_whoever_connects_only_the_opponent_loses():
    position = read("8/8/3w4/8/8/6b1/6ww/3b4 b")

    make(position, "g3xd6")

    assert position.outcome().winner == 1
    assert position.outcome().reason == ("White wins: Black's own move connected all White pieces.")


def test_without_a_move_one_loses_under_the_openspiel_rules():
    position = read(BLOCKED, "openspiel")

    assert position.outcome().winner == 1
    assert position.outcome().reason == "White wins: Black has no legal move."
    assert position.legal_moves() == []


SHUTTLE = ("b1-b3", "a2-c2", "b3-b1", "c2-a2")


def test_the_third_time_with_the_same_side_to_move_is_a_draw():
    position = make(start("loa"), *SHUTTLE, *SHUTTLE[:3])

    assert not position.is_over()
    make(position, SHUTTLE[3])

    assert position.outcome().winner is None
    assert position.outcome().reason == "Draw: the position occurs for the third time."


def test_under_the_openspiel_rules_the_second_time_is_a_draw():
    position = make(start("loa", "openspiel"), *SHUTTLE)

    assert position.outcome().reason == "Draw: the position is repeated."


@pytest.mark.parametrize(("preset", "drawn"), [("tutorial", False), ("openspiel", True)])
def test_only_the_openspiel_rules_count_a_board_with_the_other_side_to_move(
    preset: str, drawn: bool
):
    # Black goes round a triangle in three moves while White goes there and back in two.
    position = read("5b2/8/w7/8/7w/8/1b6/8 b", preset)

    make(position, "b2-c2", "h4-h3", "c2-c3", "h3-h4", "c3-b2")

    assert position.position_string() == "5b2/8/w7/8/7w/8/1b6/8 w"
    assert position.is_over() == drawn


def test_a_capture_makes_earlier_positions_impossible_to_repeat():
    position = make(start("loa"), *SHUTTLE, "c1xa3", *("h2-f2", "b1-b3", "f2-h2", "b3-b1"))

    assert not position.is_over()


def test_after_unmake_a_draw_by_repetition_is_no_more():
    position = make(start("loa"), *SHUTTLE, *SHUTTLE)

    position.unmake()

    assert not position.is_over()
    assert position.ply == 7


def test_a_copy_knows_how_often_its_position_has_stood():
    position = make(start("loa"), *SHUTTLE, *SHUTTLE[:3])

    twin = make(position.copy(), SHUTTLE[3])

    assert twin.is_over()
    assert not position.is_over()


@pytest.mark.parametrize(
    ("preset", "winner", "reason"),
    [
        ("tutorial", 0, "Black wins: the move connected both sides, and the mover wins."),
        ("olympiad", None, "Draw: one move connected both sides."),
        ("openspiel", 0, "Black wins: the move connected both sides, and the mover wins."),
    ],
)
def test_a_move_that_connects_both_sides_ends_as_the_rules_say(
    preset: str, winner: int | None, reason: str
):
    position = read("2w1b3/2b5/4w3/4w3/8/8/8/8 b", preset)

    make(position, "e8xc8")

    assert position.outcome().winner == winner
    assert position.outcome().reason == reason


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["b1-b3", "b1b3", "b1 b3", "B1-B3", " b1 - b3 ", "b1xb3", "b1:b3"])
def test_a_move_is_read_in_every_usual_notation(text: str):
    position = start("loa")

    assert position.format_move(position.read_move(text)) == "b1-b3"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is not a move; type the square to move from and the square to move to, as in"),
        ("hello", "'hello' is not a move; type the square to move from and the square"),
        ("b1-b9", "'b9' is not a square; squares are a1 to h8."),
        ("i1-b3", "'i1' is not a square"),
        ("b1-b1", "A move goes from one square to another."),
        ("d4-d5", "No piece stands on d4."),
        ("a2-c2", "The piece on a2 is White's; Black is to move."),
        ("b1-c3", "c3 is not on a straight line with b1."),
        ("b1-b2", "Two pieces stand on the b-file, so b1 moves two squares along it (b3)."),
        ("d1-d2", "Two pieces stand on the d-file, so d1 moves two squares along it (d3)."),
        (
            "c1-b1",
            "Six pieces stand on the first rank, so c1 moves six squares along it, which leaves "
            "the board.",
        ),
        ("b1-c2", "Two pieces stand on the diagonal b1-h7, so b1 moves two squares along it (d3)."),
    ],
)
def test_a_wrong_move_gets_a_sentence_that_says_what_is_wrong(text: str, sentence: str):
    position = start("loa")

    with pytest.raises(IllegalMove) as caught:
        position.read_move(text)

    assert str(caught.value).startswith(sentence)
    assert position.position_string() == START


def test_landing_on_an_own_piece_is_refused_in_words():
    with pytest.raises(IllegalMove, match=r"^Black's own piece stands on c1\.$"):
        read("8/8/8/8/8/8/w6w/b1b5 b").read_move("a1-c1")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A position is eight ranks"),
        (START[:-2], "A position is eight ranks"),
        (START[:-1] + "x", "The side to move is b or w, not 'x'."),
        ("8/8/8 b", "A board has 8 ranks, not 3."),
        (START.replace("/w6w/", "/w5w/", 1), "Rank 7 has 7 squares instead of 8."),
        (START.replace("/w6w/", "/w6ww/", 1), "Rank 7 has 9 squares instead of 8."),
        (START.replace("/w6w/", "/w6q/", 1), "Rank 7 has 'q'"),
        ("8/8/8/8/8/8/8/8 b", "Black has no piece on the board."),
        ("8/8/8/8/8/8/8/b7 b", "White has no piece on the board."),
    ],
)
def test_a_wrong_position_gets_a_sentence_that_names_the_place(text: str, sentence: str):
    with pytest.raises(BadPosition) as caught:
        read(text)

    assert str(caught.value).startswith(sentence)


def test_two_pieces_cannot_share_a_square():
    with pytest.raises(BadPosition, match="same square"):
        Loa(1, 1, 0, GAME.rulebook.default)


def test_the_transition_of_a_capture_moves_one_piece_and_takes_another():
    position = start("loa")
    move = position.read_move("c1xa3")

    assert position.transition(move) == (
        Step(Action.MOVE, square_number("c1"), square_number("a3"), 0),
        Step(Action.CAPTURE, -1, square_number("a3"), 1),
    )
    assert read(BLOCKED).transition(PASS) == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "c1xa3",
            "Black captures a3: two pieces stand on the diagonal c1-a3, so the move "
            "is two squares.",
        ),
        (
            "b1-h1",
            "Black moves b1 to h1: six pieces stand on the first rank, so the move is six squares.",
        ),
    ],
)
def test_a_move_is_described_with_its_line_and_count(text: str, sentence: str):
    position = start("loa")

    assert position.describe(position.read_move(text)) == sentence


def test_the_diagram_shows_the_board_from_either_side():
    position = start("loa")

    lines = position.diagram().splitlines()
    flipped = position.diagram(flipped=True).splitlines()

    assert lines[0] == "    a b c d e f g h"
    assert lines[2] == "8 | . b b b b b b . | 8"
    assert flipped[0] == "    h g f e d c b a"
    assert flipped[2] == "1 | . b b b b b b . | 1"


def test_squares_have_names():
    assert [square_name(square) for square in (0, 1, 8, 63)] == ["a1", "b1", "a2", "h8"]
    assert all(square_number(square_name(square)) == square for square in range(64))


def test_groups_are_counted_over_all_eight_neighbours():
    position = read("7b/6b1/8/8/8/8/1b1w4/b1w4w b")

    assert position.groups(0) == [2, 2]
    assert position.groups(1) == [2, 1]
    assert position.status(0) == "4 pieces, 2 groups"


@pytest.mark.parametrize("to_move", "bw")
def test_each_side_is_told_its_own_groups_whoever_is_to_move(to_move: str):
    position = read(f"8/8/8/8/1b1b4/8/8/ww1w3w {to_move}")

    assert position.status(0) == "2 pieces, 2 groups"
    assert position.status(1) == "4 pieces, 3 groups"
