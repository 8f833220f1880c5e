"""Small trees: names, points of view, and the words for their nodes."""

import pytest

from kalahloa.models.course.node_words import node_words, shown_value, tree_lines
from kalahloa.models.course.small_tree import MAX_NODES, SmallTree
from kalahloa.models.course.trial_search import StartingPoint, search
from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import BadFile

TICTACTOE = find_game("tictactoe")
GROUND = StartingPoint(TICTACTOE, TICTACTOE.rulebook.default, "XOX/.O./.XO X")


def tree_of(searcher: str, depth: int = 2) -> SmallTree:
    result = search(GROUND, GROUND.position(), searcher, depth)
    return SmallTree.of(result.passes[-1], negated=searcher == "negamax")


def test_inner_nodes_have_letters_and_leaves_numbers_in_the_order_of_the_search():
    tree = tree_of("game-tree")

    assert [node.name for node in tree] == ["A", "B", "1", "2", "C", "3", "4", "D", "5", "6"]
    assert tree.named("c") is tree[4] and tree.named("7") is None
    assert tree.line(5) == f"{tree[4].text} {tree[5].text}"
    assert [node.name for node in tree.below(4)] == ["C", "3", "4"]


def test_values_are_those_for_max_or_for_the_side_to_move():
    plain, negated = tree_of("game-tree"), tree_of("negamax")

    for one, other in zip(plain, negated, strict=True):
        sign = 1 if one.side == plain.root.side else -1
        assert plain.shown(one) == sign * negated.shown(other)
        assert one.index == 0 or plain.to_parent(one) in (plain.shown(one), -plain.shown(one))


def test_what_was_cut_off_is_told_with_the_reason():
    tree = tree_of("alpha-beta")
    cut = [node for node in tree if node.pruned]
    assert cut

    for node in cut:
        sentences = [str(one) for one in node_words(tree, node, TICTACTOE.sides)]
        assert any("cut off" in one and "MAX is sure of" in one for one in sentences)
        assert shown_value(tree, node).startswith("≤")


def test_the_lines_of_a_tree_show_each_node_once_and_hide_values():
    tree = tree_of("game-tree")

    lines = list(tree_lines(tree, frozenset({0, 1})))

    assert len(lines) == len(tree)
    assert lines[0] == "A  MAX  ?" and lines[1].endswith("B  MIN  ?")
    assert "?" not in lines[2]


def test_a_tree_that_is_too_large_is_refused():
    game = find_game("loa")
    ground = StartingPoint(game, game.rulebook.default)
    result = search(ground, ground.position(), "game-tree", 2)

    with pytest.raises(BadFile, match=f"at most {MAX_NODES} can be drawn"):
        SmallTree.of(result.passes[-1])
