"""Draws beyond a book's last full turn: each is found, no other is, and the engine plays them."""

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.book.book import Book, book_key, fixed_score, position_of
from kalahloa.models.games.kalah.book.builder import (
    BookBuilder,
    after_turns,
    contradictions,
    whole_book,
)
from kalahloa.models.games.kalah.book.draws import DrawFollower
from kalahloa.models.games.kalah.game import start_position
from kalahloa.models.games.kalah.knowledge import KalahKnowledge
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.search.levels.proving_engine import ProvingEngine
from kalahloa.models.search.limits import NO_LIMITS, Limits
from tests.models.games.kalah.book.one_by_one import one_by_one
from tests.models.games.kalah.kalah_minimax import minimax

ALL_RULES = [
    KalahRules(pits=3, stones=2),
    KalahRules(pits=3, stones=2, capture="empty"),
    KalahRules(pits=3, stones=2, end="standard"),
    KalahRules(pits=2, stones=6),
]
MANY_TURNS = 30


def value_of(position: Kalah) -> int:
    return fixed_score(position) + minimax(position.copy(), {})


def keeping(position: Kalah) -> dict[int, bool | None]:
    """Return which moves of a drawn position draw, by plain minimax."""
    found: dict[int, bool | None] = {}
    side = position.side
    for move in position.legal_moves():
        position.make(move)
        outcome = position.outcome()
        value = value_of(position) if outcome is None else outcome.score_for(position.side)
        found[move] = value == 0
        assert value == 0 or (value > 0) != (position.side == side)
        position.unmake()
    return found


def followed(rules: KalahRules, turns: int) -> tuple[dict[bytes, int], dict[bytes, int]]:
    """Return the margins of the book of one turn, and those with the draws *turns* turns on."""
    margins: dict[bytes, int] = {}
    assert BookBuilder(rules, margins, one_by_one(value_of), lambda key, margin: None).run(1)
    first = dict(margins)
    kept: dict[bytes, int] = {}
    assert DrawFollower(rules, margins, keeping, kept.__setitem__).run(1, turns)
    assert kept == {key: margins[key] for key in margins if key not in first}
    return first, margins


def draws_within(position: Kalah, turns: int) -> set[bytes]:
    """Return the keys of all that a drawn *position* leads to by moves that keep the draw."""
    found: set[bytes] = set()
    side = position.side
    for move, holds in keeping(position).items():
        if not holds:
            continue
        position.make(move)
        if not position.is_over():
            found.add(book_key(position))
            left = turns - (position.side != side)
            if left > 0:
                found |= draws_within(position, left)
        position.unmake()
    return found


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize("turns", [0, 1, 3, MANY_TURNS])
def test_all_that_keeps_a_draw_is_followed_and_nothing_else(rules, turns):
    first, margins = followed(rules, turns)

    expected = set()
    for end in after_turns(start_position(rules)):
        if not end.is_over() and value_of(end) == 0 and turns:
            expected |= draws_within(end.copy(stack=False), turns)
    assert set(margins) - set(first) == expected - set(first)
    for key, margin in margins.items():
        assert margin == minimax(position_of(key, rules), {})


def test_some_rules_have_draws_to_follow():
    assert any(len(followed(rules, 2)[1]) > len(followed(rules, 0)[1]) for rules in ALL_RULES)


def test_what_was_stopped_is_not_taken_for_whole():
    rules = ALL_RULES[0]
    margins = followed(rules, 0)[1]
    asked = 0

    def stopped_soon(position: Kalah) -> dict[int, bool | None]:
        nonlocal asked
        asked += 1
        return keeping(position) if asked < 3 else dict.fromkeys(position.legal_moves())

    assert not DrawFollower(rules, margins, stopped_soon, margins.__setitem__).run(1, MANY_TURNS)
    for key, margin in margins.items():
        assert margin == minimax(position_of(key, rules), {})


def test_a_book_with_draws_does_not_contradict_itself():
    rules = ALL_RULES[0]
    book = whole_book(rules, followed(rules, MANY_TURNS)[1])

    assert not contradictions(book)


class _Source:
    """What a book knows, and nothing else."""

    available = False

    def __init__(self, book: Book) -> None:
        self._known = KalahKnowledge(book.rules, None, (), book)

    def to_play(self, rules, stopped=None) -> KalahKnowledge:
        return self._known


def test_the_engine_keeps_a_draw_by_the_book_without_a_search():
    rules = ALL_RULES[0]
    book = whole_book(rules, followed(rules, MANY_TURNS)[1])
    asked = 0
    for end in after_turns(start_position(rules)):
        if end.is_over() or value_of(end) != 0:
            continue
        position = end.copy(stack=False)
        while not position.is_over():
            holding = keeping(position)
            found = ProvingEngine("x", "x", Limits(nodes=1), 1, _Source(book)).choose(
                position, NO_LIMITS, find_game("kalah").heuristic()
            )
            assert holding[found.move]
            if len(holding) > 1:
                assert found.score.proven
                asked += 1
            position.make(found.move)
    assert asked > 5
