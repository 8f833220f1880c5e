"""Learning the rules in the terminal, by words alone."""

import pytest

from kalahloa.models.game.registry import find_game
from tests.views.test_terminal import play


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_the_lesson_is_gone_through_by_typing(game):
    steps = find_game(game).lesson

    shown, code = play(game, "learn", *(step.moves[0] for step in steps), "mygame")

    assert code == 0
    for number, step in enumerate(steps, 1):
        assert f"Step {number} of {len(steps)}: {step.rule}. {step.task}" in shown
        assert step.praise in shown
    assert shown.index(steps[-1].praise) < shown.index("Back to your game, where you left it.")


def test_a_wrong_move_is_answered_and_not_made():
    shown, _ = play("loa", "learn", "c1-e3", "c1-c3")

    assert shown.index("Not yet. That line has two pieces") < shown.index("Right: up the c-file")
    assert "Black: c1-e3" not in shown


def test_moves_are_shown_and_steps_skipped():
    shown, _ = play("kalah", "learn", "next", "solution", "learnback")

    assert shown.index("Watch: the move is 2.") < shown.index("Right: one stone more in your kalah")
    assert shown.rindex("Step 2 of 5") > shown.index("Step 3 of 5")
