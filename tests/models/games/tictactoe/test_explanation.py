"""What is said of every mistake that tic-tac-toe has is true, and tells two lines apart."""

from functools import cache

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.tictactoe.explanation import explain
from kalahloa.models.games.tictactoe.position import TicTacToe
from tests.models.games.tictactoe.true_facts import CHECKS, Lines

GAME = find_game("tictactoe")


@cache
def value(text: str) -> tuple[int, tuple[int, ...]]:
    """Return the value of the position *text* for the side to move, and a line of best play."""
    position = read(text)
    outcome = position.outcome()
    if outcome is not None:
        return outcome.score_for(position.side), ()
    found = []
    for move in position.legal_moves():
        worth, line = value(after(position, move).position_string())
        found.append((-worth, (move, *line)))
    return max(found, key=lambda pair: (pair[0], -len(pair[1]) * pair[0]))


def read(text: str) -> TicTacToe:
    return GAME.read(text, GAME.rulebook.default)


def after(position: TicTacToe, move: int) -> TicTacToe:
    there = position.copy()
    there.make(move)
    return there


def test_something_true_is_said_of_every_mistake_and_everything_is_said():
    value(GAME.start(GAME.rulebook.default).position_string())
    keys, mistakes, unseen = set(), 0, 0
    ahead = [GAME.start(GAME.rulebook.default)]
    seen = set()
    while ahead:
        position = ahead.pop()
        text = position.position_string()
        if text in seen or position.is_over():
            continue
        seen.add(text)
        best, line = value(text)
        for move in position.legal_moves():
            there = after(position, move)
            ahead.append(there)
            worth, answer = value(there.position_string())
            if -worth == best:
                continue
            mistakes += 1
            played = [move, *answer]
            facts = explain(position, played, list(line))
            for fact in facts:
                Lines(position, played, list(line)).check(fact)
                keys.add(fact.key)
            unseen += not facts
            assert position.position_string() == text

    assert keys == set(CHECKS)
    # Of the others, who could win is told.
    assert mistakes > 4000
    assert unseen < mistakes / 40
