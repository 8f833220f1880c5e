"""Tests for `kalahloa.models.study.review.reviewed`."""

import json
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.record.annotation import Mark
from kalahloa.models.study.review.judgement import review_of
from kalahloa.models.study.review.reviewed import Review, ReviewedPly
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import Sentence
from tests.scores import move_score

SENTENCE = Sentence("Models", "Allows a forced win in {plies}.", {"plies": 5})
_PLY = ReviewedPly(
    number=3,
    move=517,
    text="b1-b3",
    side=1,
    value=move_score(-1.0, True, 6, False, 8, side=1),
    best=30,
    best_text="c1xa3",
    best_value=move_score(0.5, False, None, False, 8, side=1),
    loss=55.5,
    proven=False,
    mark=Mark.BLUNDER,
    line=("c1xa3", "d1-d3"),
    refutation=("d1-d3",),
    facts=(
        MoveFact("allowed-win", SENTENCE, (517, 30), 2.5, MistakeKind.ALLOWED_WIN),
        MoveFact("estimate", "text", proven=False),
    ),
)
_REVIEW = review_of([_PLY, _PLY], 4, False, 1.25)
_MARGINS = review_of(
    [
        ReviewedPly(
            1, 2, "3", 0, move_score(2, True, None, True, 0), 5, "6",
            move_score(8.0, True, None, True, 0), 6.0, True,
        )
    ],
    1, True, 0.5,
)  # fmt: skip


@pytest.mark.parametrize("review", [_REVIEW, _MARGINS, review_of([], 0, True, 0.0)])
def test_a_review_comes_back_from_json_as_it_was(review):
    again = Review.from_json(json.loads(json.dumps(review.to_json())))

    assert again == review
    for one, other in zip(again.plies, review.plies, strict=True):
        assert one.value.short == other.value.short
        assert (one.value.depth, one.value.plies) == (other.value.depth, other.value.plies)
        assert one.best_value.short == other.best_value.short


def test_of_a_review_of_an_earlier_version_the_sentences_come_back():
    kept = _REVIEW.to_json()
    for ply in kept["plies"]:
        del ply["facts"]

    again = Review.from_json(json.loads(json.dumps(kept)))

    allows = MoveFact("", SENTENCE, kind=MistakeKind.ALLOWED_WIN)
    assert again.plies[0].facts == (allows, MoveFact("", "text"))
    assert again.plies[0].reasons == _PLY.reasons


def test_a_kind_of_a_newer_version_is_none():
    kept = _REVIEW.to_json()
    kept["plies"][0]["facts"][0]["kind"] = "lost in thought"

    again = Review.from_json(kept)

    assert again.plies[0].facts[0] == replace(_PLY.facts[0], kind=None)
    assert again.plies[1] == _PLY


def test_it_says_whether_it_is_complete():
    assert not _REVIEW.complete
    assert _MARGINS.complete


def _paths(plain, path=()):
    yield path
    if isinstance(plain, dict):
        for key, value in plain.items():
            yield from _paths(value, (*path, key))
    elif isinstance(plain, list):
        for index, value in enumerate(plain):
            yield from _paths(value, (*path, index))


def _changed(plain, path, value):
    if not path:
        return value
    plain = deepcopy(plain)
    inside = plain
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return plain


_HOSTILE = [None, True, -1, 10**30, 1.5, float("nan"), float("inf"), "x" * 2000, [], {}, [[]]]


def test_any_part_that_is_something_else_is_refused_or_still_a_review():
    plain = _REVIEW.to_json()
    refused = 0
    for path in _paths(plain):
        for value in _HOSTILE:
            try:
                review = Review.from_json(_changed(plain, path, value))
            except BadFile:
                refused += 1
                continue
            assert Review.from_json(json.loads(json.dumps(review.to_json()))) == review
    assert refused > 500


def test_missing_parts_are_refused():
    plain = _REVIEW.to_json()
    for key in plain:
        with pytest.raises(BadFile):
            Review.from_json({name: value for name, value in plain.items() if name != key})


def test_random_parts_in_other_places_never_end_in_another_exception():
    chance = Random(1)
    plain = _REVIEW.to_json()
    paths = list(_paths(plain))
    for _ in range(500):
        here, there = chance.sample(paths, 2)
        part = plain
        for step in there:
            part = part[step]
        with suppress(BadFile):
            Review.from_json(_changed(plain, here, part))


@pytest.mark.parametrize("plain", [None, 3, "review", [], {}, {"format": "kalahloa record"}])
def test_what_is_no_review_is_refused_with_a_sentence(plain):
    with pytest.raises(BadFile, match="review"):
        Review.from_json(plain)


def test_more_plies_than_there_are_in_the_game_are_refused():
    plain = _REVIEW.to_json() | {"total": 1}

    with pytest.raises(BadFile):
        Review.from_json(plain)
