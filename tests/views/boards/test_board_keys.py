"""What keys do on a board: moves are typed, and letters have things said."""

import re

import pytest
from PySide6.QtCore import Qt

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.base.translation import in_words
from kalahloa.models.game.registry import find_game
from kalahloa.resources import resource


def type_text(hands, text: str) -> None:
    for character in text:
        hands.press(Qt.Key(ord(character.upper())))


def test_the_names_of_two_squares_are_a_move(open_window):
    hands = open_window("loa")
    hands.board.setFocus()

    type_text(hands, "b1")
    assert hands.board.selected == hands.board.cell_of("b1")
    type_text(hands, "b3")

    assert [node.text for node in hands.document.record.current.path()[1:]] == ["b1-b3"]


def test_what_is_no_name_is_forgotten(open_window):
    hands = open_window("loa")
    hands.board.setFocus()

    type_text(hands, "bb1")
    assert hands.board.selected == hands.board.cell_of("b1")
    hands.press(Qt.Key.Key_Escape)
    type_text(hands, "b")
    hands.press(Qt.Key.Key_Right)
    type_text(hands, "1")

    assert hands.board.selected == -1


def test_a_chosen_piece_says_where_it_can_go(open_window, announced):
    hands = open_window("loa")
    hands.board.setFocus()

    type_text(hands, "b1")

    assert announced[-1] == "The piece on b1 can go to h1, b3 or d3."


@pytest.mark.parametrize(
    ("game", "moves", "letter", "said"),
    [
        (
            "kalah",
            [3],
            "l",
            "South's pit 3: the last stone lands in South's kalah, so South moves ",
        ),
        ("kalah", [3], "s", "South: 1 in the kalah. North: 0 in the kalah."),
        ("loa", ["b1-b3"], "l", "Black moves b1 to b3"),
        ("loa", [], "s", "Black: 12 pieces, 2 groups. White: 12 pieces, 2 groups."),
        ("tictactoe", [5], "l", "X marks cell 5, middle centre."),
    ],
)
def test_letters_have_the_game_said(open_window, announced, game, moves, letter, said):
    hands = open_window(game, players=(HUMAN, HUMAN))
    for move in moves:
        position = hands.document.position
        hands.document.play(move if isinstance(move, int) else position.read_move(move))
    hands.board.setFocus()

    type_text(hands, letter)
    assert said in announced[-1]
    last = announced[-1]
    type_text(hands, "r")

    assert announced[-1] == last


@pytest.mark.parametrize("game", ["kalah", "loa", "tictactoe"])
def test_letters_have_the_cell_under_the_keyboard_said(open_window, announced, game):
    hands = open_window(game)
    cell = hands.board.first_focus()
    hands.board.setFocus()
    hands.board.set_focus_cell(cell)
    label = hands.board.cell_label(cell)
    game = find_game(game)
    assert game.cell_sentences is not None and game.lines_sentences is not None

    type_text(hands, "w")
    assert announced[-1] == " ".join(
        map(in_words, game.cell_sentences(hands.place.position, label))
    )
    type_text(hands, "x")

    assert announced[-1] == " ".join(
        map(in_words, game.lines_sentences(hands.place.position, label))
    )


def transcript(game: str) -> list[tuple[str, str]]:
    """Return what the help page says one presses and hears in *game*."""
    page = resource("help", "access.html").read_text(encoding="utf-8")
    table = page.partition(f"<!-- transcript {game} -->")[2].partition("</table>")[0]
    return re.findall(r"<tr><td>([^<]*)</td><td>([^<]*)</td></tr>", table)


@pytest.mark.parametrize("game", ["kalah", "loa"])
def test_one_hears_what_the_help_says(open_window, announced, game):
    hands = open_window(game, players=(HUMAN, HUMAN))
    hands.board.setFocus()
    steps = transcript(game)
    assert len(steps) > 2
    for keys, said in steps:
        type_text(hands, keys.lower())
        assert announced[-1] == said


def test_a_letter_about_a_cell_goes_to_one_first(open_window, announced):
    hands = open_window("kalah", players=(HUMAN, HUMAN))
    hands.board.setFocus()
    assert hands.board.focus_cell < 0

    type_text(hands, "w")

    assert hands.board.focus_cell >= 0
    assert "holds 4 stones" in announced[-1]
