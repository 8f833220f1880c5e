"""What the child answers is checked, whatever it is."""

import pytest

from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.speed import Speed
from kalahloa.models.heuristics.stages import STAGES
from kalahloa.models.sandbox.frames import BrokenStream
from kalahloa.models.sandbox.replies import (
    read_analysis,
    read_evaluation,
    read_progress,
    read_result,
    read_speed,
    read_stage,
)
from kalahloa.models.search.score import search_value
from tests.models.random_play import start

RESULT = {
    "move": 3,
    "value": 0.5,
    "line": [3, 4],
    "nodes": 10,
    "seconds": 0.1,
    "depth": 2,
    "proven": True,
}
PROGRESS = {**RESULT, "completed": 1}
ANALYSIS = {"lines": [[3, 50, False, [3, 4]]], "depth": 2, "nodes": 9, "seconds": 0.1, "used": 0.5}
EVALUATION = {"value": 1.5, "terms": {"WEIGHT": 0.5}, "printed": ""}
POSITION = start("loa")
SOURCE = HeuristicSource("mine", "loa", "WEIGHT = 1.0")
WRONG = [None, "x", [], {}, float("nan"), float("inf"), 10**400, True]


def test_right_answers_are_read():
    assert read_result(RESULT, POSITION, ()).line == (3, 4)
    assert read_progress(PROGRESS, POSITION).nodes == 10
    assert (
        read_progress({**PROGRESS, "value": None, "line": [], "completed": 0}, POSITION).score
        is None
    )
    assert search_value(read_analysis(ANALYSIS, POSITION).lines[0].score) == 50
    assert read_evaluation(EVALUATION, SOURCE).terms == {"WEIGHT": 0.5}
    assert read_evaluation({"value": None}, SOURCE) is None


@pytest.mark.parametrize("nothing", [{"depth": 0}, {"nodes": 0}])
def test_an_answer_of_which_nothing_was_searched_is_refused(nothing):
    with pytest.raises(BrokenStream, match="nothing was searched"):
        read_result({**RESULT, "proven": False, **nothing}, POSITION, ())
    with pytest.raises(BrokenStream, match="nothing was searched"):
        read_analysis({**ANALYSIS, **nothing}, POSITION)


def test_counts_are_read_and_wrong_ones_refused():
    counts = [2, None, 1.5, 0.5, *range(9)]
    read = read_result({**RESULT, "counts": [counts]}, POSITION, ())
    assert [one.to_json() for one in read.counts] == [counts]
    assert read_result(RESULT, POSITION, ()).counts == ()
    for wrong in (
        *(None, "x", {}, [counts] * 1001, [None], [[]], [[*counts, 1]], [["2", *counts[1:]]]),
        *([[2, None, None, None, *range(9)]], [[2, "x", None, 0, *range(9)]]),
        *([[2, None, None, float("nan"), *range(9)]], [[2, None, None, 0, -1, *range(8)]]),
        [[2, None, None, 10**400, *range(9)]],
    ):
        with pytest.raises(BrokenStream):
            read_result({**RESULT, "counts": wrong}, POSITION, ())


def test_a_speed_is_read_and_a_wrong_one_refused():
    assert read_speed({"interpreted": 2, "compiled": 8.0}) == Speed(2.0, 8.0)
    assert read_speed({"interpreted": 2, "own": 4}).share == 0.5
    assert len(read_speed({"interpreted": 2, "sentence": "x" * 10_000}).sentence) < 1_000
    for wrong in (
        *({}, {"compiled": 8.0}, {"interpreted": 0}, {"interpreted": 2, "own": -1}),
        *({"interpreted": 2, "sentence": 3}, {"interpreted": 2, "compiled": None}),
        *({"interpreted": value} for value in WRONG),
    ):
        with pytest.raises(BrokenStream):
            read_speed(wrong)


@pytest.mark.parametrize("wrong", WRONG, ids=str)
@pytest.mark.parametrize("field", ["move", "value", "line", "nodes", "seconds", "depth"])
def test_a_wrong_result_is_refused(field, wrong):
    with pytest.raises(BrokenStream):
        read_result({**RESULT, field: wrong}, POSITION, ())


@pytest.mark.parametrize("field", ["value", "line", "nodes", "seconds", "depth", "completed"])
def test_a_progress_that_lacks_something_is_refused(field):
    with pytest.raises(BrokenStream):
        read_progress({name: value for name, value in PROGRESS.items() if name != field}, POSITION)


@pytest.mark.parametrize(
    "line",
    [
        None,
        3,
        [],
        [3, 50, False],
        [3, 50, False, []],
        [3, 50, False, [4]],
        [3, 0.5, False, [3]],
        [3, 1 << 40, False, [3]],
        [3, 50, False, [3, "x"]],
        [3, 50, False, [3] * 20_000],
    ],
    ids=str,
)
def test_a_wrong_line_is_refused(line):
    with pytest.raises(BrokenStream):
        read_analysis({**ANALYSIS, "lines": [line]}, POSITION)


@pytest.mark.parametrize("lines", [None, [], [ANALYSIS["lines"][0]] * 2_000], ids=lambda _: "")
def test_an_analysis_without_lines_or_with_too_many_is_refused(lines):
    with pytest.raises(BrokenStream):
        read_analysis({**ANALYSIS, "lines": lines}, POSITION)


@pytest.mark.parametrize(
    "change",
    [
        {"value": "x"},
        {"terms": None},
        {"terms": {"OTHER": 1.0}},
        {"terms": {"WEIGHT": float("inf")}},
        {"printed": None},
        {"printed": "x" * 100_000},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_wrong_evaluation_is_refused(change):
    with pytest.raises(BrokenStream):
        read_evaluation({**EVALUATION, **change}, SOURCE)


@pytest.mark.parametrize("number", range(len(STAGES)))
def test_what_is_done_before_a_search_is_a_sentence(number):
    assert read_stage({"type": "stage", "number": number}) == STAGES[number]


@pytest.mark.parametrize("number", [-1, len(STAGES), "1", None, True, 1.0])
def test_other_stages_are_refused(number):
    with pytest.raises(BrokenStream):
        read_stage({"type": "stage", "number": number})
