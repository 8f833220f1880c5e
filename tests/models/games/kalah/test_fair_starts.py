"""The starts that are proven draws."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from kalahloa.models.game.knowledge import FairStarts
from kalahloa.models.games.kalah.book.book import fixed_score
from kalahloa.models.games.kalah.book.builder import BookBuilder, whole_book
from kalahloa.models.games.kalah.fair_start_search import drawn_openings
from kalahloa.models.games.kalah.fair_starts import (
    open_starts,
    read_starts,
    starts_name,
    write_starts,
)
from kalahloa.models.games.kalah.game import read_position
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.search.solver.solver import Solver
from tests.models.games.kalah.kalah_minimax import minimax
from tests.models.random_play import start


@pytest.mark.parametrize("preset", ["lecture", "empty-capture"])
def test_fair_starts_have_all_stones_and_south_to_move(preset):
    rules = start("kalah", preset).rules

    starts = open_starts(rules).starts
    assert len(set(starts)) == len(starts) > 0
    for text in starts:
        position = read_position(text, rules)
        assert (sum(position.stones()), position.side) == (48, 0)
        assert not position.is_over()


def test_where_no_fair_starts_are_known_there_are_none():
    assert open_starts(KalahRules(pits=5, stones=1)) == FairStarts()


def test_the_pie_rule_excludes_fair_starts_and_says_so():
    rules = KalahRules()
    assert open_starts(rules).starts

    found = open_starts(replace(rules, pie="yes"))

    assert found.starts == ()
    assert "pie rule" in str(found.notes[0])


RULES = KalahRules(pits=3, stones=3)
STARTS = ("<3,0,0,2,4,3,2,4,3> S", "<3,0,0,4,2,3,4,2,3> S")


@pytest.fixture
def list_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the list of starts that the program reads for `RULES`."""
    path = tmp_path / starts_name(RULES)
    write_starts(STARTS, RULES, path)
    monkeypatch.setattr("kalahloa.models.games.kalah.fair_starts.resource", lambda *parts: path)
    return path


def test_a_list_that_is_whole_is_offered(list_in_use):
    assert open_starts(RULES) == FairStarts(STARTS)


def test_any_changed_byte_of_a_list_is_noticed_and_nothing_of_it_is_offered(list_in_use):
    whole = list_in_use.read_bytes()

    for place in range(len(whole)):
        changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        list_in_use.write_bytes(changed)
        os.utime(list_in_use, ns=(0, place))
        opened = open_starts(RULES)

        assert opened.starts == ()
        assert opened.notes[0].startswith(f"{list_in_use} is damaged: ")


def test_a_byte_that_is_not_ascii_stops_neither_the_program_nor_other_rules(list_in_use):
    list_in_use.write_bytes(b"\xe9" + list_in_use.read_bytes())

    assert open_starts(RULES) == FairStarts(
        notes=(f"{list_in_use} is damaged: it is not a list of starts. It is skipped.",)
    )


def test_a_list_without_a_checksum_can_be_read_but_is_not_offered(list_in_use):
    list_in_use.write_text("# by hand\n" + STARTS[0] + "\n", encoding="ascii")

    assert read_starts(list_in_use) == STARTS[:1]
    assert open_starts(RULES).starts == ()


def test_drawn_openings_of_the_book_are_draws():
    rules = KalahRules(pits=3, stones=3)
    margins: dict[bytes, int] = {}
    solver = Solver(1)
    BookBuilder(
        rules,
        margins,
        solver.solve_side_by_side,
        lambda key, margin: None,
    ).run(3)

    starts = list(drawn_openings(whole_book(rules, margins), rules))

    assert len(starts) > 3
    for text in starts:
        position = read_position(text, rules)
        assert position.side == 0
        assert fixed_score(position) + minimax(position, {}) == 0
