"""What is said of the steps of a search."""

from math import inf, nextafter

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.search.search_tree import NodeKind, SearchTree
from kalahloa.models.search.steps.state import SearchState, state_at
from kalahloa.models.search.steps.step_words import StepTeller, StepText
from kalahloa.models.search.tree_words import value_words
from tests.models.search.steps.test_states import KINDS, SEARCHERS, trees

SIDES = ("X", "O")
TELLER = StepTeller(SIDES)
X, OTHER = 0, 1
LEAF, INNER = NodeKind.ESTIMATED, NodeKind.INNER


def drawn_tree() -> SearchTree:
    """Return the tree of the drawing: X has +1 by move 4, O's reply 3 to move 6 refutes that.

    O has five more replies to move 6.
    """
    tree = SearchTree()
    root = tree.enter(-1, None, "", X, 2, -inf, inf)
    four = tree.enter(root, 4, "4", OTHER, 1, -inf, inf)
    leaf = tree.enter(four, 9, "9", X, 0, -inf, inf)
    tree.leave(leaf, 1.0, LEAF)
    tree.leave(four, -1.0, INNER)
    six = tree.enter(root, 6, "6", OTHER, 1, -inf, -1.0)
    leaf = tree.enter(six, 3, "3", X, 0, 1.0, inf)
    tree.leave(leaf, 1.0, LEAF)
    tree.leave(six, -1.0, INNER, 5)
    seven = tree.enter(root, 7, "7", OTHER, 1, -inf, -1.0)
    leaf = tree.enter(seven, 3, "3", X, 0, 1.0, inf)
    tree.leave(leaf, 2.5, LEAF)
    tree.leave(seven, -2.5, INNER)
    tree.leave(root, 2.5, INNER)
    return tree


def told(tree: SearchTree, number: int, teller: StepTeller = TELLER) -> StepText:
    return teller.describe(state_at(tree, number))


def test_the_first_step_says_who_moves_and_how_deep():
    first = told(drawn_tree(), 0)

    assert first.what == "The search starts: X is to move, and it looks 2 plies ahead."
    assert first.why.startswith("X is MAX, O is MIN.")


def test_a_move_that_is_tried_is_told_with_the_window_it_is_searched_in():
    tree = drawn_tree()

    entered = told(tree, tree.entered_at(1))
    later = told(tree, tree.entered_at(3))
    leaf = told(tree, tree.entered_at(2))

    assert entered == StepText(
        "X tries move 4.", "Now O chooses, a MIN node. Nobody is sure of anything yet."
    )
    assert later.why == "Now O chooses, a MIN node. X is sure of +1.00 elsewhere."
    assert leaf.what == "O tries move 9: the horizon."


def test_a_cut_is_told_with_what_it_could_not_beat():
    tree = drawn_tree()

    cut = told(tree, tree.left_at(4))

    assert cut.what == (
        "O's reply 3 came back as +1.00, so O can hold X's move 6 to +1.00 or less. X already "
        "has +1.00, with move 4."
    )
    assert cut.why == (
        "So move 6 cannot be better for X: beta (+1.00) ≤ alpha (+1.00). "
        "The search cuts O's 5 other moves."
    )


def test_what_is_asked_before_a_cut_does_not_give_it_away():
    tree = drawn_tree()

    asked = TELLER.ask(state_at(tree, tree.left_at(4)))

    assert asked.what == "O's reply 3 came back as +1.00."
    assert "cut" not in asked.what + asked.why


def test_a_cut_at_a_max_node_says_that_alpha_has_reached_beta():
    tree = SearchTree()
    root = tree.enter(-1, None, "", X, 3, -inf, inf)
    one = tree.enter(root, 1, "1", OTHER, 2, -inf, inf)
    two = tree.enter(one, 2, "2", X, 1, -inf, inf)
    leaf = tree.enter(two, 3, "3", OTHER, 0, -inf, inf)
    tree.leave(leaf, 1.0, LEAF)
    tree.leave(two, -1.0, INNER)
    other = tree.enter(one, 4, "4", X, 1, -inf, -1.0)
    leaf = tree.enter(other, 5, "5", OTHER, 0, 1.0, inf)
    tree.leave(leaf, -2.0, LEAF)
    tree.leave(other, 2.0, INNER, 1)
    tree.leave(one, 1.0, INNER)
    tree.leave(root, -1.0, INNER)

    cut = told(tree, tree.left_at(5))

    assert cut.what == (
        "X's reply 5 came back as +2.00, so X gets +2.00 or more against O's move 4. O already "
        "has −1.00, with move 2."
    )
    assert cut.why == (
        "So move 4 cannot be better for O: alpha (+2.00) ≥ beta (−1.00). "
        "The search cuts X's 1 other move."
    )


