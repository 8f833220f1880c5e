"""Puzzles that the tests know: positions with their only right moves."""

from kalahloa.models.game.registry import find_game
from kalahloa.models.study.puzzles.puzzle import Goal, Puzzle, puzzle_id

LOA = find_game("loa")
KALAH = find_game("kalah")
WIN_IN_3 = "1bb5/3b3w/3bwb2/3wb3/2w4w/8/2b2b2/8 b"
"""Black wins by c2-e4 only: h4xe4 f2-f4."""
SMALL = "<6,24,11,1,0,0,1,1,3,2,2,0,0,2,1> S"
"""South keeps +10 by sowing pit 1 only; all else is worth +6 at most."""


def win_in_3() -> Puzzle:
    position = LOA.read(WIN_IN_3, LOA.rulebook.default)
    return Puzzle(
        id=puzzle_id(LOA, position),
        game="loa",
        rules=LOA.rulebook.default,
        position=WIN_IN_3,
        solution=("c2-e4", "h4xe4", "f2-f4"),
        goal=Goal.WIN,
        plies=3,
        bound=5,
        rating=5,
        source="a test",
    )


def keep_ten() -> Puzzle:
    position = KALAH.read(SMALL, KALAH.rulebook.default)
    return Puzzle(
        id=puzzle_id(KALAH, position),
        game="kalah",
        rules=KALAH.rulebook.default,
        position=SMALL,
        solution=("1",),
        goal=Goal.KEEP,
        value=10,
        next_best=6,
    )
