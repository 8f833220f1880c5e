"""What Kalah's book and tablebase say of a position, and of themselves."""

import shlex
from dataclasses import replace

import pytest

from kalahloa.cli.main import main
from kalahloa.models.game.knowledge import NOTHING_BELOW, Known, ProofSource
from kalahloa.models.games.kalah.book.builder import BookBuilder, whole_book
from kalahloa.models.games.kalah.game import read_position, start_position
from kalahloa.models.games.kalah.knowledge import KalahKnowledge, book_alone
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.search.solver.solver import Solver
from tests.shipped_book import shipped_positions

RULES = KalahRules()
SIX_STONES = "<6,22,20,1,0,0,1,0,1,1,0,0,1,0,1> N"


def test_the_book_is_asked_first_then_the_tablebase():
    both = KalahKnowledge(RULES, build_tablebase(RULES, 6), book=book_alone(RULES).book)
    few = read_position(SIX_STONES, RULES)

    assert both.look_up(start_position(RULES)) == Known(8, ProofSource.BOOK)
    known = both.look_up(few)
    assert known is not None and known.source is ProofSource.TABLEBASE
    assert book_alone(RULES).look_up(few) is None


def test_a_position_with_a_stone_more_than_the_tablebase_is_not_known():
    known = KalahKnowledge(RULES, build_tablebase(RULES, 5))

    assert known.look_up(read_position(SIX_STONES, RULES)) is None


def test_they_say_what_they_contain():
    nothing = KalahKnowledge(RULES)
    both = KalahKnowledge(RULES, build_tablebase(RULES, 3), book=book_alone(RULES).book)

    assert nothing.coverage == ()
    assert both.coverage == (
        f"The book has {shipped_positions():,} positions.",
        "The tablebase has all positions with up to 3 stones in the pits.",
    )
    assert nothing.book_below(start_position(RULES)) == NOTHING_BELOW


@pytest.mark.parametrize("remaining", ["owner", "last-mover"])
def test_the_advised_command_builds_a_book_for_these_rules(remaining, tmp_path, capsys):
    rules = KalahRules(pits=1, stones=2, end="standard", capture="empty", remaining=remaining)
    _, _, command = book_alone(rules).advice.partition(": ")
    program, *words = shlex.split(command)

    assert program == "kalahloa"
    assert main(words) == 0

    built = book_alone(rules)
    assert built.has_book and built.look_up(start_position(rules)) is not None
    assert not book_alone(replace(rules, capture="opposite")).has_book
    assert "larger" in built.advice


@pytest.mark.parametrize(("known", "turns"), [(1, 2), (2, 3), (3, 4)])
def test_a_larger_book_is_advised_than_there_is(known, turns):
    rules = KalahRules(pits=3, stones=3)
    margins: dict[bytes, int] = {}
    solver = Solver(1)
    builder = BookBuilder(
        rules,
        margins,
        solver.solve_side_by_side,
        lambda key, margin: None,
    )
    assert builder.run(known)

    advice = KalahKnowledge(rules, book=whole_book(rules, margins)).advice

    assert advice.endswith(f" --turns {turns}")
