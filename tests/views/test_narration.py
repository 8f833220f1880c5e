"""How much a screen reader is told of a move, and when."""

from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.spoken import BRIEF, FULL, NORMAL


@pytest.mark.parametrize(
    ("detail", "said"),
    [
        (BRIEF, "South: 3. South to move."),
        (NORMAL, "South: 3, another turn. South: 1 in the kalah. South to move."),
        (
            FULL,
            "South's pit 3: the last stone lands in South's kalah, so South moves again. "
            "South: 1 in the kalah. South to move.",
        ),
    ],
)
def test_the_preference_says_how_much_is_told_of_a_move(open_window, announced, detail, said):
    hands = open_window("kalah", players=(HUMAN, HUMAN))
    hands.window.set_preferences(replace(hands.window.preferences, speech=detail))

    hands.document.play(3)

    assert announced[-1] == said


def test_several_moves_at_once_are_told_in_order_with_the_score_of_both(open_window, announced):
    hands = open_window("kalah", players=(HUMAN, HUMAN))

    hands.app.turns.play_text("3-6")

    assert announced[-1] == (
        "South: 3, another turn. South: 6. South: 2 in the kalah. North: 0 in the kalah. "
        "North to move."
    )


def test_a_capture_is_told(open_window, announced):
    hands = open_window("loa", players=(HUMAN, HUMAN))

    for move in ("b1-b3", "a3xc1"):
        hands.document.play(hands.document.position.read_move(move))

    assert announced[-1].startswith("White: a3xc1, a piece captured. Black: 11 pieces, ")


def test_the_user_is_called_you(open_window, announced):
    hands = open_window("loa", players=(HUMAN, Player(Level.of_engine(1))))

    hands.app.turns.play_text("b1-b3")

    assert announced[-1].startswith("You: b1-b3. You: 12 pieces, ")


@pytest.mark.parametrize(
    ("game", "move", "cell", "name"),
    [
        ("loa", "b1-b3", "b3", "b3 black"),
        ("kalah", "6", "S6", "South's pit 6, 0 stones"),
        ("tictactoe", "5", "5", "5, centre, X"),
    ],
)
def test_names_of_cells_are_new_while_the_move_is_still_shown(open_window, game, move, cell, name):
    """A screen reader that hears of the move and looks at once must find it on the board."""
    hands = open_window(game, players=(HUMAN, HUMAN))
    hands.window.set_preferences(replace(hands.window.preferences, speed=1.0))
    board, names = hands.board, []
    board.cells_changed.connect(lambda: names.append(board.cell_name(board.cell_of(cell))))

    hands.document.play(hands.document.position.read_move(move))

    assert board.animating
    assert names == [name]


def test_a_hint_is_not_told_again_when_values_are_shown(open_window, announced, qtbot):
    hands = open_window("kalah", players=(HUMAN, HUMAN))
    for _ in range(3):
        said = len(announced)
        hands.window.actions_by_name["hint"].trigger()
        qtbot.waitUntil(
            lambda said=said: (
                any("Hint" in one for one in announced[said:])
                or (any(one.startswith("Why") for one in announced[said:]))
            )
        )
    said = len(announced)

    hands.window.actions_by_name["values"].trigger()
    qtbot.waitUntil(lambda: bool(hands.place.values))
    hands.window.actions_by_name["values"].trigger()

    assert announced[said:] == ["Values on.", "Values off."]
