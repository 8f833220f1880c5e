"""The user's own mistakes in reviewed games, as positions to be repeated."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.library.library import Library
from kalahloa.models.record.annotation import Mark
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.training.kinds import ExerciseKind
from kalahloa.models.text.sentence import Sentence
from kalahloa.models.work.cancellation import ReadingStopped
from tests.models.library.reviewed_games import LEVELS, Given, add

MOVES = "5 2 1 9 4 7 6"
HUMAN, ENGINE = LEVELS[:2]
TOLD = Sentence("Models", "{other} could then win by force.", {"other": "X"})
FACTS = (
    MoveFact("allowed-win", TOLD, kind=MistakeKind.ALLOWED_WIN),
    MoveFact("exposed", TOLD, kind=MistakeKind.EXPOSED),
)
LOSSES = ((1, Mark.BLUNDER), (1, Mark.MISTAKE), (0, None), (2, Mark.DUBIOUS))


@pytest.fixture
def library(tmp_path: Path):
    with Library.open(tmp_path / "library.sqlite") as made:
        yield made


def test_they_are_those_of_the_human_with_the_kind_of_the_main_fact(library):
    add(library, Given(MOVES, levels=(ENGINE, HUMAN), losses=LOSSES, facts=FACTS))
    add(library, Given("1 5", levels=(HUMAN, HUMAN), losses=LOSSES[:2], facts=FACTS))

    found = library.own_mistakes()

    assert [(one.position, one.played) for one in found] == [
        (".../.X./... O", "2"),
        ("XO./.X./... O", "9"),
    ]
    assert {one.mistake for one in found} == {MistakeKind.EXPOSED}
    assert {one.kind for one in found} == {ExerciseKind.MISTAKES}


def test_a_review_of_an_earlier_version_is_of_no_known_kind(library):
    add(library, Given(MOVES, levels=(HUMAN, ENGINE), losses=LOSSES, facts=(MoveFact("", TOLD),)))

    assert [one.mistake for one in library.own_mistakes()] == [None]


def test_what_is_damaged_is_left_out(library):
    game = add(library, Given(MOVES, levels=(ENGINE, HUMAN), losses=LOSSES, facts=FACTS))
    with sqlite3.connect(library.path) as database:
        (text,) = database.execute("SELECT plain FROM reviews WHERE node = 4").fetchone()
        database.execute("UPDATE reviews SET plain = '{' WHERE node = 2")
        broken = text.replace("exposed", "unheard-of")
        database.execute("INSERT INTO reviews VALUES (?, 6, ?)", (game, broken))

    assert [one.played for one in library.own_mistakes()] == ["9"]


def test_it_stops_when_nobody_wants_it_any_more(library):
    add(library, Given(MOVES, levels=(ENGINE, HUMAN), losses=LOSSES))

    with pytest.raises(ReadingStopped):
        library.own_mistakes(lambda: True)


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.sampled_from([None, *FAULTS]), max_size=7),
    st.sampled_from([(HUMAN, ENGINE), (ENGINE, HUMAN), (HUMAN, HUMAN), (ENGINE, ENGINE)]),
)
def test_each_mistake_of_the_human_is_found_once(tmp_path_factory, marks, levels):
    losses = tuple((float(mark is not None), mark) for mark in marks)
    side = levels.index(HUMAN) if levels.count(HUMAN) == 1 else None
    with Library.open(tmp_path_factory.mktemp("library") / "library.sqlite") as library:
        add(library, Given(MOVES, levels=levels, losses=losses))
        found = library.own_mistakes()

    texts = MOVES.split()
    wanted = [texts[at] for at, mark in enumerate(marks) if mark and at % 2 == side]
    assert [one.played for one in found] == wanted
