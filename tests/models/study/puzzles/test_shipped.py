"""The puzzles that are shipped: enough of them, varied, and right.

Wins of up to three plies are all checked here, each with every answer of the other side, and values
to be kept with few stones; of all others a part is drawn by its id.  All are checked, and more
thoroughly, by ``python -m tests.benchmarks.puzzles``.
"""

from collections import Counter
from dataclasses import replace

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.registry import find_game
from kalahloa.models.study.puzzles.puzzle import Goal, puzzle_id, write_puzzles
from kalahloa.models.study.puzzles.rating import Rater
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.models.study.puzzles.verify import PuzzleVerifier
from kalahloa.resources import resource

LOA, KALAH = shipped_puzzles("loa"), shipped_puzzles("kalah")
_WEAK = "the other side has a better reply."
BOTH = pytest.mark.parametrize("puzzles", [LOA, KALAH], ids=["loa", "kalah"])


def drawn(puzzles, one_of: int):
    """Return about one of so many *puzzles*, always the same ones."""
    return [puzzle for puzzle in puzzles if int(puzzle.id[-4:], 16) % one_of == 0]


def problems(puzzles, thorough: bool = False) -> dict[str, str]:
    verifier = PuzzleVerifier(thorough=thorough)
    found = {puzzle.id: verifier.problem(puzzle) for puzzle in puzzles}
    return {name: str(problem) for name, problem in found.items() if problem is not None}


needs_compiled = pytest.mark.skipif(not is_compiled(), reason="this takes minutes uncompiled")


# -- right -----------------------------------------------------------------------------------------


@needs_compiled
def test_every_win_of_up_to_three_plies_is_forced_and_the_only_one():
    assert problems([puzzle for puzzle in LOA if puzzle.plies <= 3]) == {}


@needs_compiled
def test_longer_wins_are_forced_and_the_only_ones():
    assert problems(drawn([puzzle for puzzle in LOA if puzzle.plies == 5], 20)) == {}
    assert problems(drawn([puzzle for puzzle in LOA if puzzle.plies > 5], 64)) == {}


@needs_compiled
def test_values_are_those_of_the_solver_and_other_moves_lose_some():
    in_pits = {
        puzzle.id: sum(map(int, puzzle.position[3 : puzzle.position.index(">")].split(",")[2:]))
        for puzzle in KALAH
    }
    few = [puzzle for puzzle in KALAH if in_pits[puzzle.id] <= 24]

    assert len(few) >= 100
    assert problems(few) == {}
    assert problems(drawn(KALAH, 48)) == {}


@needs_compiled
@BOTH
def test_what_is_checked_thoroughly_is_right_as_well(puzzles):
    quick = [puzzle for puzzle in puzzles if puzzle.plies <= 5]

    assert problems(drawn(quick, 80), thorough=True) == {}


@needs_compiled
@BOTH
def test_the_ratings_are_those_of_the_levels_that_solve_them(puzzles):
    rater = Rater()
    some = drawn(puzzles, 120)

    assert [rater.rating(puzzle) for puzzle in some] == [puzzle.rating for puzzle in some]


@needs_compiled
def test_a_weak_answer_in_a_solution_would_be_found_out():
    puzzle = next(one for one in LOA if one.plies == 5 and len(one.solution) == 5)
    position = puzzle.start()
    position.make(position.read_move(puzzle.solution[0]))
    answers = [position.format_move(move) for move in position.legal_moves()]
    found = set()
    for answer in answers:
        position.make(position.read_move(answer))
        # What the solver does then does not matter: the answer comes first.
        after = position.format_move(position.legal_moves()[0])
        position.unmake()
        weak = replace(puzzle, solution=(puzzle.solution[0], answer, after), rest=())
        found.add(str(PuzzleVerifier(thorough=False).problem(weak)))
        if _WEAK in found:
            break
    assert _WEAK in found


# -- enough, and varied ----------------------------------------------------------------------------


@BOTH
def test_there_are_hundreds_each_once_sorted_by_how_hard_they_are(puzzles):
    assert len(puzzles) >= 480
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    ratings = [puzzle.rating for puzzle in puzzles]
    assert ratings == sorted(ratings)
    assert min(ratings) >= 1
    game = find_game(puzzles[0].game)
    assert all(puzzle.id == puzzle_id(game, puzzle.start()) for puzzle in puzzles)
    assert {puzzle.rules for puzzle in puzzles} == {game.rulebook.default}


def test_no_puzzle_of_kalah_is_solved_by_taking_the_only_extra_turn():
    for puzzle in KALAH:
        position = puzzle.start()
        solver, are_only = position.side, []
        for text in puzzle.solution:
            move = position.read_move(text)
            if position.side == solver:
                are_only.append(extra_turns(position) == [move])
            position.make(move)
        assert not all(are_only), puzzle.id


def extra_turns(position) -> list[int]:
    found = []
    for move in position.legal_moves():
        after = position.copy()
        after.make(move)
        if not after.is_over() and after.side == position.side:
            found.append(move)
    return found


@BOTH
def test_they_are_of_every_strength(puzzles):
    ratings = Counter(puzzle.rating for puzzle in puzzles)

    assert len([rating for rating, count in ratings.items() if count >= 10]) >= 5
    assert max(ratings.values()) < len(puzzles) / 2


def test_most_wins_take_three_to_seven_plies():
    plies = Counter(puzzle.plies for puzzle in LOA)

    assert set(plies) == {1, 3, 5, 7}
    assert plies[1] <= 20
    assert min(plies[3], plies[5]) >= 100
    assert plies[7] >= 20
    assert sum(len(puzzle.solution) > 1 for puzzle in LOA) > len(LOA) / 2
    assert {puzzle.goal for puzzle in LOA} == {Goal.WIN}


def test_values_are_to_be_kept_from_the_opening_to_the_end():
    stones = Counter(
        sum(map(int, puzzle.position[3 : puzzle.position.index(">")].split(",")[2:])) // 12
        for puzzle in KALAH
    )

    assert min(stones[0], stones[1], stones[2], stones[3]) >= 10
    assert {puzzle.goal for puzzle in KALAH} == {Goal.KEEP}
    assert min(puzzle.margin for puzzle in KALAH) >= 2
    assert sum(puzzle.value <= 0 for puzzle in KALAH) >= 50


@BOTH
def test_the_file_is_as_it_would_be_written_and_small(puzzles):
    path = resource("puzzles", f"{puzzles[0].game}.puzzles")

    assert path.read_text(encoding="ascii") == "".join(write_puzzles(puzzles))
    assert path.stat().st_size < 300_000


def test_a_game_without_puzzles_has_none():
    assert shipped_puzzles("tictactoe") == ()
