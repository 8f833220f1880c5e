"""Puzzles in a line of text."""

from typing import TYPE_CHECKING

from kalahloa.models.text.numbers import signed
from kalahloa.models.text.quotation import shorten

if TYPE_CHECKING:
    from kalahloa.models.study.puzzles.puzzle import Puzzle


def puzzle_in_words(puzzle: "Puzzle") -> str:
    """Return the id, rating, position, goal and solution of *puzzle* in a line."""
    if puzzle.value is None:
        goal = "win at once" if puzzle.plies == 1 else f"win in {puzzle.plies} plies"
    else:
        goal = f"keep {signed(puzzle.value)}"
        if puzzle.next_best is not None:
            goal += f", the next best is {signed(puzzle.next_best)}"
    solution = " ".join(puzzle.solution)
    text = f"{puzzle.id:19}  {puzzle.rating or '-':>2}  {puzzle.position}  {goal}: {solution}"
    return shorten(text, 1_000)
