"""The books that come with the program agree with themselves, and with what is published."""

from dataclasses import replace
from itertools import product

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.book.book import Book, open_book
from kalahloa.models.games.kalah.book.builder import contradictions, coverage
from kalahloa.models.games.kalah.game import start_position
from tests.oracles import oracle

PRESETS = {preset.name: preset.rules for preset in find_game("kalah").rulebook.presets}
BOOKS = [*product(["lecture", "standard", "empty-capture"], [4]), *product(PRESETS, [5])]
WHOLE_TURNS = {4: 3, 5: 2}
"""So many turns are covered fully, by the stones a pit."""


@pytest.fixture(params=BOOKS, ids=[f"{preset}-{stones}" for preset, stones in BOOKS])
def name(request) -> tuple[str, int]:
    """Return the preset of a book, and the stones a pit."""
    preset, stones = request.param
    return preset, stones


@pytest.fixture
def book(name, tmp_path, monkeypatch) -> Book:
    """Return the book that comes with the program, where the user has none."""
    monkeypatch.setenv("KALAHLOA_CACHE", str(tmp_path))
    preset, stones = name
    opened = open_book(replace(PRESETS[preset], stones=stones))
    assert opened.book is not None
    assert opened.notes == ()
    return opened.book


def test_no_value_of_a_shipped_book_contradicts_another(book):
    assert contradictions(book) == []


def test_a_shipped_book_covers_the_first_turns(name, book):
    covered = coverage(book.rules, book.margin, 9)
    whole = [row.turns for row in covered if row.known == row.positions]

    assert set(range(WHOLE_TURNS[name[1]] + 1)) <= set(whole)


def test_the_value_of_a_start_is_the_published_one_where_there_is_one(name, book):
    preset, stones = name
    value = book.value(start_position(book.rules))
    published = oracle("kalah")["start_values"]

    assert published.get(preset, {}).get(f"6,{stones}", value) == value
    assert preset in published or preset == "empty-capture-lecture-end"
