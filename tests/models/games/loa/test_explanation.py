"""What is said of a mistake in Lines of Action is true of the board, and tells two lines apart."""

import re
from functools import partial
from random import Random

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa import explanation
from kalahloa.models.games.loa.connection import connection
from kalahloa.models.games.loa.explanation import explain
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.study.explanation import called, moves_of
from tests.models.games.loa.true_facts import CHECKS, Lines

LOA = find_game("loa")
BOARD = "8/w6w/1w1bb3/1w2bwbw/3b2b1/3w2w1/2w5/2b5 w"
"""Before White's twelfth move of a game of the program against itself, which c2-g6 lost."""


def read(text: str) -> Loa:
    return LOA.read(text, LOA.rulebook.default)


def moves(start: Loa, texts: str) -> list[int]:
    return moves_of(start, texts.split())


def said(start: Loa, played: str, best: str) -> list[str]:
    """Return the facts that tell the line *played* from *best*, the one that says most first."""
    found = explain(start, moves(start, played), moves(start, best))
    return [str(fact.text) for fact in sorted(found, key=lambda fact: -fact.amount)]


def after(start: Loa, texts: str) -> Loa:
    walker = start.copy()
    for move in moves(start, texts):
        walker.make(move)
    return walker


# -- examples --------------------------------------------------------------------------------------


def test_a_capture_that_was_missed_names_the_piece_that_wins_later():
    told = said(read(BOARD), "c2-g6 c1-e3 f5-f6 d4-f4", "a7xd4")

    assert told[0] == "a7xd4 would have captured d4, the piece with which Black could then win."


def test_the_answer_that_connects_all_pieces_is_told_and_the_move_that_would_have():
    last = after(read(BOARD), "c2-g6 c1-e3")

    assert said(last, "f5-f6 d4-f4", "f5-f4") == ["Black could then connect all pieces with d4-f4."]
    black = after(last, "f5-f6")
    assert said(black, "d6-e7", "d4-f4") == ["With d4-f4, Black would have connected all pieces."]


# -- everything that is said -----------------------------------------------------------------------


def after_random_moves(rng: Random) -> Loa:
    found = read(LOA.start(LOA.rulebook.default).position_string())
    for _ in range(rng.randrange(60)):
        if not found.is_over():
            found.make(rng.choice(found.legal_moves()))
    if found.is_over():
        found.unmake()
    return found


def with_few_pieces(rng: Random) -> Loa:
    """Return a position with a few pieces a side, in which the game is soon over."""
    while True:
        few = rng.randrange(3, 6)
        signs = "".join(rng.sample("b" * few + "w" * few + "." * (64 - 2 * few), 64))
        rows = "/".join(signs[first : first + 8] for first in range(0, 64, 8))
        found = read(re.sub(r"\.+", lambda empty: str(len(empty[0])), rows) + " w")
        if not found.is_over():
            return found


def line(rng: Random, start: Loa) -> list[int]:
    walker, found = start.copy(), []
    for _ in range(rng.randrange(1, 10)):
        if walker.is_over():
            break
        legal = walker.legal_moves()
        taking = [move for move in legal if "x" in walker.format_move(move)]
        found.append(rng.choice(taking or legal if rng.random() < 0.3 else legal))
        walker.make(found[-1])
    return found


def test_whatever_is_said_is_true_and_everything_is_said(monkeypatch):
    # In random positions pieces are far apart: bounds do.
    monkeypatch.setattr(explanation, "connection", partial(connection, max_nodes=500))
    rng, keys = Random(4), set()
    for number in range(1200):
        start = with_few_pieces(rng) if number % 2 else after_random_moves(rng)
        before = start.position_string()
        played, best = line(rng, start), line(rng, start)
        lines = Lines(start, played, best)

        for fact in explain(start, played, best):
            lines.check(fact)
            assert fact.amount > 0
            keys.add(fact.key)
        assert start.position_string() == before

    assert keys == set(CHECKS)


def test_people_are_called_otherwise_than_their_sides():
    start = after(read(BOARD), "c2-g6 c1-e3")
    reason = explain(start, moves(start, "f5-f6 d4-f4"), moves(start, "f5-f4"))[0].text

    assert called(reason, "you", "level 4") == "Level 4 could then connect all pieces with d4-f4."
    assert called(reason, "level 4", "you") == "You could then connect all pieces with d4-f4."
    start = after(start, "f5-f6")
    reason = explain(start, moves(start, "d6-e7"), moves(start, "d4-f4"))[0].text
    assert called(reason, "you", "level 4") == "With d4-f4, you would have connected all pieces."


@pytest.mark.parametrize("reason", ["a text", "Lets {side} capture."])
def test_what_knows_no_words_for_people_stays_as_it_is(reason):
    assert called(reason, "you", "level 4") == reason
