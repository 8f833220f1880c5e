"""Ways through recorded trees, and from whose point of view their numbers are."""

from math import inf

import pytest

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchResult
from kalahloa.models.search.search_tree import NodeKind, SearchTree, TreeNode
from kalahloa.models.search.searchers import find_searcher, lecture_searchers
from kalahloa.models.search.tree_lines import (
    best_child,
    best_line,
    bound_for,
    find_line,
    last_window_for,
    left_out,
    moves_to,
    texts_to,
    value_for,
    window_at,
    window_for,
)

TICTACTOE = find_game("tictactoe")
NAMES = [one.name for one in lecture_searchers()]


def searched(
    name: str, text: str = "XO./.X./..O X", depth: int = 4
) -> tuple[Position, SearchResult]:
    position = TICTACTOE.read(text, TICTACTOE.rulebook.read(None))
    result = find_searcher(name).choose(
        position, Limits(depth=depth), TICTACTOE.heuristic(), record_tree=True
    )
    return position, result


def at(position: Position, node: TreeNode) -> Position:
    there = position.copy()
    for move in moves_to(node):
        there.make(move)
    return there


@pytest.mark.parametrize("name", NAMES)
def test_best_play_from_the_root_is_the_line_that_was_found(name):
    _, result = searched(name)
    line = best_line(result.tree)

    # Where the table has answered, what follows was recorded elsewhere.
    moves = tuple(node.move for node in line[1:])
    assert moves == result.line[: len(moves)]
    assert moves and (len(moves) == len(result.line) or line[-1].kind is NodeKind.TABLE)


@pytest.mark.parametrize("name", NAMES)
def test_every_node_is_found_by_its_moves_unless_it_was_searched_again(name):
    _, result = searched(name)
    for node in list(result.tree.walk())[::7]:
        line = find_line(result.tree, moves_to(node))

        assert len(line) == node.ply + 1
        assert moves_to(line[-1]) == moves_to(node)
        assert line[-1].index >= node.index
        assert texts_to(line[-1]) == texts_to(node)


def test_a_line_is_found_as_far_as_it_was_searched():
    position, result = searched("alpha-beta")
    node = next(one for one in result.tree.walk() if one.pruned)
    cut = left_out(node, at(position, node))[0]

    line = find_line(result.tree, (*moves_to(node), cut, 1))

    assert line[-1].index == node.index


@pytest.mark.parametrize("name", NAMES)
def test_what_was_searched_and_what_was_left_out_are_all_moves(name):
    position, result = searched(name)
    cuts = 0
    for node in result.tree.walk():
        if node.kind is not NodeKind.INNER:
            assert left_out(node, at(position, node)) == ()
            continue
        there = at(position, node)
        out = left_out(node, there)
        cuts += len(out)
        assert len(out) == node.pruned
        assert sorted([*out, *{child.move for child in node.children}]) == sorted(
            there.legal_moves()
        )
    assert bool(cuts) is find_searcher(name).prunes


@pytest.mark.parametrize("name", NAMES)
def test_all_values_are_those_of_max_when_they_are_asked_for_him(name):
    position, result = searched(name)
    top = position.side
    for node in result.tree.walk():
        sign = 1 if node.side == top else -1
        low, high = window_for(node, top)

        assert value_for(node, top) == sign * node.value
        assert value_for(node, None) == node.value
        assert window_for(node, None) == (node.alpha, node.beta)
        assert (low, high) == ((node.alpha, node.beta) if sign > 0 else (-node.beta, -node.alpha))
        assert low < high
        last_low, last_high = last_window_for(node, top)
        assert low <= last_low and last_high <= high
        # Only the side to move at a node narrows its window.
        assert last_high == high if sign > 0 else last_low == low


@pytest.mark.parametrize("name", ["game-tree", "alpha-beta-ordered", "negascout"])
def test_a_bound_is_turned_round_with_the_point_of_view(name):
    position, result = searched(name)
    top = position.side
    turned = {"≥": "≤", "≤": "≥", "": ""}
    seen = set()
    for node in result.tree.walk():
        own, for_max = bound_for(node, None), bound_for(node, top)
        assert for_max == (own if node.side == top else turned[own])
        seen.add(for_max)

    assert seen == ({""} if name == "game-tree" else {"", "≥", "≤"})


def test_the_window_of_a_node_that_is_searched_is_that_of_the_moves_done():
    _, result = searched("alpha-beta")
    tree, root = result.passes[-1], result.tree
    best = -inf
    for child in root.children:
        assert window_at(root, tree.entered_at(child.index), None) == (best, inf)
        best = max(best, -child.value)
        assert window_at(root, tree.left_at(child.index), None) == (best, inf)
        assert window_at(root, tree.left_at(child.index), 1 - root.side) == (-inf, -best)


def test_a_second_search_of_a_move_counts_for_the_window_and_for_best_play():
    tree = SearchTree()
    tree.enter(-1, None, "", 0, 2, -inf, inf)
    first = tree.enter(0, 1, "a", 1, 1, -inf, inf)
    tree.leave(first, -1.0, NodeKind.ESTIMATED)
    scout = tree.enter(0, 2, "b", 1, 1, -1.1, -1.0)
    tree.leave(scout, -9.0, NodeKind.ESTIMATED)
    again = tree.enter(0, 2, "b", 1, 1, -inf, -1.0)
    tree.leave(again, -4.0, NodeKind.ESTIMATED)
    tree.leave(0, 4.0, NodeKind.INNER)

    assert best_child(tree.root).index == again
    assert window_at(tree.root, tree.left_at(scout), None) == (9.0, inf)
    assert window_at(tree.root, tree.left_at(again), None) == (4.0, inf)
