"""What the lesson of tic-tac-toe says of its positions."""

import re

from kalahloa.models.game.first_steps import after_line
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.tictactoe.position import TicTacToe

GAME = find_game("tictactoe")
STEPS = {step.title: step for step in GAME.lesson}


def position_of(title: str) -> TicTacToe:
    position = after_line(GAME.start(GAME.rulebook.default), STEPS[title].line)
    assert isinstance(position, TicTacToe)
    return position


def wrong_moves(title: str) -> list[tuple[TicTacToe, str]]:
    """Return the position after each wrong move, and what is said of that."""
    found = []
    for move in position_of(title).legal_moves():
        if str(move) not in STEPS[title].moves:
            position = position_of(title)
            said = str(STEPS[title].why_wrong(position, move))
            position.make(move)
            found.append((position, said))
    return found


def winning(position: TicTacToe, side: int) -> set[int]:
    """Return the cells with which *side* would win if it were to move."""
    marks = [position.marks(0), position.marks(1)]
    cells = set()
    for cell in range(9):
        if not (marks[0] | marks[1]) >> cell & 1:
            after = list(marks)
            after[side] |= 1 << cell
            if TicTacToe(after[0], after[1], 1 - side, position.rules).winning_line():
                cells.add(cell + 1)
    return cells


def test_a_row_that_is_not_blocked_is_completed():
    for position, said in wrong_moves("Block"):
        (cell,) = re.findall(r"O marks cell (\d)", said)
        position.make(int(cell))
        assert str(position.outcome().reason) == "O wins: three in a row."


def test_two_threats_are_two_and_the_others_are_fewer():
    for text in STEPS["Two threats at once"].moves:
        position = position_of("Two threats at once")
        position.make(int(text))
        assert len(winning(position, 0)) == 2
    for position, said in wrong_moves("Two threats at once"):
        cells = winning(position, 0)
        if "threatens nothing" in said:
            assert not cells
        else:
            assert cells == {int(cell) for cell in re.findall(r"with cell (\d)", said)}


def test_the_row_that_could_be_completed_is_named():
    assert winning(position_of("Three in a row"), 0) == {7}
    for _, said in wrong_moves("Three in a row"):
        assert said == "That completes no row; cell 7 does."


def test_the_cell_that_was_marked_instead_of_the_middle_is_named():
    said = dict(zip("12346789", (told for _, told in wrong_moves("Mark a cell")), strict=True))
    assert said["1"] == "That is cell 1, top left. The middle is cell 5."
    assert all(told.startswith(f"That is cell {cell}, ") for cell, told in said.items())
