"""Questions on what a search will skip."""

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.search.steps.prediction import judge_prediction, next_question, question_at
from kalahloa.models.search.steps.state import state_at
from kalahloa.models.search.steps.step_map import StepMap
from kalahloa.models.search.steps.step_words import StepTeller
from tests.models.random_play import random_position
from tests.models.search.steps.test_states import KINDS, PRUNING

SIDES = ("X", "O")
TELLER = StepTeller(SIDES)
every_kind = pytest.mark.parametrize(("game", "plies", "depth"), KINDS)


def searched(game, plies, depth, searcher):
    position = random_position(game, plies, plies)
    found = find_searcher(searcher).choose(
        position, Limits(depth=depth), find_game(game).heuristic(), record_tree=True
    )
    return position, found.passes


def questions(position, tree):
    """Return all questions of the pass, by the numbers of their steps."""
    steps = StepMap(tree)
    steps.complete()
    found, number = {}, next_question(steps, -1)
    while number is not None:
        found[number] = question_at(state_at(tree, number), position)
        number = next_question(steps, number)
    return found


@every_kind
@pytest.mark.parametrize("searcher", PRUNING)
def test_every_cut_is_asked_about_and_some_steps_at_which_nothing_is_cut(
    searcher, game, plies, depth
):
    position, passes = searched(game, plies, depth, searcher)
    before = position.position_string()
    for tree in passes:
        found = questions(position, tree)
        cuts = [n for n in range(tree.step_count) if state_at(tree, n).is_cut]
        assert set(cuts) <= set(found)
        assert all(question is not None for question in found.values())
    assert position.position_string() == before


@every_kind
@pytest.mark.parametrize("searcher", PRUNING)
def test_the_right_answer_is_what_the_search_never_entered_at_that_node(
    searcher, game, plies, depth
):
    position, passes = searched(game, plies, depth, searcher)
    for tree in passes:
        for question in questions(position, tree).values():
            node = question.state.node
            here = question.levels[0]
            never = {branch.move for branch in here.branches} - {
                child.move for child in node.children
            }
            skipped = {question.branches[number].move for number in question.skipped}
            assert here.is_cut == (node.pruned > 0 and len(never) == len(here.branches))
            assert skipped >= never or not question.skipped
            if here.is_cut:
                assert len(here.branches) == node.pruned
            for level in question.levels[1:]:
                above = node.parent
                if level.is_cut:
                    assert above.side == node.side and above.pruned == len(level.branches)


def test_a_right_answer_is_praised_with_the_reason_and_a_wrong_one_is_put_right():
    position, passes = searched("tictactoe", 3, 4, "alpha-beta")
    found = questions(position, passes[-1])
    cut = next(question for question in found.values() if question.skipped)
    none = next(question for question in found.values() if not question.skipped)

    right = judge_prediction(cut, cut.skipped, TELLER, SIDES)
    too_few = judge_prediction(cut, (), TELLER, SIDES)
    too_many = judge_prediction(none, {0}, TELLER, SIDES)
    open_one = judge_prediction(none, (), TELLER, SIDES)

    assert right.is_right and right.verdict == "Right." and "The search cuts" in right.reason
    assert not too_few.is_right and too_few.verdict.startswith("No: ")
    assert too_few.reason == right.reason
    assert not too_many.is_right and too_many.verdict == "No: the search skips nothing."
    assert "is still less than beta" in too_many.reason
    assert open_one.is_right and open_one.reason == too_many.reason


def test_naming_a_move_too_many_is_told_apart_from_naming_too_few():
    position, passes = searched("kalah", 15, 4, "alpha-beta")
    question = next(
        one
        for one in questions(position, passes[-1]).values()
        if one.skipped and len(one.skipped) < len(one.branches)
    )

    everything = judge_prediction(question, range(len(question.branches)), TELLER, SIDES)

    assert not everything.is_right
    assert "are searched" in everything.verdict


def test_without_cuts_there_are_only_steps_at_which_nothing_is_cut():
    position, passes = searched("tictactoe", 5, 3, "game-tree")

    found = questions(position, passes[-1])

    assert all(question is None or not question.skipped for question in found.values())


def test_entries_and_the_end_are_not_asked_about():
    position, passes = searched("tictactoe", 5, 3, "alpha-beta")
    tree = passes[-1]

    assert question_at(state_at(tree, 0), position) is None
    assert question_at(state_at(tree, tree.step_count - 1), position) is None
