"""The algorithms as they are taught, and the line that each step is at."""

from math import inf

import pytest

from kalahloa.models.search.searchers import find_lecture_searcher, lecture_searchers
from kalahloa.models.search.steps.pseudocode import Part, algorithm_of, part_at
from kalahloa.models.search.steps.stack import Remark, Scale, remark_at, stack_rows, state_window
from kalahloa.models.search.steps.state import state_at
from tests.models.search.steps.test_states import SEARCHERS, trees
from tests.models.search.steps.test_step_words import drawn_tree

every_searcher = pytest.mark.parametrize("searcher", SEARCHERS)


@every_searcher
def test_every_searcher_has_an_algorithm_without_leftover_words(searcher):
    algorithm = algorithm_of(find_lecture_searcher(searcher))

    for lines in (
        algorithm.at_max,
        algorithm.at_min,
        algorithm.again_at_max,
        algorithm.again_at_min,
    ):
        text = "\n".join(line.text for line in lines)
        assert text.startswith("def ")
        assert "#" not in text
        assert not any(word in text for word in ("OURS", "AFTER", "BEST", "LEAST", "MOVES"))
        assert ("α" in text) == algorithm.prunes == ("break" in text)
    known = next(one for one in lecture_searchers() if one.name == searcher)
    assert algorithm.prunes == (known.name not in ("game-tree", "negamax"))


def test_a_min_node_mirrors_a_max_node():
    algorithm = algorithm_of(find_lecture_searcher("alpha-beta"))
    at_max = [line.text.strip() for line in algorithm.at_max]
    at_min = [line.text.strip() for line in algorithm.at_min]

    assert "α = max(α, best)" in at_max and "if α ≥ β: break" in at_max
    assert "β = min(β, best)" in at_min and "if β ≤ α: break" in at_min
    assert not algorithm.is_negamax
    assert (
        algorithm_of(find_lecture_searcher("negamax")).is_negamax
        and algorithm_of(find_lecture_searcher("negascout")).is_negamax
    )


@every_searcher
def test_every_step_is_at_a_line_that_does_what_happens(searcher):
    algorithm = algorithm_of(find_lecture_searcher(searcher))
    seen = set()
    for tree in trees("tictactoe", 3, 4, searcher):
        for number in range(tree.step_count):
            state = state_at(tree, number)
            line = algorithm.lines(state)[algorithm.line_at(state)]
            part = part_at(state)
            seen.add(part)
            assert line.part is part
            if part is Part.CUT:
                assert state.is_cut and "break" in line.text
    assert {Part.CALL, Part.HORIZON, Part.BETTER, Part.VALUE, Part.END} <= seen
    assert (Part.CUT in seen) == algorithm.prunes


@every_searcher
def test_the_code_calls_the_function_of_the_side_that_moves_next(searcher):
    algorithm = algorithm_of(find_lecture_searcher(searcher))
    seen = set()
    for tree in (*trees("kalah", 15, 3, searcher), *trees("kalah", 40, 4, searcher)):
        for number in range(tree.step_count):
            state = state_at(tree, number)
            if part_at(state) not in (Part.VALUE, Part.BETTER, Part.CUT, Part.AGAIN):
                continue
            top, node, child = tree.root.side, state.node, state.returned
            seen.add((node.side == top, child.side == top))
            calls = [
                line.text.partition("value = ")[2]
                for line in algorithm.lines(state)
                if "(after(move)" in line.text
            ]
            if algorithm.is_negamax:
                assert all(call.startswith("-") == (child.side != node.side) for call in calls)
                assert all(("-α" in call) == (call[0] == "-" and "α" in call) for call in calls)
            else:
                name = "maximum" if child.side == top else "minimum"
                assert all(call.startswith(f"{name}(after(move)") for call in calls)
            assert calls
    assert len(seen) == 4


def test_the_second_search_of_negascout_is_at_its_own_line():
    parts = {
        part_at(state_at(tree, number))
        for tree in trees("kalah", 15, 4, "negascout")
        for number in range(tree.step_count)
    }

    assert Part.AGAIN in parts


def test_the_remark_has_the_numbers_of_the_cut():
    tree = drawn_tree()
    algorithm = algorithm_of(find_lecture_searcher("alpha-beta"))

    assert remark_at(state_at(tree, tree.left_at(4)), algorithm) == Remark((1, 1), "≤")
    assert remark_at(state_at(tree, tree.entered_at(3)), algorithm) == Remark(
        (1.0, inf), is_window=True
    )
    assert remark_at(state_at(tree, tree.left_at(5)), algorithm) == Remark((2.5,))
    scout = algorithm_of(find_lecture_searcher("negascout"))
    assert remark_at(state_at(tree, tree.left_at(4)), scout) == Remark((-1, -1), "≥")


def test_the_stack_has_a_row_for_each_level_with_its_window_by_now():
    tree = drawn_tree()

    rows = stack_rows(state_at(tree, tree.left_at(4)), prunes=True, negamax=False)

    assert [(row.is_max, row.move, row.alpha, row.beta) for row in rows] == [
        (True, "", 1.0, inf),
        (False, "6", 1.0, 1.0),
    ]
    assert [(row.best, row.best_move) for row in rows] == [(1.0, "4"), (1.0, "3")]


def test_the_stack_can_have_values_for_the_side_to_move():
    tree = drawn_tree()

    rows = stack_rows(state_at(tree, tree.left_at(4)), prunes=True, negamax=True)

    assert [(row.alpha, row.beta, row.best) for row in rows] == [
        (1.0, inf, 1.0),
        (-1.0, -1.0, -1.0),
    ]


def test_without_windows_the_stack_has_none():
    tree = trees("tictactoe", 5, 2, "game-tree")[-1]

    rows = stack_rows(state_at(tree, 4), prunes=False, negamax=False)

    assert {(row.alpha, row.beta) for row in rows} == {(None, None)}


def test_the_window_closes_at_a_cut():
    tree = drawn_tree()

    closed = state_window(state_at(tree, tree.left_at(4)), negamax=False)
    open_one = state_window(state_at(tree, tree.entered_at(3)), negamax=False)

    assert not closed.is_open
    assert (closed.low, closed.high, closed.returned) == (1.0, 1.0, 1.0)
    assert open_one.is_open and open_one.best is None


def test_places_on_the_number_line_keep_the_order_of_values():
    values = [-float("inf"), -99.97, -3.5, -0.5, 0.0, 0.25, 3.0, 99.95, 99.97, 300.0, float("inf")]
    scale = Scale(values)

    places = [scale.place(value) for value in values]

    assert places == sorted(places)
    assert len(set(places)) == len(places)
    assert scale.reach == 5.0
