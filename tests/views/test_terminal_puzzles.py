"""Puzzles in the terminal, by words alone."""

import pytest

from kalahloa.models.study.puzzles.puzzle import Puzzle
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.models.study.training.results import read_results, results_path
from kalahloa.models.study.training.schedule import FAILED, SHOWN, SOLVED
from tests.views.test_terminal import play


def puzzle_of(game: str, moves: int) -> Puzzle:
    """Return a puzzle with so many moves to find, and answers of the other side between them."""
    return next(
        puzzle
        for puzzle in shipped_puzzles(game)
        if puzzle.moves_to_find == moves and len(puzzle.solution) > moves
    )


def moves_of_solver(puzzle: Puzzle) -> list[str]:
    position, found = puzzle.start(), []
    solver = position.side
    for text in puzzle.solution:
        if position.side == solver:
            found.append(text)
        position.make(position.read_move(text))
    return found


def qualities() -> list[int]:
    return [attempt.quality for attempt in read_results(results_path())]


@pytest.mark.parametrize("game", ["loa", "kalah"])
def test_a_puzzle_is_solved_by_typing(game):
    puzzle = puzzle_of(game, 2)

    shown, code = play(game, f"puzzle {puzzle.id}", *moves_of_solver(puzzle), "mygame")

    assert code == 0
    task = "One move wins by force: which one?" if game == "loa" else " by "
    assert shown.index(task) < shown.index("Solved.")
    assert "Back to your game, where you left it." in shown
    assert qualities() == [SOLVED]


def test_a_wrong_move_is_answered_and_taken_back_before_the_next_line():
    puzzle = puzzle_of("loa", 2)
    position = puzzle.start()
    texts = [position.format_move(move) for move in position.legal_moves()]
    wrong = next(text for text in texts if text != puzzle.solution[0])

    shown, _ = play("loa", f"puzzle {puzzle.id}", wrong, *moves_of_solver(puzzle))

    said = (f"{wrong} does not win.", f"No known win after {wrong}.", f"{wrong} loses")
    assert any(sentence in shown for sentence in said)
    assert shown.index("At the start.") < shown.index("Solved. 1 wrong move before that.")
    assert qualities() == [FAILED]


def test_hints_the_solution_and_the_standing_are_told():
    puzzle = puzzle_of("loa", 2)

    shown, _ = play("loa", f"puzzle {puzzle.id}", "hint", "solution", "puzzles")

    assert "Hint: the right move captures" in shown
    assert f"The solution: {' '.join(puzzle.solution)}." in shown
    assert f"1 of {len(shipped_puzzles('loa'))} tried, 0 solved at the first try." in shown
    assert qualities() == [SHOWN]


def test_the_library_is_looked_through():
    shown, _ = play("loa", "minepuzzles", "minepuzzles", "puzzles")

    assert "Searching your Lines of Action games for puzzles." in shown
