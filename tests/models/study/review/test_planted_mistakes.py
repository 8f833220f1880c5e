"""Mistakes with a known refutation are marked, and moves that keep the value are not."""

from functools import cache
from itertools import islice

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.record.annotation import Mark
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.review.reviewer import GameLine, Reviewer
from kalahloa.models.study.review.settings import ReviewSettings
from tests.models.study.review.planted import (
    SHORT,
    Planted,
    kalah_mistakes,
    kept_loa_mistakes,
    loa_mistakes,
)
from tests.sweeps import rounds

KALAH = rounds(96 if is_compiled() else 30)
LOA = 60
FOUND = 2
"""So many of those of Lines of Action are found anew."""
NODES = 20_000


@cache
def _kalah() -> list[Planted]:
    return list(islice(kalah_mistakes(), KALAH))


@cache
def _loa() -> list[Planted]:
    return kept_loa_mistakes()


def _only_ply(reviewer: Reviewer, record):
    (ply,) = reviewer.review(GameLine.of(record)).plies
    return ply


def test_stones_given_away_are_marked_with_the_line_that_takes_them():
    reviewer = Reviewer(ReviewSettings(exact=True, mebibytes=1, cached=False))
    for planted in _kalah():
        ply = _only_ply(reviewer, planted.wrong)

        assert ply.mark in FAULTS
        assert ply.loss == planted.loss
        assert ply.line and ply.line[0] != ply.text
        assert ply.refutation or planted.wrong.current.outcome is not None
        if ply.refutation:
            walker = planted.wrong.position.copy()
            for text in ply.refutation:
                walker.make(walker.read_move(text))


def test_moves_of_kalah_that_keep_the_value_are_not_marked():
    reviewer = Reviewer(ReviewSettings(exact=True, mebibytes=1, cached=False))
    for planted in _kalah():
        ply = _only_ply(reviewer, planted.right)

        assert ply.mark in (None, Mark.ONLY)
        assert ply.loss == 0
        assert not ply.reasons


@pytest.mark.skipif(not is_compiled(), reason="finding the positions takes long")
def test_the_mistakes_that_are_kept_in_a_file_are_those_that_are_found():
    kept, found = _loa(), list(islice(loa_mistakes(), FOUND))

    assert len(kept) == LOA
    assert list(map(_as_text, found)) == list(map(_as_text, kept[:FOUND]))


def _as_text(planted: Planted) -> tuple[object, ...]:
    records = (planted.wrong, planted.right)
    texts = [record and (record.start, record.current.text) for record in records]
    return (*texts, planted.loss, planted.kind)


@pytest.mark.skipif(not is_compiled(), reason="searching takes long")
def test_forced_wins_allowed_or_given_up_are_marked_with_the_winning_line():
    reviewer = Reviewer(ReviewSettings(Limits(nodes=NODES), mebibytes=1))
    kinds = set()
    for planted in _loa():
        ply = _only_ply(reviewer, planted.wrong)
        kinds.add(planted.kind)

        if planted.kind == "allows a win":
            assert ply.mark is Mark.BLUNDER
            assert ply.value.proven and ply.value.number < 0
            assert 1 <= ply.value.plies - 1 <= SHORT
            assert ply.reasons[0] == _told_win(1 - ply.side, "could then win", ply.value.plies - 1)
            assert _winner(planted.wrong.position, ply.refutation) == 1 - ply.side
        else:
            assert ply.mark in (Mark.MISTAKE, Mark.BLUNDER)
            told = _told_win(ply.side, "could have won", ply.best_value.plies)
            assert told in ply.reasons
            start = planted.wrong.game.read(planted.wrong.start, planted.wrong.rules)
            assert _winner(start, ply.line) == ply.side
    assert len(kinds) == 2


@pytest.mark.skipif(not is_compiled(), reason="searching takes long")
def test_winning_moves_of_lines_of_action_are_not_marked():
    reviewer = Reviewer(ReviewSettings(Limits(nodes=NODES), mebibytes=1))
    won = [planted.right for planted in _loa() if planted.right is not None]
    for record in won:
        ply = _only_ply(reviewer, record)

        assert ply.mark in (None, Mark.ONLY)
        assert ply.loss == 0
    assert won


def _told_win(side: int, told: str, plies: int) -> str:
    count = (plies + 1) // 2
    soon = "at once" if plies == 1 else f"by force in {count} move{'s' if count > 1 else ''}"
    return f"{('Black', 'White')[side]} {told} {soon}."


def _winner(position, line: tuple[str, ...]) -> int | None:
    walker = position.copy()
    for text in line:
        walker.make(walker.read_move(text))
    outcome = walker.outcome()
    return None if outcome is None else outcome.winner
