"""Exact reviews of Kalah games, checked by an independent solver (see `minimax`)."""

from functools import cache
from random import Random

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.record import Record
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.reviewer import GameLine, Reviewer
from kalahloa.models.study.review.settings import ReviewSettings
from tests.models.study.review.games import (
    PRESETS,
    ending,
    game_of_levels,
    kalah_rules,
    random_game,
    stones_in_pits,
)
from tests.models.study.review.minimax import Minimax
from tests.sweeps import rounds

GAMES = rounds(80 if is_compiled() else 24)
_ENDS = {"lecture": "lecture", "empty-capture-lecture-end": "lecture"}


@cache
def _reviewer() -> Reviewer:
    return Reviewer(ReviewSettings(exact=True, mebibytes=4, cached=False))


@cache
def _minimax(preset: str) -> Minimax:
    return Minimax(_ENDS.get(preset, "standard"), "empty" if "empty" in preset else "opposite")


def _game(number: int) -> tuple[Record, str]:
    chance = Random(f"review {number}")
    preset = PRESETS[number % 4]
    record = _any_game(number // 4 % 5, preset, chance)
    while not record.main_line():
        record = _any_game(number // 4 % 5, preset, chance)
    return record, preset


def _any_game(kind: int, preset: str, chance: Random) -> Record:
    if kind == 0:
        return random_game(kalah_rules(preset, pits=4, stones=2), chance)
    if kind == 1:
        return game_of_levels(kalah_rules(preset, pits=3, stones=3), chance)
    if kind == 2:
        return ending(random_game(kalah_rules(preset, pits=4, stones=3), chance), 14)
    if kind == 3:
        return ending(game_of_levels(kalah_rules(preset, pits=4, stones=3), chance), 14)
    return ending(random_game(kalah_rules(preset), chance), 10)


def _values(position, preset: str) -> dict[int, int]:
    """Return the final margin of each move of *position*, by the independent solver."""
    pits, side = position.rules.pits, position.side
    halves = stones_in_pits(position)
    sides = halves[:pits], halves[pits:]
    ahead = position.in_kalah(side) - position.in_kalah(1 - side)
    found = _minimax(preset).moves(sides[side], sides[1 - side])
    return {move: value + ahead for move, value in found.items()}


def _check(position, ply: ReviewedPly, values: dict[int, int]) -> None:
    best = max(values.values())
    assert ply.proven
    assert ply.side == position.side
    assert ply.value.number == values[ply.move]
    assert ply.best_value.number == values[ply.best] == best
    assert ply.loss == best - values[ply.move]
    assert (ply.mark in FAULTS) == (ply.loss > 0)
    assert ply.line[0] == ply.best_text
    if ply.kept:
        assert ply.best == ply.move
    if ply.mark is Mark.ONLY:
        others = [value for move, value in values.items() if move != ply.move]
        assert others
        assert all(
            best - other >= 3 or (other < 0 <= best) or (other <= 0 < best) for other in others
        )


@pytest.mark.parametrize("part", range(20))
def test_every_loss_is_the_difference_of_exact_values(part: int):
    plies = 0
    for number in range(part, GAMES, 20):
        record, preset = _game(number)

        review = _reviewer().review(GameLine.of(record))

        assert review.exact
        assert review.complete
        position = record.game.read(record.start, record.rules)
        for node, ply in zip(record.main_line(), review.plies, strict=True):
            assert ply.number == node.number
            _check(position, ply, _values(position, preset))
            _check_line(position, ply, preset)
            position.make(node.move)
            plies += 1
        for side in (0, 1):
            own = [ply for ply in review.plies if ply.side == side]
            assert review.accuracy[side].given == sum(ply.loss for ply in own)
    assert plies


def _check_line(position, ply: ReviewedPly, preset: str) -> None:
    """Follow both lines: no move in them gives anything away."""
    for texts, value in ((ply.line, ply.best_value), ((ply.text, *ply.refutation), ply.value)):
        walker = position.copy()
        for text in texts:
            values = _values(walker, preset)
            move = walker.read_move(text)
            sign = 1 if walker.side == ply.side else -1
            assert values[move] == sign * value.number
            walker.make(move)
        if walker.is_over():
            assert walker.outcome().score_for(ply.side) == value.number
