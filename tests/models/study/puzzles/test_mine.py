"""Mining: puzzles that were planted in games are found, and nothing is found where nothing is."""

from itertools import islice

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.record.record import Record
from kalahloa.models.study.puzzles.finding import Finder
from kalahloa.models.study.puzzles.mine import (
    MAX_PER_GAME,
    Candidate,
    Miner,
    positions_of,
    self_play,
    self_played,
)
from kalahloa.models.study.puzzles.verify import PuzzleVerifier
from tests.models.study.puzzles.puzzle_samples import (
    KALAH,
    LOA,
    SMALL,
    WIN_IN_3,
    keep_ten,
    win_in_3,
)

needs_compiled = pytest.mark.skipif(not is_compiled(), reason="this takes minutes uncompiled")


def mirrored(text: str) -> str:
    board, side = text.split()
    return "/".join(rank[::-1] for rank in board.split("/")) + f" {side}"


def record_of(game, start: str | None, *moves: str, players=("Anna", "Bert")) -> Record:
    record = Record(game, start=start, players=players)
    for text in moves:
        record.play(record.position.read_move(text))
    return record


def mined(game, *candidates, **settings) -> list[str]:
    miner = Miner(game, Finder(game), **settings)
    return [puzzle.id for puzzle in miner.mine(candidates)]


def test_a_win_that_was_missed_is_found_with_where_it_was():
    record = record_of(LOA, WIN_IN_3, "f2-d2")
    miner = Miner(LOA, Finder(LOA))

    (puzzle,) = miner.mine([positions_of(record, "my game")])

    assert (puzzle.id, puzzle.solution) == (win_in_3().id, win_in_3().solution)
    assert puzzle.source == "my game, ply 1"
    assert (miner.progress.games, miner.progress.positions, miner.progress.puzzles) == (1, 1, 1)


def test_a_value_that_was_lost_is_found():
    record = record_of(KALAH, SMALL, "5")

    assert mined(KALAH, positions_of(record, "x")) == [keep_ten().id]


def test_nothing_is_found_in_a_game_without_anything_to_find():
    quiet = record_of(LOA, None, "b1-b3", "a4-c4", "g1-g3", "h7-f7")
    over = record_of(LOA, WIN_IN_3)

    assert mined(LOA, positions_of(quiet, "quiet"), positions_of(over, "no move")) == []


def test_what_comes_later_in_a_solution_is_no_puzzle_of_its_own():
    record = record_of(LOA, WIN_IN_3, "c2-e4", "h4xe4", "f2-f4")

    assert mined(LOA, positions_of(record, "x")) == [win_in_3().id]


def test_the_same_position_again_or_mirrored_is_left_out():
    again = record_of(LOA, WIN_IN_3, "f2-d2")
    image = record_of(LOA, mirrored(WIN_IN_3), "c2-e2")

    assert mined(LOA, *(positions_of(one, "x") for one in (again, again, image))) == [win_in_3().id]
    assert mined(LOA, positions_of(image, "x"), known=[win_in_3().id]) == []


def test_only_the_mistakes_of_a_player_are_found_if_they_are_asked_for():
    missed = record_of(LOA, WIN_IN_3, "f2-d2")
    found = record_of(LOA, WIN_IN_3, "c2-e4")

    def mistakes(record: Record, player: str) -> list[str]:
        return mined(LOA, positions_of(record, "x", player), mistakes_only=True)

    assert mistakes(missed, " anna ") == [win_in_3().id]
    assert mistakes(missed, "Bert") == []
    assert mistakes(found, "Anna") == []


def test_variations_are_looked_through_as_well_but_not_for_mistakes():
    record = record_of(LOA, None, "b1-b3", "a2-c2")
    record.undo()
    record.undo()
    for text in ("c1-c3", "a4-c4"):
        record.play(record.position.read_move(text))

    everything = [one.position.position_string() for one in positions_of(record, "x")]
    annas = list(positions_of(record, "x", "Anna"))

    assert len(everything) == len(set(everything)) == 3
    assert [LOA.start(LOA.rulebook.default).format_move(one.played) for one in annas] == ["b1-b3"]


@needs_compiled
@pytest.mark.parametrize("game", [LOA, KALAH], ids=["loa", "kalah"])
def test_a_game_of_the_engine_is_the_same_again_with_the_same_seed(game):
    def moves(seed: int) -> list[int | None]:
        return [one.played for one in islice(self_play(game, game.rulebook.default, seed), 12)]

    assert moves(3) == moves(3)
    assert moves(3) != moves(4)


@needs_compiled
def test_games_of_the_engine_hold_puzzles_that_are_right_and_few_of_each():
    rules = KALAH.rulebook.default
    start = "<6,14,9,5,1,0,2,0,1,1,1,0,0,11,3> S"
    miner = Miner(KALAH, Finder(KALAH))
    games = islice(self_played(KALAH, rules, 1, start), 4)

    puzzles = list(miner.mine(games))

    assert 1 <= len(puzzles) <= 4 * MAX_PER_GAME
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    verifier = PuzzleVerifier()
    assert [verifier.problem(puzzle) for puzzle in puzzles] == [None] * len(puzzles)


def test_mining_ends_when_it_is_stopped():
    told = []
    miner = Miner(
        LOA,
        Finder(LOA),
        stopped=lambda: len(told) >= 5,
        report=lambda progress: told.append(progress),
    )

    assert list(miner.mine(self_played(LOA, LOA.rulebook.default, 1))) == []
    assert len(told) <= 7


def test_a_finished_game_and_no_game_give_nothing():
    position = LOA.read("8/8/8/8/2bb4/8/8/w6w b", LOA.rulebook.default)

    assert mined(LOA, [Candidate(position, None, "x")], []) == []
