"""The starts that are proven draws."""

import pytest

from kalahloa.models.fair_start_search import drawn_openings
from kalahloa.models.fair_starts import fair_starts
from kalahloa.models.kalah_book import banked
from kalahloa.models.kalah_book_builder import BookBuilder, whole_book
from kalahloa.models.kalah_game import KalahRules, read_position
from kalahloa.models.search.solver import Solver
from tests.models.kalah_minimax import minimax
from tests.models.random_play import start


@pytest.mark.parametrize("preset", ["lecture", "empty-capture"])
def test_fair_starts_have_all_stones_and_south_to_move(preset):
    rules = start("kalah", preset).rules

    starts = fair_starts(rules)
    assert len(set(starts)) == len(starts) > 0
    for text in starts:
        position = read_position(text, rules)
        assert (sum(position.stones()), position.side) == (48, 0)
        assert not position.is_over()


def test_where_no_fair_starts_are_known_there_are_none():
    assert fair_starts(KalahRules(pits=5, stones=1)) == ()


def test_drawn_openings_of_the_book_are_draws():
    rules = KalahRules(pits=3, stones=3)
    margins: dict[bytes, int] = {}
    solver = Solver(1)
    BookBuilder(
        rules,
        margins,
        lambda position: solver.solve(position, plies=0).bounds.value,
        lambda key, margin: None,
    ).run(3)

    starts = list(drawn_openings(whole_book(rules, margins), rules))

    assert len(starts) > 3
    for text in starts:
        position = read_position(text, rules)
        assert position.side == 0
        assert banked(position) + minimax(position, {}) == 0
