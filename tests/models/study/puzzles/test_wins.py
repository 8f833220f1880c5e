"""Wins within a number of plies, compared with a search that has no tricks."""

from random import Random

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.study.puzzles.finding import longest_line
from kalahloa.models.study.puzzles.wins import WinSearch, WinsStopped
from tests.models.study.puzzles.puzzle_samples import LOA, WIN_IN_3


def wins_plainly(position, side: int, plies: int) -> bool:
    """Return whether *side* wins within *plies*, by trying everything."""
    if position.is_over():
        return position.outcome().winner == side
    if plies == 0:
        return False
    results = []
    for move in position.legal_moves():
        position.make(move)
        results.append(wins_plainly(position, side, plies - 1))
        position.unmake()
    return any(results) if position.side == side else all(results)


def near_the_end(seed: int, preset: str):
    """Return a position of Lines of Action with few pieces."""
    random = Random(seed)
    squares = random.sample(range(16), 7)
    rows = ["8"] * 4
    board = [""] * 32
    for number, square in enumerate(squares):
        board[square % 4 + 8 * (square // 4)] = "bw"[number % 2]
    for rank in range(4):
        rows.append("".join(letter or "1" for letter in board[8 * rank : 8 * rank + 8]))
    text = "/".join(rows)
    return LOA.read(f"{text} {random.choice('bw')}", LOA.rulebook.preset(preset).rules)


@pytest.mark.parametrize("preset", ["tutorial", "olympiad", "openspiel"])
def test_wins_are_those_that_trying_everything_finds(preset):
    seen = set()
    for seed in range(30):
        position = near_the_end(seed, preset)
        if position.is_over():
            continue
        search = WinSearch(position, position.side)
        for plies in range(5):
            expected = wins_plainly(position, position.side, plies)
            assert search.wins_within(plies) == expected
            seen.add((plies, expected))
    assert {(1, True), (1, False), (3, True), (3, False)} <= seen


def test_all_of_tic_tac_toe_is_right():
    game = find_game("tictactoe")
    for text, plies in (("XX./OO./... X", 1), ("X../.O./..X O", 3), (".../.../... X", 5)):
        position = game.read(text, game.rulebook.default)
        search = WinSearch(position, position.side)
        assert [search.wins_within(n) for n in range(plies + 1)] == [
            wins_plainly(position, position.side, n) for n in range(plies + 1)
        ]


def test_the_moves_that_win_and_the_distance_are_told():
    search = WinSearch(LOA.read(WIN_IN_3, LOA.rulebook.default), 0)

    assert [search.position.format_move(move) for move in search.moves_within(3)] == ["c2-e4"]
    assert search.moves_within(1) == []
    assert search.distance(7) == 3
    assert search.distance(2) is None
    assert search.position.position_string() == WIN_IN_3


def test_a_line_has_the_first_of_the_longest_defences_that_leave_one_move():
    seen = set()
    for seed in range(300):
        position = near_the_end(seed, "tutorial")
        search = WinSearch(position, position.side)
        plies = None if position.is_over() else search.distance(3)
        if plies != 3:
            continue
        line, _ = longest_line(search, plies)
        position.make(line[0])
        left = {}
        for defence in position.legal_moves():
            position.make(defence)
            after = WinSearch(position, search.position.side)
            distance = after.distance(1)
            left[defence] = distance, bool(distance) and len(after.moves_within(distance)) == 1
            position.unmake()
        longest = max(left.values())
        seen.add((longest, list(left.values()).count(longest) > 1))
        assert line[1] == max(left, key=left.__getitem__)
        assert len(line) == 1 + 1 + longest[0]
    assert {((1, True), True), ((1, False), True)} <= seen


def test_the_position_given_stays_as_it_is():
    position = LOA.start(LOA.rulebook.default)
    position.make(position.legal_moves()[0])

    WinSearch(position, 0).wins_within(2)

    assert position.ply == 1


def test_a_search_ends_when_it_is_stopped_or_has_had_its_nodes():
    position = LOA.start(LOA.rulebook.default)

    with pytest.raises(WinsStopped):
        WinSearch(position, 0, max_nodes=50).wins_within(5)
    with pytest.raises(WinsStopped):
        WinSearch(position, 0, stopped=lambda: True).wins_within(7)
