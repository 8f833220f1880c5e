"""A puzzle that is not right is found out, whatever is wrong with it."""

from dataclasses import replace

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.study.puzzles.finding import Finder, another_wins, others_are_refuted
from kalahloa.models.study.puzzles.puzzle import Goal, puzzle_id
from kalahloa.models.study.puzzles.verify import PuzzleVerifier, VerificationStopped
from tests.models.study.puzzles.puzzle_samples import (
    KALAH,
    LOA,
    SMALL,
    WIN_IN_3,
    keep_ten,
    win_in_3,
)

needs_compiled = pytest.mark.skipif(not is_compiled(), reason="this takes minutes uncompiled")


def problem(puzzle, thorough: bool = True) -> str:
    return str(PuzzleVerifier(thorough=thorough).problem(puzzle) or "")


@pytest.mark.parametrize("thorough", [True, False])
def test_puzzles_that_are_right_are_found_right(thorough):
    assert problem(win_in_3(), thorough) == ""
    assert problem(keep_ten(), thorough) == ""


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"id": "loa-000000000000"}, "its name"),
        ({"goal": Goal.KEEP, "value": 1, "next_best": 0}, "its goal does not match"),
        ({"plies": 5}, "no win of this length"),
        ({"plies": 1}, "no win of this length"),
        ({"plies": 9}, "too long"),
        ({"bound": 0}, "has no refutation"),
        ({"bound": 9}, "too long"),
        ({"solution": ("c2-e4",)}, "does not win"),
        ({"solution": ("f2-f4",)}, "does not win"),
    ],
)
def test_a_win_that_is_stated_wrongly_is_found_out(changes, reason):
    assert reason in problem(replace(win_in_3(), **changes))


def test_a_second_winning_move_is_found_out():
    """Without the other side's pieces in the way, several moves connect."""
    text = "8/8/8/8/2bb4/2b5/4b3/w6w b"
    position = LOA.read(text, LOA.rulebook.default)
    wins = []
    for move in position.legal_moves():
        notation = position.format_move(move)
        position.make(move)
        outcome = position.outcome()
        if outcome is not None and outcome.winner == 0:
            wins.append(notation)
        position.unmake()
    assert len(wins) > 1
    for first in wins:
        puzzle = replace(
            win_in_3(),
            id=puzzle_id(LOA, position),
            position=text,
            solution=(first,),
            plies=1,
            bound=1,
        )
        assert problem(puzzle, thorough=False) == "another move is as good."


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"value": 12}, "the values differ"),
        ({"value": 8}, "the values differ"),
        ({"next_best": 4}, "another move is as good"),
        ({"next_best": 8}, "the values differ"),
        ({"solution": ("5",)}, "another move is as good"),
        ({"goal": Goal.WIN, "plies": 1}, "its goal does not match"),
    ],
)
def test_a_value_that_is_stated_wrongly_is_found_out(changes, reason):
    assert reason in problem(replace(keep_ten(), **changes))


def test_a_check_that_is_stopped_says_so():
    for puzzle in (win_in_3(), keep_ten()):
        with pytest.raises(VerificationStopped):
            PuzzleVerifier(stopped=lambda: True).problem(
                replace(puzzle, bound=0, plies=min(3, puzzle.plies))
            )


def test_the_finder_finds_what_the_samples_state():
    win = Finder(LOA).puzzle(LOA.read(WIN_IN_3, LOA.rulebook.default), "a test")
    keep = Finder(KALAH).puzzle(KALAH.read(SMALL, KALAH.rulebook.default))

    assert win == replace(win_in_3(), rating=0)
    assert keep is not None
    assert (keep.value, keep.next_best, keep.solution[0]) == (10, 6, "1")
    assert problem(keep) == ""


@needs_compiled
@pytest.mark.parametrize(
    ("text", "solution"),
    [
        ("3w4/5w2/2wwb3/2bw4/2b1w3/8/7w/8 b", "e6xe4 h2-g1 e4-d3"),
        ("3b4/8/2wbb1w1/3wbb2/1bbww3/1b2w3/8/8 w", "e3-f4 b3-c3 g6-g5"),
    ],
)
def test_a_position_in_which_another_move_wins_later_is_no_puzzle(text, solution):
    """Within five plies one move wins; another one does, too, in seven or more."""
    position = LOA.read(text, LOA.rulebook.default)
    stated = replace(
        win_in_3(),
        id=puzzle_id(LOA, position),
        position=text,
        solution=tuple(solution.split()),
    )
    right = position.read_move(stated.solution[0])

    assert another_wins(position, right, 100_000)
    assert Finder(LOA).puzzle(position) is None
    assert problem(stated, thorough=False) == ""
    assert "another move" in problem(stated)


@needs_compiled
def test_where_one_move_wins_no_other_is_said_to():
    position = LOA.read(WIN_IN_3, LOA.rulebook.default)

    assert not another_wins(position, position.read_move("c2-e4"))
    assert another_wins(position, position.read_move("f2-d2"), 30_000)


def test_a_start_position_is_not_promising():
    assert Finder(LOA).is_promising(LOA.start(LOA.rulebook.default)) is False


def test_what_other_moves_do_is_told_apart():
    """The other side wins at once unless it is stopped, or nothing is decided."""
    decided = LOA.read("8/3b4/3b1b2/b1b1w2w/1bw2www/2w4w/8/8 w", LOA.rulebook.default)
    open_still = LOA.read(WIN_IN_3, LOA.rulebook.default)

    assert others_are_refuted(decided, decided.read_move("h5-d5")) is True
    assert others_are_refuted(open_still, open_still.read_move("c2-e4")) is False
    assert others_are_refuted(open_still, open_still.read_move("c2-e2")) is None