def test_a_better_value_moves_alpha_or_beta_and_is_told_for_max():
    tree = drawn_tree()

    beta = told(tree, tree.left_at(2))
    alpha = told(tree, tree.left_at(1))
    best = told(tree, tree.left_at(5))

    assert beta.what == "O's reply 9 came back as +1.00: the first value here."
    assert beta.why == "Beta falls from ∞ to +1.00: O can hold X to that now."
    assert alpha.what == "X's move 4 came back as +1.00: the first value here."
    assert alpha.why == "Alpha rises from −∞ to +1.00: X is sure of that much now."
    assert best.what == "X's move 7 came back as +2.50: the best for X so far."
    assert best.why == "Alpha rises from +1.00 to +2.50: X is sure of that much now."


def test_a_value_that_is_no_better_is_told_as_the_bound_that_it_is():
    tree = drawn_tree()

    assert told(tree, tree.left_at(3)) == StepText(
        "X's move 6 came back as +1.00 or less. X already has +1.00, with move 4.",
        "That is no better for X: alpha and beta stay as they are.",
    )


def test_the_end_says_value_and_move():
    tree = drawn_tree()

    end = told(tree, tree.step_count - 1)

    assert end.what == "The search is over: X has +2.50, with move 7."
    assert end.why == "This pass visited 7 positions."


def test_without_windows_nobody_speaks_of_alpha_and_beta():
    for tree in trees("tictactoe", 5, 3, "game-tree"):
        plain = StepTeller(SIDES, prunes=False)
        for number in range(tree.step_count):
            words = plain.describe(state_at(tree, number))
            text = (words.what + words.why).lower()
            assert "alpha" not in text and "beta" not in text and "∞" not in text


def test_an_empty_window_and_the_second_search_are_told():
    tree = SearchTree()
    root = tree.enter(-1, None, "", X, 2, -inf, inf)
    one = tree.enter(root, 1, "1", OTHER, 1, -inf, inf)
    leaf = tree.enter(one, 2, "2", X, 0, -inf, inf)
    tree.leave(leaf, 0.0, LEAF)
    tree.leave(one, 0.0, INNER)
    edge = nextafter(0.0, inf)
    for high in (edge, inf):
        again = tree.enter(root, 5, "5", OTHER, 1, -high, -0.0)
        leaf = tree.enter(again, 2, "2", X, 0, 0.0, high)
        tree.leave(leaf, 3.0, LEAF)
        tree.leave(again, -3.0, INNER)
    tree.leave(root, 3.0, INNER)

    asked = told(tree, tree.entered_at(3))
    first = told(tree, tree.left_at(3))
    second = told(tree, tree.entered_at(5))
    found = told(tree, tree.left_at(5))

    assert asked.why == (
        "The window is empty: the only question is whether X gets more than 0.00 here."
    )
    assert first.what == "X's move 5 came back as +3.00 or more: it is better than 0.00."
    assert first.why.endswith("The move is searched again for its value.")
    assert second.what == "X's move 5 is searched again, with an open window."
    assert found.what == "X's move 5 came back as +3.00: the best for X so far."


def test_a_pass_that_ends_outside_of_its_window_says_that_it_is_repeated():
    tree = SearchTree()
    root = tree.enter(-1, None, "", X, 1, -1.0, 1.0)
    leaf = tree.enter(root, 2, "2", OTHER, 0, -1.0, 1.0)
    tree.leave(leaf, -4.0, LEAF)
    tree.leave(root, 4.0, INNER, 2)

    assert "It searches only for values between −1.00 and +1.00" in told(tree, 0).why
    cut = told(tree, tree.left_at(1))
    assert cut.what == "X's move 2 came back as +4.00, which is outside the window."
    assert "The search cuts X's 2 other moves" in cut.why
    end = told(tree, tree.step_count - 1)
    assert "outside its window" in end.what
    assert "X has +4.00 or more" in end.why


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (inf, "∞"),
        (-inf, "−∞"),
        (0.0, "0.00"),
        (-0.844, "−0.84"),
        (99.97, "a win in 3"),
        (-99.97, "a loss in 3"),
        (299.9, "a win by 3"),
        (-100.0, "a loss by 1"),
    ],
)
def test_values_are_worded_so_that_they_fit_into_sentences(value, words):
    assert value_words(value) == words


@pytest.mark.parametrize("searcher", SEARCHERS)
@pytest.mark.parametrize(("game", "plies", "depth"), KINDS)
def test_every_step_of_every_searcher_has_a_sentence(searcher, game, plies, depth):
    first, second = find_game(game).sides
    teller = StepTeller((first, second), prunes=searcher not in ("game-tree", "negamax"))
    for tree in trees(game, plies, depth, searcher):
        cuts = 0
        for number in range(tree.step_count):
            state = state_at(tree, number)
            words = teller.describe(state)
            assert words.what.endswith(".")
            assert not words.why or words.why.endswith(".")
            assert "{" not in words.what + words.why
            assert "−0.00" not in words.what + words.why
            cuts += _check_cut(state, words)
        assert cuts == sum(node.pruned > 0 for node in tree.root.walk())


def _check_cut(state: SearchState, words: StepText) -> bool:
    if not state.is_cut:
        assert "The search cuts" not in words.why
        return False
    assert f"{state.node.pruned} other move" in words.why
    return True
