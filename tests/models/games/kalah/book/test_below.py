"""How much of a book lies below a position."""

import pytest

from kalahloa.models.game.knowledge import NOTHING_BELOW
from kalahloa.models.games.kalah.book.below import book_below
from kalahloa.models.games.kalah.book.builder import coverage
from kalahloa.models.games.kalah.game import start_position
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from tests.models.games.kalah.book.test_book import RULES, built
from tests.shipped_book import reached, shipped

USUAL = KalahRules()


def test_from_the_start_the_whole_book_is_counted_and_its_complete_turns():
    book = shipped()
    rows = coverage(USUAL, book.margin, 9)

    below = book_below(book, start_position(USUAL))

    assert below.positions == len(book)
    assert below.turns == max(row.turns for row in rows if row.known == row.positions)
    assert below.is_all


@pytest.mark.parametrize(("moves", "turns"), [((3,), 3), ((3, 6), 2), ((1,), 2), ((3, 6, 2, 1), 1)])
def test_further_on_less_is_left(moves, turns):
    book, position = shipped(), start_position(USUAL)
    for move in moves:
        position.make(move)
    text = position.position_string()

    below = book_below(book, position)

    assert below.positions == len(reached(book, position)) < len(book)
    assert below.turns == turns
    assert position.position_string() == text


def test_outside_the_book_and_after_the_end_nothing_lies_below():
    book = shipped()
    over = Kalah([0, 0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 0, 18], 0, USUAL)
    outside = Kalah([4, 4, 4, 4, 4, 5, 0, 4, 4, 4, 4, 4, 3, 0], 0, USUAL)

    assert book_below(book, over) == NOTHING_BELOW
    assert book_below(book, outside) == NOTHING_BELOW


def test_a_book_to_the_end_of_all_games_counts_no_turns_beyond():
    rules = KalahRules(pits=1, stones=2)
    book = built(9, rules)

    below = book_below(book, start_position(rules))

    assert below.positions == len(reached(book, start_position(rules)))
    assert below.is_all and below.turns < 9


def test_counting_is_given_up_at_a_limit_or_when_it_is_stopped():
    book = built(3)

    limited = book_below(book, start_position(RULES), most=4)
    stopped = book_below(book, start_position(RULES), lambda: True)

    assert limited.positions == 4 and not limited.is_all
    assert stopped.positions == 1 and not stopped.is_all
